"""Programs under supervision: deadlines, limits, output, and a certain end."""

import os
import resource
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.processes import alive, descendants, program_cpu_seconds, python, soon, until_dead

from crownbridge.arena import Referee
from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, Termination
from crownbridge.players import FaultError, ProgramPlayer, RandomPlayer, TimeLimit, player_named
from crownbridge.players.naming import split_command
from crownbridge.players.process import LaunchOptions, Limits, Program, Sandbox, close_together, guard, limits
from crownbridge.players.process.guard import Guard
from crownbridge.protocols.hexai import Hexai
from crownbridge.protocols.kth import Kth
from crownbridge.records import Decision

PT_INTERP = 3  # type of the program header of an ELF file that names its interpreter
CONFINED = sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS})  # strict where this machine has it


def test_programs_run_beside_more_than_a_thousand_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rest of their pipes is read at the end, regardless of the descriptors' numbers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 2048), hard))
    held = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        monkeypatch.setattr(Program, "_take", lambda *_: None)  # as if it printed after the last look
        program = Program(["echo", "one"])
        program.close()
        assert program.take_output()[0] == b"one\n"
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_lines_there_and_back() -> None:
    program = Program(["cat"])
    program.send(b"one\ntwo\r\n", soon())
    assert program.read_line(soon()) == b"one"
    assert program.read_line(soon()) == b"two\r"  # as it came: it is passed on unchanged
    assert program.take_output()[0] == b"one\ntwo\r\n"
    program.close()
    assert str(program.end) == "exited with status 0"


def test_arguments_are_passed_as_they_are() -> None:
    command = split_command(f"'{sys.executable}' -c 'import sys; print(sys.argv[1:])' 'a b' \"c'd\" '' '*' $HOME")
    program = Program(command)
    assert program.read_line(soon()) == b"['a b', \"c'd\", '', '*', '$HOME']"
    program.close()


def test_it_runs_in_its_folder(tmp_path: Path) -> None:
    program = Program(python("import os; print(os.getcwd())"), LaunchOptions(folder=tmp_path))
    assert program.read_line(soon()) == str(tmp_path).encode()
    program.close()


def test_a_program_that_is_none() -> None:
    with pytest.raises(FaultError, match="/no/such/program cannot be started: No such file or directory") as caught:
        Program(["/no/such/program"])
    assert caught.value.termination is Termination.CRASH
    with pytest.raises(OptionError, match="program 'nothing-like-it' not found"):
        player_named("kth:nothing-like-it", "checkers")
    with pytest.raises(OptionError, match=f"program './nothing' not found in '{Path.cwd()}'"):
        player_named("kth:./nothing", "checkers")


def test_a_reader_too_slow_is_a_timeout() -> None:
    program = Program(["sleep", "60"])
    with pytest.raises(FaultError, match="did not read its input in time") as caught:
        program.send(b"x" * 1_000_000, soon(0.2))
    assert caught.value.termination is Termination.TIMEOUT
    program.close()
    assert program.end is not None


def test_time_and_memory_are_measured() -> None:
    busy = "while time.process_time() < 0.2: pass"
    code = f"import time; hoard = bytearray(100 << 20)\n{busy}\nprint(1, flush=True); input()"
    program = Program(python(code))
    program.read_line(soon())
    assert 0.2 <= program.cpu_seconds() < 5
    assert 100 << 20 < program.measure_memory() < 400 << 20
    program.close()


class Working:
    """A program that takes half a second of processor time for each answer."""

    is_attended = True
    arrival = waited = 0.0

    def __init__(self, *_: object) -> None:
        self._seconds = 0.0

    def begin_turn(self, _: float) -> None:
        pass

    def end_turn(self) -> None:
        pass

    def measured_turn(self) -> tuple[float, float]:
        return 0.0, 7.0

    def send(self, *_: object) -> None:
        self._seconds += 0.5

    def cpu_seconds(self) -> float:
        return self._seconds

    def read_line(self, _: float) -> bytes:
        return b"rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49"

    def buffered_line(self) -> None:
        return None

    def take_output(self) -> tuple[bytes, bytes, int]:
        return b"", b"", 0

    def measure_memory(self) -> int:
        return 0


