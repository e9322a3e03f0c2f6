"""Virtual connections through the Python API."""

import random

from crownbridge._core import hex_connections
from crownbridge.engines.hex import Connection, connections
from crownbridge.games.hex import Hex, Move, Position, Side


def position(size: int, rows: str) -> Position:
    return Hex(size).parse(rows)


def cells(text: str) -> tuple[Move, ...]:
    return tuple(map(Move, text.split()))


def test_a_bridge() -> None:
    links = connections(position(5, "...../..r../...../.r.../..... b"))
    bridge = Connection(Side.RED, (Move("c2"), Move("b4")), cells("b3 c3"))
    assert bridge in links
    assert all(not link.joins_edges or link.side is Side.RED for link in links)


def test_the_centre_of_a_small_board_wins() -> None:
    links = connections(position(3, ".../.r./... b"))
    (win,) = [link for link in links if link.joins_edges and link.key is None]
    assert win.side is Side.RED
    assert win.ends == ("top", "bottom")
    assert set(win.carrier) == set(cells("b1 c1 a3 b3"))


def test_a_semi_connection_has_its_key_in_the_carrier() -> None:
    semis = [link for link in connections(position(4, "..../.r../..../.... r")) if link.key is not None]
    assert semis
    assert all(link.key in link.carrier for link in semis)


def test_empty_cells_count_when_asked() -> None:
    empty = Hex(3).initial()
    assert all(link.joins_edges for link in connections(empty))
    assert any(not link.joins_edges for link in connections(empty, cells=True))


def test_blue_joins_left_and_right() -> None:
    wins = [link for link in connections(position(3, ".../.b./... r")) if link.joins_edges and link.key is None]
    assert [link.ends for link in wins] == [("left", "right")]


def test_the_search_for_connections_is_bounded_on_large_boards() -> None:
    choose, crowded = random.Random(5), Hex(26).initial()
    for _ in range(270):
        crowded = crowded.play(choose.choice(crowded.legal_moves()))
    assert 10_000 < len(hex_connections(crowded, 0, cells=True)) < 150_000  # 230,000 without a bound
