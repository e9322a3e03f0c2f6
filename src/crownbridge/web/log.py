"""The server's log on stderr, with control characters escaped."""

import logging
import sys
import traceback
from typing import Any

from crownbridge.errors import printable


class PrintableFormatter(logging.Formatter):
    """Escapes control characters: messages may quote programs and requests."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the message, with the traceback if there is one."""
        return printable(super().format(record), keep="\n")


_LOGGER = {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
CONFIGURATION: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"printable": {"()": PrintableFormatter, "fmt": "%(levelname)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "printable"}},
    "loggers": {"uvicorn": _LOGGER, "asyncio": _LOGGER},
}
"""The argument of `logging.config.dictConfig`."""


def warn(message: str) -> None:
    """Print a warning to the owner of the server."""
    sys.stderr.write(f"crownbridge: {printable(message)}\n")


def print_traceback() -> None:
    """Print the exception that is being handled."""
    sys.stderr.write(printable(traceback.format_exc(), keep="\n"))
