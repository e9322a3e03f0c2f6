#!/usr/bin/env python3
"""Build the Dockerfile's image and run it, alone and as compose.yaml does. Needs root, buildah, bubblewrap, mmdebstrap.

    tests/fresh/container.py

Builds the last commit, and needs neither a Docker engine nor an image registry: the base image is made of Debian's
packages, and PostgreSQL is Debian's. The host's configuration of apt, pip and npm and its certificates go into the
base image, for networks with mirrors or certificates of their own.
"""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import yaml

PROJECT = Path(__file__).resolve().parents[2]
FOLDER = PROJECT / "build/fresh/container"
RELEASE = "trixie"
BASE = "docker.io/library/debian:13-slim"
IMAGE = "localhost/crownbridge"
PROGRAMS = ("buildah", "bwrap", "git", "ip", "mmdebstrap", "unshare")
BUILDAH = ["buildah", "--storage-driver=vfs", f"--root={FOLDER}/storage", f"--runroot={FOLDER}/run"]
HOST_FILES = ("/etc/pip.conf", "/etc/npmrc", "/etc/ssl/certs/ca-certificates.crt")
HOST_CERTIFICATES = Path("/usr/local/share/ca-certificates")
APT_OPTIONS = re.compile(r"Acquire::(http|https|Check-Valid-Until|Retries)\b.*[^:] \"")
VARIABLE = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}")
SECRETS = {"CROWNBRIDGE_TOKEN": "a secret for the server", "POSTGRES_PASSWORD": "p@ss word/of:the?database"}
SHORT_MATCH = "crownbridge match hex hex:9 --size 9 --games 2 --per-move 0.2"
NETWORK_BENCH = "crownbridge bench hex --evaluation network --nodes 20"
WRITE_DATA = "touch /data/new && rm /data/new && ! touch /opt/crownbridge/new 2> /dev/null"
VERSIONS = "crownbridge --version --verbose"
PATIENCE = 60


def main(arguments: list[str]) -> None:
    """Build, and then run in a network namespace, where port 8000 is free."""
    missing = [name for name in PROGRAMS if not shutil.which(name)]
    if os.geteuid() or missing:
        sys.exit(
            f"This makes system roots: run it as root, with {', '.join(PROGRAMS)}; missing: {missing or 'nothing'}"
        )
    if arguments == ["run"]:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
        try_image()
        try_compose()
        return
    remove_folder()
    FOLDER.mkdir(parents=True)
    try:
        with step("make the base image"):
            make_base()
        with step("build the image"):
            build_image()
        with step("make a root with PostgreSQL"):
            debian_root(FOLDER / "database", "postgresql")
        subprocess.run(["unshare", "--net", sys.executable, __file__, "run"], check=True)
    except subprocess.CalledProcessError as error:
        sys.exit(f"{shlex.join(map(str, error.cmd))} ended with status {error.returncode}")
    finally:
        remove_folder()
    print("\nThe container works.")


def remove_folder() -> None:
    """Remove everything that was built."""
    shutil.rmtree(FOLDER, ignore_errors=True)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Print what is done and how long it took."""
    print(f"== {name}", flush=True)
    began = time.monotonic()
    yield
    print(f"== {name}: {time.monotonic() - began:.1f} s", flush=True)


def debian_root(target: Path, *packages: str) -> None:
    """Make a minimal Debian root, as a folder or a tar file, that fetches packages as the host does."""
    options = subprocess.check_output(["apt-config", "dump", "Acquire"], text=True).splitlines()
    flags = [f"--aptopt={line}" for line in options if APT_OPTIONS.match(line)]
    slim = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in ("doc", "info", "locale", "man")]
    include = [f"--include={','.join(packages)}"] if packages else []
    command = ["mmdebstrap", "--quiet", "--variant=minbase", "--skip=output/dev"]
    subprocess.run([*command, *flags, *slim, *include, RELEASE, str(target)], check=True)


def make_base() -> None:
    """Make the image that the Dockerfile starts from, with the host's ways to packages."""
    tar = FOLDER / "base.tar"
    debian_root(tar)
    base = buildah("from", "scratch")
    buildah("add", base, tar, "/")
    certificates = (str(file) for file in HOST_CERTIFICATES.glob("**/*.crt"))
    for file in (*HOST_FILES, *certificates, str(Path.home() / ".npmrc")):
        if Path(file).exists():
            buildah("copy", base, file, file)
    for name, value in os.environ.items():
        if name.startswith(("PIP_", "npm_", "NODE_")) and not Path(value).is_dir():
            buildah("config", "--env", f"{name}={value}", base)
    buildah("commit", "--quiet", "--format=docker", "--rm", base, BASE)
    tar.unlink()


