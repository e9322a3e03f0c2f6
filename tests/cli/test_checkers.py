"""The engine as a program: real processes, joined by pipes as the course does it."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.processes import cpu_seconds

from crownbridge.cli.checkers import checkers
from crownbridge.engines import Engine, SearchRequest, Thought
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.games import Checkers
from crownbridge.protocols.kth import parse_message

COMMAND = Path(sys.executable).with_name("crownbridge")
BEGINNING = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [str(COMMAND), "checkers", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=60)


def check_game(lines: list[str]) -> None:
    """Every line follows from the one before, and the last announces the end."""
    assert lines[0] == BEGINNING
    position = Checkers().initial()
    for line in lines[1:-1]:
        message = parse_message(line.encode())
        assert message is not None
        squares = message.description.split("_")[1:]
        position = position.play(("-" if message.description[0] == "0" else "x").join(squares))
        assert str(position) == message.state
    assert position.outcome() is not None
    assert parse_message(lines[-1].encode()).ends_game  # type: ignore[union-attr]  # it would fail


def test_two_programs_play_through_one_pipe(tmp_path: Path) -> None:
    first = '"$0" checkers init verbose --per-move 0.02'
    script = f'mkfifo pipe; {first} < pipe | tee log | "$0" checkers --per-move 0.02 > pipe'
    done = subprocess.run(
        ["sh", "-c", f"{script}; wait", COMMAND],  # noqa: S607 (any shell will do)
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    boards = re.findall(r"^([.rRwW]{32} \S+ [rw] [0-9]+)$", done.stderr, re.MULTILINE)
    assert boards[0].endswith(" w 49")
    white = (tmp_path / "log").read_text().splitlines()
    assert white[0] == BEGINNING
    assert len(white) > 10


def test_two_programs_play_through_two_pipes(tmp_path: Path) -> None:
    script = """
        mkfifo pipe1 pipe2
        tee log1 < pipe1 | "$0" checkers init verbose --per-move 0.02 > pipe2 &
        tee log2 < pipe2 | "$0" checkers verbose --per-move 0.02 > pipe1
        wait
    """
    done = subprocess.run(
        ["sh", "-c", script, COMMAND],  # noqa: S607 (any shell will do)
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    red = (tmp_path / "log1").read_text().splitlines()
    white = (tmp_path / "log2").read_text().splitlines()
    assert 0 <= len(white) - len(red) <= 1
    check_game([line for pair in zip(white, [*red, ""], strict=False) for line in pair if line])


def test_verbose_draws_on_stderr_only() -> None:
    done = run("verbose", "--per-move", "0.02", typed=BEGINNING + "\n")
    assert re.fullmatch(r"[.rRwW]{32} 0_[0-9_]+ w 49\n", done.stdout)
    assert " r " in done.stderr
    messages = [line for line in done.stderr.splitlines() if re.match(r"[.rRwW]{32} ", line)]
    assert messages == [BEGINNING, done.stdout.strip()]  # whole ones, which can be pasted to any client
    assert run("--per-move", "0.02", typed=BEGINNING + "\n").stderr == ""


@pytest.mark.parametrize(
    ("last", "end"),
    [
        ("..WW...w.....W.....w............ 1_7_14 r 50", "..WW...w.....W.....w............ -3 w 50"),
        ("..W..R.......................... 0_8_3 r 0", "..W..R.......................... -4 w 0"),
    ],
)
def test_it_tells_the_end(last: str, end: str) -> None:
    done = run(typed=last + "\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, end + "\n", "")


def test_a_blank_line_is_nothing() -> None:
    done = run("--per-move", "0.02", typed=f"\n \n{BEGINNING}\n\n")
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_the_end_of_the_input_is_no_error() -> None:
    for words in ([], ["init"]):
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "typed", "message"),
    [
        (["--per-move", "0.02"], "hello\n", "not a message of the protocol: 'hello': expected 4 fields ("),
        (["now"], "", "'now' is not an argument; expected init or verbose"),
        (["--per-move", "0"], "", "crownbridge: --per-move: 0.0; expected a number from 0.001 to 86,400\n"),
        (["--level", "11"], "", "crownbridge: --level: 11; expected a whole number from 1 to 10\n"),
        (
            ["--threads", "0", "--per-move", "0"],
            "",
            "--per-move: 0.0; expected a number from 0.001 to 86,400; --threads: 0; ",
        ),
        (["--agent", "no/such.json", "--level", "3"], "", "--agent and --level are mutually exclusive"),
        (["--level", "x"], "", "invalid int value"),
        (["--agent", "no/such.json"], "", "no/such.json cannot be read: No such file"),
        (["--fast"], "", "unrecognized arguments: --fast"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: list[str], typed: str, message: str) -> None:
    done = run(*arguments, typed=typed)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [COMMAND, "checkers", "init", "--per-move", "60", "--ponder"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(process.stdout.readline())
    process.stdin.flush()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=50)
    assert (process.returncode, output, errors) == (130, b"", b"")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor time is read in /proc")
@pytest.mark.parametrize("ponder", [True, False])
def test_it_thinks_in_the_opponents_time_only_when_told_to(ponder: bool) -> None:  # noqa: FBT001 (a parameter)
    """A real opponent: this test, which takes its time."""
    options = ["--ponder"] if ponder else []
    with subprocess.Popen(
        [COMMAND, "checkers", "--per-move", "0.1", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{BEGINNING}\n".encode())
        process.stdin.flush()
        assert process.stdout.readline()
        used = cpu_seconds(process.pid)
        if ponder:
            while cpu_seconds(process.pid) < used + 0.3:
                assert process.poll() is None
                time.sleep(0.05)
        else:
            time.sleep(0.5)
            assert cpu_seconds(process.pid) < used + 0.1
        process.stdin.close()
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("waiting", "startup", "search"), [(True, 4000, 6000), (True, 20000, 5000), (False, 4000, 10000)]
)
def test_startup_counts_only_if_the_first_state_was_waiting(
    monkeypatch: pytest.MonkeyPatch,
    waiting: bool,  # noqa: FBT001 (a parameter)
    startup: float,
    search: float,
) -> None:
    limits: list[float] = []

    class Recorder(Engine):
        def think(self, request: SearchRequest) -> Thought:
            limits.append(request.limit.seconds or 0.0)
            return Thought(request.position.legal_moves()[0], ())

    states = iter([f"{BEGINNING}\n".encode(), b""])
    monkeypatch.setattr(checkers, "receive", lambda: next(states))
    monkeypatch.setattr(checkers, "send", lambda _line: None)
    monkeypatch.setattr(checkers, "has_input", lambda: waiting)
    monkeypatch.setattr(time, "process_time", lambda: startup)
    monkeypatch.setattr(Hyperparameters, "engine", lambda _agent: Recorder())
    checkers.main(["--per-move", "10000"])
    assert limits == [pytest.approx(search, abs=100)]


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "2>&- verbose"])
def test_closed_streams_are_no_crash(redirection: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"echo '{BEGINNING}' | '{COMMAND}' checkers --per-move 0.01 {redirection}"],  # noqa: S607 (any shell will do)
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_opponent_that_leaves_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [COMMAND, "checkers", "init"],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_it_does_not_load() -> None:
    program = (
        "import sys; from crownbridge.cli import main; sys.argv = ['crownbridge', 'checkers'];"
        "main(); print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    assert not {"typer", "click", "rich", "numpy", "pydantic"} & set(done.stdout.split())
