"""`crownbridge replay`: printed, and on a terminal of our own."""

import fcntl
import io
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console
from tests import forked

from crownbridge.cli.support.game_view import Replayed, coloured, uncoloured, visible
from crownbridge.cli.support.keys import _pressed, named
from crownbridge.cli.support.replay_screen import _about, _output, _page
from crownbridge.games import Hex, Outcome, Termination
from crownbridge.games.terminal import draw
from crownbridge.records import Decision, GameRecord, PlainLine, json_lines
from crownbridge.store import Store, StoredGame

PROGRAM = Path(sys.executable).with_name("crownbridge")
WAIT = 30.0


@pytest.fixture
def record() -> GameRecord:
    game = Hex(3)
    moves = [game.initial().parse_move(text) for text in ("b1", "a1", "b2")]
    decisions = (
        Decision(moves[0], 0.25, stdout=b"thinking\x1b[2Jhard\n", stderr=b"\xffdepth 3\n"),
        Decision(moves[1], 0.5, search="depth 1, 40 %\x9b2J"),
        Decision(moves[2], 1.0, stdout=b"\x1b[1;31mnearly\x1b[0m there\n"),
    )
    outcome = Outcome(game.sides[0], Termination.CRASH, "blue: exit status 1\x1b]0;title\x07")
    leftover = {game.sides[1]: Decision(None, 0.1, stderr=b"Segmentation fault\n")}
    return GameRecord(game, ("ann\x1b[31m", "bob"), game.initial(), PlainLine(decisions), outcome, leftover)


