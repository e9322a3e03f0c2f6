"""Set up `.venv` for `make`: install the locked packages, build the pages and the native core.

    python3 build_backend/environment.py [develop] [train]

Does what is missing or has changed and nothing else. Build tools live in `build/tools`, so that `.venv` holds only
what runs. Parses on old versions of Python, which are told what is needed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
TOOLS = ROOT / "build" / "tools"
WHEELS = ROOT / "build" / "editable"
STATE = VENV / "crownbridge.json"
"""What `.venv` was made from: a digest for each step, and where it stands."""

MINIMUM_PYTHON = (3, 11)
BUILD_TOOLS = ("cmake", "nanobind", "ninja", "scikit-build-core")
NATIVE_SOURCES = ("CMakeLists.txt", "pyproject.toml", "src/crownbridge/__init__.py", "requirements/build.txt")
NATIVE_FOLDERS = ("build_backend", "cpp", "libhex", "supervisor")
CXX20_SAMPLE = "#include <bit>\n#include <span>\nint main() { return std::popcount(1u) - 1; }\n"


class SetupError(Exception):
    """The set-up cannot go on; the message says why and what to do."""


def main(sets: list[str]) -> None:
    """Bring `.venv` up to date with the named sets of packages and the sources."""
    began = time.monotonic()
    check_python()
    packages = ["run", *sets]
    wanted = {name: digest([ROOT / "requirements" / f"{name}.txt"]) for name in packages}
    state = read_state()
    missing = [name for name in packages if state.get(name) != wanted[name]]
    sources = digest(native_sources())
    unbuilt = state.get("native") != sources or not TOOLS.exists() or pages_are_stale()
    if not missing and not unbuilt:
        return
    check_machine()
    if not state:
        make_environment()
    if missing:
        heading(f"Installing packages for Python {sys.version.split()[0]}: {', '.join(missing)}")
        pip(VENV, *(word for name in missing for word in ("-r", f"requirements/{name}.txt")))
        state.update((name, wanted[name]) for name in missing)
        write_state(state)
    if unbuilt:
        install_tools()
        heading("Building the pages and the native core")
        build()
        state["native"] = sources
        write_state(state)
    size = sum(file.lstat().st_size for file in VENV.rglob("*") if file.is_file()) / 1e6
    print(f"\nCrownbridge is set up in .venv ({size:.0f} MB) after {time.monotonic() - began:.0f} s.\n", flush=True)


def check_python() -> None:
    """Raise SetupError if this Python is too old, with the name of a newer one if there is one."""
    if sys.version_info < MINIMUM_PYTHON:
        names = (f"python3.{minor}" for minor in range(20, MINIMUM_PYTHON[1] - 1, -1))
        newer = next(filter(shutil.which, names), None)
        remedy = f"run: make PYTHON={newer}" if newer else "install one and run: make PYTHON=python3.12"
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
        raise SetupError(f"{compiler} is missing, a C++ compiler; on Debian: sudo apt-get install g++") from None
    if sample.returncode:
        raise SetupError(f"{compiler} cannot compile C++20; install GCC 12 or newer, and name it: CXX=g++-12 make run")


def make_environment() -> None:
    """Make an empty `.venv`, in place of one that stands for another folder or version of Python."""
    print("Setting up Crownbridge in .venv; this takes about two minutes, the first time only", flush=True)
    configured = (cache.parent for cache in (ROOT / "build").glob("*/CMakeCache.txt"))
    for folder in (VENV, TOOLS, *configured):
        shutil.rmtree(folder, ignore_errors=True)
    run(sys.executable, "-m", "venv", VENV)


def install_tools() -> None:
    """Install CMake, Ninja and the rest of the build tools into `build/tools`, with Node.js if the machine has none."""
    import pages  # noqa: PLC0415 (does not parse on old versions of Python)

    heading("Installing build tools")
    if not TOOLS.exists():
        run(VENV / "bin" / "python", "-m", "venv", "--without-pip", TOOLS)
    node = [requirement.split(">")[0] for requirement in pages.requirements()]
    pip(TOOLS, "-c", "requirements/build.txt", *BUILD_TOOLS, *node)


def build() -> None:
    """Build the pages and an editable wheel, and install it."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    path = os.pathsep.join((str(TOOLS / "bin"), os.environ.get("PATH", os.defpath)))
    program = f"import backend; backend.build_editable({str(WHEELS)!r})"
    try:
        run(TOOLS / "bin" / "python", "-c", program, PATH=path, PYTHONPATH=str(ROOT / "build_backend"))
    except subprocess.CalledProcessError:
        raise SetupError("The build failed (see above); `make clean` and a second try rule out an old build") from None
    pip(VENV, "--quiet", "--no-deps", "--no-index", "--force-reinstall", *WHEELS.glob("*.whl"))


def pages_are_stale() -> bool:
    """Return True if the pages are missing or their sources have changed."""
    import pages  # noqa: PLC0415 (does not parse on old versions of Python)

    return not pages.up_to_date()


def native_sources() -> list[Path]:
    """Return the files that the installed package is built from, apart from the pages."""
    files = (path for name in NATIVE_FOLDERS for path in (ROOT / name).rglob("*.*") if path.is_file())
    return [*(ROOT / name for name in NATIVE_SOURCES), *(path for path in files if path.suffix != ".pyc")]


def digest(files: list[Path]) -> str:
    """Return a digest of the files' names and contents."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return total.hexdigest()


def identity() -> dict[str, str]:
    """Return what an environment cannot outlive: its folder and the Python that it was made by."""
    return {"folder": str(VENV), "python": f"{sys.version} {sys.base_prefix}"}


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
            "pip could not install the packages (see above); if the network was away, run the same command again"
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
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command goes on from here.")
