"""`crownbridge match`."""

import re
import shutil
from pathlib import Path

import pytest
from tests import forked

from crownbridge.records import json_lines

PYTHON = shutil.which("python3", path="/usr/bin") or "python3"
BOT = """
import select, sys, time

legal, moved = [], 0.0
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        legal = rest
    elif word == "move":
        print(f"computed for {time.process_time() - moved:.2f} s", file=sys.stderr)
        time.sleep(2 if sys.argv[1] == "slow" else 0)
        print("move", legal[0], flush=True)
        moved = time.process_time()
        while sys.argv[1] == "ponder" and not select.select([sys.stdin], [], [], 0)[0]:
            pass
"""


@pytest.mark.parametrize("options", [[], ["--ponder"]])
def test_programs_compute_in_the_opponents_time_only_if_that_is_allowed(tmp_path: Path, options: list[str]) -> None:
    bot, saved = tmp_path / "bot.py", tmp_path / "games.jsonl"
    bot.write_text(BOT)
    players = [f"lines:{PYTHON} {bot} {way}" for way in ("ponder", "slow")]
    done = forked.run("match", *players, "--game", "hex", "--size", "2", "-n", "1", "--save", str(saved), *options)
    assert done.returncode == 0, done.stderr
    record = json_lines.loads(saved.read_text())
    computed = re.search(rb"computed for ([0-9.]+) s", record.decisions[2].stderr)
    assert computed is not None
    assert (float(computed[1]) > 0.2) == bool(options)


def test_a_file_that_the_sandbox_hides_is_named_once_on_the_terminal_and_not_in_the_result(tmp_path: Path) -> None:
    book, bot, saved = tmp_path / "book.txt", tmp_path / "bot" / "bot.py", tmp_path / "games.jsonl"
    book.touch()
    bot.parent.mkdir()
    bot.write_text(f"input()\nopen({str(book)!r})")
    players = f"lines:{PYTHON} {bot}", "random"
    done = forked.run("match", *players, "--game", "hex", "--size", "2", "-n", "2", "--save", str(saved))
    assert "Error: " in done.stdout
    hidden = f"bot.py; the sandbox hides {book}; --read makes it visible\n"
    assert done.stderr.count(hidden) == done.stderr.count("the sandbox hides") == 1
    assert "the sandbox hides" not in done.stdout + saved.read_text()