@contextmanager
def playing(answer_seconds: float) -> Iterator[ProgramPlayer]:
    """Yield a player whose first move comes after that time."""
    code = f"import time; time.sleep({answer_seconds}); print('Xa1 #1 t=0ms', flush=True); input()"
    player = ProgramPlayer("bot", python(code), Hexai)
    player.start(Hex(3), Hex.sides[0], TimeLimit(60.0))
    yield player
    player.close()


def test_the_time_in_which_others_kept_the_processors_from_a_program_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not count as the program's own, so that its clock is right and it cannot lose by it."""
    monkeypatch.setattr(Program, "measured_turn", lambda _: (3.5, 0.1))
    with playing(2.5) as player:
        decision = player.choose(Hex(3).initial(), None, TimeLimit(1.5, 0.5))
    assert str(decision.move) == "a1"
    assert decision.waited == pytest.approx(3.5, abs=0.1)
    assert decision.seconds <= 2.0


def test_a_program_that_pretends_to_wait_loses_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "measured_turn", lambda _: (50.0, 0.1))
    with playing(600) as player, pytest.raises(FaultError, match="did not answer in time") as caught:
        player.choose(Hex(3).initial(), None, TimeLimit(0.1, 0.1))
    assert not caught.value.excuse
    assert caught.value.turn is not None
    assert caught.value.turn.waited == pytest.approx(0.4, abs=0.05)
    assert caught.value.turn.seconds >= 0.2


