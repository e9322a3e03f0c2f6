"""Learning from mistakes: planted mistakes are asked, and moves as good as the best are accepted."""

import random
from typing import Any

import pytest

from crownbridge._core import StopFlag
from crownbridge.analysis import AnswerJudge, annotate, mistakes
from crownbridge.analysis.judging import judge_of
from crownbridge.engines import Limit
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine

EFFORTS = {"checkers": Limit(nodes=30_000), "hex": Limit(nodes=60)}
PLIES = 24
LOST = 0.3
"""Win chance that a planted mistake loses at least."""


def with_a_mistake(game: Game[Any], seed: int, at: int) -> tuple[GameRecord, int]:
    """Return a game of the judge against itself with one bad move, the first possible one after `at` plies; its ply."""
    judge, stop, rng = judge_of(game, EFFORTS[game.name]), StopFlag(), random.Random(seed)
    position, decisions, planted = game.initial(), list[Decision](), 0
    while position.outcome() is None and len(decisions) < PLIES:
        judged = judge.judge(position, stop)
        assert judged is not None
        move = judged.line[0]
        if not planted and len(decisions) >= at:
            moves = position.legal_moves()
            for other in rng.sample(moves, min(len(moves), 6)):
                reply = judge.judge(position.play(other), stop)
                if reply is not None and judged.win_chance - (1 - reply.win_chance) > LOST:
                    move, planted = other, len(decisions) + 1
                    break
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    assert planted
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, ("", ""), game.initial(), PlainLine(decisions), outcome), planted


@pytest.mark.parametrize(("game", "at"), [(Checkers(), 9), (Checkers(), 14), (Hex(5), 2), (Hex(5), 4)])
def test_a_planted_mistake_is_asked_and_at_most_one_other(game: Game[Any], at: int) -> None:
    record, ply = with_a_mistake(game, 1, at)
    moves = annotate(record, EFFORTS[game.name]).moves
    asked = [move.number for move in mistakes(moves)]
    assert ply in asked
    assert len(asked) <= 2
    planted = moves[ply - 1]
    assert mistakes(moves, planted.side)[0] in mistakes(moves)
    assert all(move.side == planted.side for move in mistakes(moves, planted.side))
    judge = AnswerJudge(game, EFFORTS[game.name])
    position = record.positions()[ply - 1]
    assert judge.answer(position, planted.best, planted.best).accepted
    answer = judge.answer(position, planted.move, planted.best)
    assert not answer.accepted
    assert answer.line[0] == planted.move
    assert answer.win_chance < answer.best_win_chance


def test_every_move_with_the_same_table_value_is_accepted() -> None:
    """Two kings against one in the middle: many moves win."""
    position = Checkers().parse("B:WK15:BK2,K3,K7")
    judge = AnswerJudge(Checkers(), EFFORTS["checkers"])
    best = next(move for move in position.legal_moves() if judge.answer(position, move, move).win_chance == 1)
    for move in position.legal_moves():
        answer = judge.answer(position, move, best)
        assert answer.exact
        assert answer.accepted == (answer.win_chance == 1)


def test_answers_use_the_cache() -> None:
    class Memory:
        def __init__(self) -> None:
            self.texts: dict[str, str] = {}

        def judgement(self, key: str) -> str | None:
            return self.texts.get(key)

        def keep_judgement(self, key: str, text: str) -> None:
            assert key not in self.texts, "judged twice"
            self.texts[key] = text

    memory = Memory()
    position = Checkers().initial()
    best, other = position.legal_moves()[:2]
    first = AnswerJudge(Checkers(), Limit(nodes=500), memory).answer(position, other, best)
    assert AnswerJudge(Checkers(), Limit(nodes=500), memory).answer(position, other, best) == first
    assert len(memory.texts) == 2
