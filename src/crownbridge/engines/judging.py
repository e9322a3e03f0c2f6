"""Judges: evaluate single positions by search, exactly where the value can be proven."""

import json
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.games import Position


class Judgement(NamedTuple):
    """The value of a position for the side to move."""

    win_chance: float
    """Expected score, 0 to 1; a draw counts as 0.5."""
    line: tuple[Any, ...]
    """Principal variation; empty if the game is over."""
    exact: bool
    """Whether the value is proven."""

    def dumps(self) -> str:
        """Return the judgement as JSON that `loads` reads."""
        return json.dumps([self.win_chance, [str(move) for move in self.line], self.exact])

    @classmethod
    def loads(cls, text: str, position: Position[Any]) -> "Judgement":
        """Return the judgement of a position from the JSON that `dumps` wrote."""
        chance, words, exact = json.loads(text)
        line = []
        for word in words:
            move = position.parse_move(word)
            line.append(move)
            position = position.play(move)
        return cls(chance, tuple(line), exact)


class Judge(ABC):
    """Evaluates positions of one game, one at a time. Not thread-safe."""

    def __init__(self, effort: Limit) -> None:
        self._effort = effort

    def judge(self, position: Position[Any], stop: StopFlag) -> Judgement | None:
        """Return the judgement of a position, or None if the search was stopped."""
        if (outcome := position.outcome()) is not None:
            return Judgement(
                0.5 if outcome.winner is None else float(outcome.winner == position.side_to_move), (), exact=True
            )
        thought = self._think(position, stop)
        return None if stop.is_set else self._judgement(position, thought)

    @abstractmethod
    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        """Search a position that is not over, independently of earlier searches."""

    @abstractmethod
    def _judgement(self, position: Position[Any], thought: Thought) -> Judgement:
        """Return the judgement that follows from a search."""


class EngineJudge(Judge):
    """A judge based on any engine that reports a win probability; 0 and 1 are proofs."""

    def __init__(self, engine: Engine, effort: Limit) -> None:
        super().__init__(effort)
        self._engine = engine

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._engine.forget()
        return self._engine.think(SearchRequest(position, self._effort, stop))

    def _judgement(self, position: Position[Any], thought: Thought) -> Judgement:  # noqa: ARG002 (part of the interface)
        return judgement_from_win_chance(thought)


def judgement_from_win_chance(thought: Thought) -> Judgement:
    """Return the judgement of an engine that reports a win probability; without one, the value is 0.5."""
    chance = 0.5 if thought.win_chance is None else thought.win_chance
    return Judgement(chance, thought.line, exact=chance in (0.0, 1.0))
