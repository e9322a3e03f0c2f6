"""The rules of Breakthrough; what every game promises is tested by the conformance suite."""

import pytest
from crownbridge_breakthrough import Breakthrough, Side

from crownbridge.errors import IllegalMoveError, OptionError, PositionError


def test_the_first_moves() -> None:
    """As many as published perft figures of 8x8 say."""
    game = Breakthrough()
    assert [game.perft(game.initial(), depth) for depth in (1, 2, 3)] == [22, 484, 11132]


def test_a_piece_moves_forward_and_captures_diagonally() -> None:
    position = Breakthrough(4).parse("..../.bb./.w../.... w")
    assert [position.format_move(move) for move in position.legal_moves()] == ["b2-a3", "b2xc3"]
    with pytest.raises(IllegalMoveError, match="captures diagonally"):
        position.play("b2-b3")
    after = position.play("b2xc3")
    assert str(after) == "..../.bw./..../.... b"
    assert position.captures_of(position.parse_move("b2xc3")) == (10,)


@pytest.mark.parametrize(("text", "winner"), [("w.../..../..../b.w. b", None), ("w.../.b../..../..w. b", Side.WHITE)])
def test_the_last_row_wins(text: str, winner: Side | None) -> None:
    if winner is None:
        with pytest.raises(PositionError, match="two winners"):
            Breakthrough(4).parse(text)
        return
    outcome = Breakthrough(4).parse(text).outcome()
    assert outcome is not None
    assert outcome.winner is winner


def test_who_has_lost_everything_has_lost() -> None:
    outcome = Breakthrough(4).parse("..../..w./..../.... b").outcome()
    assert outcome is not None
    assert outcome.winner is Side.WHITE


def test_options() -> None:
    assert len(Breakthrough(6).geometry.cells) == 36
    with pytest.raises(OptionError, match="from 4 to 12"):
        Breakthrough(3)
