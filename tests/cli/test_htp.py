"""The engine as a program that speaks the Hex Text Protocol: real processes."""

import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

from crownbridge.programs.htp import COMMANDS

COMMAND = Path(sys.executable).with_name("crownbridge")


def run(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([COMMAND, "htp", *arguments], input=typed, capture_output=True, check=False, timeout=120)


def test_a_session_as_hexgui_has_it() -> None:
    typed = (
        b"name\nversion\nhexgui-analyze_commands\nboardsize 5 5\nshowboard\nplay black c3\ngenmove white\nundo\nquit\n"
    )
    done = run("--iterations", "20", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    answers = done.stdout.decode().split("\n\n")
    assert answers.pop() == ""
    assert len(answers) == 9
    assert all(answer.startswith("= ") for answer in answers)
    assert re.fullmatch(r"= [a-e][1-5]", answers[6])


def test_it_ends_with_its_input() -> None:
    done = run(typed=b"1 name\n2 name")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"=1 Crownbridge\n\n=2 Crownbridge\n\n", b"")


def test_nothing_is_answered_after_quit() -> None:
    assert run(typed=b"quit\nname\n").stdout == b"= \n\n"


def test_swaps_only_when_told_to() -> None:
    typed = b"boardsize 3\nplay b b2\nall_legal_moves\nquit\n"
    assert b"swap-pieces" in run("--swap", typed=typed).stdout
    assert b"swap-pieces" not in run(typed=typed).stdout


def test_interrupting_a_thought() -> None:
    with subprocess.Popen(
        [COMMAND, "htp", "--per-move", "3600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        timer = Timer(60, process.kill)
        timer.start()
        process.stdin.write("# interrupt\nname\ngenmove b\n")
        assert process.stdout.readline() == "= Crownbridge\n"
        time.sleep(0.3)
        process.stdin.write("# a comment\n# interrupt\nquit\n")
        assert re.fullmatch(r"\n= [a-k][0-9]+\n\n= \n\n", process.stdout.read())
        assert process.wait(30) == 0
        timer.cancel()


def test_ctrl_c_ends_it_quietly() -> None:
    process = subprocess.Popen(
        [COMMAND, "htp", "--per-move", "3600"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"name\ngenmove w\n")
    process.stdin.flush()
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, output.strip(), errors) == (130, b"", b"")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["now"], "unrecognized arguments: now; see crownbridge htp --help"),
        (["--iterations", "0"], "the number of iterations is 0; expected a whole number from 1 to 1,000,000,000"),
        (["--iterations", "x"], "argument --iterations: invalid int value: 'x'"),
        (["--per-move", "nan"], "--per-move: nan; expected a number from 0.001 to 86,400"),
        (["--level", "0"], "--level: 0; expected a whole number from 1 to 10"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(f"crownbridge: {message}")
    assert done.stderr.count(b"\n") == 1


def test_a_match_against_hexai_through_our_host() -> None:
    players = [f"htp:'{COMMAND}' htp --iterations 20", f"hexai:'{COMMAND}' hexai --per-move 0.01"]
    done = subprocess.run(
        [COMMAND, "match", *players, "--game", "hex", "--size", "4", "--per-move", "20", "--sandbox", "none"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^game [12]: (red|blue) wins \(", done.stdout, re.MULTILINE)) == 2


def test_a_match_with_the_swap_through_our_host() -> None:
    program = f"htp:'{COMMAND}' htp --iterations 20"
    done = subprocess.run(
        [
            COMMAND,
            "match",
            program,
            program,
            "--game",
            "hex",
            "--size",
            "3",
            "--swap",
            "--per-move",
            "60",
            "--sandbox",
            "none",
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"^game [12]: (red|blue) wins \(", done.stdout, re.MULTILINE)) == 2


def test_the_doctor_finds_nothing() -> None:
    done = subprocess.run(
        [COMMAND, "doctor", f"'{COMMAND}' htp --iterations 20", "--protocol", "htp", "--per-move", "20", "--size", "4"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.stdout.endswith("checks.\n")


@pytest.mark.parametrize("seed", range(3))
def test_no_input_crashes_it_or_hangs(seed: int) -> None:
    chance = random.Random(seed)
    words = [
        *COMMANDS,
        "b",
        "white",
        "a1",
        "b2",
        "z9",
        "swap-pieces",
        "swap-sides",
        "resign",
        "3",
        "0",
        "-1",
        "9e9",
        "#",
    ]
    lines = [b"boardsize 4"]
    for _ in range(150):
        sensible = " ".join(chance.choices(words, k=chance.randrange(5))).encode()
        lines.append(sensible if chance.random() < 0.7 else chance.randbytes(chance.randrange(40)))
    lines.append(b"x" * 10_000)
    lines = [line for line in lines if b"quit" not in line]
    done = run("--per-move", "0.002", "--iterations", "20", typed=b"\n".join(lines) + b"\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"\n\n= \n\n")
    assert all(answer[:1] in (b"=", b"?") for answer in done.stdout.split(b"\n\n")[:-1])
