"""`crownbridge agent FILE`: a hyperparameters agent as a program that speaks the reblexis protocol.

Started once a game, and so without what the other commands load.
"""

from itertools import islice
from pathlib import Path

from crownbridge.cli import AGENT_COMMANDS
from crownbridge.cli.support.light import ArgumentParser, receive, send
from crownbridge.cli.support.mistyped import meant
from crownbridge.engines import Engine, Limit
from crownbridge.engines.checkers import load
from crownbridge.errors import InputError, quoted
from crownbridge.files import is_there
from crownbridge.programs.reblexis import LINES_OF_A_TURN, LINES_TO_BEGIN, ReblexisClient, parse_time

_EPILOG = """\
Examples:
  crownbridge agent my_agent.json
  crownbridge match 'reblexis:crownbridge agent my_agent.json' random
"""


def main(arguments: list[str]) -> None:
    """Plays one game. Raises InputError."""
    parser = ArgumentParser("agent", "Play as a file says, on stdin and stdout, by the reblexis protocol.", _EPILOG)
    parser.add_argument("file", type=Path, metavar="FILE", help="hyperparameters, as JSON")
    _check_command(arguments[0])
    engine = load(parser.parse_args(arguments).file).engine()
    try:
        _play(ReblexisClient(), engine)
    finally:
        engine.rest()


def _check_command(word: str) -> None:
    """Raises InputError where a command was meant rather than a file."""
    if Path(word).suffix:  # as agents' files have
        return
    question = meant(word, "crownbridge agent", AGENT_COMMANDS)
    if question and not is_there(word):
        raise InputError(f"there is no file {quoted(word)}; {question}")


def _play(client: ReblexisClient, engine: Engine) -> None:
    """Answers boards until the input ends."""
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
    """So many lines, the first of which tells a time, or none at the end of the input; leaves out blank ones before it.

    Raises InputError where the first tells none, as soon as it is there, or the input ends in between.
    """
    first = next((line for line in iter(receive, b"") if line.strip()), b"")
    if not first:
        return []
    parse_time(first)
    lines = [first, *islice(iter(receive, b""), count - 1)]
    if len(lines) < count:
        raise InputError(f"the input ends after {len(lines)} of {count} lines")
    return lines
