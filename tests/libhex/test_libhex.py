"""libhex as it is installed: what it exports, how others compile with it, and whether it agrees with everybody else.

The C side of its contract (errors, hostile arguments, no memory) is tested by hex_test.c.
"""

import ctypes
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from crownbridge.cli.hex.libhex import INCLUDE, LIBRARIES, PKG_CONFIG
from crownbridge.games.hex import Hex, columns
from crownbridge.games.hex.reference import ReferencePosition
from crownbridge.games.outcome import Outcome

COMMAND = Path(sys.executable).with_name("crownbridge")
DOCS = Path(__file__).parents[2] / "docs"
HEADER = (INCLUDE / "hex" / "hex.h").read_text(encoding="utf-8")
MOST_SIZE = 19
BOARDS_A_SIZE = 1_112  # 20,016 boards from size 2, and as many more of size 1
LEAST_OF_OPENSPIEL = 2  # where there is one cell, it does not see that the game is won


class Board:
    """A board of the installed shared library."""

    library = ctypes.CDLL(str(LIBRARIES / "libhex.so"))

    def __init__(self, size: int) -> None:
        self._board = ctypes.c_void_p()
        self._call("create", ctypes.c_int(size), into=self._board, own=False)
        self._room = size * size + 1

    def _call(self, name: str, *arguments: Any, into: Any = None, own: bool = True) -> Any:
        places = [] if into is None else [ctypes.byref(into)]
        error = getattr(self.library, f"hex_{name}")(*([self._board] if own else []), *arguments, *places)
        assert error == 0, name
        return None if into is None else into.value

    def scan(self, text: str) -> None:
        self._call("scan", text.encode())

    def dump(self) -> str:
        text = ctypes.create_string_buffer(self._room)
        self._call("dump", text, ctypes.c_size_t(self._room))
        return text.value.decode()

    def set(self, row: int, column: int, stone: str) -> None:
        self._call("set", row, column, ctypes.c_char(stone.encode()))

    def clear(self) -> None:
        self._call("clear")

    def flip(self) -> None:
        self._call("flip")

    @property
    def winner(self) -> str:
        return bytes(self._call("winner", into=ctypes.c_char())).decode()

    def __del__(self) -> None:
        self.library.hex_destroy(self._board)


def letter(outcome: Outcome | None) -> str:
    return " " if outcome is None else str(outcome.winner)[0]


def random_boards(size: int) -> Iterator[tuple[list[int], bool]]:
    """Cells in the order in which red and blue take them, numbered by row; every other board is full."""
    choose = random.Random(size)
    for index in range(BOARDS_A_SIZE):
        order = list(range(size * size))
        choose.shuffle(order)
        full = index % 2 == 0
        yield order if full else order[: choose.randint(0, size * size)], full


@pytest.mark.parametrize("size", range(1, MOST_SIZE + 1))
def test_all_agree_on_who_has_won(size: int) -> None:
    """The native core, the reference, libhex by text and by moves, and OpenSpiel, which plays until the game is won.

    Its first player connects top and bottom, as red does. Stones after a win do not change the winner.
    """
    game, theirs = Hex(size), pyspiel.load_game(f"hex(board_size={size})")
    by_text, by_moves = Board(size), Board(size)
    winners = []
    for order, full in random_boards(size):
        by_moves.clear()
        state = theirs.new_initial_state()
        rows = ["."] * (size * size)
        for number, cell in enumerate(order):
            stone = "rb"[number % 2]
            rows[cell] = stone
            by_moves.set(*divmod(cell, size), stone)
            if not state.is_terminal():
                state.apply_action(cell)
        lines = "/".join("".join(rows[start : start + size]) for start in range(0, len(rows), size))
        position = game.parse(f"{lines} r")
        text = columns(position)
        by_text.scan(text)
        assert by_text.dump() == by_moves.dump() == text
        winner = letter(position.outcome())
        assert by_text.winner == by_moves.winner == winner
        assert winner == letter(ReferencePosition.from_rows("".join(rows), size, "r").outcome())
        if size >= LEAST_OF_OPENSPIEL:
            assert winner == (("r" if state.returns()[0] > 0 else "b") if state.is_terminal() else " ")
        assert winner in "rb" or not full, "a full board is always won"
        by_text.flip()
        assert by_text.winner == {"r": "b", "b": "r", " ": " "}[winner]
        winners.append(winner)
    assert set(winners) == ({"r", " "} if size == 1 else set("rb "))


def test_a_stone_taken_back_is_as_if_it_had_never_been() -> None:
    choose = random.Random(7)
    for size in (2, 5, 11):
        board = Board(size)
        rows = ["."] * (size * size)
        for _ in range(1500):
            cell = choose.randrange(size * size)
            rows[cell] = choose.choice("rb.")
            board.set(*divmod(cell, size), rows[cell].replace(".", " "))
            outcome = ReferencePosition.from_rows("".join(rows), size, "r").outcome()
            assert board.winner == letter(outcome)


def symbols(*arguments: str | Path) -> dict[str, str]:
    """The names that a library holds, and what nm calls their kind."""
    lines = subprocess.check_output(["nm", "-P", *arguments], text=True).splitlines()  # noqa: S607 (the system's)
    return {words[0].partition("@")[0]: words[1] for words in map(str.split, lines) if len(words) > 1}