def test_a_turn_is_extended_while_the_program_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time for what it has waited meanwhile."""
    measured = iter((0.1, 0.15, 0.175, 0.176))
    monkeypatch.setattr(Program, "measured_turn", lambda _: (next(measured), 0.0))
    monkeypatch.setattr(time, "thread_time", lambda: 1.0)
    program = Program(["sleep", "600"])
    program.begin_turn(60.0)
    with pytest.raises(FaultError, match="did not answer in time"):
        program.read_line(soon(0.1))
    assert program.waited == 0.176
    program.end_turn()
    with pytest.raises(FaultError, match="did not answer in time"):
        program.read_line(soon(0.1))
    program.close()
    assert list(measured) == []


def test_a_turn_is_not_extended_by_the_time_for_reading_a_flood_of_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Program, "measured_turn", lambda _: (0.5, 0.0))
    now = iter((1.0, 1.5, 1.5))
    monkeypatch.setattr(time, "thread_time", lambda: next(now))
    program = Program(["sleep", "600"])
    program.begin_turn(60.0)
    with pytest.raises(FaultError, match="did not answer in time"):
        program.read_line(soon(0.1))
    assert program.waited == 0.0
    program.close()


def test_a_late_answer_tells_the_processor_time_of_child_processes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.players.program.Program", Working)
    player, limit = ProgramPlayer("working", ["bot"], Kth), TimeLimit(1.0, 0.5)
    player.start(Checkers(), Checkers.sides[0], limit)
    for seconds, cpu_seconds in ((1.0, 0.5), (60.0, 7.0)):
        monkeypatch.setattr(Working, "arrival", time.monotonic() + seconds)
        assert player.choose(Checkers().initial(), None, limit).cpu_seconds == cpu_seconds


def test_the_processor_time_of_a_turn_is_never_negative() -> None:
    """After the end of a program it is that of the report, which is rounded down: a record could not be read."""
    exited = Working()
    turn = ProgramPlayer._turn(exited, time.monotonic(), 5e-7)  # type: ignore[arg-type]  # noqa: SLF001 (a part of any turn)
    assert turn.cpu_seconds == 0.0


def test_the_processor_time_of_a_turn_includes_child_processes() -> None:
    """That of a script is the time of the program that it runs."""
    code = shlex.join(python("print(1, flush=True)\nwhile True: pass"))
    program = Program(["sh", "-c", f"{code}; true"])
    program.read_line(soon())
    program.begin_turn()
    while program.measured_turn()[1] < 0.2:
        with pytest.raises(FaultError, match="did not answer in time"):
            program.read_line(soon(0.1))
    assert program.cpu_seconds() < 0.2
    program.close()


def test_the_processor_time_of_a_move_is_without_that_of_earlier_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.players.program.Program", Working)
    player, limit = ProgramPlayer("working", ["bot"], Kth), TimeLimit(60.0)
    player.start(Checkers(), Checkers.sides[0], limit)
    decisions = [player.choose(Checkers().initial(), None, limit) for _ in range(3)]
    assert [decision.cpu_seconds for decision in decisions] == [0.5, 0.5, 0.5]


@pytest.mark.parametrize(
    ("limits", "code"),
    [
        (Limits(address_space=200 << 20), "bytearray(400 << 20)"),
        (Limits(cpu_seconds=1), "while True: pass"),
        (Limits(file_size=1000), "open('big', 'wb').write(bytes(5000))"),
    ],
    ids=["address space", "cpu", "file size"],
)
def test_limits_hold(limits: Limits, code: str, tmp_path: Path) -> None:
    program = Program(python(code), LaunchOptions(tmp_path, limits, Sandbox.LIMITS))
    with pytest.raises(FaultError) as caught:
        program.read_line(soon())
    assert caught.value.termination is Termination.CRASH
    program.close()
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 1000


def test_the_whole_family_ends() -> None:
    """A child in a session of its own, orphaned twice over, is found all the same."""
    code = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        print(os.getpid(), flush=True); time.sleep(600)\n"
        "    os._exit(0)\n"
        "time.sleep(600)\n"
    )
    program = Program(python(code))
    orphan = int(program.read_line(soon()))
    assert alive(orphan)
    program.close()
    assert until_dead(orphan, program.pid)


def test_a_line_without_an_end_is_shown() -> None:
    program = Program(["printf", "half a line"])
    with pytest.raises(FaultError, match="exited with status 0 in the middle of a line: 'half a line'"):
        program.read_line(soon())
    program.close()


def test_a_line_of_a_program_that_has_exited_is_read() -> None:
    program = Program(["echo", "X."])
    assert until_dead(program.pid)
    program.send(b"O: crownbridge\n", soon())
    assert program.read_line(soon()) == b"X."
    with pytest.raises(FaultError, match=r"exited with status 0$"):
        program.read_line(soon())
    program.close()


def test_who_kills_its_guardian_dies_with_it() -> None:
    code = "import os, time; print(os.getpid(), flush=True); os.kill(os.getppid(), 9); time.sleep(600)"
    program = Program(python(code))
    pid = int(program.read_line(soon()))
    assert until_dead(pid)
    program.close()


def test_term_comes_before_kill(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    code = (
        "import pathlib, signal, sys, time\n"
        f"signal.signal(signal.SIGTERM, lambda *_: (pathlib.Path({str(mark)!r}).write_text('bye'), sys.exit(0)))\n"
        "print('ready', flush=True); time.sleep(600)\n"
    )
    program = Program(python(code))
    program.read_line(soon())
    program.close()
    assert mark.read_text() == "bye"


def test_a_supervisor_that_is_stopped_holds_nobody_up() -> None:
    """Outside a sandbox, a program can stop it."""
    program = Program(
        python("import os, signal, time; os.kill(os.getppid(), signal.SIGSTOP); print(1, flush=True); time.sleep(600)")
    )
    program.read_line(soon())
    program.close()
    assert until_dead(program.pid)


def talk(program: Program, stream: int) -> None:
    """Uses a stream until the program is seen to have closed it."""
    for _ in range(100):
        program.send(b"x\n", soon())
        time.sleep(0.02)
        if stream:
            program.read_line(soon())


@pytest.mark.parametrize("sandbox", [Sandbox.NONE, *CONFINED])
@pytest.mark.parametrize("stream", [0, 1])
def test_a_closed_stream_is_a_disconnect_in_every_sandbox(sandbox: Sandbox, stream: int) -> None:
    program = Program(python(f"import os, time; os.close({stream}); time.sleep(600)"), LaunchOptions(sandbox=sandbox))
    with pytest.raises(FaultError) as caught:
        talk(program, stream)
    assert caught.value.termination is Termination.DISCONNECT
    program.close()


def test_a_misleading_process_name_is_not_parsed() -> None:
    code = "import ctypes; ctypes.CDLL(None).prctl(15, b'VmHWM: x'); print(1, flush=True); input()"
    program = Program(python(code))
    program.read_line(soon())
    assert program.measure_memory() > 1 << 20
    program.close()


ARENA = """
import sys, time
from crownbridge.players.process import Program, Sandbox, LaunchOptions
code = "import os, time; os.fork(); print(os.getpid(), flush=True); time.sleep(600)"
around = LaunchOptions(sandbox=Sandbox(sys.argv[1]))
programs = [Program([sys.executable, "-c", code], around) for _ in range(2)]
for program in programs:
    for _ in range(2):
        print(program.read_line(time.monotonic() + 20).decode(), flush=True)
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("attempt", range(0, 50, 3))
def test_nobody_survives_us(attempt: int) -> None:
    """We are killed with -9 at some moment: while starting, or after; within a second nothing of it is left."""
    sandbox = Sandbox.AUTO if attempt % 2 else Sandbox.NONE
    ours = subprocess.Popen([sys.executable, "-c", ARENA, sandbox], stdout=subprocess.PIPE, text=True)
    assert ours.stdout is not None
    time.sleep(attempt * 0.008)
    below = descendants(ours.pid)
    os.kill(ours.pid, signal.SIGKILL)
    printed = ours.communicate()[0].split()
    reported = (
        [int(word) for word in printed if word.isdigit()] if sandbox is Sandbox.NONE else []
    )  # else inner numbers
    pids = below + reported
    assert until_dead(*pids), pids


