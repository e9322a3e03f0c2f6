"""Files, resources and system calls that a program can access in each sandbox."""

import json
import os
import signal
import sys
import venv
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.processes import alive, python, soon

from crownbridge.arena import TimeControl, play_game
from crownbridge.errors import OptionError, SandboxWarning
from crownbridge.games import Checkers, Hex
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
def test_links_in_its_folder_are_followed_and_wide_folders_stay_hidden(tmp_path: Path, sandbox: Sandbox) -> None:
    bot = tmp_path / "bot"
    (bot / "source").mkdir(parents=True)
    (tmp_path / "secret").touch()
    (bot / "source" / "main.py").write_text(
        f"import sys\ntry: open({str(tmp_path / 'secret')!r})\nexcept OSError: print('hidden')\n"
    )
    (bot / "main.py").symlink_to("source/main.py")
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


def failure_of_a_program_that_opens(file: Path, folder: Path) -> str:
    """Return what the record says of it."""
    folder.mkdir(exist_ok=True)
    script = folder / "bot.py"
    script.write_text(f"open({str(file)!r})")
    player = player_named(f"kth:{sys.executable} {script}", "checkers", LaunchOptions(sandbox=Sandbox.AUTO))
    with pytest.raises(FaultError, match="Error: ") as caught:
        player.start(Checkers(), Checkers.sides[1], TimeLimit(60.0))
    player.close()
    return str(caught.value)


def test_the_user_alone_hears_what_the_sandbox_hides(tmp_path: Path) -> None:
    """The author of a program that names files could otherwise find out which of them exist."""
    hidden = tmp_path / "elsewhere" / "weights.bin"
    before = failure_of_a_program_that_opens(hidden, tmp_path / "bot")
    hidden.parent.mkdir()
    hidden.touch()
    with pytest.warns(SandboxWarning, match=rf"bot\.py init; the sandbox hides {hidden}; --read makes it visible"):
        after = failure_of_a_program_that_opens(hidden, tmp_path / "bot")
    assert "hides" not in after
    if Sandbox.AUTO.resolved() is Sandbox.STRICT:  # `limits` does not hide which files exist
        assert after == before


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


def misuse_env_for_an_assignment(bot: Path, vault: Path) -> Path:
    (bot / "A=").mkdir()
    (bot / "A=" / "x").symlink_to(vault / "run")
    return spy(bot, vault / "secret", "#!/usr/bin/env -S A=/x /usr/bin/python3")


def pose_as_env(bot: Path, vault: Path) -> Path:
    """The kernel starts the program of this name, which ignores the file in the line."""
    spy(bot, vault / "secret").rename(bot / "env")
    return spy(bot, vault / "secret", f"#!{bot}/env {vault}/run")


def name_an_interpreter(bot: Path, vault: Path) -> Path:
    """One that starts the program that is in its argument, as it does without a sandbox."""
    (vault / "bin" / "python3").symlink_to("/usr/bin/python3")
    return spy(bot, vault / "secret", f"#!{vault}/bin/python3")


def link_to_the_command(bot: Path, vault: Path) -> Path:
    (vault / "run").write_text((bot / "spy").read_text())
    (bot / "spy").unlink()
    (bot / "spy").symlink_to(vault / "run")
    return bot / "spy"


def link_to_a_folder(bot: Path, vault: Path) -> Path:
    (vault / "spy").write_text((bot / "spy").read_text())
    (vault / "spy").chmod(0o755)
    (bot / "source").symlink_to(vault)
    return bot / "source" / "spy"


def link_to_a_library(bot: Path, vault: Path) -> Path:
    spy(bot / "venv" / "bin", vault / "secret")
    (bot / "venv" / "pyvenv.cfg").touch()
    (bot / "venv" / "lib").symlink_to(vault)
    return bot / "venv" / "bin" / "spy"


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


