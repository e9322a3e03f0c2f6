"""The native rules against two others: `reference.py`, and OpenSpiel's checkers."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pyspiel
import pytest

from crownbridge.games.checkers import Checkers, Position, Side
from crownbridge.games.checkers.reference import ReferencePosition

SAMPLE = 8_000
RULES = [Checkers.presets["kth"], Checkers.presets["tournament"], {"counter": 0, "repetition": 2, "move_limit": 90}]


def reference(position: Position) -> ReferencePosition:
    rules = position.rules
    return ReferencePosition.from_squares(
        position.squares,
        "rw"[position.side_to_move],
        counter=position.counter,
        start_counter=rules.counter,
        men_progress=rules.men_progress,
        repetition=rules.repetition,
        move_limit=rules.move_limit,
        moves_played=position.moves_played,
    )


def paths(position: Position) -> list[tuple[int, ...]]:
    return [move.path for move in position.legal_moves()]


def random_board(choose: random.Random) -> str:
    """A board of up to 12 pieces a side, crowded or nearly empty, many of them kings."""
    board = ["."] * 32
    if choose.random() < 0.1:  # a king among men that stand to be jumped one after another
        for square in choose.sample((6, 7, 8, 14, 15, 16, 22, 23, 24), choose.randint(5, 9)):
            board[square - 1] = choose.choice("wW")
        board[choose.choice((1, 2, 3, 9, 10, 11, 17, 18, 25, 27)) - 1] = "R"
        return "".join(board)
    squares = choose.sample(range(32), choose.randint(2, 24))
    kings = choose.choice([0.1, 0.5, 1.0])
    for index, square in enumerate(squares):
        letter = "rw"[index % 2]
        crowned = choose.random() < kings or square // 4 == {"r": 7, "w": 0}[letter]
        board[square] = letter.upper() if crowned else letter
    return "".join(board)


def test_random_boards_agree_with_the_reference() -> None:
    choose = random.Random(11)
    game = Checkers()
    longest, ambiguous, circular, blocked, with_kings, full = 0, 0, 0, 0, 0, 0
    for _ in range(SAMPLE):
        board = random_board(choose)
        position = game.parse(f"{board} {choose.choice('rw')} {choose.randint(0, 50)}")
        oracle = reference(position)
        assert paths(position) == oracle.legal_paths()
        assert position.outcome() == oracle.outcome()
        for move in position.legal_moves():
            after, expected = position.play(move), oracle.play(move.path)
            assert (after.squares, after.counter) == (expected.squares(), expected.counter)
        captures = [path for path in paths(position) if abs(path[0] - path[1]) > 5]
        longest = max(longest, 0, *map(len, captures))
        circular += any(path[0] == path[-1] for path in captures)
        ambiguous += len({(path[0], path[-1]) for path in captures}) < len(captures)
        blocked += not paths(position)
        with_kings += any(letter in "RW" for letter in board)
        full += board.count(".") <= 8
    # The sample must hold what it is for: long captures, captures that share their ends or come back to
    # where they began, lost positions, kings, crowded boards.
    assert longest >= 8
    assert min(ambiguous, circular, blocked) >= 20
    assert min(with_kings, full) >= 200


@pytest.mark.parametrize("options", RULES, ids=str)
def test_random_games_agree_with_the_reference(options: Any) -> None:
    """Whole games, so that counters, repetitions and move limits are met."""
    choose = random.Random(12)
    terminations = set()
    for _ in range(40):
        position = Checkers(**options).initial()
        oracle = reference(position)
        while position.outcome() is None:
            assert paths(position) == oracle.legal_paths()
            assert (position.squares, position.counter) == (oracle.squares(), oracle.counter)
            move = choose.choice(position.legal_moves())
            position, oracle = position.play(move), oracle.play(move.path)
            assert position.outcome() == oracle.outcome()
        outcome = position.outcome()
        assert outcome is not None
        terminations.add(outcome.termination)
    assert len(terminations) > 1


class OpenSpiel:
    """A game of OpenSpiel's checkers, seen with our squares.

    Its first player sits at the bottom, ours at the top: square (row, column) is (7 - row, 7 - column) there. It plays
    a capture as several actions, one a jump; all ways to finish one are followed here to get whole paths.
    """

    DRAW_COUNTER = 40
    """OpenSpiel draws after 40 moves without a capture, where KTH has 50. All other rules are the same."""

    def __init__(self) -> None:
        self.state = pyspiel.load_game("checkers").new_initial_state()

    def paths(self) -> list[tuple[int, ...]]:
        return sorted(self._finish(self.state, ()))

    def play(self, path: tuple[int, ...]) -> None:
        for start, end in pairwise(path):
            wanted = self._name(start) + self._name(end)
            self.state.apply_action(self.state.string_to_action(wanted))

    def _finish(self, state: Any, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for action in state.legal_actions():
            name = state.action_to_string(action)
            start, end = self._square(name[:2]), self._square(name[2:4])
            longer = (*(path or (start,)), end)
            after = state.child(action)
            if not after.is_terminal() and after.current_player() == state.current_player():
                yield from self._finish(after, longer)
            else:
                yield longer

    @staticmethod
    def _square(name: str) -> int:
        column, row = ord(name[0]) - ord("a"), 8 - int(name[1])
        return 4 * (7 - row) + (7 - column) // 2 + 1

    @staticmethod
    def _name(square: int) -> str:
        row, place = divmod(square - 1, 4)
        column = 2 * place + (1 if row % 2 == 0 else 0)
        return "abcdefgh"[7 - column] + str(row + 1)


def test_all_three_agree() -> None:
    """The native core, the reference and OpenSpiel, on the same positions of the same games."""
    choose = random.Random(13)
    game = Checkers(counter=OpenSpiel.DRAW_COUNTER)
    seen: set[Position] = set()
    kings, several, ended = 0, 0, set()
    while len(seen) < SAMPLE:
        position, oracle = game.initial(), OpenSpiel()
        while (outcome := position.outcome()) is None:
            assert not oracle.state.is_terminal()
            assert oracle.state.current_player() == position.side_to_move
            assert paths(position) == oracle.paths() == reference(position).legal_paths()
            seen.add(position)
            kings += any(letter in "RW" for letter in position.squares)
            move = choose.choice(position.legal_moves())
            several += len(move.path) > 2
            oracle.play(move.path)
            position = position.play(move)
        assert oracle.state.is_terminal()
        assert reference(position).outcome() == outcome
        returns = {Side.RED: [1, -1], Side.WHITE: [-1, 1], None: [0, 0]}
        assert oracle.state.returns() == returns[outcome.winner]  # type: ignore[index]
        ended.add(outcome.winner)
    assert kings > SAMPLE // 10
    assert several > 100
    assert ended == {Side.RED, Side.WHITE, None}
