"""`crownbridge htp`: the engine as a program for the Hex Text Protocol.

It is started once per game, and so avoids the imports of the other commands.
"""

import argparse

from crownbridge._core import StopFlag
from crownbridge.cli.hex.options import add_options, checked_iterations, checked_time, chosen_engine
from crownbridge.cli.support.line_io import ArgumentParser, send
from crownbridge.cli.support.stdin_reader import Listener
from crownbridge.engines import Limit, SearchRequest, Thought
from crownbridge.games.hex import Position
from crownbridge.programs.htp import HtpClient, interrupts

SUMMARY = "Play Hex on stdin and stdout by the Hex Text Protocol, for example in HexGui."
_EPILOG = """\
Black moves first and connects top and bottom. The command list_commands lists all commands. The program exits after
quit or at the end of the input.

Examples:
  crownbridge htp
  crownbridge htp --level 4 --per-move 5
  crownbridge match 'htp:crownbridge htp --per-move 0.5' random
"""


def main(arguments: list[str]) -> None:
    """Answer commands until `quit` or the end of the input. Raise OptionError."""
    options = _parser().parse_args(arguments)
    limit = _limit(options)
    engine = chosen_engine(options, limit.nodes)
    stop = StopFlag()

    def think(position: Position, limit: Limit) -> Thought:
        return engine.think(SearchRequest(position, limit, stop))

    client = HtpClient(think, limit, engine.forget)
    client.game.offers_swap = options.swap
    listener = Listener(interrupts)
    while not client.has_quit:
        line, stop = listener.next()
        if line is None:
            break
        if (answer := client.answer(line)) is not None:
            send(answer)


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("htp", SUMMARY, _EPILOG)
    add_options(parser, "maximum time per move, regardless of the clock (default 1 without a clock)")
    parser.add_argument("--iterations", type=int, metavar="N", help="maximum number of iterations per move")
    parser.add_argument("--swap", action="store_true", help="play with the swap rule; param_game changes it")
    return parser


def _limit(options: argparse.Namespace) -> Limit:
    return Limit(checked_time(options), nodes=checked_iterations(options.iterations))
