"""`crownbridge analyze` and `crownbridge report`, as a user starts them."""

import csv
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests import forked

from crownbridge.cli.support.game_annotator import judging
from crownbridge.games import Hex
from crownbridge.records import GameRecord, PlainLine, ReadGame, read_text
from crownbridge.store import Store, StoredGame

PROGRAM = Path(sys.executable).with_name("crownbridge")
PATIENCE = 60.0


def crownbridge(*arguments: object) -> subprocess.CompletedProcess[str]:
    return forked.run(*map(str, arguments))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_games_are_analysed_only_with_an_engine_that_was_not_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    [read] = read_text("(;FF[4]GM[11]SZ[3];B[b2];W[a1];B[b1];W[a2];B[b3])")
    assert isinstance(read, ReadGame)
    with judging(engine=False, nodes=None, seconds=None, cache=None) as judge:
        assert judge(read.record) == ()
    with judging(engine=True, nodes=1, seconds=None, cache=None) as judge:
        assert len(judge(read.record)) == 5
        judge.stop.set()
        assert judge(read.record) == ()
    assert capsys.readouterr().err == ""


def test_a_log_of_ten_games(ten_games: Any, tmp_path: Path) -> None:
    target = tmp_path / "report" / "report3.html"
    done = crownbridge("analyze", ten_games.path, target)
    assert (done.returncode, done.stderr) == (0, "")
    first, *findings, last = done.stdout.splitlines()
    red, blue = ten_games.winners.count("red"), ten_games.winners.count("blue")
    assert first == f"10 games, {sum(ten_games.moves)} moves: 1 unfinished, {blue} won by blue, {red} won by red"
    assert [re.sub(r", line .*?: ", ": ", finding) for finding in findings] == [
        f"game 4: blue's move {cell(ten_games.path, 4, 0)} is illegal: the cell is taken by red",
        f"game 7: red claims that {cell(ten_games.path, 7, 4)} ends the game, but it does not",
        f"game 10: {ten_games.path.read_text().splitlines()[-1]!r} is neither a move nor a handshake",
        "game 10: the match has no footer: the log is truncated here",
    ]
    assert last == f"wrote {target}"
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_an_illegal_move_is_a_loss_unless_counting_is_strict(ten_games: Any, tmp_path: Path) -> None:
    markdown = tmp_path / "games.md"
    assert crownbridge("analyze", ten_games.path, markdown).returncode == 0
    assert "A game with an illegal move is lost by the side that made it; with --strict it" in markdown.read_text()
    done = crownbridge("analyze", ten_games.path, markdown, "--strict")
    red, blue = ten_games.winners.count("red"), ten_games.winners.count("blue")
    lost = f"2 unfinished, {blue} won by blue, {red - 1} won by red"
    assert done.stdout.startswith(f"10 games, {sum(ten_games.moves)} moves: {lost}\n")
    assert "A game with an illegal move counts as unfinished." in markdown.read_text()
    assert crownbridge("analyze", ten_games.path, tmp_path / "games.csv", "--strict").returncode == 0
    fourth = rows(tmp_path / "games.csv")[3]
    assert fourth["how it ended"] == "interrupted"
    assert " (blue) made an illegal move: " in fourth["detail"]


def cell(log: Path, game: int, ply: int) -> str:
    """That of a move."""
    moves: list[str] = re.findall(r"^[XO]([a-z]\d+)", log.read_text().split("Match ")[game], re.MULTILINE)
    return moves[ply]


def test_the_numbers_are_right(ten_games: Any, tmp_path: Path) -> None:
    assert crownbridge("analyze", ten_games.path, tmp_path / "games.csv").returncode == 0
    found = rows(tmp_path / "games.csv")
    assert [int(row["moves"]) for row in found] == ten_games.moves
    assert [round(1000 * float(row["seconds"])) for row in found] == list(map(sum, ten_games.milliseconds))
    names = {"red": "hex by Boris Kaul", "blue": "hexai by Alexandre Kharlamov", "unfinished": "unfinished"}
    assert [row["winner"] for row in found] == [names[winner] for winner in ten_games.winners]
    assert found[3]["how it ended"] == "illegal move"


def test_the_engine_judges_when_asked(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("Match a X@1 vs b O@1 on a day\nBoard 3\nXa1 #1 t=5ms\nOb2 #1 t=1ms\nXc1 #2 t=0ms\nEnded on a day\n")
    done = crownbridge("analyze", log, tmp_path / "report.md", "--nodes", 500, "--cache", tmp_path / "cache.db")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "report.md").read_text()
    assert "The engine analysed every move with 500 nodes per position." in text
    assert "| accuracy | inaccuracies | mistakes | blunders | missed wins |" in text
    assert "1 unfinished" in done.stdout
    again = crownbridge("analyze", log, tmp_path / "again.md", "--nodes", 500, "--cache", tmp_path / "cache.db")
    assert again.returncode == 0
    assert (tmp_path / "again.md").read_text() == text


