"""Mutation testing: plant small bugs one at a time, and print the score of each package and every survivor.

    python benchmarks/mutation.py [--sample 300] [--seed 1] [--under web/] [--jobs 2] [--seconds 20]

A bug is a comparison changed, a constant off by one, a condition negated, an argument dropped, two values swapped, a
statement removed (`mutants.py`); a seed selects the same bugs as long as their lines do not change. Bugs are planted in
a copy of the package under `build/mutation`; the working tree is never touched. The first run records which tests call
which functions (`mutation_trace.py`), and again for each changed file of tests; a bug is then tested only by the tests
that call its function, the fastest first, until one fails or they have taken `--seconds`. Results are kept in
`build/mutation`, so that an interrupted run can be resumed; survivors are tried again when one of their tests has
changed. `mutation_explained.toml` lists survivors that no test can detect, with the reason; they count neither as seen
nor as missed.
"""

import argparse
import contextlib
import hashlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from heapq import nsmallest
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from mutants import Mutant, package_mutants

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "crownbridge"
NATIVE = Path(sysconfig.get_path("platlib")) / "crownbridge"
STATE = ROOT / "build" / "mutation"
EXPLAINED = Path(__file__).with_name("mutation_explained.toml")
EXCLUDED = ["browser", "build_backend", "fresh", "fuzz", "libhex", "training"]
"""Folders of slow tests that do not test the package's Python code."""
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "sitecustomize", "--no-header")
SLACK = 300.0
"""Time limit of a run in seconds, in addition to ten times the recorded CPU time of its tests."""


class Test(NamedTuple):
    """A recorded test."""

    name: str
    seconds: float
    functions: frozenset[str]
    """Functions that the test calls, and their modules."""
    shared: frozenset[str]
    """Functions called in its file before the first test, such as during imports."""

    @property
    def file(self) -> str:
        """The file of the test, relative to the root."""
        return self.name.partition("::")[0]


class Copy:
    """A copy of the package for running tests; files other than Python modules are links."""

    def __init__(self, name: str) -> None:
        self.folder = STATE / name
        self._child = 0
        self._stopped = False
        shutil.rmtree(self.folder, ignore_errors=True)
        package = self.folder / "crownbridge"
        for file in SOURCE.rglob("*"):
            target = package / file.relative_to(SOURCE)
            if file.is_file() and "__pycache__" not in file.parts:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, target) if file.suffix == ".py" else target.symlink_to(file)
        for file in NATIVE.iterdir():
            (package / file.name).symlink_to(file)
        shutil.copy2(ROOT / "benchmarks" / "mutation_trace.py", self.folder / "sitecustomize.py")
        here = str(Path(__file__).parent)
        self._server = subprocess.Popen(
            [sys.executable, "-c", f"import sys; sys.path.append({here!r}); from mutation_server import main; main()"],
            bufsize=0,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            process_group=0,
        )

    def plant(self, path: str, source: bytes) -> None:
        """Replace a module of the copy."""
        file = self.folder / "crownbridge" / path
        file.write_bytes(source)
        for compiled in file.parent.glob(f"__pycache__/{file.stem}.*"):
            compiled.unlink()

    def run(self, tests: list[str], limit: float | None, calls: str = "") -> int | None:
        """Run tests and return pytest's exit code, or `None` if they did not end in time. Raise CancelledError.

        If `calls` is a path, record there which functions they call.
        """
        request = {"arguments": [*OPTIONS, *tests], "log": str(self.folder / "log.txt"), "calls": calls}
        self._server.stdin.write(json.dumps(request).encode() + b"\n")  # type: ignore[union-attr]  # a pipe
        answers: Any = self._server.stdout
        self._child = int(answers.readline())
        ended, _, _ = select.select([answers], [], [], limit)
        if not ended:
            os.killpg(self._child, signal.SIGKILL)
        code = int(answers.readline())
        self._child = 0
        self._end_leftovers()
        if self._stopped:
            raise CancelledError
        return code if ended else None

    def stop(self) -> None:
        """End the current or next run with CancelledError. May be called from any thread."""
        self._stopped = True
        with contextlib.suppress(ProcessLookupError):
            if self._child:
                os.killpg(self._child, signal.SIGKILL)

    def _end_leftovers(self) -> None:
        """Kill processes that tests have left running because of a planted bug."""
        mark = f"PYTHONPATH={self.folder}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if process.name != str(self._server.pid) and mark in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)

    def verdict(self) -> str:
        """Return the test that failed in the last run."""
        lines = (self.folder / "log.txt").read_text(encoding="utf-8", errors="replace").splitlines()
        return next((line.split()[1] for line in lines if line.startswith(("FAILED ", "ERROR "))), "before any test")


