#!/usr/bin/env python3
"""Run the README's two commands on bare Debian machines as an ordinary user. Needs root and mmdebstrap.

    tests/fresh/debian.py [bookworm] [trixie]

Each machine is a root folder under `build/fresh` with the packages of the README's `apt-get install` line and nothing
else, and two fresh clones of the last commit, one of them in a folder whose name has a space and a letter beyond ASCII.
The host's configuration of pip and npm is copied, for networks with mirrors or certificates of their own.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

PROJECT = Path(__file__).resolve().parents[2]
ROOTS = PROJECT / "build/fresh"
RELEASES = ("bookworm", "trixie")
USER = "newcomer"
CLONE = f"/home/{USER}/crownbridge"
AWKWARD_CLONE = f"/home/{USER}/my games é"
HOST_FILES = ("/etc/resolv.conf", "/etc/hosts", "/etc/pip.conf", "/etc/npmrc", "/etc/ssl/certs/ca-certificates.crt")
MOUNTS = "mount -t proc proc proc; mount --rbind /dev dev; mount --rbind /sys sys; mount -t tmpfs tmpfs tmp; "
ADDRESS = re.compile(r"Crownbridge is running at (http://\S+)")


def main(releases: list[str]) -> None:
    """Try every release; exit with a message at the first command that fails."""
    if os.geteuid() or not shutil.which("mmdebstrap"):
        sys.exit("This makes system roots: run it as root, with mmdebstrap (apt-get install mmdebstrap)")
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell's background jobs would inherit that it is ignored
    rows = [row for release in releases or RELEASES for row in try_release(release)]
    print("\n| release | command | seconds | result |\n|---|---|---|---|")
    print(
        "\n".join(f"| {release} | {command} | {seconds:.0f} | {result} |" for release, command, seconds, result in rows)
    )


def try_release(release: str) -> list[tuple[str, str, float, str]]:
    """Return a row for each command that ran."""
    root = ROOTS / release
    seconds = make_root(release, root)
    rows = [(release, "make the root", seconds, ", ".join(needed_packages()))]
    for command, clone in (("make run", AWKWARD_CLONE), ("make run", CLONE), ("make run", CLONE)):
        rows.append((release, f"{command} in {clone}", *try_server(root, command, clone)))
        print(f"== {release}: {command}: {rows[-1][2]:.1f} s, {rows[-1][3]}", flush=True)
    began = time.monotonic()
    status = in_root(root, "make test").wait()
    if status:
        sys.exit(f"make test on {release} ended with status {status}")
    rows.append((release, "make test", time.monotonic() - began, "status 0"))
    shutil.rmtree(root)
    return rows


def needed_packages() -> list[str]:
    """Return the Debian packages that the README asks for."""
    found = re.search(r"apt-get install ([a-z0-9+ -]+)", (PROJECT / "README.md").read_text(encoding="utf-8"))
    assert found, "the README names no packages"
    return found[1].split()


def make_root(release: str, root: Path) -> float:
    """Make a bare root with a clone that belongs to an ordinary user; return how long it took."""
    began = time.monotonic()
    shutil.rmtree(root, ignore_errors=True)
    root.parent.mkdir(parents=True, exist_ok=True)
    packages = ",".join([*needed_packages(), "ca-certificates"])
    subprocess.run(["mmdebstrap", "--variant=minbase", f"--include={packages}", release, root], check=True)
    for file in map(Path, HOST_FILES):
        if file.exists():
            shutil.copyfile(file, root / file.relative_to("/"))
    subprocess.run(["chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", USER], check=True)
    for clone in (CLONE, AWKWARD_CLONE):
        subprocess.run(["git", "clone", "--quiet", "--no-local", PROJECT, root / clone.lstrip("/")], check=True)
    if (npmrc := Path.home() / ".npmrc").exists():
        shutil.copyfile(npmrc, root / f"home/{USER}/.npmrc")
    subprocess.run(["chroot", root, "chown", "--recursive", f"{USER}:", f"/home/{USER}"], check=True)
    return time.monotonic() - began


def try_server(root: Path, command: str, clone: str) -> tuple[float, str]:
    """Run a command that serves the app; return how long it took to start, and the address."""
    began = time.monotonic()
    server = in_root(root, command, clone, stdout=subprocess.PIPE)
    assert server.stdout is not None
    for line in server.stdout:
        print(line, end="", flush=True)
        if address := ADDRESS.search(line):
            seconds = time.monotonic() - began
            break
    else:
        sys.exit(f"{command} ended with status {server.wait()} and served nothing")
    with urlopen(address[1]) as page:
        assert b"<script" in page.read(), "the pages are missing"
    os.killpg(server.pid, signal.SIGINT)
    rest = server.stdout.read()
    print(rest, flush=True)
    assert rest.rstrip().endswith("Crownbridge has stopped."), "Ctrl-C did not end the server cleanly"
    server.wait()
    return seconds, address[1]


def in_root(root: Path, command: str, clone: str = CLONE, stdout: int | None = None) -> "subprocess.Popen[str]":
    """Start a command in a clone as the ordinary user, in namespaces that end with it."""
    inside = f"export HOME=/home/{USER}; cd '{clone}' && exec {command}"
    variables = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("PIP_", "npm_", "NODE_"))]
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups"]
    clean = ["env", "-i", "PATH=/usr/local/bin:/usr/bin:/bin", f"USER={USER}", "LANG=C.UTF-8", "TERM=dumb", *variables]
    chroot = ["chroot", ".", *clean, *user, "bash", "-c", inside]
    stderr = None if stdout is None else subprocess.STDOUT
    namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    command_line = [*namespaces, "sh", "-c", f'cd "$0"; {MOUNTS} "$@"', str(root), *chroot]
    return subprocess.Popen(command_line, stdout=stdout, stderr=stderr, text=True, start_new_session=True)


if __name__ == "__main__":
    main(sys.argv[1:])
