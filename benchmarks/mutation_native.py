"""Mutation testing of the native core: plant the bugs of `mutation_native.toml` one at a time, and run its tests.

    python benchmarks/mutation_native.py [--only TEXT]

Each bug is planted in a copy of the sources under `build/mutation`, which is rebuilt as by `make native`, and the tests
are run until one fails: those of checkers or Hex for bugs in these, else all. Results are kept as long as the bug's
text and the tests do not change; survivors are printed with the score. A bug with a `reason` cannot be detected by
tests of results; it counts neither as seen nor as missed.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

from mutation import ROOT, STATE, digest

BUGS = Path(__file__).with_name("mutation_native.toml")
COPIED = ("CMakeLists.txt", "cpp", "examples", "libhex", "supervisor", "tests/libhex")
TESTS = {"checkers": ["checkers", "search", "endgame"], "hex": ["hex", "hex_search", "hex_knowledge"]}
TOOLS = ROOT / "build" / "tools" / "bin"
SOURCE, BUILD = STATE / "native" / "source", STATE / "native" / "build"
LIMIT = 900.0
"""Seconds after which tests are assumed to hang."""


def run(*command: object, limit: float | None = None) -> bool:
    """Run a command without its output, and return True if it succeeded in time."""
    words = [str(word) for word in command]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet, process_group=0) as program:
        try:
            return program.wait(limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)


def build(tests: list[str]) -> bool:
    """Build some of the tests, as far as they are out of date."""
    return run(TOOLS / "cmake", "--build", BUILD, "--target", *(f"{test}_test" for test in tests))


def prepare() -> None:
    """Copy changed sources and build the tests. Exit if the build fails."""
    for name in COPIED:
        for file in sorted(path for path in [ROOT / name, *(ROOT / name).rglob("*")] if path.is_file()):
            target = SOURCE / file.relative_to(ROOT)
            if not target.exists() or target.read_bytes() != file.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, target)
    ninja = f"-DCMAKE_MAKE_PROGRAM={TOOLS / 'ninja'}"
    if not (BUILD / "build.ninja").exists():
        run(
            TOOLS / "cmake",
            "-S",
            SOURCE,
            "-B",
            BUILD,
            "-G",
            "Ninja",
            ninja,
            "-DCROWNBRIDGE_PYTHON=OFF",
            "-DCROWNBRIDGE_TESTS=ON",
        )
    if not build([test for tests in TESTS.values() for test in tests]):
        sys.exit("The native core cannot be built; see: make native")


def try_bug(bug: dict[str, str]) -> str:
    """Plant a bug, and return the test that failed, or an empty text if all passed."""
    file = SOURCE / "cpp" / bug["file"]
    sound = file.read_text(encoding="utf-8")
    tests = TESTS.get(bug["file"].partition("/")[0], [test for tests in TESTS.values() for test in tests])
    file.write_text(sound.replace(bug["before"], bug["after"]), encoding="utf-8")
    try:
        if not build(tests):
            return "the compiler"
        return next((test for test in tests if not run(BUILD / f"{test}_test", limit=LIMIT)), "")
    finally:
        file.write_text(sound, encoding="utf-8")


def main() -> None:
    """Plant all bugs and print the score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", default="", help="only in files whose path contains this")
    options = parser.parse_args()
    bugs = [bug for bug in tomllib.loads(BUGS.read_text(encoding="utf-8"))["bug"] if options.only in bug["file"]]
    for bug in bugs:
        if (ROOT / "cpp" / bug["file"]).read_text(encoding="utf-8").count(bug["before"]) != 1:
            sys.exit(f"{BUGS.name}: expected exactly one occurrence in cpp/{bug['file']} of: {bug['before']}")
    prepare()
    evidence = digest(*sorted((ROOT / "cpp" / "tests").iterdir()))
    results = STATE / "native.json"
    known: dict[str, list[str]] = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    seen = explained = 0
    for number, bug in enumerate(bugs, 1):
        key = "\0".join((bug["file"], bug["before"], bug["after"]))
        if key not in known or (not known[key][0] and known[key][1] != evidence):
            known[key] = [try_bug(bug), evidence]
            results.write_text(json.dumps(known, indent=1), encoding="utf-8")
        failed = known[key][0]
        seen += bool(failed)
        print(f"{number} of {len(bugs)}: {bug['file']}: {failed or 'SURVIVED'}", flush=True)
        if not failed and (reason := bug.get("reason")):
            print(f"  explained: {reason}", flush=True)
            explained += 1
        elif not failed:
            print(f"  - {bug['before'].strip()}\n  + {bug['after'].strip()}", flush=True)
    print(f"{seen} of {len(bugs)} seen, {explained} explained ({seen / max(len(bugs) - explained, 1):.0%})")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command resumes the run.")
