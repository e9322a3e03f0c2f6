"""The engine as a hexai program: real processes, joined by pipes as its document does it."""

import argparse
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO

import pytest

from crownbridge.cli.hex import options
from crownbridge.games import Hex
from crownbridge.protocols.hexai import parse_move_line

COMMAND = Path(sys.executable).with_name("crownbridge")


def run(*arguments: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    data = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([COMMAND, "hexai", *arguments], input=data, capture_output=True, check=False, timeout=60)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@contextmanager
def started(*arguments: str) -> Iterator[tuple["subprocess.Popen[str]", IO[str], IO[str]]]:
    """A program that is talked with, line by line; one that hangs is killed."""
    with subprocess.Popen(
        [COMMAND, "hexai", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(60, process.kill)
        timer.start()
        try:
            yield process, process.stdin, process.stdout
        finally:
            timer.cancel()
            process.kill()


def check_game(lines: list[str], size: int) -> None:
    """Moves take turns and are numbered by pairs, all are legal, and the last alone ends the game."""
    position = Hex(size).initial()
    for count, line in enumerate(lines):
        move = parse_move_line(line.encode())
        assert move is not None
        assert str(move) == line
        assert (move.colour, move.number) == ("XO"[count % 2], count // 2 + 1)
        position = position.play(move.cell)
        assert move.final == (position.outcome() is not None)
    assert position.outcome() is not None


def test_a_handshake_and_a_move_for_x() -> None:
    done = run("X", "5", "10")
    handshake, move = done.stdout.splitlines()
    assert re.fullmatch(r"X: crownbridge \S+ by .+", handshake)
    assert re.fullmatch(r"X[a-e][1-5] #1 t=[0-9]+ms", move)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_level_has_its_own_iterations() -> None:
    done = run("O", "5", "--level", "3", "--seed", "1", typed="Xa1 #1\n")
    assert re.fullmatch(r"O: .*\nO[a-e][1-5] #1 t=[0-9]+ms\n", done.stdout)
    assert run("O", "5", "--level", "3", "--seed", "1", typed="Xa1 #1\n").stdout.split()[-3] == done.stdout.split()[-3]


def test_o_waits_and_uses_the_defaults() -> None:
    done = run("O", typed="# noise\nX: hexai by Alexandre\n\nthinking\nXk11 #1 t=358ms\n")
    assert re.fullmatch(r"O: .*\nO[a-k][0-9]+ #1 t=[0-9]+ms\n", done.stdout)
    assert (done.returncode, done.stderr) == (0, "")


def test_two_programs_play_through_pipes(tmp_path: Path) -> None:
    script = 'mkfifo pipe; "$0" hexai X 5 50 < pipe | tee x | "$0" hexai O 5 50 | tee o > pipe'
    done = subprocess.run(
        ["sh", "-c", script, COMMAND],  # noqa: S607 (any shell will do)
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    x, o = ((tmp_path / name).read_text().splitlines()[1:] for name in "xo")
    assert len(o) <= len(x) <= len(o) + 1
    check_game([line for pair in zip(x, [*o, ""], strict=False) for line in pair if line], 5)


def test_arbi(tmp_path: Path) -> None:
    program = f"'{COMMAND}' hexai"
    done = subprocess.run(
        [COMMAND, "arbi", program, program, "log.txt", "20", "30", "--size", "4"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"[XO] wins: .*hexai \([XO]\) beat .*hexai \([XO]\)\n$", done.stdout)
    lines = (tmp_path / "log.txt").read_text().splitlines()
    check_game([line for line in lines if re.match(r"[XO][a-z]", line)], 4)
    assert {line[:14] for line in lines if line[1:2] == ":"} == {"X: crownbridge", "O: crownbridge"}


def test_arbi_counts_a_stopped_game_as_unfinished(tmp_path: Path) -> None:
    program = f"'{sys.executable}' -c 'import sys; print(sys.argv[1] + chr(46))'"
    done = subprocess.run(
        [COMMAND, "arbi", program, program, "log.txt"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout == f"unfinished: {program} (X) aborted the game in its 1st move (ply 1): no reason given\n"


def test_a_match_through_our_host() -> None:
    players = [f"hexai:'{COMMAND}' hexai", "random"]
    done = subprocess.run(
        [COMMAND, "match", *players, "--game", "hex", "--size", "4", "--per-move", "20", "--sandbox", "none"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^game [12]: (red|blue) wins \(", done.stdout, re.MULTILINE)) == 2


def test_the_doctor_finds_nothing() -> None:
    done = subprocess.run(
        [COMMAND, "doctor", f"'{COMMAND}' hexai", "--protocol", "hexai", "--per-move", "20", "--size", "4"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.endswith("checks.\n")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("Xf1 #1 t=1ms\n", "received illegal move f1"),
        ("Xz99 #1 t=1ms\n", "received illegal move z99"),
        ("Xa10 #1 t=1ms", "received illegal move a10"),
        ("Xc3.#1 t=1ms\n", "received c3 with a dot, but it does not end the game"),
        ("Oc3 #1 t=1ms\n", "received 'Oc3 #1 t=1ms', but O is my own colour"),
        ("X hexai by nobody\n", "received 'X hexai by nobody', which is neither a move nor a handshake"),
        ("O: hexai\n", "received 'O: hexai', but O is my own colour"),
    ],
)
def test_an_error_of_the_opponent_is_told_and_ends_it(typed: str, reason: str) -> None:
    done = run("O", "5", "10", typed=typed)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[1:] == [f"O. E: {reason}"]


def test_an_occupied_cell_is_an_error() -> None:
    with started("X", "5", "10") as (process, stdin, stdout):
        stdout.readline()
        cell = stdout.readline()[1:3]
        stdin.write(f"O{cell} #1 t=1ms\n")
        assert stdout.read() == f"X. E: received illegal move {cell}\n"
        assert process.wait(30) == 1


@pytest.mark.parametrize("end", ["X.\n", "O.\n", "X. E: received illegal move a10\n", "X."])
def test_it_leaves_when_told_the_end(end: str) -> None:
    with started("O", "5", "10") as (process, stdin, stdout):
        stdout.readline()
        stdin.write(end)
        if not end.endswith("\n"):
            stdin.close()
        assert stdout.read() == ""
        assert process.wait(30) == 0


def test_it_leaves_when_the_opponent_has_won() -> None:
    done = run("O", "1", typed="Xa1.#1 t=0ms\n")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")


def test_the_end_interrupts_a_thought() -> None:
    with started("O", "11", "--per-move", "3600") as (process, stdin, stdout):
        stdout.readline()
        stdin.write("Xf6 #1 t=0ms\n")
        time.sleep(0.3)
        stdin.write("X. E: no time\n")
        assert stdout.read() == ""
        assert process.wait(30) == 0


def test_a_move_out_of_turn_interrupts_a_thought() -> None:
    with started("X", "11", "--per-move", "3600") as (process, stdin, stdout):
        stdout.readline()
        stdin.write("O: hello\nOa1 #1 t=0ms\n")
        assert stdout.read() == "X. E: received a1, but it is my turn\n"
        assert process.wait(30) == 1


def test_the_end_of_the_input_is_no_error() -> None:
    for typed in ("", "X: me", "Xa1 #1", "\xff\n", "X: " + "x" * 100_000):
        done = run("O", "5", "10", typed=typed)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: X|O; see crownbridge hexai --help"),
        (["Z"], "the colour is 'Z'; expected X or O"),
        (["x"], "the colour is 'x'; expected X or O"),
        (["X", "0"], "the size of the board is 0; expected a whole number from 1 to 26"),
        (["X", "99"], "the size of the board is 99; expected a whole number from 1 to 26"),
        (["X", "11", "0"], "the number of iterations is 0; expected a whole number from 1 to 1,000,000,000"),
        (["X", "11", "-5"], "the number of iterations is -5; expected a whole number from 1 to 1,000,000,000"),
        (["X", "11", "many"], "argument iterations: invalid int value: 'many'; see crownbridge hexai --help"),
        (["X", "11", "10", "now"], "unrecognized arguments: now; see crownbridge hexai --help"),
        (["X", "--per-move", "0"], "--per-move: 0.0; expected a number from 0.001 to 86,400"),
        (["X", "--level", "11"], "--level: 11; expected a whole number from 1 to 10"),
        (["X", "--threads", "0"], "--threads: 0; expected a whole number from 1 to "),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"crownbridge: {message}")
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [COMMAND, "hexai", "X", "--per-move", "3600"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors) == (130, b"", b"")


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&-", "0>/dev/null"])
def test_closed_streams_are_no_crash(redirection: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"echo | '{COMMAND}' hexai X 3 5 {redirection}"],  # noqa: S607 (any shell will do)
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_opponent_that_leaves_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [COMMAND, "hexai", "X", "3", "5"], stdin=subprocess.DEVNULL, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("iterations", "status", "complaint"),
    [("1000", 0, ""), ("1000000", 1, "crownbridge: out of memory\n")],
)
def test_few_iterations_need_little_memory(iterations: str, status: int, complaint: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"ulimit -v 200000; exec '{COMMAND}' hexai X 3 {iterations}"],  # noqa: S607 (any shell will do)
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (status, complaint)


@pytest.mark.parametrize("program", [["hexai", "X", "3", "5"], ["htp", "--evaluation", "playouts"]])
def test_what_it_does_not_load(program: list[str]) -> None:
    script = (
        f"import sys; from crownbridge.cli import main; sys.argv = ['crownbridge', *{program}];"
        "main(); print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert not {"typer", "click", "rich", "numpy", "pydantic"} & set(done.stdout.split())


@pytest.mark.parametrize(
    ("cores", "arguments", "threads"),
    [({0}, [], 1), ({0, 1}, [], 2), (set(range(8)), [], 2), ({0, 1}, ["--threads", "5"], 5)],
)
def test_two_threads_where_there_are_two_cores(
    monkeypatch: pytest.MonkeyPatch, cores: set[int], arguments: list[str], threads: int
) -> None:
    chosen: dict[str, object] = {}

    class Recorder:
        def __init__(self, **parameters: object) -> None:
            chosen.update(parameters)

        def engine(self) -> None:
            """Make nothing."""

    monkeypatch.setattr(os, "sched_getaffinity", lambda _: cores)
    monkeypatch.setattr(options, "Parameters", Recorder)
    parser = argparse.ArgumentParser()
    options.add_options(parser, "time")
    options.chosen_engine(parser.parse_args(arguments), None)
    assert chosen["threads"] == threads
