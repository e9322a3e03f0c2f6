"""`crownbridge puzzles`, as a user starts it."""

from pathlib import Path

from tests import forked

from crownbridge.explorer import Library

GAME = '[Event "Club"]\n[Result "1-0"]\n\n1. 11-15 22-18 2. 15x22 25x18 1-0\n\n'


def test_a_damaged_game_is_skipped(tmp_path: Path) -> None:
    source = tmp_path / "games.pdn"
    source.write_text(GAME)
    folder = tmp_path / "explorer" / "files"
    file = Library(folder).add(source)
    (folder / file.id / "games.pdn").write_text(GAME.replace("22-18", "22-16"))
    done = forked.run("puzzles", "--data", str(tmp_path), "--nodes", "10")
    assert (done.returncode, done.stdout) == (0, f"0 new puzzles, 0 in {tmp_path / 'puzzles'}\n"), done.stderr
    assert "is damaged at byte 0; import games.pdn again; the game is skipped" in done.stderr