def judged(cache: Path) -> int:
    """The number of positions that the engine has judged."""
    try:
        with closing(sqlite3.connect(f"file:{cache}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM judgements").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_ctrl_c_writes_the_report_without_the_rest_of_the_analysis(tmp_path: Path) -> None:
    log = tmp_path / "games.pdn"
    log.write_text("1. 11-15 23-19 8-11 22-17 *\n" * 30)
    cache = tmp_path / "cache.db"
    command = [str(PROGRAM), "analyze", str(log), str(tmp_path / "report.md"), "--per-move", "1", "--cache", str(cache)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + PATIENCE
        while not judged(cache):
            assert time.monotonic() < until
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        said, complaints = running.communicate(timeout=60)
    assert running.returncode == 0, complaints
    assert "continuing without the engine" in complaints
    assert "30 games, 120 moves" in said
    assert "The engine's analysis was stopped in game " in (tmp_path / "report.md").read_text()


def test_bad_games_are_left_out_and_told(tmp_path: Path) -> None:
    log = tmp_path / "games.pdn"
    log.write_text('[Event "good"]\n1. 11-15 *\n\n[Event "bad"]\n1. 11-15 9-13 *\n')
    done = crownbridge("analyze", log, tmp_path / "report.md")
    assert done.returncode == 1
    assert (
        "line 5, column 10: 9-13 is illegal: the piece on square 9 is not white's; the game is skipped" in done.stdout
    )
    assert "## Unreadable games" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty; expected games"),
        (b"\x7fELF\0\0\0", "is not a text file; expected games in one of the formats"),
        (b"hello\n", "is in an unknown format"),
        (b"Ended on a day\nX: only a handshake", "unknown format"),
        (b"1. 11-15 9-13 *\n", "line 1, column 10: 9-13 is illegal"),
    ],
    ids=["empty", "binary", "prose", "no match", "only a bad game"],
)
def test_bad_input_leaves_the_old_report(content: bytes, message: str, tmp_path: Path) -> None:
    log, target = tmp_path / "log.txt", tmp_path / "report.html"
    log.write_bytes(content)
    target.write_text("old")
    done = crownbridge("analyze", log, target)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert target.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log.txt", "report.html"]


def test_paths_that_are_none(ten_games: Any, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    for log, message in ((tmp_path, "cannot be read: Is a directory"), (tmp_path / "no", "No such file")):
        done = crownbridge("analyze", log, target)
        assert done.returncode == 2
        assert message in done.stderr
    (tmp_path / "folder.html").mkdir()
    assert "is a folder" in crownbridge("analyze", ten_games.path, tmp_path / "folder.html").stderr
    done = crownbridge("analyze", ten_games.path, "/proc/nothing/report.html")
    assert done.returncode == 2
    assert "cannot be created" in done.stderr
    copy = shutil.copy(ten_games.path, tmp_path / "log.md")
    assert "is the log itself" in crownbridge("analyze", copy, copy).stderr
    assert not target.exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    log.write_text("Xa1 #1 t=1ms\n")
    log.chmod(0)
    done = crownbridge("analyze", log, tmp_path / "report.html")
    assert done.returncode == 2
    assert "cannot be read: Permission denied" in done.stderr


def record_of(text: str) -> GameRecord:
    (read,) = read_text(text)
    assert isinstance(read, ReadGame)
    return read.record


def test_a_tournament(tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with Store.open(store) as opened:
        opened.begin("cup", "{}")
        for number, moves in enumerate(("b1a1b2a2b3", "a1b1c1"), 1):
            found = record_of(f"https://hexworld.org/board/#3c1,{moves}")
            record = GameRecord(Hex(3), ("ann", "bob"), found.start, PlainLine(found.decisions), found.outcome)
            opened.add("cup", StoredGame.of(f"r1/ann-bob/{number}", record), record)
        opened.begin("empty", "{}")
    done = crownbridge("report", "cup", tmp_path / "cup.csv", "--store", store)
    assert (done.returncode, done.stdout) == (0, f"2 games; wrote {tmp_path / 'cup.csv'}\n")
    assert [(row["game"], row["winner"]) for row in rows(tmp_path / "cup.csv")] == [
        ("r1/ann-bob/1", "ann"),
        ("r1/ann-bob/2", "unfinished"),
    ]
    assert crownbridge("report", "cup", tmp_path / "cup.html", "--store", store).returncode == 0
    done = crownbridge("report", "empty", tmp_path / "empty.html", "--store", store)
    assert done.returncode == 2
    assert "no game of 'empty' has been played yet" in done.stderr
    assert "there is no tournament 'none'" in crownbridge("report", "none", tmp_path / "x.md", "--store", store).stderr
    assert "there is no store" in crownbridge("report", "cup", tmp_path / "x.md", "--store", tmp_path / "no.db").stderr
