"""Cells that do not matter: on dead ones anything may stand, and captured ones are as good as filled."""

import random
from itertools import product

from crownbridge.engines.hex import Solver
from crownbridge.engines.hex.inferior import captured_cells, dead_cells
from crownbridge.games.hex import Hex, Position, Side

SIZE = 4
GAME = Hex(SIZE)


def position(cells: list[str], side: str = "r") -> Position:
    rows = "/".join("".join(cells[at : at + SIZE]) for at in range(0, SIZE * SIZE, SIZE))
    return GAME.parse(f"{rows} {side}")


def boards(count: int) -> list[list[str]]:
    """Boards with equally many stones of both, on which nobody has won."""
    chance = random.Random(7)
    found: list[list[str]] = []
    while len(found) < count:
        cells = ["."] * (SIZE * SIZE)
        for number, cell in enumerate(chance.sample(range(SIZE * SIZE), 2 * chance.randint(3, 5))):
            cells[cell] = "rb"[number % 2]
        if position(cells).outcome() is None:
            found.append(cells)
    return found


def red_wins(cells: tuple[str, ...]) -> bool:
    """On a full board: whether red has a way from top to bottom."""
    reached = waiting = {cell for cell in range(SIZE) if cells[cell] == "r"}
    while waiting:
        steps = {
            (cell // SIZE + down) * SIZE + cell % SIZE + right
            for cell in waiting
            for down, right in ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
            if 0 <= cell // SIZE + down < SIZE and 0 <= cell % SIZE + right < SIZE
        }
        waiting = {cell for cell in steps if cells[cell] == "r"} - reached
        reached = reached | waiting
    return any(cell >= SIZE * (SIZE - 1) for cell in reached)


def test_no_way_to_fill_the_board_needs_a_dead_cell() -> None:
    seen = 0
    for cells in boards(60):
        dead = dead_cells(position(cells))
        seen += len(dead)
        assert all(cells[cell] == "." for cell in dead)
        for filled in product(*("rb" if cell == "." else cell for cell in cells)):
            for cell in dead:
                other = (*filled[:cell], "r" if filled[cell] == "b" else "b", *filled[cell + 1 :])
                assert red_wins(filled) == red_wins(other)
    assert seen > 20


def test_captured_cells_can_be_filled_without_changing_the_winner() -> None:
    solver, seen = Solver(16), 0

    def winner(cells: list[str], side: str) -> Side:
        given = position(cells, side)
        outcome = given.outcome()
        return solver.prove(given).winner if outcome is None else Side(outcome.winner or 0)

    for cells in boards(60):
        captured = captured_cells(position(cells))
        for owner, letter in zip(Side, "rb", strict=True):
            if not captured[owner]:
                continue
            seen += 1
            filled = [letter if cell in captured[owner] else cells[cell] for cell in range(SIZE * SIZE)]
            for side in "rb":
                assert winner(filled, side) == winner(cells, side)
    assert seen > 20


def test_on_an_empty_board_every_cell_matters() -> None:
    empty = Hex(11).initial()
    assert dead_cells(empty) == []
    assert captured_cells(empty) == {Side.RED: [], Side.BLUE: []}