TRICKS = [
    *(forge_a_base, forge_a_project, nest_deeply, misuse_env, misuse_env_for_an_assignment, pose_as_env),
    *(name_an_interpreter, link_to_the_command, link_to_a_folder, link_to_a_library, mislead_by_a_link, offer_a_pipe),
]


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("prepare", TRICKS)
@pytest.mark.parametrize("search", ["", ".", "{bot}", "{bot}/bin", "{bot}/venv/bin"])
def test_nothing_in_a_programs_folder_shows_more(
    prepare: Callable[[Path, Path], Path],
    sandbox: Sandbox,
    search: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also if PATH contains its folder. Programs that cannot start without what is hidden do not see it, either."""
    vault, bot = tmp_path / "vault", tmp_path / "bot"
    (vault / "bin").mkdir(parents=True)
    (vault / "secret").touch()
    (vault / "run").write_text("#!/bin/sh\n")
    (vault / "run").chmod(0o755)
    spy(bot, vault / "secret")
    monkeypatch.setenv("PATH", f"{search.format(bot=bot)}:{os.environ['PATH']}")
    command = [str(prepare(bot, vault))]
    try:
        with warnings.catch_warnings(record=True, action="always") as caught:
            program = Program(command, LaunchOptions(bot, sandbox=sandbox))
    except FaultError:
        assert f"; the sandbox hides {vault}" in str(caught[-1].message)
    else:
        assert program.read_line(soon()) == b"hidden"
        program.close()
    trusting = Program(command, LaunchOptions(bot, sandbox=sandbox, readable=(vault,)))
    assert trusting.read_line(soon()) == b"seen"
    trusting.close()


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
@pytest.mark.parametrize("target", ["../vault/neighbour", "../vault/secret", "../vault"])
@pytest.mark.parametrize("writable", [False, True])
def test_links_out_of_its_folder_show_nothing(target: str, sandbox: Sandbox, tmp_path: Path, *, writable: bool) -> None:
    """The author may have made them, even if the command line names them."""
    vault = tmp_path / "vault"
    vault.mkdir()
    for name in ("secret", "neighbour"):
        (vault / name).touch()
    program = spy(tmp_path / "bot", vault / "secret")
    (tmp_path / "bot" / "weights").symlink_to(target)
    command = [str(program), "weights"]
    launch_options = LaunchOptions(tmp_path / "bot", sandbox=sandbox, writable=writable)
    for readable, expected in (((), b"hidden"), ((vault,), b"seen")):
        running = Program(command, launch_options._replace(readable=readable))
        assert running.read_line(soon()) == expected
        running.close()
    own = visible_paths(command, tmp_path / "bot", (), ()).own
    assert not [path for path in own if os.path.realpath(path).startswith(str(vault))]


@pytest.mark.parametrize("sandbox", CONFINED)
def test_a_named_link_to_the_opponents_file_does_not_show_it(sandbox: Sandbox, tmp_path: Path) -> None:
    program = spy(tmp_path, tmp_path / "victim")
    (tmp_path / "victim").touch()
    (tmp_path / "weights").symlink_to("victim")
    around = LaunchOptions(tmp_path, sandbox=sandbox, hidden=(tmp_path / "victim",))
    running = Program([str(program), "weights"], around)
    assert running.read_line(soon()) == b"hidden"
    running.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_two_programs_may_share_a_link(sandbox: Sandbox, tmp_path: Path) -> None:
    spy(tmp_path, tmp_path / "spy-1.2").rename(tmp_path / "spy-1.2")
    (tmp_path / "spy").symlink_to("spy-1.2")
    around = LaunchOptions(tmp_path, sandbox=sandbox)
    running = Program(["./spy", "1"], around._replace(hidden=tuple(around.named_files(["./spy", "2"]))))
    assert running.read_line(soon()) == b"seen"
    running.close()


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("target", ["source/spy", "../lent/spy"])
def test_a_link_is_followed_in_a_folder_that_is_partly_hidden(target: str, sandbox: Sandbox, tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    for folder in (bot / "source", tmp_path / "lent"):
        spy(folder, bot / "victim")
    (bot / "victim").touch()
    (bot / "spy").symlink_to(target)
    around = LaunchOptions(bot, sandbox=sandbox, readable=(tmp_path / "lent",), hidden=(bot / "victim",))
    running = Program(["./spy"], around)
    assert running.read_line(soon()) == b"hidden"
    running.close()


@pytest.mark.parametrize("sandbox", CONFINED)
def test_links_of_the_user_are_followed(sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a home folder, and on the way to the working directory."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    spy(tmp_path / "disk" / "bots" / "bot", tmp_path / "secret")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "bots").symlink_to(tmp_path / "disk" / "bots")
    (tmp_path / "bots").symlink_to(tmp_path / "disk" / "bots")
    for folder, name in ((tmp_path / "home", "bots/bot/spy"), (tmp_path / "bots" / "bot", "./spy")):
        running = Program([name], LaunchOptions(folder, sandbox=sandbox))
        assert running.read_line(soon()) == b"hidden"
        running.close()


RUNTIME = '#!/bin/sh\nexec /usr/bin/python3 "$@"\n'


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize(
    "first_line", ["#!{runtime}/bin/python3", "#!/usr/bin/env python3", "#!/usr/bin/env -S python3 -u"]
)
def test_runtimes_are_those_in_path(
    first_line: str, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime, bot = tmp_path / "runtime", tmp_path / "bot"
    (runtime / "bin").mkdir(parents=True)
    (runtime / "lib").touch()
    (runtime / "bin" / "python3").write_text(RUNTIME)
    (runtime / "bin" / "python3").chmod(0o755)
    command = [str(spy(bot, runtime / "lib", first_line.format(runtime=runtime)))]
    monkeypatch.setenv("PATH", f"{runtime}/bin:/usr/bin:/bin")
    running = Program(command, LaunchOptions(bot, sandbox=sandbox))
    assert running.read_line(soon()) == b"seen"
    running.close()
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    if "runtime" in first_line:
        with (
            pytest.raises(FaultError, match=r"cannot be started: (No such file or directory|Permission denied)$"),
            pytest.warns(SandboxWarning, match=f"the sandbox hides {runtime}; --read makes it visible"),
        ):
            Program(command, LaunchOptions(bot, sandbox=sandbox))


@pytest.mark.parametrize("sandbox", CONFINED)
def test_a_virtual_environment_in_its_folder_works_with_a_known_base(sandbox: Sandbox, tmp_path: Path) -> None:
    venv.create(tmp_path / "bot" / "venv", symlinks=True)
    program = spy(tmp_path / "bot", tmp_path / "secret", f"#!{tmp_path}/bot/venv/bin/python")
    (tmp_path / "secret").touch()
    for command in ([str(program)], [f"{tmp_path}/bot/venv/bin/python", str(program)]):
        running = Program(command, LaunchOptions(tmp_path / "bot", sandbox=sandbox))
        assert running.read_line(soon()) == b"hidden"
        running.close()


OBSERVER = """#!/usr/bin/python3
import pathlib, sys
def can_read(name):
    try: return bool(pathlib.Path(__file__).with_name(name).read_text())
    except OSError: return False
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        moves = rest
    elif word == "move":
        print("reads", *filter(can_read, ("anna", "bert")), file=sys.stderr, flush=True)
        print("move", moves[0], flush=True)
"""


@pytest.mark.parametrize("sandbox", CONFINED)
@pytest.mark.parametrize("folder", ["bin", "sbin", "bots"])
def test_opponents_in_any_folder_do_not_see_each_other(folder: str, sandbox: Sandbox, tmp_path: Path) -> None:
    """Not in `bin`, either, where the programs of an installation are."""
    (tmp_path / folder).mkdir()
    players = []
    for name in ("anna", "bert"):
        (tmp_path / folder / name).write_text(OBSERVER)
        (tmp_path / folder / name).chmod(0o755)
        players.append(player_named(f"lines:./{folder}/{name}", "hex", LaunchOptions(tmp_path, sandbox=sandbox)))
    files = [player.files() for player in players if isinstance(player, ProgramPlayer)]
    assert files == [{tmp_path / folder / name} for name in ("anna", "bert")]
    record = play_game(Hex(2), (players[0], players[1]), TimeControl(per_move=20.0))
    assert [decision.stderr for decision in record.decisions[:2]] == [b"reads anna\n", b"reads bert\n"], record.outcome
