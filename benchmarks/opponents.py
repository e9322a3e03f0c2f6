"""Opponents in the gauntlet."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from crownbridge.engines import Limit
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games.checkers import Move, Position, fen
from peers import installed

OVER = "the game is over according to open_spiel"


class Void(Exception):  # noqa: N818 (it is the game that is void)
    """The opponent does not play this game by its rules."""


class Opponent(Protocol):
    """An opponent of full strength."""

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return a move in a position after the moves of the game. Raise Void."""


class Level:
    """Our own engine, at a level."""

    def __init__(self, level: int, seconds: float, seed: int) -> None:
        self._engine = Hyperparameters(level=level, seed=seed).engine()
        self._limit = Limit(seconds)

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:  # noqa: ARG002 (the position is enough)
        """Return the move of the level."""
        move: Move = self._engine.play(position, self._limit)
        return move


class OpenSpiel:
    """The Monte Carlo tree search of open_spiel in C++, in which each jump is an action of its own.

    It declares a draw after 40 moves without a capture, and positions cannot be set up: a longer game is void.
    """

    def __init__(self, simulations: int, seed: int) -> None:
        import pyspiel  # noqa: PLC0415 (optional)

        self._game = pyspiel.load_game("checkers")
        rollouts = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        self._bot = pyspiel.MCTSBot(
            self._game, rollouts, uct_c=2.0, max_simulations=simulations, max_memory_mb=1000, solve=True, seed=seed,
            verbose=False,
        )  # fmt: skip

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:
        """Return the best move of the search, jump by jump."""
        state = self._game.new_initial_state()
        for move in moves:
            for jump in zip(move.path, move.path[1:], strict=False):
                self._play(state, "".join(map(_cell, jump)))
        if state.is_terminal():
            raise Void(OVER)
        if state.current_player() != position.side_index:
            raise Void("it is the other side's turn according to open_spiel")
        path: list[int] = []
        while not state.is_terminal() and state.current_player() == position.side_index:
            action = self._bot.step(state)
            text = state.action_to_string(action)
            state.apply_action(action)
            path += [_square(text[:2])] * (not path) + [_square(text[2:4])]
        return Move(path)

    @staticmethod
    def _play(state: Any, text: str) -> None:
        if state.is_terminal():
            raise Void(OVER)
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        if text not in names:
            raise Void(f"open_spiel does not allow {text}")
        state.apply_action(names[text])


def _cell(square: int) -> str:
    """Return a square in open_spiel's notation, where the side that moves first is at the bottom."""
    row, place = divmod(square - 1, 4)
    return f"{'hgfedcba'[2 * place + (row + 1) % 2]}{row + 1}"


def _square(cell: str) -> int:
    row = int(cell[1]) - 1
    return 4 * row + "hgfedcba".index(cell[0]) // 2 + 1


class PyDraughts:
    """The engine of py-draughts, whose captures are optional unless `mandatory` is set."""

    def __init__(self, seconds: float, *, mandatory: bool) -> None:
        sys.path.append(str(installed("py-draughts")))
        os.environ["LOGURU_AUTOINIT"] = "0"  # it logs every move
        from draughts import AmericanBoard, SimpleEngine  # noqa: PLC0415 (optional)
        from draughts.boards.american import _CORE  # noqa: PLC0415 (the same)

        class Mandatory(AmericanBoard):  # type: ignore[misc]  # untyped
            """A board with mandatory captures."""

            @property
            def legal_moves(self) -> Any:
                return self._legal_moves_from_core(_CORE, max_capture=False, captures_optional=False)

        self._board = Mandatory if mandatory else AmericanBoard
        self._engine = SimpleEngine(depth_limit=100, time_limit=seconds)

    def choose(self, position: Position, moves: Sequence[Move]) -> Move:  # noqa: ARG002 (the position is enough)
        """Return the best move of the search."""
        move = self._engine.get_best_move(self._board.from_fen(fen(position)))
        return Move([square + 1 for square in move.square_list])


def opponents(seconds: float, simulations: int) -> dict[str, Callable[[int], Opponent]]:
    """Return the factories of all opponents by name; each takes a seed."""

    def level(number: int) -> Callable[[int], Opponent]:
        return lambda seed: Level(number, seconds, seed)

    return {
        f"open_spiel MCTS {simulations}": lambda seed: OpenSpiel(simulations, seed),
        "py-draughts": lambda _seed: PyDraughts(seconds, mandatory=True),
        "py-draughts unchanged": lambda _seed: PyDraughts(seconds, mandatory=False),
        **{f"level {number}": level(number) for number in range(9, 0, -1)},
    }
