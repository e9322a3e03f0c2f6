"""Set up `.venv` for `make`: install the locked packages, build the pages and the native core.

    python3 build_backend/environment.py [develop] [train]

Does what is missing or has changed and nothing else. Build tools live in `build/tools`, so that `.venv` holds only
what runs. The file parses on old versions of Python, so that it can print which version is needed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / "build" / "tools"
WHEELS = ROOT / "build" / "editable"
STATE = VENV / "crownbridge.json"
"""What `.venv` was made from: a digest for each step, and where it stands."""

MINIMUM_PYTHON = (3, 11)
NATIVE_SOURCES = ("CMakeLists.txt", "pyproject.toml", "src/crownbridge/__init__.py", "requirements/build.txt")
NATIVE_FOLDERS = ("build_backend", "cpp", "libhex", "supervisor")
CXX20_SAMPLE = "#include <bit>\n#include <span>\nint main() { return std::popcount(1u) - 1; }\n"


class SetupError(Exception):
    """An error of the set-up, with its cause and remedy."""


def main(sets: list[str]) -> None:
    """Bring `.venv` up to date with the named sets of packages and the sources."""
    check_python()
    if not stale_parts(sets):
        return
    start = time.monotonic()
    check_machine()
    with exclusive():
        parts = stale_parts(sets)  # another process may have done it meanwhile
        if not read_state():
            make_environment()
        locks = [name for name in parts if name != "native"]
        if locks:
            heading(f"Installing packages for Python {sys.version.split()[0]}: {', '.join(locks)}")
            with recorded(locks):
                pip(VENV, *(word for name in locks for word in ("-r", f"requirements/{name}.txt")))
        if "native" in parts:
            heading("Installing build tools")
            with recorded(["native"]):
                install_tools()
                heading("Building the pages and the native core")
                build()
    size = sum(file.lstat().st_size for file in VENV.rglob("*") if file.is_file()) / 1e6
    print(f"\nCrownbridge is set up in .venv ({size:.0f} MB) after {time.monotonic() - start:.0f} s.\n", flush=True)


def stale_parts(sets: list[str]) -> list[str]:
    """Return the parts of the set-up that are missing or were made from other files: sets of packages, `native`."""
    state = read_state()
    parts = [name for name in ["run", *sets, "native"] if state.get(name) != digest(sources_of(name))]
    if "native" not in parts and (not (TOOLS / "bin" / "python").exists() or pages_are_stale()):
        parts.append("native")
    return parts


@contextmanager
def exclusive() -> Iterator[None]:
    """Let one process at a time change the set-up."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "setup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            print("Waiting for another set-up in this folder", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def recorded(parts: list[str]) -> Iterator[None]:
    """Record parts as made from their present sources when the block ends, and as not made if it fails."""
    digests = {name: digest(sources_of(name)) for name in parts}
    write_state({name: value for name, value in read_state().items() if name not in digests})
    yield
    write_state({**read_state(), **digests})


def check_python() -> None:
    """Raise SetupError if this Python is too old, with the name of a newer one if there is one."""
    if sys.version_info < MINIMUM_PYTHON:
        names = (f"python3.{minor}" for minor in range(20, MINIMUM_PYTHON[1] - 1, -1))
        newer = next(filter(shutil.which, names), None)
        remedy = f"run: make run PYTHON={newer}" if newer else "install one and run: make run PYTHON=python3.12"
        raise SetupError(f"Crownbridge needs Python 3.11 or newer, and this is {sys.version.split()[0]}; {remedy}")


def check_machine() -> None:
    """Raise SetupError if something that Python packages cannot bring is missing."""
    if not os.access(ROOT, os.W_OK | os.X_OK):
        raise SetupError(f"{ROOT} is not writable; clone Crownbridge into a folder of your own")
    try:
        import ensurepip  # noqa: F401, PLC0415 (Debian splits both off)
        import venv  # noqa: F401, PLC0415 (the same)
    except ImportError:
        raise SetupError("Python has no venv module; on Debian: sudo apt-get install python3-venv") from None
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise SetupError("Python's C headers are missing; on Debian: sudo apt-get install python3-dev")
    compiler = os.environ.get("CXX", "c++")
    try:
        command = [*compiler.split(), "-std=c++20", "-x", "c++", "-fsyntax-only", "-"]
        sample = subprocess.run(command, input=CXX20_SAMPLE, text=True, capture_output=True, check=False)
    except OSError:
        raise SetupError(f"No C++ compiler ({compiler}) found; on Debian: sudo apt-get install g++") from None
    if sample.returncode:
        raise SetupError(f"{compiler} cannot compile C++20; install GCC 12 or newer, and name it: CXX=g++-12 make run")


def make_environment() -> None:
    """Make an empty `.venv`, in place of one that was made for another folder or version of Python."""
    print("Setting up Crownbridge in .venv; this takes about two minutes, the first time only", flush=True)
    configured = (cache.parent for cache in (ROOT / "build").glob("*/CMakeCache.txt"))
    for folder in (VENV, TOOLS, *configured):
        if folder.exists():
            shutil.rmtree(folder)
    base = getattr(sys, "_base_executable", sys.executable)  # the activated `.venv` itself may just have been removed
    run(base, "-m", "venv", VENV)
    write_state({})


def install_tools() -> None:
    """Install CMake, Ninja and the rest of the build tools into `build/tools`, with Node.js if the machine has none."""
    import pages  # noqa: PLC0415 (does not parse on old versions of Python)

    if not (TOOLS / "bin" / "python").exists():
        run(VENV / "bin" / "python", "-m", "venv", "--clear", "--without-pip", TOOLS)
    pins = (ROOT / "requirements" / "build.txt").read_text(encoding="utf-8").splitlines()
    pip(TOOLS, *(pin for pin in pins if pages.requirements() or not pin.startswith("nodejs")))


def build() -> None:
    """Build the pages and an editable wheel, and install it."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    path = os.pathsep.join((str(TOOLS / "bin"), os.environ.get("PATH", os.defpath)))
    program = f"import backend; backend.build_editable({str(WHEELS)!r})"
    try:
        run(TOOLS / "bin" / "python", "-c", program, PATH=path, PYTHONPATH=str(ROOT / "build_backend"))
    except subprocess.CalledProcessError:
        raise SetupError("The build failed (see above); run `make clean` and try again") from None
    pip(VENV, "--quiet", "--no-deps", "--no-index", "--force-reinstall", *WHEELS.glob("*.whl"))


def pages_are_stale() -> bool:
    """Return True if the pages are missing or their sources have changed."""
    import pages  # noqa: PLC0415 (does not parse on old versions of Python)

    return not pages.up_to_date()


def sources_of(part: str) -> list[Path]:
    """Return the files that a part of the set-up is made from, apart from the pages."""
    if part != "native":
        return [ROOT / "requirements" / f"{part}.txt"]
    files = (path for name in NATIVE_FOLDERS for path in (ROOT / name).rglob("*.*") if path.is_file())
    return [*(ROOT / name for name in NATIVE_SOURCES), *(path for path in files if path.suffix != ".pyc")]


def digest(files: list[Path]) -> str:
    """Return a digest of the files' names and contents."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()


def identity() -> dict[str, str]:
    """Return the folder and the Python that an environment is tied to."""
    return {"folder": str(VENV), "python": f"{sys.version.split()[0]} {sys.base_prefix}"}


def read_state() -> dict[str, str]:
    """Return what `.venv` was made from, or nothing if it is missing, was moved, or is of another Python."""
    try:
        state: dict[str, str] = json.loads(STATE.read_text(encoding="utf-8"))
        usable = (VENV / "bin" / "python").exists() and identity().items() <= state.items()
    except (OSError, ValueError):
        return {}
    return state if usable else {}


def write_state(state: dict[str, str]) -> None:
    """Write what `.venv` is made from, whole or not at all."""
    partial = STATE.with_suffix(".partial")
    partial.write_text(json.dumps({**state, **identity()}, indent=1), encoding="utf-8")
    partial.replace(STATE)


def pip(environment: Path, *arguments: str | Path) -> None:
    """Install into an environment, with the pip of `.venv` and its progress bars. Raise SetupError if that fails."""
    python, target = VENV / "bin" / "python", environment / "bin" / "python"
    try:
        run(python, "-m", "pip", "--python", target, "--disable-pip-version-check", "install", *arguments)
    except subprocess.CalledProcessError:
        raise SetupError(
            "pip could not install the packages (see above); check the network and run the same command again"
        ) from None


def run(*command: str | Path, **environment: str) -> None:
    """Run a command in the project's folder, its output shown as it comes. Raise CalledProcessError if it fails."""
    subprocess.run([str(word) for word in command], cwd=ROOT, env={**os.environ, **environment}, check=True)


def heading(text: str) -> None:
    """Print the name of a step."""
    print(f"\n== {text}", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except SetupError as error:
        sys.exit(f"\n{error}")
    except PermissionError as error:
        sys.exit(f"\n{error.filename} is not writable; if it was made as root: sudo chown -R $USER {ROOT}")
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"\nThe set-up failed: {error}; run `make clean` and try again")
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command resumes.")