def digest(*files: Path) -> str:
    """Return a digest of the contents of files."""
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:16]


def test_files(excluded: list[str]) -> list[Path]:
    """Return the files of tests to run."""
    tests = ROOT / "tests"
    return sorted(
        file for file in tests.rglob("test_*.py") if not any(map(file.is_relative_to, map(tests.joinpath, excluded)))
    )


def record(file: Path, copy: Copy) -> None:
    """Record which functions each test of a file calls."""
    calls, kept = copy.folder / "calls.txt", recording(file)
    calls.unlink(missing_ok=True)
    copy.run([str(file.relative_to(ROOT)), "--maxfail=1000"], None, str(calls))
    calls.touch()
    for old in kept.parent.glob(f"{kept.name.rpartition('-')[0]}-*"):
        old.unlink()
    kept.parent.mkdir(exist_ok=True)
    calls.replace(kept)


def recording(file: Path) -> Path:
    """Return the path of the recording of a file of tests, which includes the file's digest."""
    return STATE / "calls" / f"{'.'.join(file.relative_to(ROOT / 'tests').with_suffix('').parts)}-{digest(file)}"


def recorded_tests(files: list[Path]) -> list[Test]:
    """Return the tests that passed on an unchanged copy of the package, the fastest first."""
    tests = []
    for file in files:
        functions: defaultdict[str, set[str]] = defaultdict(set)
        seconds: dict[str, float] = {}
        failed = set()
        for line in recording(file).read_text(encoding="utf-8").splitlines():
            name, what, *duration = line.split("\t")
            if not duration:
                path, _, function = what.partition(":")
                parts = [part for part in function.split(".") if not (part.startswith("<") and part != "<locals>")]
                functions[name] |= {path, f"{path}:{'.'.join(parts).removesuffix('.<locals>')}"}
            elif what == "passed":
                seconds[name] = float(duration[0])
            else:
                failed.add(name)
        shared = frozenset(functions[""])
        tests += [
            Test(name, took, frozenset(functions[name]), shared) for name, took in seconds.items() if name not in failed
        ]
    return sorted(tests, key=lambda test: test.seconds)


def witnesses(mutant: Mutant, tests: list[Test], seconds: float) -> list[Test]:
    """Return the tests for a bug: those that call its function or, outside of functions, use its module.

    For a cached function, all tests of a file are used if one of them calls it. Outside of functions, the tests of the
    same package come first, because nearly all tests import the module.
    """
    place = f"{mutant.path}:{mutant.function}" if mutant.function else mutant.path
    calling = [test for test in tests if place in test.functions]
    others = [test for test in tests if place in test.shared and place not in test.functions]
    if mutant.is_cached:
        files = {test.file for test in calling + others}
        calling, others = [test for test in tests if test.file in files], []
    candidates = calling + others
    if not mutant.function:
        own = f"tests/{mutant.path.partition('/')[0]}/"
        candidates.sort(key=lambda test: not test.file.startswith(own))
    chosen: list[Test] = []
    for test in candidates:
        seconds -= test.seconds
        if chosen and seconds < 0:
            break
        chosen.append(test)
    return chosen


class Trial(NamedTuple):
    """A bug, its change of the source, and its tests."""

    key: str
    """Key of the result: the function and the change, independent of the line number."""
    mutant: Mutant
    before: str
    after: str
    tests: list[Test]

    @property
    def evidence(self) -> str:
        """A digest of the tests' names and files; a survivor is tried again when it changes."""
        files = sorted({ROOT / test.file for test in self.tests})
        names = "\n".join(sorted(test.name for test in self.tests))
        return hashlib.sha256((digest(*files) + names).encode()).hexdigest()[:16]

    def run(self, copy: Copy) -> str:
        """Plant the bug, and return the test that failed, or an empty text if all passed."""
        if not self.tests:
            return ""
        source = (SOURCE / self.mutant.path).read_bytes()
        copy.plant(self.mutant.path, self.mutant.planted(source))
        try:
            limit = SLACK + 10 * sum(test.seconds for test in self.tests)
            code = copy.run([test.name for test in self.tests], limit)
            return "" if code == 0 else "no end" if code is None else copy.verdict()
        finally:
            copy.plant(self.mutant.path, source)


