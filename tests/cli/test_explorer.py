"""`crownbridge explorer` and `crownbridge puzzles`, as a user starts them."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from tests import forked

PROGRAM = Path(sys.executable).with_name("crownbridge")
PDN = '[Black "Anna"]\n[White "Bert"]\n1. 11-15 23-19 0-1\n\n[Event "bad"]\n1. 11-15 9-13 *\n\n1. 9-13 22-18 *\n'


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return forked.run(*map(str, arguments))


def test_a_file_is_imported_explored_listed_and_deleted(tmp_path: Path) -> None:
    games, data = tmp_path / "games.pdn", ("--data", tmp_path / "data")
    games.write_text(PDN)
    added = run("explorer", "import", games, *data)
    assert added.returncode == 0, added.stderr
    assert "2 games, 6 positions, 1 skipped" in added.stdout
    assert "line 6" in added.stderr
    moves = run("explorer", "moves", "checkers", *data).stdout
    assert moves.splitlines()[0] == "2 games"
    assert "red won 1" in moves
    assert "Anna - Bert: red won, 2 moves" in moves
    after = run("explorer", "moves", "checkers", "--play", "11-15", "--player", "anna", *data).stdout
    assert after.splitlines()[:2] == ["1 game", "  23-19            1   red won 1, white won 0, drawn 0"]
    assert "games.pdn" in run("explorer", "files", *data).stdout
    assert run("explorer", "delete", "games.pdn", *data).stdout == "deleted games.pdn: 2 games\n"
    assert run("explorer", "files", *data).stdout == ""
    missing = run("explorer", "delete", "games.pdn", *data)
    assert (missing.returncode, "no imported file" in missing.stderr) == (1, True)


def test_an_interrupted_import_leaves_nothing(tmp_path: Path) -> None:
    games, data = tmp_path / "games.pdn", tmp_path / "data"
    games.write_text('[Event "bad"]\n1. 11-15 9-13 *\n\n' * 400_000)  # read by the parser, which takes a while
    command = [str(PROGRAM), "explorer", "import", str(games), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not list(data.glob("explorer/files/.*/games.pdn")):
            time.sleep(0.01)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode == 130
    assert list((data / "explorer" / "files").iterdir()) == []


def test_puzzles_are_made_from_a_file(tmp_path: Path) -> None:
    games = tmp_path / "games.pdn"
    games.write_text('[FEN "B:WK11:BK1,K10"]\n1. 1-5 11-7 2. 10-14 *\n')
    made = run("puzzles", games, "--nodes", 200, "--data", tmp_path / "data")
    assert made.returncode == 0, made.stderr
    assert f"in {tmp_path / 'data' / 'puzzles'}" in made.stdout
    nothing = run("puzzles", "--data", tmp_path / "data")
    assert (nothing.returncode, "no imported games" in nothing.stderr) == (2, True)
