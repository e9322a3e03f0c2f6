"""`crownbridge sandbox`: check which sandboxes this system supports, and let AppArmor allow the strict one."""

import os
import pwd
import re
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.errors import FileError, OptionError, quoted
from crownbridge.files import write_atomically
from crownbridge.players.process import SUPERVISOR, Sandbox

app = subcommand()

ROOT = Path("/")
_NAME = "crownbridge-supervisor"
_PROFILE = """\
# Allows the supervisor of Crownbridge to create the namespaces of the sandbox strict.
# Written by crownbridge sandbox install.
abi <abi/4.0>,
include <tunables/global>

profile {name} "{path}" flags=(unconfined) {{
  userns,

  include if exists <local/{name}>
}}
"""
_INSTALL = shlex.join(["sudo", sys.executable, "-m", "crownbridge", "sandbox", "install"])
_IN_CONTAINER = "allow namespaces in the container: see docs/container.md"
_REMEDIES = (
    (".dockerenv", "", _IN_CONTAINER),
    ("run/.containerenv", "", _IN_CONTAINER),
    ("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", f"install an AppArmor profile: {_INSTALL}"),
    ("proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    ("proc/sys/user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=10000"),
    ("", "", "strict needs Linux 5.12 or newer, with user namespaces: see docs/sandbox.md"),
)
"""Files with the content that denies namespaces (empty for any), and what to do about it; the first one applies."""


@app.callback(epilog=examples("sandbox check", "sandbox install --print"))
def sandbox() -> None:
    """Check the sandbox of programs, and install a profile that allows it.

    The exit status of check is 1 if the sandbox strict is not available.
    """


@app.command(epilog=examples("sandbox check"))
def check() -> None:
    """Show which sandboxes are available, why others are not, and what to do about it.

    The exit status is 1 if the sandbox strict is not available.
    """
    used = Sandbox.AUTO.resolved()
    if used is Sandbox.STRICT:
        echo(f"available: {Sandbox.STRICT.described()}")
    echo(f"available: {Sandbox.LIMITS.described()}")
    echo(f"used by --sandbox auto: {used}\nsupervisor: {SUPERVISOR.resolve()}")
    if used is not Sandbox.STRICT:
        echo(f"remedy: {_remedy()}")
        raise typer.Exit(1)


@app.command(epilog=examples("sandbox install", "sandbox install --print"))
def install(
    *,
    printed: Annotated[bool, typer.Option("--print", help="Print the profile instead of installing it.")] = False,
) -> None:
    """Install an AppArmor profile that allows the supervisor to create namespaces, as Ubuntu 24.04 requires.

    Only root can do this. The profile takes effect at once and when the system starts.
    """
    supervisor = SUPERVISOR.resolve()
    profile = _profile(supervisor)
    if printed:
        echo(profile, nl=False)
        return
    target = ROOT / "etc" / "apparmor.d" / _NAME
    parser = shutil.which("apparmor_parser") or shutil.which("apparmor_parser", path="/usr/sbin:/sbin")
    if parser is None or not target.parent.is_dir():
        raise FileError("AppArmor is not installed on this system; crownbridge sandbox check shows what strict needs")
    if os.geteuid() != 0:
        raise OptionError(f"only root can install an AppArmor profile; run: {_INSTALL}")
    done = subprocess.run([parser, "-r"], input=profile, capture_output=True, text=True, check=False)  # noqa: S603 (of the system)
    if done.returncode:
        raise FileError(f"{parser} rejected the profile: {done.stderr.strip()}")
    write_atomically(target, profile)
    echo(f"installed {target}\ncheck the result without sudo: crownbridge sandbox check")
    if warning := _who_can_replace(supervisor):
        echo(f"warning: {warning}, and so create namespaces without a sandbox", err=True)


def _profile(supervisor: Path) -> str:
    """Return the profile for a supervisor. Raise FileError if its path cannot be written in a profile."""
    path = str(supervisor)
    if not path.isprintable():
        raise FileError(f"AppArmor cannot name {quoted(path)}; install Crownbridge in another folder")
    return _PROFILE.format(name=_NAME, path=re.sub(r'([\\"*?{}\[\]])', r"\\\1", path))


def _remedy() -> str:
    """Return what allows the sandbox strict on this system."""
    for name, content, remedy in _REMEDIES:
        path = ROOT / name
        if path.exists() and (not content or path.read_text(encoding="ascii").strip() == content):
            return remedy
    raise AssertionError("the last one applies")


def _who_can_replace(supervisor: Path) -> str:
    """Return who besides root can replace the supervisor or the outermost folder above it; empty if no user can."""
    for path in reversed([supervisor, *supervisor.parents]):
        status = path.stat()
        if status.st_uid:
            return f"the user {_name_of(status.st_uid)} can replace {path}"
        if status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX:
            return f"every user can replace files in {path}"
        if status.st_mode & stat.S_IWGRP and status.st_gid:
            return f"the group {status.st_gid} can replace files in {path}"
    return ""


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
