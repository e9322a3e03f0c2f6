"""What a program wrote on stderr before it failed."""

from crownbridge.cli.support.output import echo
from crownbridge.records import GameRecord
from crownbridge.records.printed import complaint


def echo_complaint(record: GameRecord) -> None:
    """Print the last lines of the player that lost by a fault of its own."""
    for line in complaint(record):
        echo(stderr_line(line))


def stderr_line(line: str) -> str:
    """Return a line as it is shown under what it explains."""
    return f"     stderr: {line}"
