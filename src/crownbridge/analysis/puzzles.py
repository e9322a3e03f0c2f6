"""Puzzles: positions of games in which one move alone wins, or alone saves the game.

Every move is proven by endgame tables, a solver or the end of the game, or searched with ten times the usual effort.
"""

import math
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.analysis.annotating import annotations
from crownbridge.analysis.judging import judge_of, usual_effort
from crownbridge.analysis.mistakes import MISTAKES
from crownbridge.engines import Limit
from crownbridge.engines.judging import Judge, Judgement
from crownbridge.engines.provider import provider_of
from crownbridge.games import Game, Position
from crownbridge.records import GameRecord

DEEP = 10
"""Factor of the effort of a search that decides, compared with that of an analysis."""
QUICK = 5
"""Divisor of the effort of a search that looks for candidates."""
EASY = 100
"""Divisor of the effort with which an easy puzzle is solved."""
WON, NOT_WON = 0.9, 0.6
"""Win chances of a move that wins: at least, and of all others: at most."""
SAVED, LOST = 0.4, 0.1
"""Win chances of a move that saves the game: at least, and of all others: at most."""
SLACK = 0.1
"""Tolerance of the quick search."""
MOST_DEEP = 16
"""Maximum number of moves of a puzzle that need a deep search."""
LEAST_MOVES = 3
"""Minimum number of legal moves."""

Goal = Literal["win", "save"]


class Evidence(NamedTuple):
    """The value of a move: the win chance of the side that plays it."""

    move: str
    win_chance: float
    exact: bool
    """Whether it is proven."""
    effort: float
    """Effort of its search as a multiple of that of an analysis."""


class Puzzle(NamedTuple):
    """A position with one good move."""

    id: str
    game: str
    options: dict[str, Any]
    position: str
    goal: Goal
    solution: str
    line: tuple[str, ...]
    """The solution and the expected continuation."""
    evidence: tuple[Evidence, ...]
    """All legal moves that were judged, the solution first; all others lose at once or by proof."""
    rating: float
    tried: int = 0
    """Number of rated attempts."""
    source: str = ""
    """The players of the game, and its event."""

    @property
    def proven(self) -> bool:
        """Whether the values of all moves are proven."""
        return all(one.exact for one in self.evidence)


class PuzzleFinder:
    """Finds puzzles in games of one kind. Not thread-safe; uses much memory."""

    def __init__(self, game: Game[Any], effort: Limit | None = None, stop: StopFlag | None = None) -> None:
        """`effort` is that of an analysis, by default the usual one. Raise InputError if there is no engine."""
        self._effort = effort or usual_effort(game)
        self._quick_effort = _scaled(self._effort, 1 / QUICK)
        self._quick: Judge = judge_of(game, self._quick_effort)
        self._deep: Judge = judge_of(game, _scaled(self._effort, DEEP))
        self._easy: Judge = judge_of(game, _scaled(self._effort, 1 / EASY))
        self._provider = provider_of(game.name)
        self._stop = stop or StopFlag()

    def puzzles(self, record: GameRecord) -> Iterator[Puzzle]:
        """Yield the puzzles of a game; end early if the flag is set."""
        positions = record.positions()
        seen: set[int] = set()
        for annotation in annotations(record, self._quick_effort, cores=1, stop=self._stop):
            if annotation.verdict not in MISTAKES:
                continue
            for number in (annotation.number - 1, annotation.number):  # before the mistake, and the punishment
                if number in seen or self._stop.is_set:
                    continue
                seen.add(number)
                if (puzzle := self.puzzle(positions[number], _source(record))) is not None:
                    yield puzzle

    def puzzle(self, position: Position[Any], source: str = "") -> Puzzle | None:
        """Return the puzzle of a position, or None if it is not one."""
        moves = position.legal_moves()
        if position.outcome() is not None or len(moves) < LEAST_MOVES:
            return None
        candidates = self._candidates(position, moves)
        judged = sorted(((self._judged(self._quick, position, move), move) for move in candidates), key=_value)
        if self._stop.is_set or not judged:
            return None
        values = [_chance(judgement) for judgement, _ in judged]
        others = values[1:] or [0.0]
        goal = _goal(values[0] + SLACK, others[0] - SLACK)
        if goal is None or sum(not judgement.exact for judgement, _ in judged if judgement) > MOST_DEEP:
            return None
        evidence: list[Evidence] = []
        best: Judgement | None = None
        for judgement, move in judged:
            value, effort = judgement, 1 / QUICK
            if value is None or not value.exact:
                value, effort = self._judged(self._deep, position, move), float(DEEP)
            if value is None:
                return None
            best = best or value
            evidence.append(Evidence(str(move), _chance(value), value.exact, effort))
            if _goal(evidence[0].win_chance, max((one.win_chance for one in evidence[1:]), default=0.0)) != goal:
                return None
        solution = judged[0][1]
        line = (str(solution), *map(str, best.line if best else ()))
        return Puzzle(
            _identity(position),
            position.game.name,
            dict(position.game.options),
            str(position),
            goal,
            str(solution),
            line,
            tuple(evidence),
            self._rating(position, moves, solution),
            source=source,
        )

    def _candidates(self, position: Position[Any], moves: list[Any]) -> list[Any]:
        """Return the moves that do not lose by proof."""
        must_play = self._provider.insight(position).must_play
        if must_play is None:
            return moves
        return [move for move in moves if set(position.cells_of(move)) & set(must_play) or not position.cells_of(move)]

    def _judged(self, judge: Judge, position: Position[Any], move: Any) -> Judgement | None:
        return judge.judge(position.play(move), self._stop)

    def _rating(self, position: Position[Any], moves: list[Any], solution: Any) -> float:
        """Return a first estimate of the difficulty: by the number of moves, and whether a short search finds it."""
        easy = self._easy.judge(position, self._stop)
        hard = easy is None or not easy.line or easy.line[0] != solution
        return 900 + 120 * math.log2(len(moves)) + (300 if hard else 0)


def _scaled(effort: Limit, factor: float) -> Limit:
    nodes = None if effort.nodes is None else max(1, round(effort.nodes * factor))
    seconds = None if effort.seconds is None else effort.seconds * factor
    return effort._replace(nodes=nodes, seconds=seconds)


def _chance(judgement: Judgement | None) -> float:
    """Return the win chance of the side that moved to the judged position."""
    return 0.0 if judgement is None else 1 - judgement.win_chance


def _value(judged: tuple[Judgement | None, Any]) -> float:
    return -_chance(judged[0])


def _goal(best: float, second: float) -> Goal | None:
    if best >= WON and second <= NOT_WON:
        return "win"
    return "save" if best >= SAVED and second <= LOST else None


def _identity(position: Position[Any]) -> str:
    options = sorted(position.game.options.items())
    return blake2b(f"{position.game.name} {options} {position}".encode(), digest_size=8).hexdigest()


def _source(record: GameRecord) -> str:
    event = record.headers.get("Event", "")
    players = " - ".join(record.players)
    return f"{players}, {event}" if event else players
