"""`crownbridge hexai`: the engine as a program that speaks the hexai protocol.

Started once a game, and so without what the other commands load.
"""

import argparse
import sys
import time

from crownbridge._core import StopFlag
from crownbridge.cli.hex.options import add_options, checked_iterations, checked_time, chosen_engine
from crownbridge.cli.support.light import ArgumentParser, send
from crownbridge.cli.support.listening import Listener
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.engines.hex import LEVELS
from crownbridge.errors import OptionError
from crownbridge.games.hex.rules import LARGEST
from crownbridge.programs.hexai import HexaiClient, interrupts

SUMMARY = "Play Hex on stdin and stdout, by the hexai protocol."
_EPILOG = """\
X begins and connects top and bottom, O left and right. The exit status is 0 when the game has ended, or the
opponent has left; 1 when the opponent's error has ended it; 2 for a mistake in the arguments.

Examples:
  crownbridge hexai X
  crownbridge hexai O 13 20000
  crownbridge arbi 'crownbridge hexai' ./hexai log.txt 2000 1000
  crownbridge match 'hexai:crownbridge hexai --per-move 0.5' random
"""
_ITERATIONS = 1000
_BROKEN_OFF = 1


def main(arguments: list[str]) -> None:
    """Plays one game. Raises OptionError; exits with status 1 when an error of the opponent's ends it."""
    asked = _parser().parse_args(arguments)
    if not 1 <= asked.side <= LARGEST:
        raise OptionError(f"the side of the board is {asked.side}; expected a whole number from 1 to {LARGEST}")
    client = HexaiClient(asked.colour, asked.side)
    limit = _limit(asked)
    engine = chosen_engine(asked, limit.nodes)
    send(client.begin())
    complaint = _Game(client, engine, limit).play()
    if complaint is not None:
        send(complaint)
        sys.exit(_BROKEN_OFF)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("hexai", SUMMARY, _EPILOG)
    parser.add_argument("colour", metavar="X|O", help="the colour to play")
    parser.add_argument("side", nargs="?", type=int, default=11, help=f"side of the board, 1 to {LARGEST} (default 11)")
    effort = f"how hard to think about a move (default {_ITERATIONS}, or as --per-move allows or --level has it)"
    parser.add_argument("iterations", nargs="?", type=int, help=effort)
    add_options(parser, "time for a move")
    return parser


def _limit(asked: argparse.Namespace) -> Limit:
    """Raises OptionError."""
    seconds, iterations = checked_time(asked), checked_iterations(asked.iterations)
    weak = asked.level is not None and asked.level < len(LEVELS)  # which has its own number of iterations
    return Limit(seconds, nodes=_ITERATIONS if seconds is None and iterations is None and not weak else iterations)


class _Game:
    """One game: the client, the engine, and whoever speaks to us."""

    def __init__(self, client: HexaiClient, engine: Engine, limit: Limit) -> None:
        self._client = client
        self._engine = engine
        self._limit = limit
        self._listener = Listener(interrupts)

    def play(self) -> str | None:
        """Plays until the game or the input ends; gives our complaint, where an error of the opponent's ended it."""
        complaint = self._move(self._listener.start) if self._client.is_our_turn else None
        while not self._client.is_over:
            line, stop = self._listener.next()
            if line is None:
                return None
            complaint = self._client.read(line)
            if self._client.is_our_turn:
                complaint = self._move(stop)
        return complaint

    def _move(self, stop: StopFlag) -> str | None:
        """Thinks, and sends the move, unless the opponent speaks up meanwhile; gives our complaint about that."""
        began = time.monotonic()
        thought = self._engine.think(SearchRequest(self._client.position, self._limit, stop))
        for line in self._listener.waiting():
            complaint = self._client.read(line)
            if self._client.is_over:
                return complaint
        send(self._client.play(thought.move, round(1000 * (time.monotonic() - began))))
        return None
