"""The last lines on stderr of a program that failed."""

from crownbridge.cli.support.output import echo
from crownbridge.records import GameRecord
from crownbridge.records.printed import complaint


def echo_complaint(record: GameRecord) -> None:
    """Print the last lines of the player that lost by a fault."""
    for line in complaint(record):
        echo(stderr_line(line))


def stderr_line(line: str) -> str:
    """Return a line of stderr with its indentation and label."""
    return f"     stderr: {line}"
