"""Programs under supervision: deadlines, limits, output, and a certain end."""

import json
import os
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, Termination
from crownbridge.players import FaultError, ProgramPlayer, TimeLimit, player_named
from crownbridge.players.naming import split_command
from crownbridge.players.process import Limits, Program, Sandbox, Surroundings, close_together, limits
from crownbridge.players.process.guard import Guard
from crownbridge.players.process.visible import visible_paths
from crownbridge.protocols.kth import Kth

CONFINED = sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS})  # strict where this machine has it
needs_strict = pytest.mark.skipif(Sandbox.STRICT not in CONFINED, reason="this machine allows no namespaces")


def soon(seconds: float = 30.0) -> float:
    return time.monotonic() + seconds


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until_dead(*pids: int) -> bool:
    """Whether they die, and not of themselves: they would sleep for ten minutes."""
    deadline = soon()
    while any(map(alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_programs_run_beside_more_than_a_thousand_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left in their pipes is read at the end, whatever the numbers of these."""
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
    program.read_line(soon())
    assert 0.2 <= program.cpu_seconds() < 5
    assert 100 << 20 < program.measure_memory() < 400 << 20
    program.close()


class Working:
    """A program that takes half a second of processor time for each answer."""

    is_attended = True

    def __init__(self, *_: object) -> None:
        self._seconds = 0.0

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
    program = Program(python(code), Surroundings(tmp_path, limits, Sandbox.LIMITS))
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


@pytest.mark.parametrize("sandbox", [Sandbox.NONE, *CONFINED])
def test_programs_get_a_minimal_environment(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "SSH_AUTH_SOCK", "LC_ALL"):
        monkeypatch.setenv(name, "C")
    code = "import os; print(*sorted(n for n, v in os.environ.items() if v == 'C'))"
    program = Program(python(code), Surroundings(sandbox=sandbox))
    assert program.read_line(soon()) == b"LC_ALL"
    program.close()


@needs_strict
def test_a_private_temporary_folder(tmp_path: Path) -> None:
    code = "import os, pathlib; pathlib.Path('/tmp/mine').write_text('x'); print(os.getcwd(), flush=True); input()"
    program = Program(python(code), Surroundings(tmp_path, sandbox=Sandbox.STRICT))
    assert program.read_line(soon()) == str(tmp_path).encode()
    assert not Path("/tmp/mine").exists()  # noqa: S108 (it went to a private one)
    assert b"python" in Path(f"/proc/{program.pid}/comm").read_bytes()
    program.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_own_files_can_be_read_and_when_allowed_written(tmp_path: Path, sandbox: Sandbox) -> None:
    bot, other = tmp_path / "bot", tmp_path / "other"
    bot.mkdir()
    other.mkdir()
    (bot / "weights").write_text("1")
    (other / "book").write_text("2")
    script = bot / "bot.py"
    script.write_text(
        "import pathlib, sys\n"
        "here = pathlib.Path(__file__).parent\n"
        "for path in (here / 'weights', here.parent / 'other' / 'book'):\n"
        "    try: print(path.read_text())\n"
        "    except OSError: print('hidden')\n"
        "try: (here / 'log').write_text('3'); print('written')\n"
        "except OSError: print('read-only')\n"
    )

    def told(**rest: Any) -> list[bytes]:
        surroundings = Surroundings(tmp_path, sandbox=sandbox)._replace(**rest)
        program = Program([sys.executable, "bot/bot.py"], surroundings)
        lines = [program.read_line(soon()) for _ in range(3)]
        program.close()
        return lines

    assert told() == [b"1", b"hidden", b"read-only"]
    assert told(readable=(other,)) == [b"1", b"2", b"read-only"]
    assert told(writable=True) == [b"1", b"hidden", b"written"]
    assert (bot / "log").read_text() == "3"


@pytest.mark.parametrize("sandbox", CONFINED)
def test_what_is_shown_beside_its_own_files_stays_read_only(tmp_path: Path, sandbox: Sandbox) -> None:
    bot, lent = tmp_path / "bot", tmp_path / "lent"
    for folder in (bot, lent):
        folder.mkdir()
        (folder / "book").touch()
    (bot / "bot.py").write_text(
        "for path in ('book', '../lent/book'):\n"
        "    try: open(path, 'w'); print('written')\n"
        "    except OSError: print('read-only')\n"
    )
    around = Surroundings(bot, sandbox=sandbox, readable=(bot, lent), writable=True)
    program = Program([sys.executable, "bot.py"], around)
    assert program.read_line(soon()) == b"written"
    assert program.read_line(soon()) == b"read-only"
    program.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_links_are_followed_and_wide_folders_stay_hidden(tmp_path: Path, sandbox: Sandbox) -> None:
    real, bot = tmp_path / "real", tmp_path / "bot"
    real.mkdir()
    bot.mkdir()
    (tmp_path / "secret").touch()
    (real / "main.py").write_text(
        f"import sys\ntry: open({str(tmp_path / 'secret')!r})\nexcept OSError: print('hidden')\n"
    )
    (bot / "main.py").symlink_to(real / "main.py")
    program = Program([sys.executable, "main.py", "/", str(Path.home())], Surroundings(bot, sandbox=sandbox))
    assert program.read_line(soon()) == b"hidden"
    program.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_an_opponents_program_in_the_same_folder_is_hidden(tmp_path: Path, sandbox: Sandbox) -> None:
    for name in ("spy", "victim"):
        (tmp_path / name).write_text("#!/bin/sh\ncat ./victim > /dev/null 2>&1 && echo seen || echo hidden\n")
        (tmp_path / name).chmod(0o755)
    around = Surroundings(tmp_path, sandbox=sandbox, hidden=(tmp_path / "victim",))
    program = Program(["./spy"], around)
    assert program.read_line(soon()) == b"hidden"
    program.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_the_opponents_files_in_the_same_folder_are_hidden(tmp_path: Path, sandbox: Sandbox) -> None:
    (tmp_path / "module.py").write_text("number = 7")
    (tmp_path / "victim.py").touch()
    (tmp_path / "spy.py").write_text(
        "import module\n"
        "try: open('victim.py'); print(module.number, 'seen')\n"
        "except OSError: print(module.number, 'hidden')\n"
    )
    around = Surroundings(tmp_path, sandbox=sandbox)
    victim = player_named(f"kth:{sys.executable} victim.py", "checkers", around)
    assert isinstance(victim, ProgramPlayer)
    assert victim.files() == {tmp_path / "victim.py"}
    for hidden, told in (((), b"7 seen"), (tuple(victim.files()), b"7 hidden")):
        program = Program([sys.executable, "spy.py"], around._replace(hidden=hidden))
        assert program.read_line(soon()) == told
        program.close()


@needs_strict
def test_a_file_in_the_home_folder_does_not_show_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "bot.py").write_text("import os; print(os.listdir(os.path.dirname(__file__)))")
    program = Program([sys.executable, str(tmp_path / "bot.py")], Surroundings(tmp_path, sandbox=Sandbox.STRICT))
    assert program.read_line(soon()) == b"['bot.py']"
    program.close()


def test_what_the_sandbox_hides_is_named(tmp_path: Path) -> None:
    hidden = tmp_path / "elsewhere" / "weights.bin"
    hidden.parent.mkdir()
    hidden.touch()
    (tmp_path / "bot").mkdir()
    script = tmp_path / "bot" / "bot.py"
    script.write_text(f"open({str(hidden)!r})")
    player = player_named(f"kth:{sys.executable} {script}", "checkers", Surroundings(sandbox=Sandbox.AUTO))
    with pytest.raises(FaultError, match=rf"the sandbox hides {hidden}; --read makes it visible"):
        player.start(Checkers(), Checkers.sides[1], TimeLimit(5.0))
    player.close()


def test_a_sandbox_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"strict": "no, make namespaces: Operation not permitted", "namespaces": "no, the same", "landlock": "0"}
    monkeypatch.setattr(limits, "_available", lambda: found)
    assert Sandbox.AUTO.resolved() is Sandbox.LIMITS
    assert Sandbox.AUTO.described() == (
        "limits; strict is not available here: make namespaces: Operation not permitted; without Landlock, programs can"
        " read and write your files"
    )
    found["landlock"] = "3"
    assert Sandbox.LIMITS.described().endswith("; without namespaces, programs can signal your other processes")
    with pytest.raises(OptionError, match=r"the sandbox strict is not available here .make namespaces: Operation not"):
        Sandbox.BWRAP.resolved()


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
    program = Program(python(f"import os, time; os.close({stream}); time.sleep(600)"), Surroundings(sandbox=sandbox))
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


@pytest.mark.parametrize("sandbox", CONFINED)
def test_processes_are_limited_also_for_root(sandbox: Sandbox) -> None:
    code = (
        "import os, time\ncount = 0\n"
        "try:\n while count < 100:\n  if os.fork() == 0: time.sleep(600)\n  count += 1\n"
        "except OSError: pass\nprint(count, flush=True)"
    )
    program = Program(python(code), Surroundings(limits=Limits(processes=20), sandbox=sandbox))
    assert int(program.read_line(soon())) <= 40  # others of the user may end meanwhile
    program.close()


ARENA = """
import sys, time
from crownbridge.players.process import Program, Sandbox, Surroundings
code = "import os, time; os.fork(); print(os.getpid(), flush=True); time.sleep(600)"
around = Surroundings(sandbox=Sandbox(sys.argv[1]))
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
    below = _descendants(ours.pid)
    os.kill(ours.pid, signal.SIGKILL)
    printed = ours.communicate()[0].split()
    told = [int(word) for word in printed if word.isdigit()] if sandbox is Sandbox.NONE else []  # else numbers inside
    pids = below + told
    assert until_dead(*pids), pids


def _descendants(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
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
    assert {str(program.end) for program in programs} == {"killed (signal 9)"}


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
        ("import time; print('half', end='', flush=True); time.sleep(9)", "it printed 'half' without an end of line"),
        ("import time; time.sleep(9)", "nothing has ever come; does it flush its output"),
    ],
)
def test_a_timeout_comes_with_a_hint(code: str, hint: str) -> None:
    player = player_named(f"kth:'{sys.executable}' -c {shlex.quote(code)}", "checkers")
    player.start(Checkers(), Checkers.sides[0], TimeLimit(5.0))
    with pytest.raises(FaultError, match=hint):
        player.choose(Checkers().initial(), None, TimeLimit(0.3))
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
    with pytest.raises(FaultError, match="'late' came only when its input was closed; flush stdout") as caught:
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


def test_the_stronger_of_two_sandboxes() -> None:
    weak, strong = Sandbox.NONE, Sandbox.LIMITS
    assert weak.at_least(strong) is strong.at_least(weak) is strong.at_least(strong) is strong
    assert weak.at_least(weak) is weak
    assert weak.at_least(Sandbox.AUTO) is Sandbox.AUTO.resolved()


def spy(folder: Path, loot: Path, first_line: str = "#!/usr/bin/python3") -> Path:
    """A program that says whether it can read a file, and that its author put into a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "spy"
    program.write_text(f"{first_line}\ntry: open({str(loot)!r}); print('seen')\nexcept OSError: print('hidden')\n")
    program.chmod(0o755)
    return program


def forge_a_base(bot: Path, vault: Path) -> Path:
    (bot / "pyvenv.cfg").write_text(f"home = {vault}/bin\n")
    return bot / "spy"


def forge_a_project(bot: Path, vault: Path) -> Path:
    installed = bot / "lib" / "python3" / "site-packages" / "x.dist-info"
    installed.mkdir(parents=True)
    (installed / "direct_url.json").write_text(json.dumps({"url": f"file://{vault}", "dir_info": {"editable": True}}))
    return bot / "spy"


def nest_deeply(bot: Path, vault: Path) -> Path:
    program = forge_a_project(bot, vault)
    next(bot.rglob("direct_url.json")).write_text("[" * 100_000)
    return program


def misuse_env(bot: Path, vault: Path) -> Path:
    return spy(bot, vault / "secret", f"#!/usr/bin/env -S -u {vault}/run /usr/bin/python3")


def mislead_by_a_link(bot: Path, vault: Path) -> Path:
    """`link/../../vault` is in the bot's folder, but not for who takes `..` away before following `link`."""
    (bot / "in" / "a" / "b").mkdir(parents=True)
    (bot / "link").symlink_to("in/a/b")
    (bot / "in" / vault.name).mkdir()
    (bot / "spy").rename(bot / "in" / vault.name / "real")
    (bot / "run").symlink_to(f"link/../../{vault.name}/real")
    return bot / "run"


def offer_a_pipe(bot: Path, vault: Path) -> Path:
    assert vault.exists()
    os.mkfifo(bot / "pyvenv.cfg")
    return bot / "spy"


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize(
    "prepare", [forge_a_base, forge_a_project, nest_deeply, misuse_env, mislead_by_a_link, offer_a_pipe]
)
def test_nothing_in_a_programs_folder_shows_more(
    prepare: Callable[[Path, Path], Path], sandbox: Sandbox, tmp_path: Path
) -> None:
    vault, bot = tmp_path / "vault", tmp_path / "bot"
    (vault / "bin").mkdir(parents=True)
    (vault / "secret").touch()
    (vault / "run").write_text("#!/bin/sh\n")
    (vault / "run").chmod(0o755)
    spy(bot, vault / "secret")
    program = Program([str(prepare(bot, vault))], Surroundings(bot, sandbox=sandbox))
    assert program.read_line(soon()) == b"hidden"
    program.close()


def test_a_pipe_in_place_of_a_program_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run", 0o755)
    with pytest.raises(FaultError, match="run cannot be started: Permission denied"):
        Program([str(tmp_path / "run")], Surroundings(tmp_path, sandbox=Sandbox.AUTO))


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("target", [".", "../vault", "../vault/secret"])
def test_links_do_not_lead_to_what_is_hidden(target: str, sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "secret").touch()
    victim = tmp_path / "bot" / "victim"
    program = spy(tmp_path / "bot", victim if target == "." else tmp_path / "vault" / "secret")
    victim.touch()
    (tmp_path / "bot" / "link").symlink_to(target)
    running = Program([str(program)], Surroundings(tmp_path, sandbox=sandbox, hidden=(victim,)))
    assert running.read_line(soon()) == b"hidden"
    running.close()


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("name", ["victim", "alias", "../other/victim"])
def test_what_is_hidden_is_hidden_under_each_of_its_names(name: str, sandbox: Sandbox, tmp_path: Path) -> None:
    """Named through a link by the opponent, and in a folder that is shown as a whole."""
    bot = tmp_path / "bot"
    program = spy(bot, bot / "victim")
    (bot / "victim").touch()
    (bot / "alias").symlink_to("victim")
    (tmp_path / "other").symlink_to("bot")
    around = Surroundings(bot, sandbox=sandbox, readable=(bot,), hidden=(bot / name,))
    running = Program([str(program)], around)
    assert running.read_line(soon()) == b"hidden"
    running.close()


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("target", ["../.keys/key", "../.keys"])
def test_a_named_link_does_not_show_the_settings_in_a_home(
    target: str, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / ".keys").mkdir()
    (tmp_path / ".keys" / "key").touch()
    program = spy(tmp_path / "bot", tmp_path / ".keys" / "key")
    (tmp_path / "bot" / "weights").symlink_to(target)
    running = Program([str(program), "weights"], Surroundings(tmp_path / "bot", sandbox=sandbox))
    assert running.read_line(soon()) == b"hidden"
    running.close()


def groups_made() -> set[Path]:
    return set(Path("/sys/fs/cgroup").rglob("crownbridge-*"))


def groups_of(process: int | str) -> dict[str, Path]:
    """The control group of a process for each controller; that of version 2 has no name."""
    lines = Path(f"/proc/{process}/cgroup").read_text().splitlines()
    return {controller: Path(path) for _, controller, path in (line.split(":", 2) for line in lines)}


@pytest.mark.skipif(os.geteuid() != 0 or not os.access("/sys/fs/cgroup", os.W_OK), reason="only root makes groups")
@pytest.mark.parametrize("sandbox", CONFINED)
def test_control_groups_leave_nothing_and_evade_no_limit_of_ours(sandbox: Sandbox) -> None:
    """Version 1 has them in our own; also when a program cannot be started, they are removed."""
    before = groups_made()
    program = Program(["cat"], Surroundings(sandbox=sandbox))
    theirs, ours = groups_of(program.pid), groups_of("self")
    parent = int(Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()[1])
    supervisor = int(Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1])
    assert groups_of(supervisor) == ours  # the program's memory may end, not its own
    for controller in ("pids", "memory"):
        assert theirs.get(controller, Path("/")).parent == ours.get(controller, Path("/"))
    program.close()
    with pytest.raises(FaultError, match="cannot be started"):
        Program(["/etc/passwd"], Surroundings(sandbox=sandbox))
    assert [path for path in groups_made() - before if not alive(int(path.name.split("-")[1]))] == []


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize(
    ("target", "writable", "told"),
    [
        ("../vault/neighbour", False, b"hidden"),
        ("../vault/secret", False, b"seen"),
        ("../vault", False, b"seen"),
        ("../vault", True, b"hidden"),
        ("../vault/secret", True, b"hidden"),
    ],
)
def test_links_out_of_its_folder_show_no_more_than_is_named(
    target: str, told: bytes, sandbox: Sandbox, tmp_path: Path, *, writable: bool
) -> None:
    """Who may write could make a link, and read and write where it leads in the next game."""
    vault = tmp_path / "vault"
    vault.mkdir()
    for name in ("secret", "neighbour"):
        (vault / name).touch()
    program = spy(tmp_path / "bot", vault / "secret")
    (tmp_path / "bot" / "weights").symlink_to(target)
    command = [str(program), "weights"]
    running = Program(command, Surroundings(tmp_path / "bot", sandbox=sandbox, writable=writable))
    assert running.read_line(soon()) == told
    running.close()
    own = visible_paths(command, tmp_path / "bot", (), (), writable=writable).own
    assert not [path for path in own if os.path.realpath(path).startswith(str(vault))]


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
        while not (below := _descendants(supervisor.pid)):
            time.sleep(0.01)
        supervisor.kill()
        supervisor.wait()
    assert until_dead(*below)
