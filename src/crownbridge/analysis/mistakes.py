"""Learn from mistakes: which moves of a game to ask about, and whether another move is as good as the best."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from crownbridge._core import StopFlag
from crownbridge.analysis.annotation import Annotation, Verdict
from crownbridge.analysis.judging import Cache, judge_of, key_of, usual_effort, version_of
from crownbridge.engines import Limit
from crownbridge.engines.judging import Judge, Judgement
from crownbridge.games import Position, Side

MISTAKES = (Verdict.MISTAKE, Verdict.BLUNDER, Verdict.LOST_WIN)
"""Verdicts on moves that a player should find again."""


def mistakes(moves: Iterable[Annotation], side: Side | None = None) -> list[Annotation]:
    """Return the mistakes of a side, or of both."""
    return [move for move in moves if move.verdict in MISTAKES and side in (None, move.side)]


class Answer(NamedTuple):
    """A move in place of a mistake. Win chances are those of the side that moves."""

    accepted: bool
    """Whether the move is as good as the best: it is not a mistake itself."""
    win_chance: float
    """Win chance with the move."""
    best_win_chance: float
    """Win chance with the best move."""
    line: tuple[Any, ...]
    """Principal variation that starts with the move."""
    exact: bool
    """Whether both win chances are proven."""


class AnswerJudge:
    """Judges answers in positions of one game, with the effort of the game's analysis. Not thread-safe."""

    def __init__(self, game: Any, effort: Limit | None = None, cache: Cache | None = None) -> None:
        """Raise InputError if there is no engine for the game."""
        self._effort = effort or usual_effort(game)
        self._version = version_of(game)
        self._cache = cache
        self._judge: Judge = judge_of(game, self._effort)
        self._stop = StopFlag()

    def answer(self, position: Position[Any], move: Any, best: Any) -> Answer:
        """Return the judgement of a move in a position whose best move is known. Raise MoveError."""
        after = self.judgement(position.play(move))
        reference = after if move == best else self.judgement(position.play(best))
        reached, wanted = 1 - after.win_chance, 1 - reference.win_chance
        exact = after.exact and reference.exact
        line = (move, *after.line)
        annotation = Annotation(
            1, position.side_to_move, move, wanted, reached, best, (best,), after.line, exact, 0.0, 0.0, 0
        )
        return Answer(annotation.verdict not in MISTAKES, reached, wanted, line, exact)

    def judgement(self, position: Position[Any]) -> Judgement:
        """Return the judgement of a position, from the cache if possible."""
        key = key_of(position, self._effort, self._version)
        if self._cache is not None and (text := self._cache.judgement(key)) is not None:
            return Judgement.loads(text, position)
        judgement = self._judge.judge(position, self._stop)
        if judgement is None:
            raise RuntimeError("the judge stopped without a reason")
        if self._cache is not None:
            self._cache.keep_judgement(key, judgement.dumps())
        return judgement
