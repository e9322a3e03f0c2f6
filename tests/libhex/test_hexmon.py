"""hexmon, driven by hand, with AIs in C that are compiled here."""

import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

HEXMON = Path(sys.executable).with_name("hexmon")
HEADERS = Path(__file__).parents[2] / "libhex" / "include"

Compile = Callable[..., Path]

FIRST_EMPTY = """
    static hex_host_info *host;
    static void move(void *data, char *board, int *row, int *col) {
      int cell = (int)(strchr(board, ' ') - board);
      *row = cell % host->size;
      *col = cell / host->size;
      printf("%s sees '%s'\\n", (char *)data, board);
      memset(board, 'r', strlen(board));
    }
    static void destroy(void *data, char *board) { printf("%s leaves '%s'\\n", (char *)data, board); fflush(stdout); }
    void INIT(hex_host_info *given, hex_ai_info *ai) {
      host = given;
      ai->data = given->opt;
      ai->move_callback = move;
      ai->destroy_callback = destroy;
    }
"""


@pytest.fixture
def compile_ai(tmp_path: Path) -> Compile:
    """Gives libNAME.so, made from C (or C++) with the headers that AIs need."""

    def compile_ai(name: str, source: str = FIRST_EMPTY, compiler: str = "cc", suffix: str = "c") -> Path:
        file = tmp_path / f"{name}.{suffix}"
        includes = "\n".join(f"#include <{header}>" for header in ("stdio.h", "stdlib.h", "string.h", "signal.h"))
        code = textwrap.dedent(source).replace("INIT", f"hex_ai_init_{name}")
        file.write_text(f"{includes}\n#include <unistd.h>\n#include <hex/hexmon.h>\n{code}")
        library = tmp_path / f"lib{name}.so"
        subprocess.run([compiler, "-shared", "-fPIC", f"-I{HEADERS}", "-o", library, file], check=True)
        return library

    return compile_ai


def session(commands: str, *arguments: object, cwd: Path | None = None) -> tuple[int, list[str], list[str]]:
    """Status, answers and complaints of a whole session."""
    done = subprocess.run(
        [HEXMON, *map(str, arguments)], input=commands, capture_output=True, text=True, timeout=60, cwd=cwd, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


@pytest.mark.parametrize("size", [1, 5, 11, 26])
def test_a_session_by_hand(compile_ai: Compile, size: int) -> None:
    """Blue begins; the board is column by column; every stone is echoed; both AIs see the final board."""
    library = compile_ai("first")
    corner = size - 1
    commands = f"move blue\nred {corner} {corner}\n" + ("move blue\nmove red\n" if size > 1 else "") + "quit\n"
    status, answers, output = session(commands, size, f"{library}:Rita", f"{library}:Bob")
    assert status == 0
    assert answers == ["blue 0 0", f"red {corner} {corner}", *(["blue 1 0", "red 2 0"] if size > 1 else [])]
    empty = " " * (size * size)
    assert output[0] == f"Bob sees '{empty}'"
    final = "r" if size == 1 else "bbr" + " " * (size * size - 4) + "r"
    assert sorted(output[-2:]) == [f"Bob leaves '{final}'", f"Rita leaves '{final}'"]


def test_stones_are_put_without_judging(compile_ai: Compile) -> None:
    """Neither turn order nor legality is watched: red may move twice, and onto a stone."""
    status, answers, _ = session("red 0 0\nred 1 1\nblue 1 1\nmove blue\n", 3, "human", compile_ai("first"))
    assert (status, answers) == (0, ["red 0 0", "red 1 1", "blue 1 1", "blue 1 0"])


def test_two_humans() -> None:
    assert session("blue 0 1\r\n\n  red 2 2  \nquit\n", 3, "human:ignored", "human") == (0, ["blue 0 1", "red 2 2"], [])


def test_an_ai_in_cpp_and_by_its_bare_name(compile_ai: Compile, tmp_path: Path) -> None:
    compile_ai("plus", f'extern "C" {{ {FIRST_EMPTY} }}', "c++", "cpp")
    assert session("move blue\nquit\n", 2, "human", "libplus.so", cwd=tmp_path)[:2] == (0, ["blue 0 0"])


def test_the_largest_board() -> None:
    commands = "blue 999 999\nred 999 999\nred 1000 0\nblue 0 0\nquit\n"
    complaint = "hexmon: row 1000, column 0 is off the board of size 1000"
    answers = ["blue 999 999", "red 999 999", "blue 0 0"]
    assert session(commands, 1000, "human", "human") == (0, answers, [complaint])


def test_what_is_not_understood_is_said_and_passed_over() -> None:
    lines = [
        "fly",
        "red",
        "red 1",
        "red a b",
        "red 1 1 1",
        "move",
        "move green",
        "quit now",
        "red 3 0",
        "blue 0 -1",
        "x" * 999,
    ]
    status, answers, complaints = session("\n".join(lines) + "\nmove red\nblue 0 0\nquit\n", 3, "human", "human")
    assert (status, answers) == (0, ["blue 0 0"])
    assert len(complaints) == len(lines) + 1
    assert complaints[0].startswith("hexmon: unknown command: fly (expected red ROW COL")
    assert complaints[8] == "hexmon: row 3, column 0 is off the board of size 3"
    assert complaints[-1] == "hexmon: red is human; use 'red ROW COL'"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["3"],
        ["3", "human"],
        ["0", "human", "human"],
        ["1001", "human", "human"],
        ["x", "human", "human"],
        ["-t", "0", "3", "human", "human"],
    ],
    ids=str,
)
def test_bad_arguments(arguments: list[str]) -> None:
    status, answers, complaints = session("", *arguments)
    assert (status, answers) == (2, [])
    assert complaints


