"""`crownbridge annotate`, as a user starts it."""

from pathlib import Path

from tests import forked

from crownbridge.records import ReadGame, read_file


def test_a_game_is_written_with_the_verdicts_of_the_engine(tmp_path: Path) -> None:
    source, target = tmp_path / "game.pdn", tmp_path / "annotated.pdn"
    blunder = "1. 12-16 {hello} 23-18 2. 16-19 24x15 3. 10x19 28-24 *\n"
    source.write_text(blunder)
    done = forked.run("annotate", str(source), str(target), "--nodes", "20000")
    assert (done.returncode, done.stdout) == (0, f"wrote {target}\n"), done.stderr
    (entry,) = read_file(target)
    assert isinstance(entry, ReadGame)
    tree = entry.record.tree
    assert tree[1].comment.startswith("hello")
    worst = next(node for node in tree if "Best: " in node.comment)
    assert worst.nags[0] in (2, 4, 6)
    assert "win chance" in worst.comment
    siblings = [node for node in tree if node.parent == worst.parent]
    assert len(siblings) > 1, "the line of the engine is a variation"


def test_a_game_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    source, target = tmp_path / "game.pdn", tmp_path / "annotated.pdn"
    source.write_text("1. 11-15 11-15 *\n")
    done = forked.run("annotate", str(source), str(target), "--nodes", "10")
    assert done.returncode == 2
    assert "11-15 is illegal" in done.stderr
    assert not target.exists()
    source.write_text("1. 11-15 11-15 *\n\n1. 9-14 *\n")
    done = forked.run("annotate", str(source), str(target), "--nodes", "10")
    assert done.returncode == 1
    assert "the game is skipped" in done.stderr
    assert "9-14" in target.read_text()


def test_a_format_without_comments_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "game.sgf"
    source.write_text("(;FF[4]GM[11]SZ[3];B[b2])")
    done = forked.run("annotate", str(source), str(tmp_path / "game.hexworld"))
    assert done.returncode == 2
    assert "HexWorld links cannot hold comments; write a file .pdn, .sgf or .jsonl" in done.stderr