def test_an_opponent_is_not_held_up_while_the_other_thinks() -> None:
    """A program that prints much while it ponders is read all the same."""
    chatter = "sys.stderr.write('x' * 500_000); sys.stderr.flush(); print('done', flush=True); input()"
    busy = Program(python(f"import sys; {chatter}"))
    slow = Program(python("import time; time.sleep(1); print('moved', flush=True); input()"))
    slow.accompany(busy)
    assert slow.read_line(soon()) == b"moved"
    assert busy.buffered_line() == b"done"
    assert len(busy.take_output()[1]) == 64 * 1024
    for program in (slow, busy):
        program.close()


BUSY = (
    "import os\nfor _ in range(2): os.fork() or exec('while True: pass')\nprint('ready', flush=True)\nwhile True: pass"
)


@contextmanager
def turn_of_the_opponent(launch_options: LaunchOptions, *, had_turn: bool = True) -> Iterator[Program]:
    """Yield a busy program in a long turn of its opponent."""
    busy, opponent = Program(python(BUSY), launch_options), Program(["cat"])
    if had_turn:
        busy.begin_turn()
    assert busy.read_line(soon()) == b"ready"
    opponent.accompany(busy)
    opponent.begin_turn()
    with pytest.raises(FaultError, match="in time"):
        opponent.read_line(time.monotonic() + 0.1)
    yield busy
    close_together(busy, opponent)


def await_use(program: Program) -> None:
    """Wait until a program has used a tenth of a second of processor time from now on."""
    until, deadline = program_cpu_seconds(program) + 0.1, soon()
    while program_cpu_seconds(program) < until:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("sandbox", CONFINED)
def test_a_program_is_stopped_while_its_opponent_thinks(sandbox: Sandbox) -> None:
    with turn_of_the_opponent(LaunchOptions(sandbox=sandbox)) as busy:
        before = program_cpu_seconds(busy)
        time.sleep(0.5)
        assert program_cpu_seconds(busy) - before <= 0.03
        busy.begin_turn()
        await_use(busy)


