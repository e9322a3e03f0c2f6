"""`crownbridge checkers`: the engine as a program for the KTH protocol.

It is started once per game, and so avoids the imports of the other commands.
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from crownbridge.cli.support.line_io import ArgumentParser, has_input, receive, send
from crownbridge.engines import Engine, Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters, load
from crownbridge.errors import OptionError, quoted
from crownbridge.games.terminal import draw
from crownbridge.programs.kth import KthClient

SUMMARY = "Play checkers on stdin and stdout by the KTH protocol."
_EPILOG = """\
One of the two programs must be started with init: it plays white and sends the first message. Red moves first.

Examples:
  crownbridge checkers init verbose < pipe | ./agent > pipe
  crownbridge checkers --level 4 --per-move 0.5
  crownbridge match 'kth:crownbridge checkers' random
"""
_SECONDS = 1.0
_STARTUP_SHARE = 0.5
"""Maximum share of the time for the first move that startup counts for; the rest is left for the search."""
_PARAMETERS = {"per_move": "time_per_move", "level": "level", "threads": "threads", "ponder": "ponder"}
"""Hyperparameters that the options set."""


def main(arguments: list[str]) -> None:
    """Play one game. Raise InputError."""
    options = _parser().parse_args(arguments)
    if wrong := set(options.words) - {"init", "verbose"}:
        raise OptionError(f"{quoted(min(wrong))} is not an argument; expected init or verbose")
    agent = _agent(options)
    client = KthClient()
    if "init" in options.words:
        send(client.begin())
    engine = agent.engine()
    try:
        _play(client, engine, agent.time_per_move or _SECONDS, verbose="verbose" in options.words)
    finally:
        engine.rest()


def _parser() -> argparse.ArgumentParser:
    parser = ArgumentParser("checkers", SUMMARY, _EPILOG)
    words = "init: play white and send the first message; verbose: draw the board on stderr"
    parser.add_argument("words", nargs="*", metavar="init verbose", help=words)
    parser.add_argument("--per-move", type=float, metavar="SECONDS", help="time per move (default 1)")
    parser.add_argument("--level", type=int, metavar="N", help="strength, 1 to 10 (default 10)")
    parser.add_argument("--agent", type=Path, metavar="FILE", help="play as the agent of this hyperparameters file")
    parser.add_argument("--threads", type=int, metavar="N", help="number of search threads")
    parser.add_argument("--ponder", action="store_true", default=None, help="think during the opponent's turn")
    return parser


def _agent(options: argparse.Namespace) -> Hyperparameters:
    """Return the agent of the file, or that of full strength, changed by the options. Raise InputError."""
    if options.agent is not None and options.level is not None:
        raise OptionError("--agent and --level are mutually exclusive")
    agent = Hyperparameters() if options.agent is None else load(options.agent)
    changes = {key: getattr(options, option) for option, key in _PARAMETERS.items()}
    try:
        return replace(agent, **{key: value for key, value in changes.items() if value is not None})
    except OptionError as error:
        raise OptionError("; ".join(map(_as_option, str(error).splitlines()))) from None


def _as_option(problem: str) -> str:
    """Return a problem of a hyperparameter as one of the option that sets it."""
    key, colon, rest = problem.partition(":")
    names = [f"--{option.replace('_', '-')}" for option, parameter in _PARAMETERS.items() if parameter == key]
    return f"{names[0]}{colon}{rest.removesuffix(', or null')}" if names else problem


def _play(client: KthClient, engine: Engine, seconds: float, *, verbose: bool) -> None:
    """Answer states until the game or the input ends."""
    # The first state may have arrived during startup, which then is part of the time for the move.
    starting = min(time.process_time(), _STARTUP_SHARE * seconds) if has_input() else 0.0
    while line := receive():
        if not line.strip():
            continue
        began = time.monotonic() - starting
        starting = 0.0
        if not client.read(line):
            break
        _show(client, verbose=verbose)
        if (end := client.end()) is not None:
            send(end)
            break
        thought = engine.think(SearchRequest(client.position, Limit(began + seconds - time.monotonic())))
        send(client.play(thought.move))
        if client.position.outcome() is None:
            engine.ponder(client.position)
        _show(client, str(thought), verbose=verbose)


def _show(client: KthClient, remark: str = "", *, verbose: bool) -> None:
    """Draw the board on stderr, with the message to paste into any client."""
    if verbose and sys.stderr is not None:
        print(f"\n{draw(client.position)}\n{client.last_message}\n{remark}".rstrip(), file=sys.stderr, flush=True)  # noqa: T201 (stdout is for the opponent)
