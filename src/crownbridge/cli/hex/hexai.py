"""`crownbridge hexai`: the engine as a program for the hexai protocol.

It is started once per game, and so avoids the imports of the other commands.
"""

import argparse
import sys
import time

from crownbridge._core import StopFlag
from crownbridge.cli.hex.options import add_options, checked_iterations, checked_time, chosen_engine
from crownbridge.cli.support.line_io import ArgumentParser, send
from crownbridge.cli.support.stdin_reader import Listener
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.engines.hex import LEVELS
from crownbridge.errors import OptionError
from crownbridge.games.hex.rules import LARGEST
from crownbridge.programs.hexai import HexaiClient, interrupts

SUMMARY = "Play Hex on stdin and stdout by the hexai protocol."
_EPILOG = """\
X moves first and connects top and bottom, O left and right. The exit status is 0 if the game is over or the
opponent has quit, 1 if an error of the opponent ended the game, and 2 for invalid arguments.

Examples:
  crownbridge hexai X
  crownbridge hexai O 13 20000
  crownbridge arbi 'crownbridge hexai' ./hexai log.txt 2000 1000
  crownbridge match 'hexai:crownbridge hexai --per-move 0.5' random
"""
_ITERATIONS = 1000
_OPPONENT_ERROR = 1


def main(arguments: list[str]) -> None:
    """Play one game; exit with status 1 if an error of the opponent ends it. Raise OptionError."""
    options = _parser().parse_args(arguments)
    if not 1 <= options.side <= LARGEST:
        raise OptionError(f"the size of the board is {options.side}; expected a whole number from 1 to {LARGEST}")
    client = HexaiClient(options.colour, options.side)
    limit = _limit(options)
    engine = chosen_engine(options, limit.nodes)
    send(client.begin())
    error = _Game(client, engine, limit).play()
    if error is not None:
        send(error)
        sys.exit(_OPPONENT_ERROR)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("hexai", SUMMARY, _EPILOG)
    parser.add_argument("colour", metavar="X|O", help="the colour to play")
    parser.add_argument("side", nargs="?", type=int, default=11, help=f"size of the board, 1 to {LARGEST} (default 11)")
    effort = f"iterations per move (default {_ITERATIONS}, unless --per-move or --level is used)"
    parser.add_argument("iterations", nargs="?", type=int, help=effort)
    add_options(parser, "time per move")
    return parser


def _limit(options: argparse.Namespace) -> Limit:
    """Return the limit per move. Raise OptionError."""
    seconds, iterations = checked_time(options), checked_iterations(options.iterations)
    weak = options.level is not None and options.level < len(LEVELS)  # a weak level has its own number of iterations
    return Limit(seconds, nodes=_ITERATIONS if seconds is None and iterations is None and not weak else iterations)


class _Game:
    """One game: client, engine and input."""

    def __init__(self, client: HexaiClient, engine: Engine, limit: Limit) -> None:
        self._client = client
        self._engine = engine
        self._limit = limit
        self._listener = Listener(interrupts)

    def play(self) -> str | None:
        """Play until the game or the input ends; return the error message if an error of the opponent ended it."""
        error = self._move(self._listener.start) if self._client.is_our_turn else None
        while not self._client.is_over:
            line, stop = self._listener.next()
            if line is None:
                return None
            error = self._client.read(line)
            if self._client.is_our_turn:
                error = self._move(stop)
        return error

    def _move(self, stop: StopFlag) -> str | None:
        """Search and send the move, unless a line ends the game meanwhile; return the error message about that line."""
        began = time.monotonic()
        thought = self._engine.think(SearchRequest(self._client.position, self._limit, stop))
        for line in self._listener.waiting():
            error = self._client.read(line)
            if self._client.is_over:
                return error
        send(self._client.play(thought.move, round(1000 * (time.monotonic() - began))))
        return None
