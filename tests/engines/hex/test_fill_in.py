"""Fill-in: dead cells may hold any stone, and captured cells count as filled."""

import random
from itertools import product

from crownbridge._core import hex_fill_in
from crownbridge.engines.hex import Solver
from crownbridge.games.hex import Hex, Position, Side

SIZE = 4
GAME = Hex(SIZE)
FILLED = ".b.br.r../rr...r.../.rr.rbb../.b.b.b.r./..b.b.bbb/bb..r..r./r....rbbb/rr.r..bbr/r.rb.r... r"


def position(cells: list[str], side: str = "r") -> Position:
    rows = "/".join("".join(cells[at : at + SIZE]) for at in range(0, SIZE * SIZE, SIZE))
    return GAME.parse(f"{rows} {side}")


def boards(count: int) -> list[list[str]]:
    """Return boards with equal numbers of stones and no winner."""
    chance = random.Random(7)
    samples: list[list[str]] = []
    while len(samples) < count:
        cells = ["."] * (SIZE * SIZE)
        for number, cell in enumerate(chance.sample(range(SIZE * SIZE), 2 * chance.randint(3, 5))):
            cells[cell] = "rb"[number % 2]
        if position(cells).outcome() is None:
            samples.append(cells)
    return samples


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


def fill(cells: list[str], *groups: list[int]) -> list[str]:
    """Return the cells with the captured ones of red, then of blue, filled in."""
    letters = {cell: letter for letter, group in zip("rb", groups, strict=False) for cell in group}
    return [letters.get(number, cell) for number, cell in enumerate(cells)]


def test_no_way_to_fill_the_board_needs_a_dead_cell() -> None:
    seen = 0
    for cells in boards(60):
        dead, captured = hex_fill_in(position(cells))
        seen += len(dead)
        assert all(cells[cell] == "." for cell in dead)
        for filled in product(*("rb" if cell == "." else cell for cell in fill(cells, *captured))):
            for cell in dead:
                other = (*filled[:cell], "r" if filled[cell] == "b" else "b", *filled[cell + 1 :])
                assert red_wins(filled) == red_wins(other)
    assert seen > 20


def test_captured_cells_can_be_filled_without_changing_the_winner() -> None:
    solver, seen = Solver(16), 0

    def winner(cells: list[str], side: str) -> Side:
        current = position(cells, side)
        outcome = current.outcome()
        return solver.prove(current).winner if outcome is None else Side(outcome.winner or 0)

    for cells in boards(60):
        dead, captured = hex_fill_in(position(cells))
        assert not {*dead, *captured[0]} & {*captured[1]}
        assert not {*dead} & {*captured[0]}
        assert all(cells[cell] == "." for group in captured for cell in group)
        if not any(captured):
            continue
        seen += 1
        for filled in (fill(cells, *captured), fill(cells, captured[0]), fill(cells, [], captured[1])):
            for side in "rb":
                assert winner(filled, side) == winner(cells, side)
    assert seen > 20


def test_on_an_empty_board_every_cell_matters() -> None:
    assert hex_fill_in(Hex(11).initial()) == ([], ([], []))


def test_what_a_captured_pair_makes_dead_is_found_too() -> None:
    dead, captured = hex_fill_in(Hex(9).parse(FILLED))
    assert dead == [5, 11, 13, 18, 35, 53, 73, 78]
    assert captured[0] == [7, 12, 15, 21, 65, 79, 80]
    assert captured[1] == [27, 29, 31, 33, 36, 37, 39, 41, 47, 48, 55, 56]
