"""How fast the rules run: ours, and those of other libraries, measured one after another in one run.

    python benchmarks/rules.py [--seconds 2]

Every library runs in a process of its own. `positions/s` lists the legal moves of positions that random games pass
through; `moves/s` and `games/s` play random games from start to end; all through the library's Python interface.
Two of the libraries are both called `draughts` and cannot share an environment: each peer is installed by name into
build/peers on the first run.
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
    """A library's own way to do the four things that are measured."""

    positions: Callable[[], list[Any]]
    legal_moves: Callable[[Any], list[Any]]
    start: Callable[[], Any]
    is_over: Callable[[Any], bool]
    play: Callable[[Any, Any], Any]
    """Gives the position after the move, which may be the same object."""


def passed_through(game: Game[Any]) -> list[Any]:
    """Positions of random games, the same ones in every process."""
    choose = random.Random(1)
    found: list[Any] = []
    while len(found) < POSITIONS:
        position = game.initial()
        while position.outcome() is None:
            found.append(position)
            position = position.play(choose.choice(position.legal_moves()))
    return found[:POSITIONS]


def crownbridge(game: Game[Any]) -> Library:
    """Positions are values; playing gives a new one."""
    kind = type(game.initial())
    return Library(
        lambda: passed_through(game), kind.legal_moves, game.initial, lambda p: p.outcome() is not None, kind.play
    )


def open_spiel(game: Game[Any]) -> Library:
    """Lists actions, not moves: a capture of several pieces is several of them."""
    import pyspiel  # noqa: PLC0415 (only the process that measures it has it)

    theirs = pyspiel.load_game("checkers" if game == Checkers() else f"hex(board_size={HEX_SIZE})")

    def positions() -> list[Any]:
        choose = random.Random(1)
        found: list[Any] = []
        while len(found) < POSITIONS:
            state = theirs.new_initial_state()
            while not state.is_terminal():
                found.append(state.clone())
                state.apply_action(choose.choice(state.legal_actions()))
        return found[:POSITIONS]

    def play(state: Any, action: Any) -> Any:
        state.apply_action(action)
        return state

    kind = pyspiel.State
    return Library(positions, kind.legal_actions, theirs.new_initial_state, kind.is_terminal, play)


def py_draughts(game: Game[Any]) -> Library:
    """Its captures are not mandatory, so it lists more moves than there are, and its games last longer."""
    from draughts import AmericanBoard  # noqa: PLC0415 (only the process that measures it has it)

    def play(board: Any, move: Any) -> Any:
        board.push(move)
        return board

    return Library(
        lambda: [AmericanBoard.from_fen(fen(position)) for position in passed_through(game)],
        lambda board: board.legal_moves,
        AmericanBoard,
        lambda board: board.game_over,
        play,
    )


def pydraughts(game: Game[Any]) -> Library:
    """Plays by the right rules."""
    from draughts import Board  # noqa: PLC0415 (only the process that measures it has it)

    def play(board: Any, move: Any) -> Any:
        board.push(move)
        return board

    return Library(
        lambda: [Board(variant="english", fen=fen(position)) for position in passed_through(game)],
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
    """The figures of one library for one game."""
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


def measured_apart(name: str, game_name: str, seconds: float) -> dict[str, float]:
    """The same, in a process that has that library."""
    environment = dict(os.environ)
    if name in PURE_PYTHON:
        environment["PYTHONPATH"] = str(installed(name))
    command = [sys.executable, __file__, "--only", name, "--game", game_name, "--seconds", str(seconds)]
    figures: dict[str, float] = json.loads(subprocess.check_output(command, env=environment))
    return figures


def report_peers(game_name: str, names: tuple[str, ...], seconds: float) -> None:
    """A table of all libraries for a game, with what ours is a multiple of theirs."""
    print(f"\n{game_name}, through Python")
    ours: dict[str, float] = {}
    for name in names:
        figures = measured_apart(name, game_name, seconds)
        ours = ours or figures
        columns = (f"{value:>14,.0f} {unit:<11} {ours[unit] / value:>6.1f}x" for unit, value in figures.items())
        print(f"  {name:<12}", *columns)


def report_native(seconds: float) -> None:
    """Our native core and the batch interface, for which no peer has a counterpart."""
    print("\nnative core, one core")
    checkers = Checkers()
    began = time.perf_counter()
    nodes = checkers.perft(checkers.initial(), 12)
    print(f"  checkers perft 12    {nodes / (time.perf_counter() - began):>14,.0f} nodes/s")
    for game, _ in GAMES.values():
        games, began = 2000, time.perf_counter()
        tally = game.random_games(game.initial(), games)
        spent = time.perf_counter() - began
        print(f"  {game.name} random games{'':<{8 - len(game.name)}}{games / spent:>14,.0f} games/s", end="")
        print(f" {tally.moves / spent:>14,.0f} moves/s")
        rows, steps, began = 4096, 0, time.perf_counter()
        batch = game.batch(rows)
        while (spent := time.perf_counter() - began) < seconds:
            first_legal = batch.legal_mask().argmax(axis=1)
            batch.play(first_legal)
            batch.reset(batch.over)
            steps += 1
        print(f"  {game.name} batch of {rows}{'':<{8 - len(game.name)}}{steps * rows / spent:>14,.0f} actions/s")


def start_seconds(code: str) -> float:
    """How long a new interpreter takes for a line of code, at best."""
    start = partial(subprocess.run, [sys.executable, "-c", code], check=True)
    return min(timeit.repeat(start, number=1, repeat=10))


def report_costs() -> None:
    """What a single call costs, and what importing costs on top of starting Python."""
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
    """Measures everything, or, when called by itself for a peer, one library."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
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
