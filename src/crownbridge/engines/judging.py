"""Judges: what a position is worth, by search, and exactly where it can be proven."""

import json
from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.engines.engine import Engine, Limit, SearchRequest, Thought
from crownbridge.games import Position


class Judgement(NamedTuple):
    """What a position is worth to the side to move."""

    win_chance: float
    """A draw counts half."""
    line: tuple[Any, ...]
    """The best moves of both sides; empty when the game is over."""
    exact: bool
    """Whether the chance is certain."""

    def dumps(self) -> str:
        """Return it as JSON, which `loads` reads."""
        return json.dumps([self.win_chance, [str(move) for move in self.line], self.exact])

    @classmethod
    def loads(cls, text: str, position: Position[Any]) -> "Judgement":
        """Return the judgement of a position that `dumps` has written."""
        chance, words, exact = json.loads(text)
        line = []
        for word in words:
            move = position.parse_move(word)
            line.append(move)
            position = position.play(move)
        return cls(chance, tuple(line), exact)


class Judge(ABC):
    """Judges positions of one game, one at a time. For one thread."""

    def __init__(self, effort: Limit) -> None:
        self._effort = effort

    def judge(self, position: Position[Any], stop: StopFlag) -> Judgement | None:
        """Return what a position is worth, or None if it was stopped."""
        if (outcome := position.outcome()) is not None:
            return Judgement(
                0.5 if outcome.winner is None else float(outcome.winner == position.side_to_move), (), exact=True
            )
        thought = self._think(position, stop)
        return None if stop.is_set else self._judged(position, thought)

    @abstractmethod
    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        """Search a position that is not over, with nothing remembered from earlier ones."""

    @abstractmethod
    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:
        """Return the judgement that follows from a search."""


class EngineJudge(Judge):
    """A judge for any engine that reports its chance to win; a chance of 0 or 1 is a proof."""

    def __init__(self, engine: Engine, effort: Limit) -> None:
        super().__init__(effort)
        self._engine = engine

    def _think(self, position: Position[Any], stop: StopFlag) -> Thought:
        self._engine.forget()
        return self._engine.think(SearchRequest(position, self._effort, stop))

    def _judged(self, position: Position[Any], thought: Thought) -> Judgement:  # noqa: ARG002 (for others to use)
        return judged_by_chance(thought)


def judged_by_chance(thought: Thought) -> Judgement:
    """Return the judgement of an engine that reports its chance to win; where it reports none, the chances are even."""
    chance = 0.5 if thought.win_chance is None else thought.win_chance
    return Judgement(chance, thought.line, exact=chance in (0.0, 1.0))
