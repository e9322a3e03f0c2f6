"""What a position is worth: by search, and exactly where endgame tables or the solver know."""

import json
import math
from abc import ABC, abstractmethod
from typing import Any, NamedTuple, Protocol

from crownbridge._core import HexSearch, StopFlag
from crownbridge.engines import Limit, Thought
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN
from crownbridge.engines.hex import Parameters, Solver
from crownbridge.engines.hex.engine import HexEngine, search_for_lost_positions
from crownbridge.engines.hex.parameters import PLAYOUTS, PLAYOUTS_A_VISIT
from crownbridge.errors import InputError
from crownbridge.games import Checkers, Game, Hex, Position

VERSION = 5
"""To be raised when judgements change for any reason but a new network, so that no older ones are found in a cache."""
CHECKERS_MEGABYTES, HEX_MEGABYTES = 8, 64
"""Memory for the search of one position."""
LOGISTIC_SCORE = 115
"""How many hundredths of a man make the odds to win e to 1. Fitted by benchmarks/win_chance.py."""
SHOWN = 8
"""How many moves are shown of a line that the tables know."""
_GLANCE = Limit(nodes=1_000)
_CHECKERS_NODES = 500_000
_HEX_VISITS = 150


class Judgement(NamedTuple):
    """What a position is worth to the side to move."""

    win_chance: float
    """A draw counts half."""
    line: tuple[Any, ...]
    """The best moves of both sides; empty when the game is over."""
    exact: bool
    """Whether the chance is certain."""

    def dumps(self) -> str:
        """As JSON; `loads` gives it back."""
        return json.dumps([self.win_chance, [str(move) for move in self.line], self.exact])

    @classmethod
    def loads(cls, text: str, position: Position[Any]) -> "Judgement":
        """What `dumps` has written of a position."""
        chance, words, exact = json.loads(text)
        line = []
        for word in words:
            move = position.parse_move(word)
            line.append(move)
            position = position.play(move)
        return cls(chance, tuple(line), exact)


class Cache(Protocol):
    """Where judgements are kept; a `Store` is one. For several threads at once."""

    def judgement(self, key: str) -> str | None:
        """The text that is kept for a key, if there is one."""

    def keep_judgement(self, key: str, text: str) -> None:
        """Keeps a text for a key."""


def usual_effort(game: Game[Any]) -> Limit:
    """What analysis may use for a position where nobody says: some tenths of a second. Raises InputError."""
    if game.name == Checkers.name:
        return Limit(nodes=_CHECKERS_NODES)
    if game.name == Hex.name:
        return Limit(nodes=_HEX_VISITS * (PLAYOUTS_A_VISIT if Parameters().judged_by == PLAYOUTS else 1))
    raise InputError(f"{game.name} cannot be analysed; there is no engine for it")


def version_of(game: Game[Any]) -> str:
    """What changes whenever judgements of a game may do."""
    return f"{VERSION}: {Parameters().judged_by}" if game.name == Hex.name else f"{VERSION}"


def key_of(position: Position[Any], effort: Limit, version: str) -> str:
    """What a judgement is kept by."""
    options = " ".join(f"{name}={value}" for name, value in position.game.options.items())
    spent = " ".join(f"{name}={value}" for name, value in effort._asdict().items() if value)
    return f"{version}: {position.game.name} {options}: {position}: {spent}"


class Judge(ABC):
    """Judges positions of one game, one at a time. For one thread."""

    def __init__(self, effort: Limit) -> None:
        self._effort = effort

    def judge(self, position: Position[Any], stop: StopFlag) -> Judgement | None:
        """What a position is worth; `None` when it was stopped."""
        if (outcome := position.outcome()) is not None:
            return Judgement(
                0.5 if outcome.winner is None else float(outcome.winner == position.side_to_move), (), exact=True
            )
        thought = self._think(position, stop)
        return None if stop.is_set else self._judged(position, thought)

    @abstractmethod
    def _think(self, position: Position[Any], stop: StopFlag) -> Thought: ...

    @abstractmethod
    def _judged(self, position: Position[Any], thought: Thought) -> Judgement: ...


class CheckersJudge(Judge):
    """The engine at full strength; a win that it has found, and what the tables know, is exact."""

    def __init__(self, effort: Limit) -> None:
        super().__init__(effort)
        self._engine = Hyperparameters(hash_megabytes=CHECKERS_MEGABYTES, seed=0).engine()
        self._tables = Tables.open()

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._engine.forget()  # else a judgement would depend on those before it
        return self._engine.think(position, self._effort, stop)

    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:
        value = self._known(position)
        if value is not None:
            return Judgement((value + 1) / 2, self._shown(position, thought), exact=True)
        score = thought.score or 0
        if abs(score) > WIN:
            return Judgement(float(score > 0), thought.line, exact=True)
        return Judgement(1 / (1 + math.exp(-score / LOGISTIC_SCORE)), thought.line, exact=False)

    def _known(self, position: Any) -> int | None:
        """1, 0 or -1 where the tables know it for certain under the rules of the game."""
        if (outcome := position.outcome()) is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == position.side_to_move else -1
        return self._tables.certain(position)

    def _shown(self, position: Position[Any], thought: Thought) -> tuple[Any, ...]:
        """What follows from a position that the tables know, where the search itself ends after a move."""
        line: list[Any] = []
        while len(line) < SHOWN and position.outcome() is None:
            line.append(self._kept(position, thought.move))
            position = position.play(line[-1])
            if position.outcome() is None:
                thought = self._engine.think(position, _GLANCE)
        return tuple(line)

    def _kept(self, position: Position[Any], move: Any) -> Any:
        """A move, or, should it give something away, one that does not."""
        value = self._known(position)
        if value is None or self._known(position.play(move)) in (None, -value):
            return move
        return next((other for other in position.legal_moves() if self._known(position.play(other)) == -value), move)


class HexJudge(Judge):
    """The engine at full strength, with the solver; a chance of 0 or 1 is a proof."""

    def __init__(self, effort: Limit) -> None:
        super().__init__(effort)
        self._search = Parameters(megabytes=HEX_MEGABYTES, seed=0).search()
        self._solver = Solver(HEX_MEGABYTES // 4)
        self._lost_search: HexSearch | None = None

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._search.forget()  # else a judgement would depend on those before it
        self._solver.forget()
        engine = HexEngine(self._search, solver=self._solver, lost_search=self._search_lost)
        return engine.think(position, self._effort, stop)

    def _search_lost(self) -> HexSearch:
        """Return the search for lost positions, which many games never need."""
        self._lost_search = self._lost_search or search_for_lost_positions()
        self._lost_search.forget()
        return self._lost_search

    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:  # noqa: ARG002 (as the thought has all)
        chance = thought.win_chance
        if chance is None:  # the first stone under the swap rule, which is chosen to be fair
            return Judgement(0.5, thought.line, exact=False)
        return Judgement(chance, thought.line, exact=chance in (0.0, 1.0))


def judge_of(game: Game[Any], effort: Limit) -> Judge:
    """One that judges positions of a game. Raises InputError."""
    usual_effort(game)
    return CheckersJudge(effort) if game.name == Checkers.name else HexJudge(effort)
