"""Start positions by number."""

from pathlib import Path

import pytest

from crownbridge.errors import ConfigurationError, FileError, OptionError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, sgf
from crownbridge.tournaments.opening_file import read
from crownbridge.tournaments.openings import ListedOpenings, RandomMoves, book, initial


def test_the_initial_position_is_every_opening() -> None:
    found = initial(Checkers())
    assert found.count == 1
    assert found.position(0) == found.position(7) == Checkers().initial()


def test_ballots_are_drawn_by_lot() -> None:
    found, other = book(Checkers(), "ballots", 0), book(Checkers(), "ballots", 1)
    assert found.count == other.count == 174
    texts = [str(found.position(number)) for number in range(174)]
    assert len(set(texts)) == 174
    assert texts != [str(other.position(number)) for number in range(174)]
    assert set(texts) == {str(other.position(number)) for number in range(174)}
    assert found.position(174) == found.position(0)
    with pytest.raises(OptionError, match="there are no ballots of hex"):
        book(Hex(), "ballots", 0)


@pytest.mark.parametrize("game", [Checkers(), Hex(5), Hex(5, swap=True), Hex(11, "blue")], ids=str)
def test_random_moves_are_a_function_of_the_number(game: Checkers | Hex) -> None:
    found, again = RandomMoves(game, 4, 3), RandomMoves(game, 4, 3)
    positions = [found.position(number) for number in range(40)]
    assert positions == [again.position(number) for number in reversed(range(40))][::-1]
    assert len(set(positions)) > 30
    assert found.count is None
    assert all(position.outcome() is None for position in positions)
    assert positions != [RandomMoves(game, 4, 4).position(number) for number in range(40)]


def test_hex_starts_with_two_stones() -> None:
    found = RandomMoves(Hex(7, swap=True), 2, 0)
    assert all(len(found.position(number).pieces()) == 2 for number in range(50))


def test_random_moves_never_end_the_game() -> None:
    found = RandomMoves(Hex(2), 2, 0)
    assert all(found.position(number).outcome() is None for number in range(50))
    with pytest.raises(OptionError, match="after 4 random moves, the game is over; try fewer"):
        RandomMoves(Hex(2), 4, 0).position(0)


def test_no_openings_are_refused() -> None:
    with pytest.raises(OptionError, match="no openings"):
        ListedOpenings([])


PDN = """
[Event "one"]
1. 11-15 23-19 {a comment with 9-13} 2. 8-11 (2. 9-14 22-17 (2. 9-13)) 22-17 $1 *
% another
[Event "two"]
[FEN "W:W21,22,K30:B1-3"]
1/2-1/2
[Event "three"]
1.9-13 ; the rest is a comment 22-18
22-18!
"""


def test_a_pdn_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.pdn"
    path.write_text(PDN)
    game = Checkers()
    start = game.initial()
    assert read(path, game) == [
        start.play("11-15").play("23-19").play("8-11").play("22-17"),
        game.parse("W:W21,22,K30:B1-3"),
        start.play("9-13").play("22-18"),
    ]


def test_a_line_is_a_position_or_moves(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# three ways\n11-15 23-19\n\nW:W21,22,K30:B1-3\n..W..........r.....w............ w 50\n")
    game = Checkers()
    found = [game.initial().play("11-15").play("23-19"), game.parse("W:W21,22,K30:B1-3")]
    assert read(path, game)[:2] == found
    assert str(read(path, game)[2]) == "..W..........r.....w............ w 50"
    path.write_text("a1b2\nc3 a2\n.../.r./... b\n")
    hexes = Hex(3)
    assert read(path, hexes) == [hexes.parse("a1b2"), hexes.parse("c3a2"), hexes.parse(".../.r./... b")]
    path.write_text("# links\nhttps://hexworld.org/board/#3c1,a1b2\n3c1,c3a2\n")
    assert read(path, hexes) == [hexes.parse("a1b2"), hexes.parse("c3a2")]


SGF = r"""(;FF[4]GM[11]SZ[5]C[a comment (with B[a1\] in it)]
;B[c3];W[d4]
(;B[a2])(;B[a3];W[b5]))
(;FF[4]AB[a1][b2]AW[c3];W[d4])
(;FF[4];B[c1];W[swap-pieces])
"""


def test_an_sgf_file_of_hex(tmp_path: Path) -> None:
    path = tmp_path / "openings.sgf"
    path.write_text(SGF)
    game = Hex(5, swap=True)
    assert read(path, game) == [
        game.parse("c3d4a2"),
        game.parse("a1c3b2d4"),
        game.parse("c1").play("swap-pieces"),
    ]
    path.write_text("(;B[c3];B[d4])\n(;W[c3])\n(;B[c3];W[c3])\n(;B[c3])")
    with pytest.raises(ConfigurationError) as caught:
        read(path, Hex(5))
    assert caught.value.problems == (
        "line 1, column 8: it is not red's turn",
        "line 2, column 1: blue moves first, but not in this tournament",
        "line 3, column 8: c3 is illegal: the cell is taken by red",
    )
    path.write_text("(;GM[11]SZ[7]AB[b1][e2]AW[a5];W[c1])\n(;GM[11]SZ[3]AB[b1];W[a3])")
    assert read(path, game) == [game.parse("b1a5e2c1"), game.parse("b1a3")]
    path.write_text("(;GM[11]SZ[7];B[g7])\n(;GM[11]SZ[7]AB[g7])\n(;GM[11]SZ[7]AB[f1])")
    with pytest.raises(ConfigurationError) as caught:
        read(path, game)
    assert caught.value.problems == (
        "line 1: g7 is illegal: it lies off the 5x5 board",
        "line 2: row 1 has 7 cells; expected 5",
        "line 3: row 1 has 7 cells; expected 5",
    )


def test_games_that_were_played_are_openings(tmp_path: Path) -> None:
    """Openings are read from records as they are written, from an empty board or not."""
    path = tmp_path / "games.sgf"
    game = Hex(4)
    start = RandomMoves(game, 3, 1).position(0)
    ended = Outcome(None, Termination.INTERRUPTED)
    decisions = tuple(Decision(move, 0.0) for move in start.legal_moves()[:2])
    record = GameRecord(game, ("a", "b"), start, PlainLine(decisions), ended)
    path.write_text(sgf.dumps(record))
    assert read(path, game) == [start.play(decisions[0].move).play(decisions[1].move)]


def test_every_bad_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("11-15\n11-14\nnonsense\nB:W32:B\n")
    with pytest.raises(ConfigurationError) as caught:
        read(path, Checkers())
    assert [problem.partition(":")[0] for problem in caught.value.problems] == ["line 2", "line 3", "line 4"]
    assert caught.value.problems[2].startswith("line 4: the game is over")
    path.write_text("# nothing\n")
    with pytest.raises(ConfigurationError, match="the file has no openings"):
        read(path, Checkers())
    path.write_bytes(b"\xff")
    with pytest.raises(FileError, match="is not a text file"):
        read(path, Checkers())
    with pytest.raises(FileError, match="No such file"):
        read(tmp_path / "none", Checkers())
