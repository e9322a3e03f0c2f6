"""What the programs share that are started once a game, and so do without typer."""

import argparse
import sys
from typing import NoReturn

from crownbridge.errors import OptionError

_LONGEST_LINE = 1 << 16  # bytes; no protocol has longer ones


class ArgumentParser(argparse.ArgumentParser):
    """Raises OptionError, and keeps the lines of the text that follows the options."""

    def __init__(self, command: str, summary: str, epilog: str) -> None:
        keep_lines = argparse.RawDescriptionHelpFormatter
        super().__init__(f"crownbridge {command}", None, summary, epilog, formatter_class=keep_lines)

    def error(self, message: str) -> NoReturn:
        """Leaves it to whoever called to tell the user. Raises OptionError."""
        raise OptionError(f"{message}; see {self.prog} --help")


def receive() -> bytes:
    """The next line from whoever started us; empty when there will be no more."""
    return b"" if sys.stdin is None else sys.stdin.buffer.readline(_LONGEST_LINE)


def send(line: str) -> None:
    """A line to whoever started us, at once."""
    if sys.stdout is not None:
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()
