"""`crownbridge lines`: the engine of any game as a program that speaks the lines protocol.

Started once a game, and so without what the other commands load.
"""

import argparse

from crownbridge.cli.support.light import ArgumentParser, receive, send
from crownbridge.engines import Engine, Limit
from crownbridge.engines.provider import provider_of
from crownbridge.errors import InputError, OptionError
from crownbridge.programs.lines import LinesClient

SUMMARY = "Play any game on stdin and stdout, by the lines protocol."
_EPILOG = """\
The host tells the game. Without a time, from the host or by --per-move, a move takes a second.

Examples:
  crownbridge lines --level 3 --per-move 0.5
  crownbridge match 'lines:crownbridge lines' random --game hex
"""
_UNTIMED = Limit(1.0)


def main(arguments: list[str]) -> None:
    """Play until the input ends. Raise InputError, after the host was told of it."""
    asked = _parser().parse_args(arguments)
    if asked.per_move is not None and not 0 < asked.per_move < float("inf"):
        raise OptionError(f"--per-move: {asked.per_move}; expected a number of seconds above 0")
    try:
        _play(LinesClient(), asked)
    except InputError as error:
        send(f"error {' '.join(str(error).split())}")
        raise


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("lines", SUMMARY, _EPILOG)
    parser.add_argument("--per-move", type=float, metavar="SECONDS", help="time for a move, at most")
    parser.add_argument("--level", type=int, metavar="N", help="strength, from 1; by default the highest")
    parser.add_argument("--seed", type=int, metavar="N", help="repeat what is chosen by chance")
    return parser


def _play(client: LinesClient, asked: argparse.Namespace) -> None:
    """Answer requests until the input ends; every game has an engine of its own."""
    engine: Engine | None = None
    game = client.game
    while line := receive():
        is_request = client.read(line)
        if client.game is not None and client.game is not game:
            game = client.game
            engine = _engine(game.name, asked)
        if is_request and engine is not None:
            limit = client.limit.within(Limit(asked.per_move))
            send(client.play(engine.play(client.position, _UNTIMED if limit == Limit() else limit)))


def _engine(game_name: str, asked: argparse.Namespace) -> Engine:
    provider = provider_of(game_name)
    most = len(provider.levels)
    if asked.level is not None and not 1 <= asked.level <= most:
        raise OptionError(f"--level: {asked.level}; expected 1 to {most}")
    return provider.engine(asked.level, asked.seed)
