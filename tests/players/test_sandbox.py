"""Files, resources and system calls that a program can access in each sandbox."""

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.processes import alive, python, soon

from crownbridge.errors import OptionError
from crownbridge.games import Checkers
from crownbridge.players import FaultError, ProgramPlayer, TimeLimit, player_named
from crownbridge.players.process import LaunchOptions, Limits, Program, Sandbox, limits
from crownbridge.players.process.visible import visible_paths

CONFINED = sorted({Sandbox.AUTO.resolved(), Sandbox.LIMITS})  # strict where this machine has it
needs_strict = pytest.mark.skipif(Sandbox.STRICT not in CONFINED, reason="this machine allows no namespaces")


@pytest.mark.parametrize("sandbox", [Sandbox.NONE, *CONFINED])
def test_programs_get_a_minimal_environment(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CROWNBRIDGE_TOKEN", "PGPASSWORD", "SSH_AUTH_SOCK", "LC_ALL"):
        monkeypatch.setenv(name, "C")
    code = "import os; print(*sorted(n for n, v in os.environ.items() if v == 'C'))"
    program = Program(python(code), LaunchOptions(sandbox=sandbox))
    assert program.read_line(soon()) == b"LC_ALL"
    program.close()


@needs_strict
def test_a_private_temporary_folder(tmp_path: Path) -> None:
    code = "import os, pathlib; pathlib.Path('/tmp/mine').write_text('x'); print(os.getcwd(), flush=True); input()"
    program = Program(python(code), LaunchOptions(tmp_path, sandbox=Sandbox.STRICT))
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

    def results(**rest: Any) -> list[bytes]:
        launch_options = LaunchOptions(tmp_path, sandbox=sandbox)._replace(**rest)
        program = Program([sys.executable, "bot/bot.py"], launch_options)
        lines = [program.read_line(soon()) for _ in range(3)]
        program.close()
        return lines

    assert results() == [b"1", b"hidden", b"read-only"]
    assert results(readable=(other,)) == [b"1", b"2", b"read-only"]
    assert results(writable=True) == [b"1", b"hidden", b"written"]
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
    around = LaunchOptions(bot, sandbox=sandbox, readable=(bot, lent), writable=True)
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
    program = Program([sys.executable, "main.py", "/", str(Path.home())], LaunchOptions(bot, sandbox=sandbox))
    assert program.read_line(soon()) == b"hidden"
    program.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_an_opponents_program_in_the_same_folder_is_hidden(tmp_path: Path, sandbox: Sandbox) -> None:
    for name in ("spy", "victim"):
        (tmp_path / name).write_text("#!/bin/sh\ncat ./victim > /dev/null 2>&1 && echo seen || echo hidden\n")
        (tmp_path / name).chmod(0o755)
    around = LaunchOptions(tmp_path, sandbox=sandbox, hidden=(tmp_path / "victim",))
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
    around = LaunchOptions(tmp_path, sandbox=sandbox)
    victim = player_named(f"kth:{sys.executable} victim.py", "checkers", around)
    assert isinstance(victim, ProgramPlayer)
    assert victim.files() == {tmp_path / "victim.py"}
    for hidden, expected in (((), b"7 seen"), (tuple(victim.files()), b"7 hidden")):
        program = Program([sys.executable, "spy.py"], around._replace(hidden=hidden))
        assert program.read_line(soon()) == expected
        program.close()


@needs_strict
def test_a_file_in_the_home_folder_does_not_show_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "bot.py").write_text("import os; print(os.listdir(os.path.dirname(__file__)))")
    program = Program([sys.executable, str(tmp_path / "bot.py")], LaunchOptions(tmp_path, sandbox=Sandbox.STRICT))
    assert program.read_line(soon()) == b"['bot.py']"
    program.close()


def test_what_the_sandbox_hides_is_named(tmp_path: Path) -> None:
    hidden = tmp_path / "elsewhere" / "weights.bin"
    hidden.parent.mkdir()
    hidden.touch()
    (tmp_path / "bot").mkdir()
    script = tmp_path / "bot" / "bot.py"
    script.write_text(f"open({str(hidden)!r})")
    player = player_named(f"kth:{sys.executable} {script}", "checkers", LaunchOptions(sandbox=Sandbox.AUTO))
    with pytest.raises(FaultError, match=rf"the sandbox hides {hidden}; --read makes it visible"):
        player.start(Checkers(), Checkers.sides[1], TimeLimit(5.0))
    player.close()


COMPLETE = {"strict": "yes", "namespaces": "yes", "landlock": "7", "share": "group", "memory": "group"}
NO_NAMESPACES = {"strict": "no, make namespaces: Operation not permitted", "namespaces": "no, the same"}