@pytest.fixture
def file(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(json_lines.dumps_line(record) * 2)
    return path


def replay(*arguments: object) -> subprocess.CompletedProcess[str]:
    return forked.run("replay", *map(str, arguments))


def test_the_current_move_is_in_the_middle_of_the_moves_shown() -> None:
    game = Hex(9)
    moves = game.initial().legal_moves()[:40]
    record = GameRecord(
        game,
        ("ann", "bob"),
        game.initial(),
        PlainLine(Decision(move, 0.0) for move in moves),
        Outcome(None, Termination.INTERRUPTED),
    )
    shown = _about(Replayed("", record), 20, 13).plain.splitlines()[3:]
    assert [line.split(".")[0].strip() for line in shown] == [str(number) for number in range(15, 25)]


def test_the_output_of_a_side_is_under_its_name() -> None:
    red = Hex(3).sides[0]
    assert _output(red, [], 5).plain == "red printed nothing\n"
    assert _output(red, ["1", "2", "3", "4", "5"], 4).plain == "red printed\n3\n4\n5"


@pytest.mark.parametrize(("columns", "below"), [(30, True), (100, False)])
def test_on_a_narrow_terminal_the_moves_are_below_the_board(record: GameRecord, columns: int, *, below: bool) -> None:
    console = Console(width=columns, height=40, file=io.StringIO(), record=True)
    console.print(_page(Replayed("", record), 1, columns, 40, colour=False))
    lines = console.export_text().splitlines()
    [last_row] = [number for number, line in enumerate(lines) if re.match(r"\s*3 ", line)]
    [player] = [number for number, line in enumerate(lines) if "bob" in line]
    assert (player > last_row) == below


def test_without_a_terminal_all_is_printed(file: Path) -> None:
    done = replay(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("red: ann\\x1b[31m\nblue: bob\n")
    assert (
        "  1. red   b1  0.250 s\n     red stdout: thinking\\x1b[2Jhard\n     red stderr: \\xffdepth 3\n" in done.stdout
    )
    assert "  2. blue  a1  0.500 s\n\n a b c\n1 b r .\n" in done.stdout
    assert "     red stdout: nearly there\n" in done.stdout
    assert done.stdout.endswith(
        "     blue stderr: Segmentation fault\nred wins (crash): blue: exit status 1\\x1b]0;title\\x07\n"
    )


def test_which_game(file: Path, tmp_path: Path) -> None:
    assert replay(file, "--number", 2, "--plain").returncode == 0
    done = replay(file, "--number", 3)
    assert (done.returncode, done.stderr) == (2, f"crownbridge: {file} has 2 games; there is no game 3\n")
    bad = tmp_path / "bad.pdn"
    bad.write_text("1. 11-15 9-13 *\n")
    assert "line 1, column 10: 9-13 is illegal" in replay(bad).stderr
    assert "Is a directory" in replay(tmp_path).stderr


def test_a_game_of_a_tournament(record: GameRecord, tmp_path: Path) -> None:
    store = tmp_path / "games.db"
    with Store.open(store) as opened:
        opened.begin("cup", "{}")
        opened.add("cup", StoredGame.of("r1/1", record), record)
    assert "red wins (crash)" in replay("r1/1", "--tournament", "cup", "--store", store).stdout
    assert "has no game 'r1/2'" in replay("r1/2", "--tournament", "cup", "--store", store).stderr


class Terminal:
    """A replay on a terminal of 80 by 24."""

    def __init__(self, file: Path, **environment: str) -> None:
        self.ours, self.theirs = pty.openpty()
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.theirs)
        self.text = ""
        self.process = subprocess.Popen(
            [PROGRAM, "replay", str(file)],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env={**os.environ, "TERM": "xterm-256color", **environment},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 (there are no threads)
        )

    def see(self, *wanted: str) -> None:
        """Waits until all of that is shown, and was not before."""
        self.text = ""
        until = time.monotonic() + WAIT
        while not all(one in self.plain for one in wanted):
            assert time.monotonic() < until, self.plain
            if select.select([self.ours], [], [], 0.1)[0]:
                self.text += os.read(self.ours, 65536).decode()

    @property
    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text)

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        """Waits until it is over; the terminal must be as it was."""
        until = time.monotonic() + WAIT
        while self.process.poll() is None:
            assert time.monotonic() < until
            if select.select([self.ours], [], [], 0.05)[0]:
                self.text += os.read(self.ours, 65536).decode()
        while select.select([self.ours], [], [], 0.05)[0]:
            self.text += os.read(self.ours, 65536).decode()
        assert termios.tcgetattr(self.theirs) == self.before
        assert self.text.rindex("\x1b[?1049l") > self.text.rfind("\x1b[?1049h")
        assert self.text.rindex("\x1b[?25h") > self.text.rfind("\x1b[?25l")
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal(file: Path) -> Iterator[Terminal]:
    made = Terminal(file)
    yield made
    made.close()


def test_stepping_with_the_arrow_keys(terminal: Terminal) -> None:
    terminal.see("move 0 of 3", "0. start")
    terminal.press("\x1b[C")
    terminal.see("move 1 of 3", "thinking\\x1b[2Jhard")
    terminal.press("\x1bOC")
    terminal.see("move 2 of 3", "depth 1, 40 %\\x9b2J")
    terminal.press("\x1b[D")
    terminal.see("move 1 of 3")
    terminal.press("\x1b[F")
    terminal.see("red wins (crash)", "title\\x07", "Segmentation fault", "0:01.2")
    terminal.press("\x1b[C\x1b[H")
    terminal.see("move 0 of 3")
    fcntl.ioctl(terminal.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 30, 0, 0))
    terminal.see("move 0 of 3")
    terminal.press("q")
    assert terminal.end() == 0


def test_a_large_board_is_shown_whole(tmp_path: Path) -> None:
    start = Hex(9).initial()
    outcome = Outcome(None, Termination.INTERRUPTED)
    file = tmp_path / "large.jsonl"
    file.write_text(
        json_lines.dumps_line(GameRecord(start.game, ("ann", "bob"), start, PlainLine(), outcome)), encoding="utf-8"
    )
    rows = re.sub(r"\x1b\[[0-9;]*m", "", draw(start, colour=True)).splitlines()
    with closing(Terminal(file)) as terminal:
        terminal.see(*(row.strip() for row in rows))
        terminal.press("q")
        assert terminal.end() == 0


