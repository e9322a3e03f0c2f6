"""Argument parsing and line input and output of programs that are started once per game, without typer."""

import argparse
import select
import sys
from typing import NoReturn

from crownbridge.errors import OptionError

_LONGEST_LINE = 1 << 16  # bytes; no protocol has longer lines


class ArgumentParser(argparse.ArgumentParser):
    """A parser that raises OptionError and keeps the lines of its epilog."""

    def __init__(self, command: str, summary: str, epilog: str) -> None:
        keep_lines = argparse.RawDescriptionHelpFormatter
        super().__init__(f"crownbridge {command}", None, summary, epilog, formatter_class=keep_lines)

    def error(self, message: str) -> NoReturn:
        """Raise OptionError instead of exiting."""
        raise OptionError(f"{message}; see {self.prog} --help")


def receive() -> bytes:
    """Return the next line of stdin; empty at the end."""
    return b"" if sys.stdin is None else sys.stdin.buffer.readline(_LONGEST_LINE)


def has_input() -> bool:
    """Return True if a line, or the end of the input, may have arrived before the first call of `receive`."""
    return sys.stdin is not None and bool(select.select([sys.stdin.buffer], [], [], 0)[0])


def send(line: str) -> None:
    """Write a line to stdout and flush it."""
    if sys.stdout is not None:
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()