@pytest.mark.parametrize(
    ("launch_options", "had_turn"),
    [
        (LaunchOptions(sandbox=Sandbox.LIMITS, ponders=True), True),
        (LaunchOptions(sandbox=Sandbox.NONE), True),
        (LaunchOptions(sandbox=Sandbox.LIMITS), False),
    ],
    ids=["ponder", "no sandbox", "starting"],
)
def test_a_program_that_may_ponder_or_is_starting_goes_on(launch_options: LaunchOptions, *, had_turn: bool) -> None:
    with turn_of_the_opponent(launch_options, had_turn=had_turn) as busy:
        await_use(busy)


CHILDREN = (
    "import os, time\nprint('ready', flush=True)\n"
    "for _ in range(20):\n if os.fork() == 0:\n  while time.process_time() < 0.02: pass\n  os._exit(0)\n os.wait()\n"
    "print('done', flush=True)\ntime.sleep(600)"
)


@pytest.mark.parametrize("sandbox", CONFINED)
def test_the_processor_time_of_a_turn_includes_children_that_have_ended(sandbox: Sandbox) -> None:
    program = Program(python(CHILDREN), LaunchOptions(sandbox=sandbox))
    program.begin_turn()
    assert program.read_line(soon()) == b"ready"
    assert program.read_line(soon()) == b"done"
    assert program.measured_turn()[1] >= 0.3
    program.close()


def test_a_stopped_program_is_ended_like_any_other() -> None:
    program = Program(python("print('ready', flush=True); input()"), LaunchOptions(sandbox=Sandbox.LIMITS))
    assert program.read_line(soon()) == b"ready"
    program.pause()
    program.close()
    assert str(program.end) == "exited with status 1"  # by the end of its input


def test_what_is_printed_at_the_end_is_kept() -> None:
    farewell = "print('b' * 180_000, file=sys.stderr); print('bye', flush=True)"
    program = Program(python(f"import sys; sys.stdin.read(); {farewell}"))
    program.close()
    stdout, stderr, dropped = program.take_output()
    assert stdout == b"bye\n"
    assert len(stderr) + dropped == 180_001
    assert str(program.end) == "exited with status 0"


def test_programs_are_closed_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    orders: list[bytes] = []
    send = Guard.order

    def order(guard: Guard, letter: bytes) -> None:
        orders.append(letter)
        send(guard, letter)

    monkeypatch.setattr(Guard, "order", order)
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
    programs = [Program(python(stubborn)) for _ in range(4)]
    for program in programs:
        program.read_line(soon())
    close_together(*programs)
    assert orders == 4 * [b"t"] + 4 * [b"k"]
    assert {str(program.end) for program in programs} == {"killed (signal 9), sent by Crownbridge"}


def test_a_start_that_fails_tells_why() -> None:
    player = player_named(f"kth:'{sys.executable}' -c 'import nothing_such'", "checkers")
    with pytest.raises(FaultError, match=r"status 1: ModuleNotFoundError: No module named 'nothing_such'") as caught:
        player.start(Checkers(), Checkers.sides[1], TimeLimit(5.0))
    assert caught.value.turn is not None
    assert b"Traceback" in caught.value.turn.stderr
    player.close()


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("import time; print('half', end='', flush=True); time.sleep(9)", "it printed 'half' without a newline"),
        ("import time; time.sleep(9)", "it has printed nothing so far; does it flush its output"),
    ],
)
def test_a_timeout_comes_with_a_hint(code: str, hint: str) -> None:
    player = player_named(f"kth:'{sys.executable}' -c {shlex.quote(code)}", "checkers")
    player.start(Checkers(), Checkers.sides[0], TimeLimit(5.0))
    with pytest.raises(FaultError, match=hint):
        player.choose(Checkers().initial(), None, TimeLimit(0.5))
    player.close()


@pytest.mark.parametrize(("cpu_seconds", "has_computed"), [(0.2, False), (0.3, True)])
def test_a_program_that_uses_a_quarter_of_its_time_computes(cpu_seconds: float, has_computed: bool) -> None:  # noqa: FBT001 (a parameter)
    assert Decision(None, 1.0, cpu_seconds).has_computed == has_computed


