"""`crownbridge lines`: the engine of any game as a program for the lines protocol.

It is started once per game, and so avoids the imports of the other commands.
"""

import argparse

from crownbridge.cli.support.line_io import ArgumentParser, receive, send
from crownbridge.engines import Engine, Limit
from crownbridge.engines.provider import provider_of
from crownbridge.errors import InputError, OptionError
from crownbridge.programs.lines import LinesClient

SUMMARY = "Play any game on stdin and stdout by the lines protocol."
_EPILOG = """\
The host chooses the game. Without a time limit from the host or --per-move, a move takes a second.

Examples:
  crownbridge lines --level 3 --per-move 0.5
  crownbridge match 'lines:crownbridge lines' random --game hex
"""
_UNTIMED = Limit(1.0)


def main(arguments: list[str]) -> None:
    """Play until the input ends. Send an error to the host and raise InputError if a request is invalid."""
    options = _parser().parse_args(arguments)
    if options.per_move is not None and not 0 < options.per_move < float("inf"):
        raise OptionError(f"--per-move: {options.per_move}; expected a number of seconds above 0")
    try:
        _play(LinesClient(), options)
    except InputError as error:
        send(f"error {' '.join(str(error).split())}")
        raise


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("lines", SUMMARY, _EPILOG)
    parser.add_argument("--per-move", type=float, metavar="SECONDS", help="maximum time per move")
    parser.add_argument("--level", type=int, metavar="N", help="strength, from 1; by default the highest")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of random choices")
    return parser


def _play(client: LinesClient, options: argparse.Namespace) -> None:
    """Answer requests until the input ends; each game gets its own engine."""
    engine: Engine | None = None
    game = client.game
    while line := receive():
        is_request = client.read(line)
        if client.game is not None and client.game is not game:
            game = client.game
            engine = _engine(game.name, options)
        if is_request and engine is not None:
            limit = client.limit.within(Limit(options.per_move))
            send(client.play(engine.play(client.position, _UNTIMED if limit == Limit() else limit)))


def _engine(game_name: str, options: argparse.Namespace) -> Engine:
    provider = provider_of(game_name)
    most = len(provider.levels)
    if options.level is not None and not 1 <= options.level <= most:
        raise OptionError(f"--level: {options.level}; expected 1 to {most}")
    return provider.engine(options.level, options.seed)
