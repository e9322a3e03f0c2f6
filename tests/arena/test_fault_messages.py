"""Messages for faults."""

import pytest

from crownbridge.arena import TimeControl
from crownbridge.arena.fault_messages import Moment, describe, ordinal, who
from crownbridge.games import Checkers, Termination
from crownbridge.players import FaultError, TimeLimit
from crownbridge.records import Decision

RED = Checkers.sides[0]
FIFTH = {"ply": 9, "number": 5}


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("kth:python3 course/bot.py --depth 3", "bot.py"),
        ("kth:'/usr/bin/python3.12' -u 'my bots/bot.py'", "bot.py"),
        ("hexai:java -cp build/classes Bot", "Bot"),
        ("hexai:java -jar build/bot.jar", "bot.jar"),
        ("kth:./playerA init", "playerA"),
        ("kth:python3 -c 'print(1)'", "python3"),
        ("./build/libfoo.so:deep", "libfoo.so"),
        ("@listed", "listed"),
        ("checkers:7", "checkers:7"),
        ("Ada's bot", "Ada's bot"),
    ],
)
def test_a_player_is_named_with_its_colour(name: str, short: str) -> None:
    assert who(name, RED) == f"{short} (red)"


def test_two_programs_of_the_same_file_name_are_named_with_their_folders() -> None:
    one, other = "kth:python3 course/mine/bot.py --depth 3", "kth:./bot.py"
    assert who(one, RED, other) == "mine/bot.py (red)"
    assert who(other, RED, one) == "./bot.py (red)"
    assert who(one, RED, one) == who(one, RED, "kth:./playerA") == "bot.py (red)"


def test_numbers_of_moves() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112, 122)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "122nd"]
    )


def test_a_crash() -> None:
    fault = FaultError(Termination.CRASH, "crashed", hint="segmentation fault (signal 11)")
    assert describe("bot (red)", fault, Moment(TimeLimit(1), **FIFTH), TimeControl()) == (
        "bot (red) crashed in its 5th move (ply 9): segmentation fault (signal 11)"
    )


@pytest.mark.parametrize(
    ("control", "limit", "words"),
    [
        (
            TimeControl(per_move=1, options=("--per-move", "--per-game")),
            TimeLimit(1.0, 0.1),
            "it had not answered after 2.50 s; the limit is 1 s a move, with 0.1 s margin (change it with --per-move)",
        ),
        (
            TimeControl(per_game=60, options=("--per-move", "--per-game")),
            TimeLimit(2.25, 0.1, clock=2.25),
            (
                "it had not answered after 2.50 s; 2.25 s were left of its 60 s for the game, "
                "with 0.1 s margin (change it with --per-game)"
            ),
        ),
        (
            TimeControl(per_move=0.5),
            TimeLimit(0.5, 1.6),
            "it had not answered after 2.50 s; the limit is 0.5 s a move, with 0.1 s margin and 1.5 s more to start",
        ),
    ],
)
def test_a_timeout(control: TimeControl, limit: TimeLimit, words: str) -> None:
    fault = FaultError(Termination.TIMEOUT, "did not answer in time", Decision(None, 2.5), "nothing came")
    assert describe("bot (red)", fault, Moment(limit, **FIFTH), control) == (
        f"bot (red) did not answer in time in its 5th move (ply 9): {words}; nothing came"
    )


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        (
            Decision(None, 1.15, 0.97, memory=1),
            "it had not answered after 1.15 s, of which 0.97 s were processor time;",
        ),
        (Decision("11-15", 1.15, 0.0, memory=1), "it used 1.15 s, of which 0.00 s were processor time;"),
        (Decision("11-15", 1.15), "it used 1.15 s;"),  # an engine or a person: not measured
    ],
)
@pytest.mark.parametrize(
    ("waited", "more"),
    [(0.0, ""), (0.5, "; the 0.50 s for which other programs kept it from the processors were added")],
)
def test_a_timeout_tells_the_processor_time_of_a_program(turn: Decision, words: str, waited: float, more: str) -> None:
    fault = FaultError(Termination.TIMEOUT, "did not answer in time", turn._replace(waited=waited))
    text = describe("bot (red)", fault, Moment(TimeLimit(1.0, 0.1), **FIFTH), TimeControl(per_move=1))
    assert text.endswith(f": {words} the limit is 1 s a move, with 0.1 s margin{more}")
