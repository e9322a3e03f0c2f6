"""Build a faulty bot: a sound bot with one snippet replaced.

    python benchmarks/faulty_bots/make.py                    lists the faulty bots
    python benchmarks/faulty_bots/make.py NAME FOLDER        builds one and prints its command line
    python benchmarks/faulty_bots/make.py minimax.cpp FOLDER builds a sound bot

The faults are in the files `mutants_*.toml`. A command line is in the notation of `crownbridge match`.
"""

import argparse
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent


class Base(NamedTuple):
    """A sound bot, from which faulty ones are made."""

    protocol: str
    game: str


BASES = {
    "minimax.cpp": Base("kth", "checkers"),
    "mcts.py": Base("htp", "hex"),
    "thumb.py": Base("reblexis", "checkers"),
    "negascout.py": Base("kth", "checkers"),
    "uct.cpp": Base("htp", "hex"),
    "paths.py": Base("lines", "hex"),
}
"""The sound bots by file."""


class Mutant(NamedTuple):
    """A fault, and the snippet of a sound bot to replace."""

    name: str
    base: str
    old: str
    new: str
    fault: str
    kinds: tuple[str, ...]

    def source(self) -> str:
        """Return the faulty source. Raise ValueError unless the snippet occurs exactly once."""
        text = (HERE / self.base).read_text("utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: the snippet occurs {text.count(self.old)} times in {self.base}, not once")
        return text.replace(self.old, self.new)


def read_mutants() -> list[Mutant]:
    """Return the mutants of all files, in the order of the files."""
    mutants = []
    for path in sorted(HERE.glob("mutants_*.toml")):
        for entry in tomllib.loads(path.read_text("utf-8"))["mutant"]:
            kinds = [entry["kind"]] if isinstance(entry["kind"], str) else entry["kind"]
            mutants.append(
                Mutant(entry["name"], entry["base"], entry["old"], entry["new"], entry["fault"], tuple(kinds))
            )
    return mutants


def build(source: str, base: str, folder: Path) -> str:
    """Write the source of a bot to a folder, compile it if necessary, and return its command line."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder.resolve() / base
    file.write_text(source, "utf-8")
    if file.suffix == ".py":
        return f"{BASES[base].protocol}:python3 {file}"
    program = file.with_suffix("")
    compiler = shutil.which("c++") or "c++"
    subprocess.run([compiler, "-O2", "-std=c++17", str(file), "-o", str(program)], check=True)
    return f"{BASES[base].protocol}:{program}"


def build_named(name: str, folder: Path) -> str:
    """Build a mutant, or a sound bot by the name of its file, and return its command line. Raise ValueError."""
    if name in BASES:
        return build((HERE / name).read_text("utf-8"), name, folder)
    for mutant in read_mutants():
        if mutant.name == name:
            return build(mutant.source(), mutant.base, folder)
    raise ValueError(f"there is no mutant {name!r}; run without arguments for the list")


def main() -> None:
    """Build the bot of the arguments, or list all."""
    parser = argparse.ArgumentParser(description="Build a faulty bot.")
    parser.add_argument("name", nargs="?")
    parser.add_argument("folder", nargs="?", type=Path)
    options = parser.parse_args()
    if options.name is None:
        for mutant in read_mutants():
            print(f"{mutant.name:32} {', '.join(mutant.kinds):40} {mutant.fault}")
        return
    if options.folder is None:
        parser.error("a folder to write to is required")
    try:
        print(build_named(options.name, options.folder))
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
