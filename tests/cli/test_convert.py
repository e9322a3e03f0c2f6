"""`crownbridge convert`, as a user starts it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests import forked

from crownbridge.records import ReadGame, read_file

PROGRAM = Path(sys.executable).with_name("crownbridge")
PDN = '[Black "Anna"]\n[White "Bert"]\n1. 11-15 23-19 0-1\n\n[Event "bad"]\n1. 11-15 9-13 *\n\n1. 9-13 22-18 *\n'


def convert(*arguments: object) -> subprocess.CompletedProcess[str]:
    return forked.run("convert", *map(str, arguments))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pdn"
    path.write_text(PDN)
    return path


def test_a_bad_game_stops_it_and_leaves_the_old_file(games: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    done = convert(games, target)
    assert done.returncode == 2
    assert done.stderr == (
        f"crownbridge: {games}, line 6, column 10: 9-13 is illegal: the piece on square 9 is not white's; "
        "use --keep-going to skip such games\n"
    )
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "out.jsonl"]


def test_keep_going_leaves_it_out(games: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    done = convert(games, target, "--keep-going")
    assert done.returncode == 1
    assert done.stdout == "2 games, 1 skipped\n"
    assert "line 6, column 10: 9-13 is illegal" in done.stderr
    found = [entry for entry in read_file(target) if isinstance(entry, ReadGame)]
    assert [len(entry.record.decisions) for entry in found] == [2, 2]
    assert found[0].record.players == ("Anna", "Bert")


def test_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "log3.txt").write_text(
        "Match a X@1 vs b O@1 on a day\nBoard 2\nXa1 #1 t=5ms\nOb1 #1 t=0ms\nXa2.#2 t=0ms\n"
    )
    for source, target in (
        ("log3.txt", "1.sgf"),
        ("1.sgf", "2.jsonl"),
        ("2.jsonl", "3.hexworld"),
        ("3.hexworld", "4.arbi"),
    ):
        done = convert(tmp_path / source, tmp_path / target)
        assert (done.returncode, done.stdout) == (0, "1 game\n"), done.stderr
    assert (tmp_path / "3.hexworld").read_text() == "https://hexworld.org/board/#2c1,a1b1a2\n"
    assert "Board 2\nXa1 #1 t=0ms\nOb1 #1 t=0ms\nXa2.#2 t=0ms\nEnded on" in (tmp_path / "4.arbi").read_text()


def test_a_form_for_another_game(games: Path, tmp_path: Path) -> None:
    done = convert(games, tmp_path / "out.sgf")
    assert done.returncode == 2
    assert "line 1: SGF supports only Hex, not checkers" in done.stderr
    assert not (tmp_path / "out.sgf").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty; expected games"),
        (b"\x7fELF\0\0\0", "is not a text file; expected games in one of the formats .jsonl"),
        (b"Dear diary", "there are no games in"),
        (None, "cannot be read: Is a directory"),
    ],
)
def test_what_holds_no_games(content: bytes | None, message: str, tmp_path: Path) -> None:
    source = tmp_path / "games.sgf"
    if content is None:
        source.mkdir()
    else:
        source.write_bytes(content)
    done = convert(source, tmp_path / "out.jsonl")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_that_may_not_be_read(games: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    games.chmod(0)
    done = convert(games, tmp_path / "out.jsonl")
    assert done.returncode == 2
    assert "cannot be read: Permission denied" in done.stderr


def test_names_that_tell_nothing(games: Path, tmp_path: Path) -> None:
    done = convert(games, tmp_path / "out.doc")
    assert done.returncode == 2
    assert "out.doc has an unknown extension; expected one of .jsonl, " in done.stderr
    (tmp_path / "diary.txt").write_text("Dear diary")
    done = convert(tmp_path / "diary.txt", tmp_path / "out.jsonl")
    assert done.returncode == 2
    assert "is in an unknown format" in done.stderr


def test_a_pipe_is_read_and_an_interrupt_leaves_nothing(games: Path, tmp_path: Path) -> None:
    pipe, target = tmp_path / "pipe", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    running = subprocess.Popen([PROGRAM, "convert", pipe, target], stderr=subprocess.PIPE, text=True)
    with pipe.open("w") as source:
        source.write(PDN.partition("[Event")[0] * 20_000)
        source.flush()
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (130, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pdn", "pipe"]
    with subprocess.Popen(["cat", games], stdout=subprocess.PIPE) as written:  # noqa: S607 (any cat will do)
        done = subprocess.run(
            [PROGRAM, "convert", "/dev/stdin", target, "--keep-going"],
            stdin=written.stdout,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.stdout == "2 games, 1 skipped\n"


def test_a_log_that_is_cut_off_gives_what_it_has(tmp_path: Path) -> None:
    source = tmp_path / "log.arbi"
    source.write_text("Match a X@1 vs b O@1 on a day\nXa1 #1 t=5ms\nOb1 #1 t=")
    done = convert(source, tmp_path / "out.jsonl")
    assert done.returncode == 0
    assert done.stdout == "1 game\n"
    assert "'Ob1 #1 t=' is neither a move nor a handshake" in done.stderr
    assert "the match has no footer: the log is truncated here" in done.stderr


def test_as_many_notices_are_shown_as_are_not_counted(tmp_path: Path) -> None:
    games = tmp_path / "games.pdn"
    games.write_text("1. 9-13 22-18 *\n\n" + "1. 1-2 *\n\n" * 22)
    done = convert(games, tmp_path / "out.jsonl", "--keep-going")
    assert done.stdout == "1 game, 22 skipped; 2 more notices were not shown\n"
    assert len(done.stderr.splitlines()) == 20


def test_it_lists_what_the_format_cannot_hold(tmp_path: Path) -> None:
    source = tmp_path / "game.hsgf"
    source.write_text("(;FF[4]PB[a]PW[b]SZ[3]EV[x];W[ba];B[aa]C[c]TE[1](;W[bb])(;W[ca]))")
    done = convert(source, tmp_path / "game.sgf")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 game\n", "")
    done = convert(tmp_path / "game.sgf", tmp_path / "game.jsonl")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 game\n", "")
    done = convert(tmp_path / "game.jsonl", tmp_path / "game.hexworld")
    assert (done.returncode, done.stdout) == (0, "1 game\n")
    assert done.stderr.splitlines() == [
        f"dropped from 1 game: {content}, which HexWorld links cannot hold"
        for content in ("variations", "comments", "annotation symbols", "headers")
    ]
    (entry,) = read_file(tmp_path / "game.sgf")
    assert isinstance(entry, ReadGame)
    assert len(entry.record.tree) == 5
