"""Programs under supervision: deadlines, limits, output, and a certain end."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, Termination
from crownbridge.players import FaultError, TimeLimit, player_named
from crownbridge.players.naming import split_command
from crownbridge.players.process import Limits, Program, Sandbox, Surroundings, close_together

needs_bwrap = pytest.mark.skipif(Sandbox.AUTO.resolved() is not Sandbox.BWRAP, reason="bubblewrap is not installed")


def soon(seconds: float = 5.0) -> float:
    return time.monotonic() + seconds


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until_dead(pids: list[int], seconds: float) -> bool:
    deadline = soon(seconds)
    while any(map(alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


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
    program = Program(python("import os; print(os.getcwd())"), Surroundings(folder=tmp_path))
    assert program.read_line(soon()) == str(tmp_path).encode()
    program.close()


def test_a_program_that_is_none() -> None:
    with pytest.raises(FaultError, match="/no/such/program cannot be started: No such file or directory") as caught:
        Program(["/no/such/program"])
    assert caught.value.termination is Termination.CRASH
    with pytest.raises(OptionError, match="there is no program 'nothing-like-it'"):
        player_named("kth:nothing-like-it", "checkers")
    with pytest.raises(OptionError, match=f"there is no program './nothing' in '{Path.cwd()}'"):
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
    program.read_line(soon(10))
    assert 0.2 <= program.cpu_seconds() < 5
    assert 100 << 20 < program.measure_memory() < 400 << 20
    program.close()


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
    program = Program(python(code), Surroundings(tmp_path, limits, Sandbox.LIMITS))
    with pytest.raises(FaultError) as caught:
        program.read_line(soon(10))
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
    assert until_dead([orphan, program.pid], 1)


def test_a_line_without_an_end_is_shown() -> None:
    program = Program(["printf", "half a line"])
    with pytest.raises(FaultError, match="exited with status 0 in the middle of a line: 'half a line'"):
        program.read_line(soon())
    program.close()


def test_who_kills_its_guardian_dies_with_it() -> None:
    code = "import os, time; print(os.getpid(), flush=True); os.kill(os.getppid(), 9); time.sleep(600)"
    program = Program(python(code))
    pid = int(program.read_line(soon()))
    assert until_dead([pid], 1)
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


def test_programs_do_not_inherit_the_servers_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "OTHER"):
        monkeypatch.setenv(name, "a value")
    program = Program(python("import os; print(*sorted(n for n, v in os.environ.items() if v == 'a value'))"))
    assert program.read_line(soon()) == b"OTHER"
    program.close()


@needs_bwrap
def test_the_sandbox(tmp_path: Path) -> None:
    secret = Path("/tmp") / f"secret-{os.getpid()}"  # noqa: S108 (to be hidden)
    secret.write_text("secret")
    code = (
        "import os, pathlib, socket\n"
        f"print(pathlib.Path({str(secret)!r}).exists(), flush=True)\n"
        "try: pathlib.Path('/etc/touched').write_text('x'); print('wrote', flush=True)\n"
        "except OSError: print('read-only', flush=True)\n"
        "try: socket.create_connection(('127.0.0.1', 9), 1)\n"
        "except OSError as error: print(error.errno, flush=True)\n"
        "pathlib.Path('/tmp/mine').write_text('x'); print(os.getcwd(), flush=True); input()\n"
    )
    program = Program(python(code), Surroundings(tmp_path, Limits(), Sandbox.BWRAP))
    try:
        assert program.read_line(soon()) == b"False"
        assert program.read_line(soon()) == b"read-only"
        assert program.read_line(soon()) in (b"101", b"111")  # no network, or a loopback with nobody on it
        assert program.read_line(soon()) == str(tmp_path).encode()
        assert not Path("/tmp/mine").exists()  # noqa: S108 (it went to a private one)
        program.measure_memory()
        assert b"python" in Path(f"/proc/{program.pid}/comm").read_bytes()
    finally:
        program.close()
        secret.unlink()


def test_a_sandbox_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert Sandbox.AUTO.resolved() is Sandbox.LIMITS
    with pytest.raises(OptionError, match="the sandbox bwrap is not available; install bubblewrap"):
        Sandbox.BWRAP.resolved()


ARENA = """
import sys, time
from crownbridge.players.process import Program
code = "import os, time; os.fork(); print(os.getpid(), flush=True); time.sleep(600)"
programs = [Program([sys.executable, "-c", code]) for _ in range(2)]
for program in programs:
    for _ in range(2):
        print(program.read_line(time.monotonic() + 20).decode(), flush=True)
