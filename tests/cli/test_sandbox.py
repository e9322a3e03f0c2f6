"""`crownbridge sandbox` on systems with and without AppArmor, in a folder that takes the place of the root."""

import os
import stat
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crownbridge.cli import sandbox
from crownbridge.errors import FileError, OptionError
from crownbridge.players.process import SUPERVISOR, limits

COMPLETE = {"strict": "yes", "namespaces": "yes", "landlock": "7", "share": "group", "memory": "group"}
DENIED = {**COMPLETE, "strict": "no, make namespaces: Permission denied", "namespaces": "no, the same"}
INSTALL = f"sudo {sys.executable} -m crownbridge sandbox install"
PARSER = """#!/bin/sh
echo "$@" >> {folder}/arguments
cat > {folder}/loaded
test ! -e {folder}/broken || {{ echo "AppArmor parser error at line 7" >&2; exit 1; }}
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root folder in which AppArmor is installed, used by root."""
    monkeypatch.setattr(sandbox, "ROOT", tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    parser = tmp_path / "sbin" / "apparmor_parser"
    parser.parent.mkdir()
    parser.write_text(PARSER.format(folder=tmp_path))
    parser.chmod(0o755)
    monkeypatch.setenv("PATH", f"{parser.parent}:{os.environ['PATH']}")
    (tmp_path / "etc" / "apparmor.d").mkdir(parents=True)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(sandbox.app, arguments)


def deny(root: Path, name: str, content: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)


def test_check_succeeds_where_strict_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_available", lambda: COMPLETE)
    done = run("check")
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "available: strict",
        "available: limits; programs can see which files exist",
        "used by --sandbox auto: strict",
        f"supervisor: {SUPERVISOR.resolve()}",
    ]


@pytest.mark.parametrize(
    ("files", "remedy"),
    [
        ({}, "strict needs Linux 5.12 or newer, with user namespaces: see docs/sandbox.md"),
        (
            {
                "proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n",
                "proc/sys/user/max_user_namespaces": "0\n",
            },
            f"install an AppArmor profile: {INSTALL}",
        ),
        (
            {
                "proc/sys/kernel/apparmor_restrict_unprivileged_userns": "0\n",
                "proc/sys/user/max_user_namespaces": "0\n",
            },
            "sudo sysctl user.max_user_namespaces=10000",
        ),
        ({"proc/sys/kernel/unprivileged_userns_clone": "0\n"}, "sudo sysctl kernel.unprivileged_userns_clone=1"),
        (
            {".dockerenv": "", "proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n"},
            "allow namespaces in the container: see docs/container.md",
        ),
    ],
)
def test_check_names_the_reason_and_a_remedy(
    files: dict[str, str], remedy: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_available", lambda: DENIED)
    for name, content in files.items():
        deny(root, name, content)
    done = run("check")
    assert done.exit_code == 1
    first, *_, last = done.output.splitlines()
    assert first.startswith("available: limits; strict is not available: make namespaces: Permission denied; ")
    assert last == f"remedy: {remedy}"


def test_install_writes_and_loads_the_profile(root: Path) -> None:
    target = root / "etc" / "apparmor.d" / "crownbridge-supervisor"
    for _ in range(2):
        done = run("install")
        assert done.exit_code == 0, done.output
        assert f"installed {target}\n" in done.output
        assert os.listdir(target.parent) == [target.name]  # noqa: PTH208 (only the names)
        assert target.read_text() == (root / "loaded").read_text() == run("install", "--print").output
        assert stat.S_IMODE(target.stat().st_mode) == 0o644
    assert (root / "arguments").read_text() == "-r\n-r\n"
    lines = target.read_text().splitlines()
    assert "abi <abi/4.0>," in lines
    assert f'profile crownbridge-supervisor "{SUPERVISOR.resolve()}" flags=(unconfined) {{' in lines
    assert "  userns," in lines


def test_a_profile_that_is_rejected_is_not_written(root: Path) -> None:
    target = root / "etc" / "apparmor.d" / "crownbridge-supervisor"
    target.write_text("before")
    (root / "broken").touch()
    done = run("install")
    assert isinstance(done.exception, FileError)
    assert str(done.exception).endswith("rejected the profile: AppArmor parser error at line 7")
    assert target.read_text() == "before"


def test_only_root_installs_and_is_given_the_command(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    done = run("install")
    assert isinstance(done.exception, OptionError)
    assert str(done.exception) == f"only root can install an AppArmor profile; run: {INSTALL}"
    assert run("install", "--print").exit_code == 0
    assert not list((root / "etc" / "apparmor.d").iterdir())


def test_a_system_without_apparmor_needs_no_profile(root: Path) -> None:
    (root / "etc" / "apparmor.d").rmdir()
    assert "AppArmor is not installed" in str(run("install").exception)


@pytest.mark.parametrize("name", ['a "b"', "c*[d]{e,f}?", "back\\slash", "@{HOME}"])
def test_the_profile_names_exactly_the_supervisor(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters that are special in a profile are escaped."""
    monkeypatch.setattr(sandbox, "SUPERVISOR", root / name / "supervisor")
    [line] = [line for line in run("install", "--print").output.splitlines() if line.startswith("profile ")]
    path = line.removeprefix('profile crownbridge-supervisor "').removesuffix('" flags=(unconfined) {')
    special = ("\\", '"', "*", "?", "[", "]", "{", "}")
    parts = path.replace("\\\\", "").split("\\")
    assert not any(letter in part[1:] for part in parts[1:] for letter in special)
    assert not any(letter in parts[0] for letter in special)
    unescaped = "".join(path[i] for i in range(len(path)) if path[i] != "\\" or (i and path[i - 1] == "\\"))
    assert unescaped == str((root / name / "supervisor").resolve())


def test_a_path_that_a_profile_cannot_name_is_refused(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SUPERVISOR", root / "new\nline" / "supervisor")
    assert "AppArmor cannot name" in str(run("install").exception)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to other users")
@pytest.mark.parametrize(
    ("owner", "mode", "warning"),
    [
        ((0, 0), 0o755, ""),
        ((65534, 0), 0o755, "can replace "),
        ((0, 0), 0o777, "every user can replace files in "),
        ((0, 0), 0o775, ""),
        ((0, 65534), 0o775, "the group 65534 can replace files in "),
    ],
)
def test_a_supervisor_that_others_can_replace(
    owner: tuple[int, int], mode: int, warning: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = root / "environment"
    (folder / "bin").mkdir(parents=True)
    supervisor = folder / "bin" / "supervisor"
    supervisor.touch()
    os.chown(folder, *owner)
    folder.chmod(mode)
    monkeypatch.setattr(sandbox, "SUPERVISOR", supervisor)
    *_, last = run("install").output.splitlines()
    assert last.startswith("warning: ") is bool(warning)
    assert f"{warning}{folder}, and so create" in last or not warning