def sampled(mutants: list[Mutant], count: int, seed: int) -> dict[str, Mutant]:
    """Return a sample of bugs by key, which depends on the seed alone as long as their lines do not change."""
    sources = {path: (SOURCE / path).read_bytes() for path in {mutant.path for mutant in mutants}}
    by_key: dict[str, Mutant] = {}
    times = Counter[str]()
    for mutant in mutants:
        key = f"{mutant.path}:{mutant.function}: {' -> '.join(mutant.diff(sources[mutant.path]))}"
        times[key] += 1
        by_key[key if times[key] == 1 else f"{key} #{times[key]}"] = mutant
    drawn = nsmallest(count, by_key, key=lambda key: hashlib.sha256(f"{seed} {key}".encode()).digest())
    return {key: by_key[key] for key in drawn}


def explained() -> dict[tuple[str, str], str]:
    """Return the reasons why tests cannot detect some changes, by file and change."""
    entries = tomllib.loads(EXPLAINED.read_text(encoding="utf-8")).get("survivor", [])
    return {(entry["file"], f"{entry['before']} -> {entry['after']}"): entry["reason"] for entry in entries}


def in_parallel(copies: list[Copy], work: Any, items: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each item with the result of the work on it when finished; each thread has a copy of the package."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def one(item: Any) -> Any:
        copy = free.get()
        try:
            return work(item, copy)
        finally:
            free.put(copy)

    pool = ThreadPoolExecutor(len(copies))
    try:
        futures = {pool.submit(one, item): item for item in items}
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BaseException:
        for copy in copies:
            copy.stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def print_score(trials: list[Trial], seen: dict[str, str]) -> None:
    """Print the survivors and the score of each package."""
    reasons, missed = explained(), Counter[str]()
    total, excused = Counter[str](), Counter[str]()
    for trial in trials:
        package = trial.mutant.path.partition("/")[0].removesuffix(".py")
        total[package] += 1
        if not seen[trial.key]:
            reason = reasons.get((trial.mutant.path, f"{trial.before} -> {trial.after}"))
            (excused if reason else missed)[package] += 1
            print(f"\n{trial.mutant.path}:{trial.mutant.line} ({reason or f'{len(trial.tests)} tests passed'})")
            print(f"  - {trial.before}\n  + {trial.after}")
    print(f"\n{'package':14}{'planted':>8}{'seen':>8}{'explained':>11}{'missed':>8}{'score':>8}")
    for name, count in [*sorted(total.items()), ("all", total.total())]:
        lost = missed.total() if name == "all" else missed[name]
        spare = excused.total() if name == "all" else excused[name]
        score = (count - lost - spare) / max(count - spare, 1)
        print(f"{name:14}{count:8}{count - lost - spare:8}{spare:11}{lost:8}{score:8.0%}")


def main() -> None:
    """Record tests as needed, plant the sample, and print the score."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=300, help="number of bugs to plant")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample")
    parser.add_argument(
        "--under", action="append", help="only in modules whose path has this prefix, such as web/rooms/"
    )
    parser.add_argument("--jobs", type=int, default=2, help="number of bugs tried concurrently")
    parser.add_argument("--seconds", type=float, default=20, help="CPU time of the tests per bug")
    parser.add_argument(
        "--leave-out", action="append", default=EXCLUDED, help="additional files or folders below tests/ to exclude"
    )
    options = parser.parse_args()
    STATE.mkdir(parents=True, exist_ok=True)
    copies = [Copy(f"copy{number}") for number in range(options.jobs)]
    files = test_files(options.leave_out)
    stale = [file for file in files if not recording(file).exists()]
    for number, (file, _) in enumerate(in_parallel(copies, record, stale), 1):
        print(f"recorded {number} of {len(stale)}: {file.relative_to(ROOT)}", flush=True)

    tests = recorded_tests(files)
    mutants = package_mutants(SOURCE, tuple(options.under or [""]))
    trials = []
    for key, mutant in sampled(mutants, options.sample, options.seed).items():
        change = mutant.diff((SOURCE / mutant.path).read_bytes())
        trials.append(Trial(key, mutant, *change, witnesses(mutant, tests, options.seconds)))
    print(f"{len(trials)} of {len(mutants)} bugs, {len(tests)} tests", flush=True)

    results = STATE / "results.json"
    known: dict[str, list[str]] = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    old = {trial.key for trial in trials if known.get(trial.key, ["", ""])[0]}
    old |= {trial.key for trial in trials if known.get(trial.key) == ["", trial.evidence]}
    left = [trial for trial in trials if trial.key not in old]
    for number, (trial, failed) in enumerate(in_parallel(copies, Trial.run, left), 1):
        print(f"{number} of {len(left)}: {trial.mutant.path}:{trial.mutant.line} {failed or 'SURVIVED'}", flush=True)
        known[trial.key] = [failed, trial.evidence]
        results.write_text(json.dumps(known, indent=1), encoding="utf-8")
    print_score(trials, {trial.key: known[trial.key][0] for trial in trials})


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nInterrupted; the same command resumes the run.")