def build_image() -> None:
    """Build the last commit's Dockerfile, and mount what came out."""
    source = FOLDER / "source"
    subprocess.run(["git", "clone", "--quiet", "--no-local", PROJECT, source], check=True)
    flags = ["--isolation=chroot", "--pull=never", "--format=docker"]
    subprocess.run([*BUILDAH, "build", *flags, f"--tag={IMAGE}", source], check=True)
    container = buildah("from", "--pull=never", IMAGE)
    (FOLDER / "root").symlink_to(buildah("mount", container))
    config = json.loads(buildah("inspect", "--type=image", IMAGE))["Docker"]["config"]
    (FOLDER / "image.json").write_text(json.dumps(config))
    size = int(subprocess.check_output(["du", "-sxB1", f"{FOLDER}/root/"], text=True).split()[0])
    print(f"The image has {size / 1e6:.0f} MB")


def buildah(*arguments: str | Path) -> str:
    """Run a command of buildah and return what it prints. Raise CalledProcessError if it fails."""
    return subprocess.run(
        [*BUILDAH, *map(str, arguments)], check=True, text=True, stdout=subprocess.PIPE
    ).stdout.strip()


class Root:
    """A root folder that commands run in as in a container: own processes, own /tmp, the network of this process."""

    def __init__(self, folder: Path, user: str, variables: dict[str, str], workdir: str = "/") -> None:
        self._hosts = FOLDER / "hosts"
        self._hosts.write_text("127.0.0.1 localhost database\n")
        self._shell = [
            *("bwrap", "--bind", str(folder.resolve()), "/", "--dev", "/dev", "--perms", "1777", "--tmpfs", "/tmp"),
            *("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--hostname", "localhost", "--as-pid-1"),
            *("--die-with-parent", "--cap-add", "ALL", "--ro-bind", str(self._hosts), "/etc/hosts"),
            *("--chdir", workdir, "--clearenv"),
            *(word for name, value in variables.items() for word in ("--setenv", name, value)),
            # bwrap's own --proc hides parts of /proc, as Docker does by default, and no second bwrap works inside.
            *("sh", "-c", 'mount -t proc proc /proc && exec "$@"', "sh"),
            *("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--inh-caps=-all", "--"),
        ]

    def run(self, command: list[str]) -> None:
        """Run a command to its end. Raise CalledProcessError if it fails."""
        subprocess.run([*self._shell, *command], check=True)

    def status_and_errors(self, command: list[str]) -> tuple[int, str]:
        """Run a command to its end; return its exit status and what it wrote to standard error."""
        done = subprocess.run([*self._shell, *command], check=False, text=True, capture_output=True)
        return done.returncode, done.stderr

    @contextmanager
    def running(self, command: list[str], ready: str, end: signal.Signals) -> Iterator[str]:
        """Start a command, yield the line that says that it is ready, and have the signal end it with status 0."""
        read, write = os.pipe()
        shell = [*self._shell[:1], "--json-status-fd", str(write), *self._shell[1:]]
        process = subprocess.Popen(
            [*shell, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, pass_fds=[write]
        )
        os.close(write)
        with os.fdopen(read) as status:
            pid = json.loads(status.readline())["child-pid"]
            assert process.stdout is not None
            yield line_with(ready, process.stdout)
            os.kill(pid, end)
            rest, _ = process.communicate(timeout=PATIENCE)
        print(rest, end="")
        assert process.returncode == 0, f"{command} ended with status {process.returncode}"


def line_with(text: str, lines: IO[str]) -> str:
    """Print lines up to the one that contains a text, and return that one."""
    for line in lines:
        print(line, end="", flush=True)
        if text in line:
            return line
    raise AssertionError(f"nothing printed {text!r}")


def image_root(**variables: str) -> tuple[Root, dict[str, Any]]:
    """Return the image's root, which runs commands with its own settings, and these settings."""
    config = json.loads((FOLDER / "image.json").read_text())
    inherited = dict(entry.split("=", 1) for entry in config["Env"])
    user = config["User"]
    root = Root(FOLDER / "root", user, {**inherited, "HOME": f"/home/{user}", **variables}, config["WorkingDir"])
    return root, config


def try_image() -> None:
    """Run the image's own command, its health check, and a match."""
    root, config = image_root()
    assert (config["User"], [*config["Volumes"]], [*config["ExposedPorts"]]) == ("crownbridge", ["/data"], ["8000/tcp"])
    health = config["Healthcheck"]["Test"][1:]
    with step("without a token, the server names the variable"):
        status, errors = root.status_and_errors(config["Cmd"])
        print(errors, end="")
        assert status == 2
        assert "CROWNBRIDGE_TOKEN" in errors
        assert root.status_and_errors(health)[0], "healthy without a server"
    root, _ = image_root(CROWNBRIDGE_TOKEN=SECRETS["CROWNBRIDGE_TOKEN"])
    with step("the ordinary user writes to /data and to nothing else"):
        root.run(["sh", "-c", f"id && {WRITE_DATA}"])
    with step("match"):
        root.run(SHORT_MATCH.split())
        root.run(NETWORK_BENCH.split())
    with step("versions and sandbox"):
        root.run(VERSIONS.split())
    try_server(root, config["Cmd"], health)


def try_compose() -> None:
    """Run both services of compose.yaml with their own commands, health checks and variables."""
    services = yaml.safe_load(VARIABLE.sub(substituted, (PROJECT / "compose.yaml").read_text(encoding="utf-8")))[
        "services"
    ]
    server, database = services["server"], services["database"]
    settings = database["environment"]
    binaries = next((FOLDER / "database/usr/lib/postgresql").iterdir()) / "bin"
    programs = f"/{binaries.relative_to(FOLDER / 'database')}"
    postgres = Root(FOLDER / "database", "postgres", {"PATH": f"{programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}, "/tmp")
    password = FOLDER / "database/var/lib/postgresql/password"
    password.write_text(settings["POSTGRES_PASSWORD"])
    cluster = "/var/lib/postgresql/data"
    with step("initdb"):
        flags = [
            f"--username={settings['POSTGRES_USER']}",
            "--auth=scram-sha-256",
            "--pwfile=/var/lib/postgresql/password",
        ]
        postgres.run(["initdb", *flags, cluster])
        create = f"CREATE DATABASE {settings['POSTGRES_USER']}"
        single = ["postgres", "--single", "-D", cluster, "postgres"]
        postgres.run(["sh", "-c", f"echo '{create}' | {shlex.join(single)} > /dev/null"])
    serve = ["postgres", "-D", cluster, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=/tmp"]
    with postgres.running(serve, "ready to accept connections", signal.SIGINT):
        postgres.run(database["healthcheck"]["test"][1:])
        root, config = image_root(**server["environment"])
        try_server(root, shlex.split(server["command"]), config["Healthcheck"]["Test"][1:])
        wrong, _ = image_root(**{**server["environment"], "PGPASSWORD": "wrong"})
        status, errors = wrong.status_and_errors(shlex.split(server["command"]))
        print(errors, end="")
        assert status
        assert "password" in errors


def substituted(variable: re.Match[str]) -> str:
    """Return the value of a variable of compose.yaml, as YAML."""
    name, default = variable.groups()
    return json.dumps(SECRETS[name]) if name in SECRETS else default


def try_server(root: Root, command: list[str], health: list[str]) -> None:
    """Start the server, open its page, check its health, and stop it as Docker does."""
    with step(shlex.join(command)), root.running(command, "Crownbridge is running at", signal.SIGTERM) as line:
        address = line.split()[4]
        browser = build_opener(ProxyHandler({}), HTTPCookieProcessor())
        with browser.open(address, timeout=PATIENCE) as page:
            assert b"<script" in page.read(), "the page is missing"
        root.run(health)
        print("page and health check: ok")


if __name__ == "__main__":
    main(sys.argv[1:])
