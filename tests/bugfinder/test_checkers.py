"""The bug finder on checkers bots that play in this process."""

import random
from collections.abc import Callable

import pytest
from tests.bugfinder.checkers_players import PlainPlayer

from crownbridge.bugfinder.checkers import bank
from crownbridge.bugfinder.checkers.bank import mirrored, questions
from crownbridge.bugfinder.finder import BugFinder
from crownbridge.games import load
from crownbridge.players import Player, RandomPlayer

GAME = load("checkers")


@pytest.fixture
def few_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a fixed sample of the questions."""
    sample = tuple(random.Random(1).sample(questions(), 600))
    monkeypatch.setattr(bank, "questions", lambda: sample)


def examined(player: Callable[[], Player]) -> BugFinder:
    finder = BugFinder(GAME, player, minutes=10)
    for _ in finder.run():
        pass
    assert finder.is_complete
    return finder


def causes(player: Callable[[], Player]) -> list[str]:
    return [cause.kind for finding in examined(player).findings for cause in finding.causes]


@pytest.mark.usefixtures("few_questions")
class TestFinder:
    """What is found and what is not."""

    @pytest.mark.parametrize("depth", [2, 4])
    def test_a_sound_bot_is_not_accused(self, depth: int) -> None:
        assert causes(lambda: PlainPlayer(depth)) == []

    def test_random_moves_are_not_a_fault(self) -> None:
        chance = random.Random(1)
        finder = examined(lambda: RandomPlayer(chance.randrange(1 << 32)))
        assert finder.findings == []
        assert any("random moves" in fact.text for fact in finder.facts)

    def test_the_sign_of_the_evaluation(self) -> None:
        assert causes(lambda: PlainPlayer(sign=-1))[0] == "evaluation sign"

    def test_a_sign_that_is_wrong_for_one_colour(self) -> None:
        assert "side to move" in causes(lambda: PlainPlayer(red_sign=-1))[:3]

    def test_kings_below_men(self) -> None:
        assert "kings" in causes(lambda: PlainPlayer(4, king=40))[:3]

    def test_every_finding_has_an_example_that_shows_it(self) -> None:
        findings = examined(lambda: PlainPlayer(sign=-1)).findings
        assert findings
        for finding in findings:
            example = finding.examples[0]
            position = GAME.parse(example.position)
            assert PlainPlayer(sign=-1).choose(position, None, None).move == position.parse_move(example.played)  # type: ignore[arg-type]
            assert example.played not in example.right
            for move in example.refutation:
                position = position.play(move)


class TestQuestions:
    """The stored questions."""

    def test_there_are_questions_of_every_depth(self) -> None:
        assert {question.depth for question in questions()} >= set(range(1, 8))

    @pytest.mark.parametrize("number", range(40))
    def test_moves_are_legal_and_distinct(self, number: int) -> None:
        question = random.Random(number).choice(questions())
        for version in (question, mirrored(question)):
            legal = set(map(str, GAME.parse(version.position).legal_moves()))
            right, wrong = set(version.right), set(version.wrong)
            assert right
            assert wrong
            assert right | wrong <= legal
            assert not right & wrong
        assert mirrored(mirrored(question)) == question
        assert type(question).loads(question.dumps()) == question
