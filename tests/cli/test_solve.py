"""`crownbridge solve`."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests import forked

COMMAND = Path(sys.executable).with_name("crownbridge")


def solve(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run("solve", *arguments, typed=typed)


def test_the_map_of_a_board() -> None:
    done = solve("hex", "--size", "3")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "   a b c",
        " 1 . . *",
        "  2 * * *",
        "   3 * . .",
        "5 of 9 openings win for red, who moves first",
    ]


def test_blue_may_begin() -> None:
    done = solve("hex", "--size", "2", "--first", "blue")
    assert done.stdout.splitlines()[-1] == "2 of 4 openings win for blue, who moves first"


def test_a_position() -> None:
    assert solve("hex", "--size", "5", "--moves", "a1").stdout.startswith("blue wins with c3 (1 position, ")
    assert re.match(r"blue wins with \w+ \([0-9,]+ positions, ", solve("hex", "--size", "6", "--moves", "a1").stdout)
    assert solve("hex", "--size", "5", "--moves", "c3").stdout.startswith("red wins against any move of blue")


def test_a_proof_replays_to_its_end() -> None:
    every_cell = "".join(f"{column}{row}\n" for row in range(1, 5) for column in "abcd")
    done = solve("hex", "--size", "4", "--moves", "a1", "--replay", typed=f"b2 or so\n{every_cell}")
    assert done.returncode == 0
    assert "'b2 or so' is not a Hex move" in done.stdout
    assert "is illegal" in done.stdout
    assert done.stdout.splitlines()[-1] == "blue wins"


def test_a_replay_ends_with_its_input() -> None:
    done = solve("hex", "--size", "4", "--moves", "a1", "--replay")
    assert done.returncode == 0
    board = [" a b c d", "1 r . . .", " 2 . . . .", "  3 . b . .", "   4 . . . .", "red? "]
    assert done.stdout.splitlines()[-7:] == ["blue plays b3", *board]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["checkers"], "cannot be solved"),
        (["hex", "--size", "0"], "size"),
        (["hex", "--size", "27"], "size"),
        (["hex", "--size", "3", "--moves", "a9"], "a9"),
        (["hex", "--size", "3", "--moves", "a1a1"], "taken"),
        (["hex", "--size", "3", "--moves", "what"], "what"),
        (["hex", "--size", "1", "--moves", "a1"], "over"),
        (["hex", "--first", "green"], "first"),
    ],
)
def test_bad_input_is_one_sentence(arguments: list[str], says: str) -> None:
    done = solve(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_moves_may_be_set_apart() -> None:
    assert solve("hex", "--size", "5", "--moves", "a1 c3, b2").returncode == 0


def test_ctrl_c_shows_what_was_solved() -> None:
    with subprocess.Popen(
        [COMMAND, "solve", "hex", "--size", "9"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        warning = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        shown, _ = running.communicate(timeout=30)
    assert "may take very long" in warning
    assert running.returncode == 130
    assert "openings win for red, who moves first; " in shown
    assert shown.count("\n") == 11