MOVE = """
    static void move(void *data, char *board, int *row, int *col) {{ {body} }}
    void INIT(hex_host_info *host, hex_ai_info *ai) {{ ai->move_callback = move; }}
"""

# Source of hostile AIs, and the expected error message.
HOSTILE = {
    "crashes": (MOVE.format(body="raise(SIGSEGV);"), "blue crashed on its move: Segmentation fault"),
    "smashes": (MOVE.format(body="char here[4]; memset(here, 0, 1 << 20);"), "blue crashed on its move: "),
    "exits": (MOVE.format(body="exit(7);"), "blue exited on its move with status 7"),
    "hangs": (MOVE.format(body="for (;;) pause();"), "blue took longer than 300 ms on its move"),
    "ignores": (
        MOVE.format(body="signal(SIGTERM, SIG_IGN); for (;;) {}"),
        "blue took longer than 300 ms on its move",
    ),
    "stops": (MOVE.format(body="raise(SIGSTOP);"), "blue stopped itself without a move"),
    "silent": (MOVE.format(body=""), "blue answered row -1, column -1, which is off the board of size 3"),
    "outside": (MOVE.format(body="*row = 3; *col = 0;"), "blue answered row 3, column 0, which is off the board"),
    "occupied": (MOVE.format(body="*row = 1; *col = 1;"), "blue answered row 1, column 1, which is occupied"),
    "crashes_early": ("void INIT(hex_host_info *h, hex_ai_info *a) { abort(); }", "blue crashed while loading: "),
    "mute": ("void INIT(hex_host_info *h, hex_ai_info *a) {}", "does not set move_callback"),
    "misnamed": ("void hex_ai_init_other(hex_host_info *h, hex_ai_info *a) {}", "does not export hex_ai_init_misnamed"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_ai_gets_its_line(compile_ai: Compile, name: str) -> None:
    source, expected = HOSTILE[name]
    status, answers, complaints = session(
        "red 1 1\nmove blue\nquit\n", "-t", "300", 3, "human", compile_ai(name, source)
    )
    assert status == 1
    assert answers in ([], ["red 1 1"])
    assert any(expected in line for line in complaints), complaints


def test_a_missing_file() -> None:
    status, _, complaints = session("", 3, "human", "./libnone.so")
    assert status == 1
    assert "blue cannot be loaded: ./libnone.so: cannot open shared object file" in complaints[0]


@pytest.fixture
def running(compile_ai: Compile) -> Iterator[subprocess.Popen[str]]:
    library = compile_ai("first")
    process = subprocess.Popen(
        [HEXMON, "3", library, library],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def state(pid: int) -> str:
    """The letter that ps shows, or nothing when there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def ask(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    return process.stdout.readline()


def test_an_ai_is_stopped_while_it_is_not_asked(running: subprocess.Popen[str]) -> None:
    assert ask(running, "move blue") == "blue 0 0\n"
    assert [state(child) for child in children(running.pid)] == ["T", "T"]


def test_no_ai_survives_the_monitor(running: subprocess.Popen[str]) -> None:
    assert ask(running, "move blue") == "blue 0 0\n"
    ais = children(running.pid)
    assert len(ais) == 2
    running.kill()
    running.wait()
    deadline = time.monotonic() + 30
    while any(state(ai) not in ("", "Z") for ai in ais):
        assert time.monotonic() < deadline
        time.sleep(0.01)