@pytest.mark.parametrize(
    ("sandbox", "lacks", "description"),
    [
        ("strict", {}, "strict"),
        ("strict", {"share": "session"}, "strict"),
        (
            "strict",
            {"share": "no", "memory": "no"},
            (
                "strict; without a control group, memory is limited for each process, not in total, and a program"
                " with many threads slows other games"
            ),
        ),
        ("limits", {}, "limits; programs can see which files exist"),
        (
            "auto",
            {**NO_NAMESPACES, "landlock": "0"},
            (
                "limits; strict is not available: make namespaces: Operation not permitted; without Landlock, programs"
                " can read and write your files; without a process namespace, programs can signal your other processes"
            ),
        ),
        (
            "auto",
            {**NO_NAMESPACES, "landlock": "6", "memory": "no"},
            (
                "limits; strict is not available: make namespaces: Operation not permitted; programs can see which"
                " files exist; without a process namespace, programs can see your other processes; without a control"
                " group, memory is limited for each process, not in total"
            ),
        ),
    ],
)
def test_what_a_system_cannot_protect_is_said(
    sandbox: str, lacks: dict[str, str], description: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_available", lambda: {**COMPLETE, **lacks})
    assert Sandbox(sandbox).described() == description


def test_a_sandbox_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_available", lambda: {**COMPLETE, **NO_NAMESPACES})
    assert Sandbox.AUTO.resolved() is Sandbox.LIMITS
    with pytest.raises(OptionError, match=r"strict is not available on this system .make namespaces: Operation not"):
        Sandbox.BWRAP.resolved()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_processes_are_limited_also_for_root(sandbox: Sandbox) -> None:
    code = (
        "import os, time\ncount = 0\n"
        "try:\n while count < 100:\n  if os.fork() == 0: time.sleep(600)\n  count += 1\n"
        "except OSError: pass\nprint(count, flush=True)"
    )
    program = Program(python(code), LaunchOptions(limits=Limits(processes=20), sandbox=sandbox))
    assert int(program.read_line(soon())) <= 40  # others of the user may end meanwhile
    program.close()


@pytest.mark.skipif(os.geteuid() != 0 or not os.access("/sys/fs/cgroup", os.W_OK), reason="only root makes groups")
@pytest.mark.parametrize("sandbox", CONFINED)
def test_memory_is_limited_for_all_processes_together(sandbox: Sandbox) -> None:
    hog = "if os.fork() == 0: x = b'x' * (100 << 20); time.sleep(600)"
    code = f"import os, time\nfor _ in range(9):\n {hog}\nprint(os.wait()[1], flush=True)"
    program = Program(python(code), LaunchOptions(limits=Limits(address_space=256 << 20), sandbox=sandbox))
    assert program.read_line(soon()) == b"9"  # a child was killed
    program.close()


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
    program = Program([str(prepare(bot, vault))], LaunchOptions(bot, sandbox=sandbox))
    assert program.read_line(soon()) == b"hidden"
    program.close()


def test_a_pipe_in_place_of_a_program_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "run", 0o755)
    with pytest.raises(FaultError, match="run cannot be started: Permission denied"):
        Program([str(tmp_path / "run")], LaunchOptions(tmp_path, sandbox=Sandbox.AUTO))


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("target", [".", "../vault", "../vault/secret"])
def test_links_do_not_lead_to_what_is_hidden(target: str, sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "secret").touch()
    victim = tmp_path / "bot" / "victim"
    program = spy(tmp_path / "bot", victim if target == "." else tmp_path / "vault" / "secret")
    victim.touch()
    (tmp_path / "bot" / "link").symlink_to(target)
    running = Program([str(program)], LaunchOptions(tmp_path, sandbox=sandbox, hidden=(victim,)))
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
    around = LaunchOptions(bot, sandbox=sandbox, readable=(bot,), hidden=(bot / name,))
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
    running = Program([str(program), "weights"], LaunchOptions(tmp_path / "bot", sandbox=sandbox))
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
    program = Program(["cat"], LaunchOptions(sandbox=sandbox))
    theirs, ours = groups_of(program.pid), groups_of("self")
    parent = int(Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()[1])
    supervisor = int(Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1])
    assert groups_of(supervisor) == ours  # the program's memory may end, not its own
    for controller in ("pids", "memory"):
        assert theirs.get(controller, Path("/")).parent == ours.get(controller, Path("/"))
    program.close()
    with pytest.raises(FaultError, match="cannot be started"):
        Program(["/etc/passwd"], LaunchOptions(sandbox=sandbox))
    assert [path for path in groups_made() - before if not alive(int(path.name.split("-")[1]))] == []


@pytest.mark.skipif(os.geteuid() != 0 or not os.access("/sys/fs/cgroup", os.W_OK), reason="only root makes groups")
def test_control_groups_of_a_supervisor_that_was_killed_are_removed_at_the_next_start() -> None:
    program = Program(["cat"], LaunchOptions(sandbox=Sandbox.LIMITS))
    supervisor = program._guard.process.pid  # noqa: SLF001 (nobody else needs it)
    left = {path for path in groups_made() if path.name.startswith(f"crownbridge-{supervisor}-")}
    assert left
    os.kill(supervisor, signal.SIGKILL)
    program.close()
    Program(["cat"], LaunchOptions(sandbox=Sandbox.LIMITS)).close()
    assert not left & groups_made()


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize(
    ("target", "writable", "expected"),
    [
        ("../vault/neighbour", False, b"hidden"),
        ("../vault/secret", False, b"seen"),
        ("../vault", False, b"seen"),
        ("../vault", True, b"hidden"),
        ("../vault/secret", True, b"hidden"),
    ],
)
def test_links_out_of_its_folder_show_no_more_than_is_named(
    target: str, expected: bytes, sandbox: Sandbox, tmp_path: Path, *, writable: bool
) -> None:
    """Who may write could make a link, and read and write where it leads in the next game."""
    vault = tmp_path / "vault"
    vault.mkdir()
    for name in ("secret", "neighbour"):
        (vault / name).touch()
    program = spy(tmp_path / "bot", vault / "secret")
    (tmp_path / "bot" / "weights").symlink_to(target)
    command = [str(program), "weights"]
    running = Program(command, LaunchOptions(tmp_path / "bot", sandbox=sandbox, writable=writable))
    assert running.read_line(soon()) == expected
    running.close()
    own = visible_paths(command, tmp_path / "bot", (), (), writable=writable).own
    assert not [path for path in own if os.path.realpath(path).startswith(str(vault))]
