"""The result of an examination: the sentences about it, and its JSON form."""

import json

import pytest

from crownbridge.bugfinder.examination import Examination, confidence_text, dumps, loads, right_text, shortest_first
from crownbridge.bugfinder.finder import BugFinder
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.errors import InputError
from crownbridge.games import Checkers, Hex
from crownbridge.players import RandomPlayer

LONG = Example("W:W21:B1", ("first", "second"), "21-17", ("21-17",), "It is the only move.", ("21-17", "1-5"), 3)
SHORT = Example("a1 b2", ("genmove",), "resigned", (), "The game is not over.")
FINDING = Finding(
    "It resigns.", (Cause("resignation", "Move as long as possible."),), 0.97, "3 of 3", (LONG, SHORT), "x"
)
EXAMINATION = Examination(
    bot="lines:./bot",
    protocol="lines",
    game=Hex(5),
    seconds_per_move=0.5,
    minutes=2.0,
    seed=7,
    seconds=61.5,
    questions=1200,
    is_complete=True,
    facts=(Fact("depth", "about 3 plies"),),
    findings=(FINDING,),
)


def test_an_examination_survives_a_round_trip() -> None:
    assert loads(dumps(EXAMINATION)) == EXAMINATION
    none = EXAMINATION._replace(facts=(), findings=(), game=Checkers(), is_complete=False)
    assert loads(dumps(none)) == none


def test_fields_of_a_later_version_are_ignored() -> None:
    document = json.loads(dumps(EXAMINATION))
    finding = document["findings"][0]
    for place in (document, *document["facts"], finding, *finding["causes"], *finding["examples"]):
        place["new"] = 1
    assert loads(json.dumps(document)) == EXAMINATION


def test_the_fields_of_the_json_form() -> None:
    """They are documented, and programs rely on them."""
    document = json.loads(dumps(EXAMINATION))
    assert list(document) == [
        "version",
        "bot",
        "protocol",
        "game",
        "seconds_per_move",
        "minutes",
        "seed",
        "seconds",
        "questions",
        "is_complete",
        "facts",
        "findings",
        "options",
    ]
    assert (document["version"], document["game"], document["options"]["size"]) == (1, "hex", 5)
    assert document["facts"] == [{"name": "depth", "text": "about 3 plies"}]
    [finding] = document["findings"]
    assert list(finding) == ["symptom", "causes", "confidence", "evidence", "examples", "probe"]
    assert list(finding["causes"][0]) == ["kind", "advice"]
    assert list(finding["examples"][0]) == ["position", "lines", "played", "right", "why", "refutation", "repeated"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an examination"),
        ("[]", "not an examination"),
        ("{}", "not an examination"),
        ('{"version": 1}', "not an examination"),
        ('{"version": 2}', "is of version 2; this program reads version 1"),
        (dumps(EXAMINATION).replace("symptom", "trouble"), "not an examination"),
    ],
)
def test_other_files_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        loads(text)


def test_the_verdict() -> None:
    assert EXAMINATION.verdict("bot") == "1 suspected fault of bot in 1,200 questions. First: Move as long as possible."
    sound = EXAMINATION._replace(findings=(), questions=1, is_complete=False)
    assert sound.verdict("bot").startswith(
        "no programming error of bot found in 1 question. The examination was stopped early. It may still"
    )
    assert "no question was asked" in sound._replace(questions=0).verdict("bot")


@pytest.mark.parametrize(
    ("confidence", "text"),
    [
        (0.7, "suspected, 70 %"),
        (0.85, "likely, 85 %"),
        (0.95, "almost certain, 95 %"),
        (0.9999, "practically certain, over 99 %"),
    ],
)
def test_confidence_in_words(confidence: float, text: str) -> None:
    assert confidence_text(confidence) == text


def test_many_right_moves_are_counted() -> None:
    moves = tuple(f"1-{square}" for square in range(2, 10))
    assert right_text(LONG._replace(right=moves[:7])) == "1-2 or 1-3 or 1-4 or 1-5 or 1-6 or 1-7 or 1-8"
    assert right_text(LONG._replace(right=moves)) == "1-2 or 1-3 or 1-4 or 1-5 or 1-6 or 1-7, or one of 2 others"


def test_the_shortest_example_is_first() -> None:
    assert shortest_first(FINDING) == [SHORT, LONG]


def test_the_examination_of_a_finder() -> None:
    finder = BugFinder(Hex(5), lambda: RandomPlayer(1), seconds=0.1)
    examination = Examination.of(finder, minutes=0.5, seed=3, seconds=10.04)
    assert (examination.bot, examination.protocol, examination.questions) == ("random", "", 0)
    assert (examination.minutes, examination.seconds_per_move, examination.seed, examination.seconds) == (
        0.5,
        0.1,
        3,
        10.0,
    )
    assert not examination.is_complete
