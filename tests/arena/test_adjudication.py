"""Games that end before they are played out."""

import pytest

from crownbridge import games
from crownbridge.arena import Referee, agreed_score, endgame_tables, move_limit
from crownbridge.engines.checkers.tables import Tables
from crownbridge.games import Checkers, Hex, Outcome, Side, Termination
from crownbridge.players import RandomPlayer
from crownbridge.records import Decision, json_lines

CHECKERS = Checkers()


def test_a_move_limit() -> None:
    record = Referee(CHECKERS, (RandomPlayer(1), RandomPlayer(2)), adjudicators=[move_limit(10)]).play()
    assert record.outcome == Outcome(None, Termination.MOVE_LIMIT)
    assert len(record.decisions) == 10
    assert json_lines.loads(json_lines.dumps(record)) == record


def test_what_the_tables_know() -> None:
    judge = endgame_tables(Tables.open(most_pieces=4).certain)
    red, white = CHECKERS.sides
    assert judge(CHECKERS.initial(), []) is None
    assert judge(CHECKERS.parse("B:WK1:BK10,K18"), []) == _by_the_tables(red)
    assert judge(CHECKERS.parse("W:WK1:BK10,K18"), []) == _by_the_tables(red)
    assert judge(CHECKERS.parse("W:WK10,K18:BK1"), []) == _by_the_tables(white)
    assert judge(CHECKERS.parse("B:WK1:BK32"), []) == _by_the_tables(None)


def _by_the_tables(winner: Side | None) -> Outcome:
    return Outcome(winner, Termination.ADJUDICATION, "by the endgame tables")


def test_the_tables_mind_the_counter() -> None:
    """A win that the counter leaves no time for is a draw."""
    judge = endgame_tables(Tables.open(most_pieces=4).certain)
    position = CHECKERS.parse("B:WK1:BK10,K18")
    need = Tables.open(most_pieces=4).probe(position).need
    squares, side, _ = str(position).split()
    late = judge(CHECKERS.parse(f"{squares} {side} {need - 1}"), [])
    assert late == _by_the_tables(None)


def test_without_a_counter_a_win_that_takes_longer_than_the_kth_counter_is_a_win() -> None:
    tables = Tables.open(most_pieces=4)
    long_win = "......................wRw.W..... r"  # need 51
    assert tables.probe(CHECKERS.parse(long_win)).need == 51
    endless = Checkers(counter=0)
    assert endgame_tables(tables.certain)(endless.parse(long_win), []) == _by_the_tables(endless.sides[1])
    assert endgame_tables(tables.certain)(CHECKERS.parse(long_win), []) == _by_the_tables(None)


def test_under_tournament_rules_the_tables_end_only_draws() -> None:
    judge = endgame_tables(Tables.open(most_pieces=4).certain)
    game = games.load("checkers", "tournament")
    assert judge(game.parse("B:WK1:BK10,K18"), []) is None
    assert judge(game.parse("B:WK1:BK32"), []) == _by_the_tables(None)


def test_a_game_that_something_else_may_draw_is_not_awarded() -> None:
    judge = endgame_tables(Tables.open(most_pieces=4).certain, draws_only=True)
    assert judge(CHECKERS.parse("B:WK1:BK10,K18"), []) is None
    assert judge(CHECKERS.parse("B:WK1:BK32"), []) == _by_the_tables(None)


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
