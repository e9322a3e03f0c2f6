"""`crownbridge agent FILE`: a hyperparameters agent as a program for the reblexis protocol.

It is started once per game, and so avoids the imports of the other commands.
"""

from itertools import islice
from pathlib import Path

from crownbridge.cli import AGENT_COMMANDS
from crownbridge.cli.support.line_io import ArgumentParser, receive, send
from crownbridge.cli.support.suggestions import meant
from crownbridge.engines import Engine, Limit
from crownbridge.engines.checkers import load
from crownbridge.errors import InputError, quoted
from crownbridge.files import path_exists
from crownbridge.programs.reblexis import LINES_OF_A_TURN, LINES_TO_BEGIN, ReblexisClient, parse_time

_EPILOG = """\
Examples:
  crownbridge agent my_agent.json
  crownbridge match 'reblexis:crownbridge agent my_agent.json' random
"""


def main(arguments: list[str]) -> None:
    """Play one game. Raise InputError."""
    parser = ArgumentParser(
        "agent", "Play as the agent of a file on stdin and stdout by the reblexis protocol.", _EPILOG
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="hyperparameters, as JSON")
    _check_command(arguments[0])
    engine = load(parser.parse_args(arguments).file).engine()
    try:
        _play(ReblexisClient(), engine)
    finally:
        engine.rest()


def _check_command(word: str) -> None:
    """Raise InputError if the word is probably a misspelled command rather than a file."""
    if Path(word).suffix:  # of an agent file
        return
    question = meant(word, "crownbridge agent", AGENT_COMMANDS)
    if question and not path_exists(word):
        raise InputError(f"there is no file {quoted(word)}; {question}")


def _play(client: ReblexisClient, engine: Engine) -> None:
    """Answer boards until the input ends."""
    if beginning := _read(LINES_TO_BEGIN):
        client.begin(beginning)
    while lines := _read(LINES_OF_A_TURN):
        client.read(lines)
        seconds = client.milliseconds / 1000
        limit = Limit(seconds) if client.timed_by_moves else Limit(clock=seconds)
        send(client.play(engine.play(client.position, limit)))
        if client.position.outcome() is None:
            engine.ponder(client.position)


def _read(count: int) -> list[bytes]:
    """Return `count` lines, of which the first is a time, after skipping blank lines; none at the end of the input.

    Raise InputError at once if the first line is not a time, or if the input ends early.
    """
    first = next((line for line in iter(receive, b"") if line.strip()), b"")
    if not first:
        return []
    parse_time(first)
    lines = [first, *islice(iter(receive, b""), count - 1)]
    if len(lines) < count:
        raise InputError(f"the input ends after {len(lines)} of {count} lines")
    return lines