print("ready", flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("attempt", range(50))
def test_nobody_survives_us(attempt: int) -> None:
    """We are killed with -9 at some moment: while starting, or after; within a second nothing of it is left."""
    ours = subprocess.Popen([sys.executable, "-c", ARENA], stdout=subprocess.PIPE, text=True)
    assert ours.stdout is not None
    time.sleep(attempt * 0.008)
    below = _descendants(ours.pid)
    os.kill(ours.pid, signal.SIGKILL)
    printed = ours.communicate()[0].split()
    pids = below + [int(word) for word in printed if word.isdigit()]
    assert until_dead(pids, 1.0), pids


def _descendants(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [found for child in map(int, children) for found in (child, *_descendants(child))]


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


def test_what_is_printed_at_the_end_is_kept() -> None:
    farewell = "print('b' * 180_000, file=sys.stderr); print('bye', flush=True)"
    program = Program(python(f"import sys; sys.stdin.read(); {farewell}"))
    program.close()
    stdout, stderr, dropped = program.take_output()
    assert stdout == b"bye\n"
    assert len(stderr) + dropped == 180_001
    assert str(program.end) == "exited with status 0"


def test_programs_are_closed_side_by_side() -> None:
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print(1, flush=True); time.sleep(600)"
    programs = [Program(python(stubborn)) for _ in range(4)]
    for program in programs:
        program.read_line(soon())
    began = time.monotonic()
    close_together(*programs)
    assert time.monotonic() - began < 4 * 0.4
    assert {str(program.end) for program in programs} == {"killed by signal 9"}


def test_a_start_that_fails_tells_why() -> None:
    player = player_named(f"kth:'{sys.executable}' -c 'import nothing_such'", "checkers")
    with pytest.raises(FaultError, match=r"status 1 .ModuleNotFoundError: No module named 'nothing_such'") as caught:
        player.start(Checkers(), Checkers.sides[1], TimeLimit(5.0))
    assert caught.value.turn is not None
    assert b"Traceback" in caught.value.turn.stderr
    player.close()


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("import time; print('half', end='', flush=True); time.sleep(9)", "it printed 'half' without an end of line"),
        ("import time; time.sleep(9)", "nothing came; does it flush its output"),
    ],
)
def test_a_timeout_comes_with_a_hint(code: str, hint: str) -> None:
    player = player_named(f"kth:'{sys.executable}' -c {shlex.quote(code)}", "checkers")
    player.start(Checkers(), Checkers.sides[0], TimeLimit(5.0))
    with pytest.raises(FaultError, match=hint):
        player.choose(Checkers().initial(), None, TimeLimit(0.3))
    player.close()


def test_a_first_move_that_nobody_has_to_ask_for_is_never_too_early() -> None:
    player = player_named(f"hexai:'{sys.executable}' -c 'print(\"Xa1 #1 t=0ms\"); input()'", "hex")
    player.start(Hex(3), Hex.sides[0], TimeLimit(5.0))
    time.sleep(0.5)  # until the move is there
    assert str(player.choose(Hex(3).initial(), None, TimeLimit(5.0)).move) == "a1"
    player.close()


def test_the_stronger_of_two_sandboxes() -> None:
    weak, strong = Sandbox.NONE, Sandbox.LIMITS
    assert weak.at_least(strong) is strong.at_least(weak) is strong.at_least(strong) is strong
    assert weak.at_least(weak) is weak
    assert weak.at_least(Sandbox.AUTO) is Sandbox.AUTO.resolved()
