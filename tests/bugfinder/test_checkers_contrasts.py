"""Probes of checkers bots that compare one kind of question with another."""

import random
import time
from typing import Any

import pytest
from tests.bugfinder.checkers_players import WIN, PlainPlayer

from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers import bank
from crownbridge.bugfinder.checkers.bank import LOPSIDED, UNEVEN, WINS, questions, turned
from crownbridge.bugfinder.checkers.captures import Traits, contrast, is_blind_spot
from crownbridge.bugfinder.checkers.evaluation import EvaluationSign
from crownbridge.bugfinder.checkers.shallow import Shallow
from crownbridge.bugfinder.checkers.tactics import Tactics
from crownbridge.bugfinder.checkers.values import Values
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.bugfinder.question import Question
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games import load
from crownbridge.players import TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

GAME = load("checkers")
AHEAD, FAR = 0.89, 2.89


@pytest.fixture(autouse=True)
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a fixed sample of the questions."""
    sample = tuple(random.Random(1).sample(questions(), 600))
    monkeypatch.setattr(bank, "questions", lambda: sample)


def balance(position: Any) -> float:
    return sum((1.4 if piece.crowned else 1) * (1 if piece.side == 0 else -1) for piece in position.pieces().values())


class FirstMoves(PlainPlayer):
    """Plays the first legal move if there are many pieces."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        if len(position.pieces()) > 11:
            return Decision(position.legal_moves()[0], 0.01)
        return super().choose(position, last, limit)


class OftenReversed(PlainPlayer):
    """Plays the worst move in three of four positions."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        self._signs = (1, 1 if position.key % 4 == 0 else -1)
        return super().choose(position, last, limit)


class KeepsAlpha(PlainPlayer):
    """Searches two to six plies, and keeps the best move of a lesser depth unless a greater one raises its value."""

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (a Player)
        moves = position.legal_moves()
        best, alpha = moves[0], -WIN
        for self._depth in range(2, 7):
            values = {move: self._value(position.play(move)) for move in moves}
            if max(values.values()) > alpha:
                best = max(moves, key=lambda move: values[move])
                alpha = values[best]
        return Decision(best, 0.01)


class ShallowIfAhead(PlainPlayer):
    """Looks two plies ahead if one side has a lead, and six otherwise."""

    def __init__(self, lead: float) -> None:
        super().__init__()
        self._lead = lead

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:
        self._depth = 2 if abs(balance(position)) > self._lead else 6
        return super().choose(position, last, limit)


def examined(player: Any, *probes: Probe) -> list[Finding]:
    bot = Bot(GAME, player, 1.0, deadline=time.monotonic() + 600)
    bot.end = bot.deadline
    results = [result for probe in probes for result in probe.examine(bot, random.Random(1))]
    return [result for result in results if isinstance(result, Finding)]


def test_questions_in_which_one_side_is_ahead_are_marked() -> None:
    for question in questions():
        lead = abs(balance(GAME.parse(question.position)))
        assert (LOPSIDED in question.features, UNEVEN in question.features) == (lead > FAR, lead > AHEAD)


def test_moves_are_turned_with_the_board() -> None:
    assert turned("9x18x25") == "24x15x8"


@pytest.mark.parametrize(("lead", "text"), [(AHEAD, "ahead"), (FAR, "far ahead")])
def test_a_bot_that_hardly_searches_when_one_side_is_ahead(lead: float, text: str) -> None:
    found = examined(lambda: ShallowIfAhead(lead), Tactics(), Traits())
    assert (
        next(finding.symptom for finding in found if "ahead" in finding.symptom)
        == f"It fails where one side is {text}."
    )


@pytest.mark.parametrize("player", [KeepsAlpha, lambda: PlainPlayer(6), lambda: PlainPlayer(4), lambda: PlainPlayer(1)])
def test_questions_that_are_less_deep_than_those_that_it_solves(player: Any) -> None:
    found = examined(player, Tactics())
    assert [finding.causes[1].kind for finding in found] == ["window"] * (player is KeepsAlpha)


def result(depth: int, features: tuple[str, ...], move: str) -> Result:
    question = Question("position", ("right",), ("wrong",), "finish", depth, features)
    return Result(question, Answer(GAME.initial(), move, None, 0.1, 0.1, 0, ()))


@pytest.mark.parametrize(("depth", "failures"), [(7, 0), (2, 4)])
def test_a_deep_bot_may_fail_the_deepest_questions_about_a_trait(depth: int, failures: int) -> None:
    results = Results(result(level, (), "right") for level in range(1, 8) for _ in range(40))
    results += [result(depth, (WINS,), move) for move in ("right", "wrong") for _ in range(4)]
    special, rest = contrast(results, "wins")
    assert (special.failures.wrong, rest.failures.wrong) == (failures, 0)


@pytest.mark.parametrize(("rule", "others", "is_found"), [(24, 12, True), (24, 90, False), (10, 12, False)])
def test_a_rule_that_the_bot_does_not_know_in_some_positions(rule: int, others: int, is_found: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    def answers(wrong: int, total: int) -> Results:
        return Results(result(2, (), "wrong" if number < wrong else "right") for number in range(total))

    assert is_blind_spot(answers(rule, 48), answers(others, 200)) == is_found


def test_a_bot_that_plays_the_first_move_if_its_search_is_not_finished() -> None:
    results = examined(FirstMoves, Tactics(), EvaluationSign())
    assert ["time", "other", "depth"] in [[cause.kind for cause in finding.causes] for finding in results]


@pytest.mark.parametrize(
    ("player", "third"), [(lambda: PlainPlayer(2, sign=-1), "side to move"), (OftenReversed, "window")]
)
def test_a_bot_that_prefers_what_loses_material(player: Any, third: str) -> None:
    found = examined(player, Tactics(), EvaluationSign())
    assert ["evaluation sign", "negation", third] in [[cause.kind for cause in finding.causes] for finding in found]


def test_men_that_count_for_little() -> None:
    results = examined(lambda: PlainPlayer(4, king=140, man=1), Tactics(), Values())
    assert "It misjudges the value of men." in [finding.symptom for finding in results]


@pytest.mark.parametrize(("depth", "seconds", "is_found"), [(5, 0.0001, True), (5, 0.01, False), (3, 0.0001, False)])
def test_a_program_that_stops_early(
    depth: int,
    seconds: float,
    is_found: bool,  # noqa: FBT001 (a parameter of the test)
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot that looks only a few plies ahead may be quick by intention."""
    monkeypatch.setattr(Bot, "protocol", "kth")
    monkeypatch.setattr(Bot, "effort", lambda _: seconds)
    causes = [finding.causes[0].kind for finding in examined(lambda: PlainPlayer(depth), Tactics(), Shallow())]
    assert ("time" in causes) == is_found
