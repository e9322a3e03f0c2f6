"""Speed of our rules and of those of other libraries, measured in one run.

    python benchmarks/rules.py [--seconds 2]

Every library runs in its own process. `positions/s` lists the legal moves of positions of random games; `moves/s` and
`games/s` play random games from start to end; all through the library's Python interface. Two of the libraries are
called `draughts` and cannot share an environment: each peer is installed into its own folder in build/peers on the
first run.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
import timeit
from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Any, NamedTuple

from crownbridge.games import Checkers, Game, Hex
from crownbridge.games.checkers import fen
from peers import installed

POSITIONS = 2000
HEX_SIZE = 11


class Library(NamedTuple):
    """A library's functions for the measured operations."""

    positions: Callable[[], list[Any]]
    legal_moves: Callable[[Any], list[Any]]
    start: Callable[[], Any]
    is_over: Callable[[Any], bool]
    play: Callable[[Any, Any], Any]
    """Returns the position after the move, which may be the same object."""


def sample_positions(game: Game[Any]) -> list[Any]:
    """Return positions of random games, the same in every process."""
    choose = random.Random(1)
    positions: list[Any] = []
    while len(positions) < POSITIONS:
        position = game.initial()
        while position.outcome() is None:
            positions.append(position)
            position = position.play(choose.choice(position.legal_moves()))
    return positions[:POSITIONS]


def crownbridge(game: Game[Any]) -> Library:
    """Return the functions of Crownbridge, whose positions are immutable."""
    kind = type(game.initial())
    return Library(
        lambda: sample_positions(game), kind.legal_moves, game.initial, lambda p: p.outcome() is not None, kind.play
    )


def open_spiel(game: Game[Any]) -> Library:
    """Return the functions of open_spiel, in which a capture of several pieces consists of several actions."""
    import pyspiel  # noqa: PLC0415 (only installed for the process that measures it)

    theirs = pyspiel.load_game("checkers" if game == Checkers() else f"hex(board_size={HEX_SIZE})")

    def positions() -> list[Any]:
        choose = random.Random(1)
        states: list[Any] = []
        while len(states) < POSITIONS:
            state = theirs.new_initial_state()
            while not state.is_terminal():
                states.append(state.clone())
                state.apply_action(choose.choice(state.legal_actions()))
        return states[:POSITIONS]

    def play(state: Any, action: Any) -> Any:
        state.apply_action(action)
        return state

    kind = pyspiel.State
    return Library(positions, kind.legal_actions, theirs.new_initial_state, kind.is_terminal, play)


def py_draughts(game: Game[Any]) -> Library:
    """Return the functions of py-draughts, whose captures are optional, so that it has more moves and longer games."""
    from draughts import AmericanBoard  # noqa: PLC0415 (only installed for the process that measures it)

    def play(board: Any, move: Any) -> Any:
        board.push(move)
        return board

    return Library(
        lambda: [AmericanBoard.from_fen(fen(position)) for position in sample_positions(game)],
        lambda board: board.legal_moves,
        AmericanBoard,
        lambda board: board.game_over,
        play,
    )


def pydraughts(game: Game[Any]) -> Library:
    """Return the functions of pydraughts, which implements the correct rules."""
    from draughts import Board  # noqa: PLC0415 (only installed for the process that measures it)

    def play(board: Any, move: Any) -> Any:
        board.push(move)
        return board

    return Library(
        lambda: [Board(variant="english", fen=fen(position)) for position in sample_positions(game)],
        Board.legal_moves,
        lambda: Board(variant="english"),
        Board.is_over,
        play,
    )


LIBRARIES = {"crownbridge": crownbridge, "py-draughts": py_draughts, "pydraughts": pydraughts, "open_spiel": open_spiel}
PURE_PYTHON = ("py-draughts", "pydraughts")
GAMES: dict[str, tuple[Game[Any], tuple[str, ...]]] = {
    "checkers": (Checkers(), tuple(LIBRARIES)),
    "hex": (Hex(HEX_SIZE), ("crownbridge", "open_spiel")),
}


