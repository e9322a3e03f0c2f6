"""`crownbridge tournament` as a user meets it: processes that are stopped, killed and taken up again."""

import json
import os
import pty
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests import forked
from tests.kills import check_statistics, kill_tournaments, stored_games
from tests.processes import session

from crownbridge.cli.support.tournament_progress import _pace
from crownbridge.players.process import Sandbox
from crownbridge.records import json_lines
from crownbridge.reports import tournament_report
from crownbridge.store import Store
from crownbridge.tournaments import load

COMMAND = Path(sys.executable).with_name("crownbridge")
DATABASE = Path("data/tournaments.db")
KILLS = 12
PATIENCE = 60
REPORT = "Report: crownbridge report cup report.html\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(identity: str = "cup", count: int = 4, **keys: Any) -> Path:
    """A file of short games of checkers among agents that play at random."""
    given = {
        "id": identity,
        "agents": [{"id": f"agent {n}", "type": "engine", "engine": "random"} for n in range(count)],
        "tournamentType": "roundRobin",
        "timeLimit": 60_000,
        "maxMoves": 30,
        "openings": "random",
        "concurrency": 2,
    }
    file = Path(f"{identity}.json")
    file.write_text(json.dumps({**given, **keys}), "utf-8")
    return file


def run(*arguments: str | Path, status: int = 0, typed: str = "") -> subprocess.CompletedProcess[str]:
    done = forked.run("tournament", *arguments, typed=typed)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """A run in a session of its own, as a terminal has it."""
    return subprocess.Popen(
        [COMMAND, "tournament", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def until(condition: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < limit
        time.sleep(0.01)


def gone(number: int) -> bool:
    return not session(number)


def stored() -> int:
    try:
        with closing(sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True)) as database:
            return int(database.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0


def check() -> set[str]:
    """Check that rows, records and statistics files agree, and return the games."""
    check_statistics(Path.cwd())
    return set(stored_games(Path.cwd()))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_killed_at_any_moment_and_taken_up_again(tmp_path: Path) -> None:
    assert len(list(zip(range(KILLS), kill_tournaments(tmp_path, random.Random(0)), strict=False))) == KILLS


@pytest.mark.parametrize("answer", ["finish", "void"])
@pytest.mark.parametrize("everybody", [True, False])
def test_interrupted(answer: str, everybody: bool) -> None:  # noqa: FBT001 (a parameter of the test)
    """Ctrl-C goes to all processes of a terminal; kill -INT to one."""
    file = write(tournamentType="randomMatches", onInterrupt=answer)
    process = start(file)
    until(lambda: stored() >= 5)
    (os.killpg if everybody else os.kill)(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert ("finishing" in errors) == (answer == "finish")
    assert "Traceback" not in errors
    assert "score" in output
    until(partial(gone, process.pid))
    assert output.startswith(f"{len(check()):,} games\n")


def test_a_changed_configuration_is_explained_and_not_mixed_in() -> None:
    file = write(count=3)
    run(file)
    before = check()
    done = run(write(count=3, maxMoves=31), status=2)
    assert "maxMoves" in done.stderr
    assert "30" in done.stderr
    assert "31" in done.stderr
    assert not done.stdout
    assert check() == before
    run(write(count=3, concurrency=1))  # changes nothing of what is played
    assert check() == before


def test_changed_contents_of_files_are_explained_and_not_mixed_in() -> None:
    agents = [
        {"id": "careful", "type": "hyperparameters", "path": "careful.json"},
        {"id": "agent 1", "type": "engine", "engine": "random"},
    ]
    careful, openings = Path("careful.json"), Path("mine.txt")
    careful.write_text('{"search": "random"}', "utf-8")
    openings.write_text("11-15\n9-13\n", "utf-8")
    file = write(agents=agents, openings={"kind": "file", "path": "mine.txt"})
    run(file)
    before = check()
    careful.write_text('{"search": "random", "depth": 3}', "utf-8")
    openings.write_text("11-15\n9-14\n", "utf-8")
    told = run(file, status=2).stderr
    assert "files.careful.json.depth was null and is 3" in told
    assert 'files.mine.txt was "2 openings, SHA-256' in told
    careful.write_text('{"depth": null,\n "search": "random"}', "utf-8")  # the same in other words
    openings.write_text("# the same\n11-15\n9-13\n", "utf-8")
    assert "the tournament was already finished" in run(file).stderr
    assert check() == before
    assert "2 games" in run("standings", "cup").stdout
    assert "agent 1" in run("standings", "cup", "--cross").stdout.split("\n\n")[1]


def test_a_program_built_anew_is_warned_of() -> None:
    bots = [Path(name) for name in ("one", "other.sh")]
    for bot in bots:
        bot.write_text("#!/bin/sh\n", "utf-8")
        bot.chmod(0o755)
    agents = [
        {"id": "mine", "type": "executable", "path": "one"},
        {"id": "yours", "type": "executable", "command": "sh ./other.sh --fast"},
    ]
    file = write(agents=agents, gamesPerPairing=1)
    assert run(file).stderr == f"sandbox: {Sandbox.AUTO.described()}\n{REPORT}"
    for bot in bots:
        os.utime(bot, (time.time() + 10, time.time() + 10))
    told = run(file).stderr
    assert "one (of mine) was changed" in told
    assert "other.sh (of yours) was changed" in told
    assert len(check()) == 1


def test_all_problems_of_a_file_at_once() -> None:
    bad = write(
        agents=[
            {"id": "twin", "type": "hyperparameters", "path": "missing.json"},
            {"id": "twin", "type": "engine", "engine": "random"},
            {"id": "odd", "type": "robot"},
        ],
        timeLimit=-1,
    )
    told = run(bad, status=2).stderr
    for part in ("missing.json", "twin", "robot", "executable", "timeLimit", "-1"):
        assert part in told
    bad.write_text('{"id": "cup",\n "agents": [}', "utf-8")
    assert "line 2" in run(bad, status=2).stderr
    run("absent.json", status=2)
    assert not Path("data").exists()


def test_output_for_scripts_and_what_is_left() -> None:
    file = write(count=3, gamesPerPairing=4)
    done = run(file, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (len(lines), done.stderr) == (12, "")
    assert {line["identity"] for line in lines} == check()
    assert run(file, "--json").stdout == ""
    again = run(file, "--quiet")
    assert again.stderr == ""
    assert again.stdout == run("standings", "cup").stdout
    assert "12 games  cup" in run("list").stdout
    run("export", "cup", "games.pdn")
    run("export", "cup", "games.jsonl")
    with Store.open(DATABASE) as store:
        records = [record for _, record in store.records("cup")]
    assert Path("games.pdn").read_text("utf-8").count("[Result ") == len(records)
    texts = Path("games.jsonl").read_text("utf-8").splitlines()
    assert [json_lines.loads(text).decisions for text in texts] == [record.decisions for record in records]


def test_a_word_that_is_almost_a_command_is_no_file() -> None:
    for word in ("standing", "lst", "exprot"):
        assert "did you mean: crownbridge tournament" in run(word, "cup", status=2).stderr
    assert "cannot be read" in run("cup.toml", status=2).stderr


def test_times_are_those_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    run(write(count=2))
    shown = []
    for zone in ("UTC-5", "UTC+5"):
        monkeypatch.setenv("TZ", zone)
        shown.append(run("list").stdout[:16])
    later, earlier = map(datetime.fromisoformat, shown)
    assert later - earlier == timedelta(hours=10)


def test_what_is_not_there_is_told() -> None:
    assert "no store" in run("list", status=2).stderr
    assert not Path("data").exists()
    run(write(count=2))
    assert "other" in run("standings", "other", status=2).stderr
    assert "other" in run("export", "other", "games.pdn", status=2).stderr
    assert not Path("games.pdn").exists()


@pytest.mark.parametrize("name", ["first.toml", "first.json"])
def test_a_file_to_start_from(name: str) -> None:
    run("init", name)
    assert load(Path(name)).agents
    assert "--force" in run("init", name, status=2).stderr
    run("init", name, "--force")


def test_schema() -> None:
    assert "tournamentType" in json.loads(run("schema").stdout)["properties"]


def test_a_person_at_the_terminal_sees_the_games_and_no_display_over_them() -> None:
    people = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    master, terminal = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, "tournament", write(agents=people)], stdin=terminal, stdout=terminal, stderr=terminal
    )
    os.close(terminal)
    os.write(master, b"resign\nresign\n")
    shown = b""
    try:
        while part := os.read(master, 4096):
            shown += part
    except OSError:  # how Linux reports that the terminal is closed
        pass
    finally:
        os.close(master)
    assert process.wait(PATIENCE) == 0
    for told in (b"me moves first, it second", b"it moves first, me second", b"it wins (resignation)"):
        assert told in shown
    assert b"\x1b[?25l" not in shown  # the cursor stays where the person types


@pytest.mark.parametrize(
    ("done", "resumed", "total", "seconds", "told"),
    [
        (0, 0, 1234, 2.0, "0 of 1,234 games"),
        (5, 1, 1005, 2.0, "5 of 1,005 games, 2.0 games/s, about 500 s left"),
        (5, 5, 10, 2.0, "5 of 10 games"),
        (3, 0, None, 2.0, "3 games, 1.5 games/s"),
        (1, 0, None, 0.0, "1 game"),
        (10, 0, 10, 4.0, "10 games, 2.5 games/s, about 0 s left"),
    ],
)
def test_the_pace_of_a_tournament(done: int, resumed: int, total: int | None, seconds: float, told: str) -> None:
    tally: Any = SimpleNamespace(results=[None] * done, resumed=resumed)
    assert _pace(tally, total, seconds) == told


def test_a_bot_that_prints_what_a_person_who_left_is_told_ends_no_tournament() -> None:
    Path("bot.sh").write_text("#!/bin/sh\necho 'resigned: the input ended' >&2\nexit 1\n", "utf-8")
    bot = {"id": "bot", "type": "executable", "command": "/bin/sh bot.sh", "protocol": "kth", "folder": "."}
    file = write(agents=[{"id": "me", "type": "player"}, bot], tournamentType="match", rounds=2, sandbox="none")
    done = run(file, typed="11-15\n" * 4)
    assert "the same command resumes the tournament" not in done.stderr
    assert stored() == 4


def test_a_person_who_has_left_loses_nothing() -> None:
    people = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    file = write(agents=people, tournamentType="randomMatches")
    done = run(file, typed="resign\n")
    assert "1 game\n" in done.stdout
    assert "the same command resumes the tournament" in done.stderr
    assert re.search(r"^(me moves first, it|it moves first, me) second$", done.stderr, re.MULTILINE)
    assert "\nit wins (resignation)\n" in done.stderr
    assert "wins" not in done.stdout
    assert stored() == 1


@pytest.mark.parametrize("has_clock", [True, False])
def test_a_person_at_the_terminal_has_the_clock_if_the_tournament_says_so(*, has_clock: bool) -> None:
    """Nobody types anything until the engine, or the end of the input, has ended the game."""
    people = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    keys: dict[str, Any] = {"clockForPeople": True} if has_clock else {}
    file = write(agents=people, timeLimit=300, startSeconds=0, gamesPerPairing=1, **keys)
    process = subprocess.Popen([COMMAND, "tournament", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    if not has_clock:
        time.sleep(1.0)  # more than the limit
        process.stdin.write("resign\n")
        process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    process.stdin.close()
    assert process.stdout is not None
    shown = process.stdout.read()
    process.stdout.close()
    assert ("You have 0.4 s.\n" in shown) == has_clock
    with Store.open(DATABASE) as store:
        (game,) = store.games("cup")
    assert game.termination == ("timeout" if has_clock else "resignation")
    assert ("me (red) did not move in time in its 1st move (ply 1)" in game.detail) == has_clock


def lines(shown: str) -> list[dict[str, str]]:
    """The table of standings."""
    head, *rows = [line.split() for line in shown.splitlines()[1:]]
    return [dict(zip(head, row, strict=True)) for row in rows]


def reported() -> list[dict[str, str]]:
    """The same table in a report."""
    with Store.open(DATABASE) as store:
        table = next(table for table in tournament_report(store, "cup").tables() if table.title == "Standings")
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


def test_a_knockout_is_headed_by_its_winner() -> None:
    """The last in the table by rating is the first by seed, and so wins every tie."""
    agents = [{"id": f"agent-{n}", "type": "engine", "engine": "random"} for n in range(5)]
    file = write(agents=agents, tournamentType="knockout", maxMoves=1)  # nothing but draws
    shown = run(file, "--quiet").stdout
    assert [line["agent"] for line in lines(shown)] == [f"agent-{n}" for n in range(5)]
    assert [line["rank"] for line in lines(shown)] == ["1", "2", "3", "4", "5"]
    assert run("standings", "cup").stdout == shown
    assert [line["player"] for line in reported()] == [f"agent-{n}" for n in range(5)]


def test_a_swiss_is_ranked_by_points_with_those_of_byes() -> None:
    agents = [{"id": f"agent-{n}", "type": "engine", "engine": "random"} for n in range(5)]
    shown = run(write(agents=agents, tournamentType="swiss", maxMoves=40), "--quiet").stdout
    found = lines(shown)
    points = [float(line["points"]) for line in found]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 3 * (2 * 2 + 2)
    assert sum(float(line["byes"]) for line in found) == 3 * 2
    assert run("standings", "cup").stdout == shown
    same = [[line[key] for key in ("rank", "points", "byes")] for line in found]
    assert [[line[key] for key in ("rank", "points", "byes")] for line in reported()] == same
    assert [line["player"] for line in reported()] == [line["agent"] for line in found]


def test_what_comes_next_is_told() -> None:
    file = write(count=2)
    assert run(file).stderr == REPORT
    assert f"change the id in {file}" in run(file).stderr
    endless = write("endless", tournamentType="randomMatches")
    process = start(endless)
    until(lambda: stored() >= 5)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=PATIENCE)[1]
    assert "the same command resumes the tournament" in told
    assert "Report:" not in told


def test_the_report_that_is_suggested_can_be_made() -> None:
    told = run(write("spring cup", count=2), "--store", "my games.db").stderr
    assert told == "Report: crownbridge report 'spring cup' report.html --store 'my games.db'\n"
    done = forked.run(*shlex.split(told)[2:])
    assert (done.returncode, done.stdout) == (0, "2 games; wrote report.html\n"), done.stderr
    assert REPORT not in run("spring cup.json", "--store", "my games.db", "--quiet").stderr


def test_exported_games_carry_their_date() -> None:
    run(write(count=2))
    run("export", "cup", "games.pdn")
    days = {f"{datetime.now():%Y.%m.%d}", f"{datetime.now() - timedelta(hours=1):%Y.%m.%d}"}  # noqa: DTZ005 (as people write)
    dates = re.findall(r'\[Date "(.*)"\]', Path("games.pdn").read_text("utf-8"))
    assert len(dates) == 2
    assert set(dates) <= days
