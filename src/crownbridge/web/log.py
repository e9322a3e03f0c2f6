"""The server's log on stderr, in which texts of programs and visitors are text only."""

import logging
import sys
import traceback
from typing import Any

from crownbridge.errors import printable


class PrintableFormatter(logging.Formatter):
    """Formats messages without anything that a terminal would obey."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the message, with the traceback where there is one."""
        return printable(super().format(record), keep="\n")


_LOGGER = {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
CONFIGURATION: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"printable": {"()": PrintableFormatter, "fmt": "%(levelname)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "printable"}},
    "loggers": {"uvicorn": _LOGGER, "asyncio": _LOGGER},
}
"""For `logging.config.dictConfig`."""


def warn(message: str) -> None:
    """Print what the owner of the server should know."""
    sys.stderr.write(f"crownbridge: {printable(message)}\n")


def print_traceback() -> None:
    """Print the exception that is being handled."""
    sys.stderr.write(printable(traceback.format_exc(), keep="\n"))