def test_a_program_that_computes_is_not_asked_to_flush(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Decision, "has_computed", True)  # however busy the machine is
    player = player_named(f"kth:'{sys.executable}' -c 'while True: pass'", "checkers")
    player.start(Checkers(), Checkers.sides[0], TimeLimit(5.0))
    with pytest.raises(FaultError, match=r"it has printed nothing so far$"):
        player.choose(Checkers().initial(), None, TimeLimit(0.5))
    player.close()


def test_nothing_is_sent_to_a_program_whose_input_was_closed() -> None:
    program = Program(python("input(); input()"))
    program.hang_up(0)
    with pytest.raises(FaultError, match="gets no more input"):
        program.send(b"more\n", soon())
    program.close()


def test_an_answer_that_is_not_flushed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.players.program.LAST_CHANCE", 60.0)
    printed = tmp_path / "printed"
    code = f"import sys; print('late'); open({str(printed)!r}, 'w'); sys.stdin.read()"
    player = player_named(f"kth:'{sys.executable}' -c {shlex.quote(code)}", "checkers")
    player.start(Checkers(), Checkers.sides[0], TimeLimit(5.0))
    while not printed.exists():
        time.sleep(0.01)
    with pytest.raises(FaultError, match="'late' arrived only after its input was closed; flush stdout") as caught:
        player.choose(Checkers().initial(), None, TimeLimit(0.01))
    assert caught.value.turn is not None
    assert caught.value.turn.stdout == b"late\n"
    player.close()


def test_a_program_that_has_answered_before_is_not_asked_to_flush() -> None:
    code = "import time; print('X: name', flush=True); input(); time.sleep(60)"
    player = player_named(f"hexai:'{sys.executable}' -c {shlex.quote(code)}", "hex")
    player.start(Hex(3), Hex.sides[0], TimeLimit(5.0))
    program = player._program  # type: ignore[attr-defined] # noqa: SLF001 (to wait until the line has come)
    program.await_output(soon())
    program.take_output()
    with pytest.raises(FaultError) as caught:
        player.choose(Hex(3).initial(), None, TimeLimit(0.01))
    assert caught.value.termination is Termination.TIMEOUT
    assert "flush" not in str(caught.value)
    player.close()


def test_a_first_move_that_nobody_has_to_ask_for_is_never_too_early() -> None:
    player = player_named(f"hexai:'{sys.executable}' -c 'print(\"Xa1 #1 t=0ms\"); input()'", "hex")
    player.start(Hex(3), Hex.sides[0], TimeLimit(5.0))
    time.sleep(0.5)  # until the move is there
    assert str(player.choose(Hex(3).initial(), None, TimeLimit(5.0)).move) == "a1"
    player.close()


