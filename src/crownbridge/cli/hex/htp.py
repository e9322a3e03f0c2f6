"""`crownbridge htp`: the engine as a program that speaks the Hex Text Protocol.

Started once a game, and so without what the other commands load.
"""

import argparse

from crownbridge._core import StopFlag
from crownbridge.cli.hex.options import add_options, checked_iterations, checked_time, chosen_engine
from crownbridge.cli.support.light import ArgumentParser, send
from crownbridge.cli.support.listening import Listener
from crownbridge.engines import Limit, SearchRequest, Thought
from crownbridge.games.hex import Position
from crownbridge.programs.htp import HtpClient, interrupts

SUMMARY = "Play Hex for HexGui and the like, by the Hex Text Protocol."
_EPILOG = """\
Black begins and connects top and bottom. list_commands tells the commands; it ends with quit, or with its input.

Examples:
  crownbridge htp
  crownbridge htp --level 4 --per-move 5
  crownbridge match 'htp:crownbridge htp --per-move 0.5' random
"""


def main(arguments: list[str]) -> None:
    """Answers until it is told to quit, or the input ends. Raises OptionError."""
    asked = _parser().parse_args(arguments)
    limit = _limit(asked)
    engine = chosen_engine(asked, limit.nodes)
    stop = StopFlag()

    def think(position: Position, limit: Limit) -> Thought:
        return engine.think(SearchRequest(position, limit, stop))

    client = HtpClient(think, limit, engine.forget)
    client.game.offers_swap = asked.swap
    listener = Listener(interrupts)
    while not client.has_quit:
        line, stop = listener.next()
        if line is None:
            break
        if (answer := client.answer(line)) is not None:
            send(answer)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("htp", SUMMARY, _EPILOG)
    add_options(parser, "time for a move, at most, whatever the clock says (default 1, where there is no clock)")
    parser.add_argument("--iterations", type=int, metavar="N", help="how hard to think about a move, at most")
    parser.add_argument("--swap", action="store_true", help="swap where that is better; param_game changes it")
    return parser


def _limit(asked: argparse.Namespace) -> Limit:
    return Limit(checked_time(asked), nodes=checked_iterations(asked.iterations))
