"""Games that end before they are played out."""

import pytest

from crownbridge.arena import Referee, agreed_score, endgame_tables, move_limit
from crownbridge.engines.checkers.tables import Tables
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.players import RandomPlayer
from crownbridge.records import Decision, json_lines

CHECKERS = Checkers()


def test_a_move_limit() -> None:
    record = Referee(CHECKERS, (RandomPlayer(1), RandomPlayer(2)), adjudicators=[move_limit(10)]).play()
    assert record.outcome == Outcome(None, Termination.MOVE_LIMIT)
    assert len(record.decisions) == 10
    assert json_lines.loads(json_lines.dumps(record)) == record


def test_what_the_tables_know() -> None:
    judge = endgame_tables(Tables.open(most_pieces=4))
    assert judge(CHECKERS.initial(), []) is None
    red, white = CHECKERS.sides
    won = CHECKERS.parse("B:WK1:BK10,K18")
    assert judge(won, []) == Outcome(won.side_to_move, Termination.ADJUDICATION, "by the endgame tables")
    assert judge(CHECKERS.parse("W:WK1:BK10,K18"), []) is not None
    drawn = judge(CHECKERS.parse("B:WK1:BK32"), [])
    assert drawn is not None
    assert drawn.is_draw
    assert {red, white} == set(CHECKERS.sides)


def test_the_tables_mind_the_counter() -> None:
    """A win that the counter leaves no time for is a draw."""
    judge = endgame_tables(Tables.open(most_pieces=4))
    position = CHECKERS.parse("B:WK1:BK10,K18")
    need = Tables.open(most_pieces=4).probe(position).need
    squares, side, _ = str(position).split()
    late = judge(CHECKERS.parse(f"{squares} {side} {need - 1}"), [])
    assert late is not None
    assert late.is_draw


@pytest.mark.parametrize(
    ("scores", "leader"),
    [
        ([500, -500, 600, -600], "first"),
        ([-500, 500, -600, 600], "second"),
        ([500, 500, 600, 600], None),  # each thinks that it wins
        ([500, -500, 600, -100], None),
        ([500, -500], None),
        ([None, None, None, None], None),
    ],
)
def test_what_both_agree_on(scores: list[int | None], leader: str | None) -> None:
    decisions = [Decision(None, 0.0, score=score) for score in scores]
    outcome = agreed_score(men=4, chance=0.95, moves=2)(CHECKERS.initial(), decisions)
    first = CHECKERS.initial().side_to_move
    if leader is None:
        assert outcome is None
    else:
        assert outcome == Outcome(first if leader == "first" else first.other, Termination.ADJUDICATION, "both agree")


def test_chances_count_in_hex() -> None:
    decisions = [Decision(None, 0.0, win_chance=chance) for chance in (0.99, 0.02)]
    outcome = agreed_score(men=4, chance=0.95, moves=1)(Hex(5).initial(), decisions)
    assert outcome is not None
    assert outcome.winner is Hex(5).initial().side_to_move