@pytest.mark.parametrize(("how", "status"), [("ctrl-c", {130}), (signal.SIGTERM, {143}), ("ctrl-d", {0})], ids=str)
def test_the_terminal_is_restored(terminal: Terminal, how: object, status: set[int]) -> None:
    terminal.see("move 0 of 3")
    if isinstance(how, signal.Signals):
        terminal.process.send_signal(how)
    else:
        terminal.press("\x03" if how == "ctrl-c" else "\x04")
    assert terminal.end() in status
    assert "Traceback" not in terminal.text


def test_keys_are_read_from_a_terminal_of_any_number() -> None:
    """`select` takes no file descriptor above 1023."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2048), hard))
    ours, theirs = os.pipe()
    high = os.dup2(ours, 1500)
    try:
        assert _pressed(high, 0) == []
        os.write(theirs, b"q")
        assert _pressed(high, 5) == ["q"]
    finally:
        for descriptor in (ours, theirs, high):
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_keys_have_names() -> None:
    assert named("q\x1b[A\x1bOB\x1b[1;5C\x1b[5~\x1b[6~\x1b[4~\x1b[99~é\x1b") == [
        *("q", "up", "down", "right", "page up", "page down", "end", "é", "escape")
    ]


def test_output_is_that_of_the_last_turn(record: GameRecord) -> None:
    shown = Replayed("game", record)
    red, blue = record.game.sides
    assert shown.output(red, 0, colour=True) == []
    assert shown.output(red, 2, colour=True) == ["thinking\\x1b[2Jhard", "\\xffdepth 3"]
    assert shown.output(red, 3, colour=False) == ["nearly there"]
    assert shown.output(red, 3, colour=True) == ["\x1b[1;31mnearly\x1b[0m there\x1b[0m"]
    assert shown.output(blue, 3, colour=True) == ["Segmentation fault"]
    assert visible("a\r\n\tb\x07\n") == ["a", "        b\\x07"]


@pytest.mark.parametrize(
    ("text", "kept", "stripped"),
    [
        ("\x1b[31mred\x1b[m\n", "\x1b[31mred\x1b[m\x1b[0m", "red"),
        ("\x1b[38;5;208mo\x1b[38:2::1:2:3mr", "\x1b[38;5;208mo\x1b[38:2::1:2:3mr\x1b[0m", "or"),
        ("\x1b[2J\x1b[1A\x1b[?25l", r"\x1b[2J\x1b[1A\x1b[?25l", r"\x1b[2J\x1b[1A\x1b[?25l"),
        ("\x1b]8;;http://a\x1b\\b", r"\x1b]8;;http://a\x1b\b", r"\x1b]8;;http://a\x1b\b"),
        ("\x1b[3\x1b[32m1m\x9b31m", "\\x1b[3\x1b[32m1m\\x9b31m\x1b[0m", r"\x1b[31m\x9b31m"),
        ("10 %\r20 %\x07\x08", r"10 %\r20 %\x07\x08", r"10 %\r20 %\x07\x08"),
    ],
)
def test_of_all_control_sequences_only_colours_are_obeyed(text: str, kept: str, stripped: str) -> None:
    assert coloured(text) == [kept]
    assert uncoloured(text) == [stripped]


def test_colours_of_programs_are_shown_where_the_terminal_shows_colours(file: Path) -> None:
    for environment, wanted in ({}, "1;31"), ({"NO_COLOR": "1"}, ""):
        terminal = Terminal(file, **environment)
        try:
            terminal.see("move 0 of 3")
            terminal.press("\x1b[F")
            terminal.see("nearly there")
            terminal.press("q")
            assert terminal.end() == 0
            found = re.search(r"(?:\x1b\[([0-9;]*)m)?nearly", terminal.text)
            assert found
            assert (found[1] or "").removeprefix("0") == wanted
        finally:
            terminal.close()