def test_it_exports_what_the_header_declares_and_nothing_else() -> None:
    declared = set(re.findall(r"^HEX_API .*?(hex_\w+)\(", HEADER, re.MULTILINE))
    assert len(declared) > 10
    assert set(symbols("-D", "--defined-only", LIBRARIES / "libhex.so")) == declared
    assert {name for name, kind in symbols(LIBRARIES / "libhex.a").items() if kind == "T"} == declared


def test_it_has_no_global_state_and_needs_only_libc() -> None:
    kinds = symbols(LIBRARIES / "libhex.a")
    tables_of_switches = "CSWTCH."  # constant, but relocated when it is loaded
    assert [name for name, kind in kinds.items() if kind in "bBdDC" and not name.startswith(tables_of_switches)] == []
    needed = {name for name, kind in kinds.items() if kind == "U"}
    assert {"malloc", "free"} <= needed
    assert needed & {"abort", "exit", "__assert_fail", "printf", "fprintf", "puts"} == set()
    dynamic = subprocess.check_output(["readelf", "-d", LIBRARIES / "libhex.so"], text=True)  # noqa: S607 (the system's)
    assert re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic) == ["libc.so.6"]
    assert re.findall(r"\(SONAME\).*\[(.*)\]", dynamic) == ["libhex.so.1"]


def test_hexmon_exports_none_of_it() -> None:
    """An AI's own copy of libhex must not clash with hexmon's."""
    hexmon = Path(sys.executable).with_name("hexmon")
    assert not [name for name in symbols("-D", "--defined-only", hexmon) if name.startswith("hex_")]


PROGRAM = """
#include <hex/hex.h>
#include <stdio.h>
int main(void) {
  hex_board *board;
  hex_error error = hex_create(3, &board);
  if (error) return fprintf(stderr, "%s\\n", hex_error_text(error)), 1;
  for (int row = 0; row < 3; row++) hex_set(board, row, 1, HEX_RED);
  char winner;
  hex_winner(board, &winner);
  printf("%c %s\\n", winner, hex_version());
  hex_destroy(board);
  return 0;
}
"""


def flags(*arguments: str) -> list[str]:
    return shlex.split(subprocess.check_output([COMMAND, "libhex", *arguments], text=True))


def pkg_config_flags() -> list[str]:
    environment = {**os.environ, "PKG_CONFIG_PATH": " ".join(flags("--pkg-config-path"))}
    command = ["pkg-config", "--cflags", "--libs", "hex"]
    try:
        return shlex.split(subprocess.check_output(command, text=True, env=environment))
    except FileNotFoundError:
        pytest.skip("there is no pkg-config")


@pytest.mark.parametrize("how", ["shared", "static", "pkg-config"])
@pytest.mark.parametrize("language", ["c", "c++"])
def test_a_program_is_compiled_and_runs(tmp_path: Path, language: str, how: str) -> None:
    (tmp_path / "tool.c").write_text(PROGRAM)
    words = (
        pkg_config_flags() if how == "pkg-config" else flags("--cflags", "--libs", *(["--static"] * (how == "static")))
    )
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-std=c11" if language == "c" else "-std=c++11"]
    compiler = ["cc"] if language == "c" else ["c++", "-x", "c++"]
    subprocess.run([*compiler, *strict, "-o", tmp_path / "tool", tmp_path / "tool.c", "-x", "none", *words], check=True)
    version = re.search(r'HEX_VERSION "(.*)"', HEADER)
    assert version
    assert subprocess.check_output([tmp_path / "tool"], text=True, cwd="/") == f"r {version[1]}\n"


@pytest.mark.parametrize(("page", "source"), [("libhex.md", "first.c"), ("hexmon.md", "foo.c")])
def test_the_page_works_as_it_stands(tmp_path: Path, page: str, source: str) -> None:
    """The AI of the page is saved, and everything that the page types is typed."""
    text = (DOCS / page).read_text(encoding="utf-8")
    (tmp_path / source).write_text(re.findall(r"^```c\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)[0])
    (tmp_path / "tool.c").write_text(PROGRAM)
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    lines = [line for line in blocks.splitlines() if re.match(r"cc |export |crownbridge |printf ", line)]
    assert len(lines) >= 2
    if "pkg-config" in blocks and not shutil.which("pkg-config"):
        pytest.skip("there is no pkg-config")
    path = f"{COMMAND.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e"],  # noqa: S607 (any shell)
        input="\n".join(lines),
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert ("against random: +" in done.stdout) if page == "libhex.md" else ("blue 0 0\n" in done.stdout)
    assert "lost" not in done.stdout


def test_the_page_names_every_function_and_error() -> None:
    text = (DOCS / "libhex.md").read_text(encoding="utf-8")
    functions = re.findall(r"^HEX_API .*?(hex_\w+)\(", HEADER, re.MULTILINE)
    errors = re.findall(r"^  (HEX_ERROR_\w+)", HEADER, re.MULTILINE)
    assert len(errors) == 7
    assert [name for name in functions if f"| `{name}(" not in text] == []
    assert [name for name in errors if f"| `{name}` |" not in text] == []


def test_the_command_tells_version_and_folders() -> None:
    output = subprocess.check_output([COMMAND, "libhex"], text=True)
    assert output == f"libhex 1.0.0\nheaders: {INCLUDE}\nlibraries: {LIBRARIES}\n"
    assert (PKG_CONFIG / "hex.pc").exists()
    done = subprocess.run([COMMAND, "libhex", "--static"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "crownbridge: --static needs --libs\n")