OWN_FAULTS = [
    *("error No such file or directory\n", "error Exec format error\n"),
    *("error Input/output error\n", "error Text file busy\n"),  # it is cut off, or keeps itself open for writing
    "error too many visible files; move the program to a folder of its own\n",
]
OTHER_FAULTS = ["error make namespaces: Cannot allocate memory\n", "error Cannot allocate memory\n", ""]
# What the supervisor reports, how many processes the system killed meanwhile, the end, whether the machine is to blame:
# never for an end that a program could bring about itself.
ENDS = [
    ("signal 9 100000 1000 0", 1, "killed (signal 9); meanwhile the system killed programs", False),
    ("signal 9 7000000 1000 0", 1, "killed (signal 9) at its limit of 7 s of processor time", False),
    ("signal 9 100000 1000 2", 2, "killed (signal 9) at its limit of 4096 MiB of memory", False),
    ("signal 9 100000 1000 0", 0, "killed (signal 9)", False),
    ("signal 11 100000 1000 0", 1, "segmentation fault (signal 11)", False),
    ("exit 1 100000 1000 0", 1, "exited with status 1", False),
    ("", 0, "ended with its supervisor, which was killed", True),
]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that makes supervisors say something and exit, instead of starting the program."""
    place = tmp_path / "supervisor"

    def report(text: str) -> None:
        place.write_text(
            f"#!{sys.executable}\nimport os, sys\nos.write(int(sys.argv[2]), {text.encode()!r})\n"  # -x DESCRIPTOR
        )
        place.chmod(0o755)
        monkeypatch.setattr(guard, "SUPERVISOR", place)

    return report


@pytest.mark.parametrize("text", [*OWN_FAULTS, *OTHER_FAULTS])
@pytest.mark.parametrize("may_be_void", [True, False])
def test_who_is_to_blame_for_a_program_that_cannot_be_started(report: Any, text: str, *, may_be_void: bool) -> None:
    report(text)
    players = ProgramPlayer("bot", ["bot"], Kth), RandomPlayer(1)
    referee = Referee(Checkers(), players, may_be_void=may_be_void)
    outcome = referee.play().outcome
    assert "bot cannot be started" in outcome.detail
    if text in OWN_FAULTS or not may_be_void:
        assert outcome.termination is Termination.CRASH
    else:
        assert (outcome.winner, outcome.termination) == (None, Termination.INTERRUPTED)
        assert outcome.detail.startswith("void, and not the fault of bot (red): bot cannot be started: ")
    assert outcome.detail.endswith("run fewer games at a time") == (text not in OWN_FAULTS)
    assert referee.is_void == (may_be_void and text not in OWN_FAULTS)


def test_a_program_that_is_cut_off_before_its_interpreter_is_named_is_to_blame(tmp_path: Path) -> None:
    """The kernel reports an input/output error, which no disk caused."""
    image = Path(shutil.which("cat") or "").read_bytes()
    (first,), (size, count) = struct.unpack_from("Q", image, 32), struct.unpack_from("HH", image, 54)
    headers = (struct.unpack_from("IIQ", image, first + number * size) for number in range(count))
    interpreter = next(offset for kind, _, offset in headers if kind == PT_INTERP)
    program = tmp_path / "bot"
    program.write_bytes(image[:interpreter])
    program.chmod(0o755)
    with pytest.raises(FaultError, match="bot cannot be started: Input/output error") as caught:
        Program([str(program)])
    assert not caught.value.excuse


@pytest.mark.parametrize(("text", "killed", "how", "is_excused"), ENDS)
def test_the_end_of_a_program_and_who_is_to_blame(  # noqa: PLR0913 (fixtures, and what the table has)
    report: Any, monkeypatch: pytest.MonkeyPatch, text: str, killed: int, how: str, *, is_excused: bool
) -> None:
    report(f"pid {2**22}\n{text}\n" if text else f"pid {2**22}\n")
    counts = iter((40, 40 + killed))
    monkeypatch.setattr(guard, "_oom_kills", lambda: next(counts))
    limits = Limits(cpu_seconds=7)
    program = Program(["bot"], LaunchOptions(limits=limits, sandbox=Sandbox.LIMITS))
    with pytest.raises(FaultError) as caught:
        program.read_line(soon())
    assert caught.value.termination is Termination.CRASH
    assert bool(caught.value.excuse) == is_excused
    assert str(program.end) == how.partition(";")[0]
    seconds = int(text.split()[2]) / 1e6 if text else 0.0
    assert program.status.startswith(how)
    assert program.status.count(";") == how.count(";") + 1
    assert program.status.endswith(f"; {seconds:.2f} s of processor time")
    program.close()


@pytest.mark.parametrize("text", ["exit 1 100000 1000 0", "signal 6 100000 1000 0"])
@pytest.mark.parametrize(("others", "is_noted"), [(129, True), (128, False), (None, False)])
def test_a_program_that_fails_when_others_have_its_processes(
    report: Any, monkeypatch: pytest.MonkeyPatch, text: str, others: int | None, *, is_noted: bool
) -> None:
    """Without namespaces, the kernel counts the processes of a user together. No excuse: any program can exit then."""
    report(f"pid {2**22}\n{text}\n")
    counts = iter((None, None) if others is None else (900, 900 + others))
    monkeypatch.setattr(LaunchOptions, "counted_threads", lambda _: next(counts))
    monkeypatch.setattr(LaunchOptions, "command_line", lambda _, command: command)
    program = Program(["bot"], LaunchOptions(sandbox=Sandbox.LIMITS))
    with pytest.raises(FaultError) as caught:
        program.read_line(soon())
    assert not caught.value.excuse
    assert ("meanwhile other programs of this user started so many processes" in caught.value.hint) == is_noted
    program.close()


def test_outside_a_sandbox_a_program_can_kill_its_supervisor_itself(report: Any) -> None:
    report(f"pid {2**22}\n")
    program = Program(["bot"])
    with pytest.raises(FaultError, match="ended with its supervisor") as caught:
        program.read_line(soon())
    assert not caught.value.excuse
    program.close()


def test_a_program_that_crashes_while_it_is_ended_was_not_killed_by_crownbridge() -> None:
    code = "signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGSEGV)); print(1, flush=True)"
    program = Program(python(f"import os, signal; {code}\nwhile True: signal.pause()"))
    program.read_line(soon())
    program.close()
    assert str(program.end) == "segmentation fault (signal 11)"


def test_a_program_that_is_killed_at_the_end_was_killed_by_crownbridge() -> None:
    program = Program(
        python("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); signal.pause()")
    )
    program.read_line(soon())
    program.close()
    assert str(program.end) == "killed (signal 9), sent by Crownbridge"


SLOW_START = """
#define _GNU_SOURCE
#include <dlfcn.h>
enum { PR_SET_PDEATHSIG = 1 };
#include <unistd.h>
int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
  int (*real)(int, ...) = dlsym(RTLD_NEXT, "prctl");
  if (option == PR_SET_PDEATHSIG) usleep(500000);
  return real(option, a, b, c, d);
}
"""


COMPILER = shutil.which("cc")
PROCESSES = Path(__file__).parents[2] / "supervisor" / "processes.c"
REUSED_NUMBER = """
#include <signal.h>
#include <stdio.h>
#include <string.h>
static const char *usage;
static FILE *open_usage(const char *path, const char *mode) {
  return strstr(path, "/schedstat") ? fmemopen((char *)usage, strlen(usage), "r") : fopen(path, mode);
}
#define fopen open_usage
#include PROCESSES
long long microseconds_of_group(void) { return 0; }
int main(int count, char **usages) {
  pid_t child = fork();
  if (child == 0) pause();
  long long computed;
  usage = usages[1];
  begin_measurement();
  usage = usages[2];
  printf("%lld", microseconds_kept_waiting(&computed));
  kill(child, SIGKILL);
}
"""


@pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C")
def test_a_thread_with_the_number_of_another_has_not_waited_for_centuries(tmp_path: Path) -> None:
    """Numbers of threads are used again, possibly in the same turn; the times of a thread are in nanoseconds."""
    (tmp_path / "test.c").write_text(REUSED_NUMBER)
    program = tmp_path / "test"
    defined = f'-DPROCESSES="{PROCESSES}"'
    subprocess.run([str(COMPILER), "-w", defined, tmp_path / "test.c", "-o", program], check=True)

    def waited(before: str, now: str) -> str:
        return subprocess.run([program, before, now], stdout=subprocess.PIPE, text=True, check=True).stdout

    assert waited("1000000 5000000 1", "2000000 9000000 2") == "5000"
    assert waited("1000000 5000000 1", "2000000 3000000 1") == "5000"
    assert waited("9000000 5000000 1", "2000000 6000000 1") == "8000"


@pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C")
def test_who_is_killed_before_its_program_is_bound_to_it_leaves_nobody(tmp_path: Path) -> None:
    source = tmp_path / "slow.c"
    source.write_text(SLOW_START)
    subprocess.run([str(COMPILER), "-w", "-shared", "-fPIC", source, "-o", tmp_path / "slow.so", "-ldl"], check=True)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        command = [str(limits.SUPERVISOR), "-x", str(theirs.fileno()), "--", "sleep", "600"]
        environment = {**os.environ, "LD_PRELOAD": str(tmp_path / "slow.so")}
        supervisor = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)
        while not (below := descendants(supervisor.pid)):
            time.sleep(0.01)
        supervisor.kill()
        supervisor.wait()
    assert until_dead(*below)
