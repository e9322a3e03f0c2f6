"""Links to HexWorld, wherever a command takes a game or a position."""

import subprocess
from pathlib import Path

import pytest
from tests import forked

SITE = "https://hexworld.org/board/#"
GAME = f"{SITE}5nc1,a2:sc3,d4:rw"
"""Opened after c3."""
OPENED = ".b.../...../..r../...../..... b"


def crownbridge(*arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run(*map(str, arguments), typed=typed)


@pytest.mark.parametrize(
    "arguments",
    [("show", "hex", GAME), ("show", GAME), ("show", "hex", GAME.partition("#")[2]), ("show", GAME, "--size", 5)],
)
def test_show_draws_the_position_at_which_a_link_opens_the_board(arguments: tuple[str, ...]) -> None:
    done = crownbridge(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"rows: '{OPENED}'\n" in done.stdout


@pytest.mark.parametrize(
    ("link", "rows"),
    [
        ("3c1,a2:Sc3", ".../r../..b r"),
        ("3c1,a2:pb1:p", ".r./r../... r"),
        ("3c1,,a2", ".../.../... r"),
        ("3r9m", ".../.../... r"),
        ("3c1,a2b1:rb", ".b./r../... r"),
    ],
    ids=["swap of sides", "passes", "opened at the start", "no moves", "resignation"],
)
def test_a_position_is_that_on_the_page(link: str, rows: str) -> None:
    assert f"rows: {rows!r}\n" in crownbridge("show", SITE + link).stdout


def test_the_swap_rule_is_an_option_of_the_command() -> None:
    assert crownbridge("show", f"{SITE}3c1,a2", "--swap").stdout.endswith(" swap-pieces\n")
    assert "swap" not in crownbridge("show", f"{SITE}3c1,a2").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((GAME, "--size", "7"), "--size is 7, but the board of the HexWorld link is 5x5; remove --size"),
        (("hex", GAME, "--set", "size=7"), "row 1 has 5 cells; expected 7"),
        (("checkers", GAME), "a HexWorld link shows a position of hex, not of checkers"),
        ((f"{SITE}5c1,a2z9",), "the HexWorld link, character 35: z9 is illegal: it lies off the 5x5 board"),
        ((f"{SITE}5c1,a2:x",), "character 35: ':x' is not a move; expected a cell, :s, :S, :p, :rb, "),
        ((f"{SITE}5c1,a2b2:s",), "character 37: "),
        ((f"{SITE}a2b3",), "the size of the board is 'a2b3'; expected a square board, for example 11"),
        ((f"{SITE}11a2b3",), "there is no comma before 'a2b3'"),
        ((f"{SITE}40c1,a2",), "the option size is 40; expected a whole number from 1 to 26"),
        (("https://hexworld.org/board/",), "is not a HexWorld link; expected for example https://hexworld.org/board/#"),
    ],
)
def test_what_is_wrong_is_named(arguments: tuple[str, ...], says: str) -> None:
    done = crownbridge("show", *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (f"{SITE}4c1,a1",),
        ("hex", f"{SITE}4c1,a1"),
        ("hex", "--moves", f"{SITE}4c1,a1"),
        (f"{SITE}4c1,", "--moves", "a1"),
    ],
)
def test_solve_takes_the_size_from_a_link(arguments: tuple[str, ...]) -> None:
    done = crownbridge("solve", *arguments)
    assert done.stdout.startswith("blue wins with "), done.stderr


def test_solve_takes_a_position() -> None:
    assert crownbridge("solve", "hex", "r../.../... b", "--size", 3).stdout.startswith("blue wins with ")
    assert crownbridge("solve", f"{SITE}2c1,").stdout.endswith("2 of 4 openings win for red, who moves first\n")
    assert "--size is 3, but" in crownbridge("solve", f"{SITE}4c1,a1", "--size", 3).stderr


def test_play_begins_where_a_link_opens_the_board() -> None:
    done = crownbridge("play", "hex", "--position", GAME, "--opponent", "human", typed="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nblue> " in done.stdout


def test_counts_begin_there_too() -> None:
    assert crownbridge("perft", "hex", 1, "--position", GAME).stdout.split()[:2] == ["1", "23"]
    assert "100 games" in crownbridge("random-games", "hex", "-n", 100, "--position", GAME).stdout


def test_convert_reads_the_whole_game(tmp_path: Path) -> None:
    done = crownbridge("convert", GAME, tmp_path / "game.sgf")
    assert (done.returncode, done.stdout) == (0, "1 game\n"), done.stderr
    assert ";B[a2];W[swap-pieces];B[c3];W[d4])" in (tmp_path / "game.sgf").read_text()
    assert crownbridge("convert", tmp_path / "game.sgf", tmp_path / "game.hexworld").returncode == 0
    assert (tmp_path / "game.hexworld").read_text() == f"{SITE}5c1,a2:sc3d4:rw\n"


def test_convert_says_where_a_link_is_wrong(tmp_path: Path) -> None:
    done = crownbridge("convert", f"{SITE}3c1,a1a1", tmp_path / "game.sgf")
    assert done.returncode == 2
    assert f"{SITE}3c1,a1a1, line 1, column 35: a1 is illegal: the cell is taken by red" in done.stderr


def test_analyze_reports_on_the_game_of_a_link(tmp_path: Path) -> None:
    done = crownbridge("analyze", GAME, tmp_path / "report.md")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 game, 4 moves: 1 won by red\n")
    assert GAME in (tmp_path / "report.md").read_text()


def test_replay_shows_the_whole_game_of_a_link() -> None:
    done = crownbridge("replay", GAME, "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "  4. blue  d4\n" in done.stdout
    assert done.stdout.endswith("red wins (resignation)\n")
    assert "line 1, column 35: a1 is illegal" in crownbridge("replay", f"{SITE}3c1,a1a1").stderr