def measure(name: str, game: Game[Any], seconds: float) -> dict[str, float]:
    """Return the figures of a library for a game."""
    positions, legal_moves, start, is_over, play = LIBRARIES[name](game)
    sample, listed, began = cycle(positions()), 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        for position in islice(sample, 20):
            legal_moves(position)
        listed += 20
    figures = {"positions/s": listed / spent}

    choice, games, moves, began = random.Random(2).choice, 0, 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        position = start()
        while not is_over(position):
            position = play(position, choice(legal_moves(position)))
            moves += 1
        games += 1
    return figures | {"moves/s": moves / spent, "games/s": games / spent}


def measure_in_process(name: str, game_name: str, seconds: float) -> dict[str, float]:
    """Return the figures of a library, measured in a process of its own."""
    environment = dict(os.environ)
    if name in PURE_PYTHON:
        environment["PYTHONPATH"] = str(installed(name))
    command = [sys.executable, __file__, "--only", name, "--game", game_name, "--seconds", str(seconds)]
    figures: dict[str, float] = json.loads(subprocess.check_output(command, env=environment))
    return figures


def report_peers(game_name: str, names: tuple[str, ...], seconds: float) -> None:
    """Print a table of all libraries for a game, with the ratio of our figures to theirs."""
    print(f"\n{game_name}, through Python")
    ours: dict[str, float] = {}
    for name in names:
        figures = measure_in_process(name, game_name, seconds)
        ours = ours or figures
        columns = (f"{value:>14,.0f} {unit:<11} {ours[unit] / value:>6.1f}x" for unit, value in figures.items())
        print(f"  {name:<12}", *columns)


def report_native(seconds: float) -> None:
    """Print the figures of our native core and the batch interface, for which there are no peers."""
    print("\nnative core, one core")
    checkers = Checkers()
    began = time.perf_counter()
    nodes = checkers.perft(checkers.initial(), 12)
    print(f"  checkers perft 12    {nodes / (time.perf_counter() - began):>14,.0f} nodes/s")
    for game, _ in GAMES.values():
        games, began = 2000, time.perf_counter()
        counts = game.random_games(game.initial(), games)
        spent = time.perf_counter() - began
        print(f"  {game.name} random games{'':<{8 - len(game.name)}}{games / spent:>14,.0f} games/s", end="")
        print(f" {counts.moves / spent:>14,.0f} moves/s")
        rows, steps, began = 4096, 0, time.perf_counter()
        batch = game.batch(rows)
        while (spent := time.perf_counter() - began) < seconds:
            first_legal = batch.legal_mask().argmax(axis=1)
            batch.play(first_legal)
            batch.reset(batch.over)
            steps += 1
        print(f"  {game.name} batch of {rows}{'':<{8 - len(game.name)}}{steps * rows / spent:>14,.0f} actions/s")


def start_seconds(code: str) -> float:
    """Return the minimum time of a new interpreter for a line of code."""
    start = partial(subprocess.run, [sys.executable, "-c", code], check=True)
    return min(timeit.repeat(start, number=1, repeat=10))


def report_costs() -> None:
    """Print the time of a single call, and of imports in addition to starting Python."""
    print("\nthrough Python, one call")
    for game, _ in GAMES.values():
        position = game.initial()
        move = position.legal_moves()[0]
        for name, call in (("play", partial(position.play, move)), ("legal_moves", position.legal_moves)):
            best = min(timeit.repeat(call, number=20_000, repeat=5)) / 20_000
            print(f"  {game.name:<9}{name:<12}{best * 1e9:>14,.0f} ns")
    bare, games, numpy = map(start_seconds, ("pass", "import crownbridge.games", "import numpy"))
    print(f"  import crownbridge.games {(games - bare) * 1e3:>8,.0f} ms (import numpy: {(numpy - bare) * 1e3:,.0f} ms)")


def main() -> None:
    """Measure all libraries, or one library in a child process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time per figure")
    parser.add_argument("--only", choices=LIBRARIES, help=argparse.SUPPRESS)
    parser.add_argument("--game", choices=GAMES, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only:
        print(json.dumps(measure(arguments.only, GAMES[arguments.game][0], arguments.seconds)))
        return
    for name, (_, libraries) in GAMES.items():
        report_peers(name, libraries, arguments.seconds)
    report_native(arguments.seconds)
    report_costs()


if __name__ == "__main__":
    main()
