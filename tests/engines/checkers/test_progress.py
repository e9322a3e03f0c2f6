"""Known wins with five pieces are won: the engine makes progress, and in time under the KTH rules."""

import pytest

from crownbridge._core import CheckersSearch
from crownbridge.engines.checkers.network import kth_network, network
from crownbridge.engines.checkers.tables import COUNTER, Tables, packaged_folder
from crownbridge.games.checkers import Checkers, Move, Position

NODES = 20_000
DEFENDER_NODES = 500

# Red moves and wins. The need is exact: computed by the builder of the tables before it rounds.
WON = {
    "RR............R.......W.....w...": 18,
    ".W.........r....r.........r.W...": 18,
    ".....w.r........R...Wr..........": 24,
    ".............R..r.........W..RW.": 28,
    "....w...R.......r....R.........W": 31,
    "...........WW........Rr......R..": 34,
    ".........WR.....wr.R............": 39,
    "....r.......W.R...........Wr....": 42,
    "...R.......R...r.W...........W..": 45,
    "r.................WR....R......W": 46,
    ".........w.w....r..r.......R....": 47,
    "..Wr.........w........R.R.......": 48,
    ".W.......r.R..........wr........": 49,
    "....r.................W.wr.r....": 50,
    "....R.....r.....W...W.......R...": 50,
    "r..R..............r.....W......W": 50,
}
# The same beyond the counter of the KTH rules.
LONG_WINS = {
    "....r........r.....r..W.w.......": 62,
    "..W....r....r.............W.R...": 64,
    "r..r...................rW......w": 66,
    "..R......r..........rW.........W": 76,
}


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.open(packaged_folder())


def searching(tables: Tables) -> CheckersSearch:
    """Return the engine's search, which a limit of nodes makes deterministic."""
    return CheckersSearch(network(), megabytes=4, tables=tables.native, kth=kth_network())


def longest_defence(tables: Tables, position: Position, search: CheckersSearch) -> Move:
    """Return a move that holds the draw, or else one with the highest need; a search decides between equal ones."""
    preferred = search.run(position, nodes=DEFENDER_NODES).line[0]

    def rank(move: Move) -> tuple[bool, int, bool]:
        after = position.play(move)
        if after.outcome() is not None:
            return False, 0, False
        value = tables.probe(after)
        return value.result <= 0 or (value.under_counter(after.counter) == 0 and counted), value.need, move == preferred

    counted = position.rules.counter == COUNTER
    return max(position.legal_moves(), key=rank)


def play(tables: Tables, position: Position) -> Position:
    """Play on to the end; the side to move is the engine. Fail if it lets the win slip."""
    winner = position.side_to_move
    engine, defender = searching(tables), searching(tables)
    while position.outcome() is None:
        if position.side_to_move != winner:
            position = position.play(longest_defence(tables, position, defender))
            continue
        position = position.play(engine.run(position, nodes=NODES).line[0])
        if position.outcome() is None:
            assert tables.probe(position).result == -1, position
            assert tables.certain(position) in (None, -1), position
    return position


@pytest.mark.parametrize("squares", WON)
def test_wins_are_won_in_time_under_the_kth_rules(tables: Tables, squares: str) -> None:
    position = Checkers().parse(f"{squares} r {COUNTER}")
    value = tables.probe(position)
    assert value.result == 1
    assert value.min_need <= WON[squares] <= value.need
    outcome = play(tables, position).outcome()
    assert outcome is not None
    assert outcome.winner == position.side_to_move


@pytest.mark.parametrize("squares", [*list(WON)[::3], *LONG_WINS])
def test_wins_are_won_under_tournament_rules(tables: Tables, squares: str) -> None:
    """Where a position that occurs three times is a draw, and so are 40 moves of both sides without progress."""
    position = Checkers(**Checkers.presets["tournament"]).parse(f"{squares} r")
    outcome = play(tables, position).outcome()
    assert outcome is not None
    assert outcome.winner == position.side_to_move


@pytest.mark.parametrize("squares", LONG_WINS)
def test_long_wins_are_draws_under_the_kth_rules(tables: Tables, squares: str) -> None:
    position = Checkers().parse(f"{squares} r {COUNTER}")
    assert tables.certain(position) == 0
    assert tables.probe(position).need > COUNTER
