"""Three-move ballots, and play that opens with them."""

from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.ballots import PLIES, ballot_positions, ballots
from crownbridge.games import Checkers
from crownbridge.games.checkers import Side


def test_there_are_as_many_as_the_federations_draw_from() -> None:
    """Of the 216 positions after three moves, the American Checker Federation's deck has 174."""
    assert len(ballots()) == 174
    assert {len(moves) for moves in ballots()} == {PLIES}


def test_ballots_lead_to_different_positions_that_are_not_over() -> None:
    positions = ballot_positions(Checkers())
    assert len(set(positions)) == len(positions)
    assert all(position.outcome() is None and position.side_to_move is Side.WHITE for position in positions)


def test_varied_games_begin_by_ballots() -> None:
    engine = Hyperparameters(vary_openings=True, nodes=100, seed=1).engine()
    begun = set()
    for _ in range(30):
        position, moves = Checkers().initial(), []
        for _ in range(PLIES):
            move = engine.play(position, Limit())
            moves.append(position.format_move(move))
            position = position.play(move)
        assert position in ballot_positions(Checkers())
        begun.add(tuple(moves))
        assert engine.think(SearchRequest(position, Limit())).depth > 0
    assert len(begun) > 15


def test_unvaried_games_begin_by_search() -> None:
    assert Hyperparameters(nodes=1000).engine().think(SearchRequest(Checkers().initial(), Limit())).depth > 0
