"""Importing files, finding positions in them, and deleting them."""

import errno
import os
import random
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests import third_game

from crownbridge._core import StopFlag
from crownbridge.errors import FileError, InputError, NotFoundError
from crownbridge.explorer import Collection, Library, find, library, seed_of
from crownbridge.explorer.segment import Segment
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination, load
from crownbridge.plugins import plugins
from crownbridge.records import Decision, GameRecord, PlainLine, format_named

GAMES = 40


def played(game: Game[Any], seed: int, plies: int = 30) -> GameRecord:
    """A game of random moves among few, so that positions recur."""
    choose, position, decisions = random.Random(seed), game.initial(), list[Decision]()
    while position.outcome() is None and len(decisions) < plies:
        move = choose.choice(position.legal_moves()[:3])
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    outcome = position.outcome() or Outcome(game.sides[seed % 2], Termination.RESIGNATION)
    return GameRecord(game, (f"Anna {seed % 5}", f"Bert {seed % 3}"), game.initial(), PlainLine(decisions), outcome)


def written(folder: Path, records: list[GameRecord], ending: str) -> Path:
    path = folder / f"games.{ending}"
    path.write_text("\n".join(format_named(ending).dumps(record) for record in records), encoding="utf-8")
    return path


def counted(records: list[GameRecord], position: Any) -> dict[str, int]:
    """The moves played in a position, once for each game."""
    counts: Counter[str] = Counter()
    for record in records:
        line = zip(record.positions(), record.decisions, strict=False)
        moves = {str(decision.move) for at, decision in line if at.key == position.key}
        counts.update(moves)
    return dict(counts)


@pytest.mark.parametrize(
    ("game", "ending"), [(Checkers(), "pdn"), (Hex(5), "sgf"), (Checkers(), "jsonl"), (Hex(4, swap=True), "jsonl")]
)
def test_an_answer_counts_every_game_with_the_position(tmp_path: Path, game: Game[Any], ending: str) -> None:
    records = [played(game, seed) for seed in range(GAMES)]
    shelf = Library(tmp_path / "library")
    facts = shelf.add(written(tmp_path, records, ending))
    assert (facts.games, facts.skipped) == (GAMES, 0)
    for position in {at for record in records for at in record.positions() if at.outcome() is None}:
        found = find(position, shelf.parts())
        assert {str(one.move): one.games for one in found.moves} == counted(records, position)
        for one in found.games:
            record = shelf.game(one.collection, one.number)
            assert record.players == one.players
            assert record.positions()[one.ply].key == position.key
    whole = find(game.initial(), shelf.parts())
    assert sum(whole.endings) == GAMES
    assert whole.endings[0] == sum(record.outcome.winner == game.sides[0] for record in records)


@pytest.mark.parametrize(("game", "ending"), [(Checkers(), "pdn"), (Hex(5), "sgf"), (Checkers(), "jsonl")])
def test_names_keep_their_backslashes(tmp_path: Path, game: Game[Any], ending: str) -> None:
    names = ("a\\b", 'c "d" [e]')
    record = replace(played(game, 1), players=names)
    shelf, games = Library(tmp_path / "library"), Collection("cup", tmp_path / "cup")
    shelf.add(written(tmp_path, [record], ending))
    games.add([("1", record)])
    for parts in (shelf.parts(), games.parts()):
        assert find(game.initial(), parts).games[0].players == names


def test_transpositions_count_together(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. 9-14 24-20 2. 11-15 28-24 *\n\n1. 11-15 24-20 2. 9-14 28-24 0-1\n")
    shelf = Library(tmp_path / "library")
    shelf.add(path)
    position = Checkers().initial()
    for move in ("11-15", "24-20", "9-14"):
        position = position.play(move)
    found = find(position, shelf.parts())
    assert found.endings == (1, 0, 0, 1)
    assert [(str(one.move), one.endings) for one in found.moves] == [("28-24", (1, 0, 0, 1))]


def test_games_of_a_player_and_with_a_move(tmp_path: Path) -> None:
    records = [played(Checkers(), seed) for seed in range(GAMES)]
    shelf = Library(tmp_path / "library")
    shelf.add(written(tmp_path, records, "pdn"))
    start = Checkers().initial()
    assert sum(find(start, shelf.parts(), player="anna 3").endings) == GAMES // 5
    assert sum(find(start, shelf.parts(), player="nobody").endings) == 0
    move = find(start, shelf.parts()).moves[-1].move
    listed = find(start, shelf.parts(), move=move, most=GAMES).games
    assert len(listed) == counted(records, start)[str(move)]
    assert {one.move for one in listed} == {move}


def test_the_size_of_all_files_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Library(tmp_path / "library")
    path = written(tmp_path, [played(Checkers(), 1)], "pdn")
    monkeypatch.setattr("crownbridge.explorer.library.MOST_BYTES", 2 * path.stat().st_size)
    shelf.add(path)
    shelf.add(path)
    with pytest.raises(InputError, match="would exceed"):
        shelf.add(path)
    assert len(shelf.files()) == 2


def test_a_stopped_or_failed_import_leaves_nothing(tmp_path: Path) -> None:
    shelf = Library(tmp_path / "library")
    stop = StopFlag()
    stop.set()
    path = written(tmp_path, [played(Checkers(), 1)], "pdn")
    with pytest.raises(KeyboardInterrupt):
        shelf.add(path, stop=stop)
    path.write_text("[Event]\nno games at all\n")
    with pytest.raises(InputError, match="no games"):
        shelf.add(path)
    with pytest.raises(FileError):
        shelf.add(tmp_path / "missing.pdn")
    assert list((tmp_path / "library").iterdir()) == []
    assert shelf.files() == []


def test_another_process_sees_imports_and_deletions(tmp_path: Path) -> None:
    one, other = Library(tmp_path / "library"), Library(tmp_path / "library")
    facts = one.add(written(tmp_path, [played(Checkers(), 1)], "pdn"), name="a name")
    assert [file.name for file in other.files()] == ["a name"]
    other.delete(facts.id)
    assert one.files() == []
    with pytest.raises(NotFoundError):
        one.game(facts.id, 0)
    with pytest.raises(NotFoundError):
        one.delete("../library")


def test_bad_games_are_skipped_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text('[Event "bad"]\n1. 11-15 11-15 *\n\n[Event "good"]\n1. 11-15 *\n')
    facts = Library(tmp_path / "library").add(path)
    assert (facts.games, facts.skipped) == (1, 1)
    assert facts.problems[0].startswith("line 2")


def test_large_files_have_several_segments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.explorer.importing.MOST_POSITIONS", 100)
    records = [played(Checkers(), seed) for seed in range(GAMES)]
    shelf = Library(tmp_path / "library")
    facts = shelf.add(written(tmp_path, records, "pdn"))
    assert len(shelf.parts()) > 5
    assert sum(find(Checkers().initial(), shelf.parts()).endings) == GAMES
    assert [shelf.game(facts.id, n).players for n in range(GAMES)] == [record.players for record in records]


def test_a_damaged_segment_is_not_used(tmp_path: Path) -> None:
    shelf = Library(tmp_path / "library")
    facts = shelf.add(written(tmp_path, [played(Checkers(), 1)], "pdn"))
    [path] = (tmp_path / "library" / facts.id).glob("*.segment")
    path.write_bytes(path.read_bytes()[:1200])
    with pytest.raises(FileError, match="damaged"):
        Segment(path)
    assert Library(tmp_path / "library").files() == []


def test_what_a_killed_import_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Library(tmp_path)
    (tmp_path / ".abandoned").mkdir()
    shelf.clean_up()
    assert (tmp_path / ".abandoned").exists()
    monkeypatch.setattr(library, "_ABANDONED", -1.0)
    shelf.clean_up()
    assert not (tmp_path / ".abandoned").exists()


def test_a_collection_grows_and_forgets(tmp_path: Path) -> None:
    records = {f"g{seed}": played(Hex(4), seed) for seed in range(10)}
    games = Collection("tournament", tmp_path)
    assert games.add(list(records.items())[:6]) == 6
    assert games.add(list(records.items())[6:]) == 4
    games.keep(set(records) - {"g0", "g9"})
    again = Collection("tournament", tmp_path)
    assert again.identities == set(records)
    assert sum(find(Hex(4).initial(), games.parts()).endings) == 8
    found = find(Hex(4).initial(), again.parts())
    assert {game.identity for game in found.games} == set(records)


def test_small_segments_are_merged(tmp_path: Path) -> None:
    records = {f"g{seed}": played((Hex(4), Checkers())[seed % 2], seed) for seed in range(GAMES)}
    games, whole = Collection("tournament", tmp_path / "games"), Collection("tournament", tmp_path / "whole")
    for one in records.items():
        games.add([one])
    games.keep(set(records) - {"g0", "g9"})
    whole.add((identity, record) for identity, record in records.items() if identity not in {"g0", "g9"})
    before = games.parts()
    copy = shutil.copytree(tmp_path / "games", tmp_path / "killed")
    games.merge()
    assert len(games.parts()) == 1
    assert len(list((tmp_path / "games").iterdir())) == 2
    again = Collection("tournament", tmp_path / "games")
    for position in {at for record in records.values() for at in record.positions() if at.outcome() is None}:
        expected = find(position, whole.parts(), most=GAMES)
        for found in (find(position, games.parts(), most=GAMES), find(position, again.parts(), most=GAMES)):
            assert found == expected
        assert find(position, before, most=GAMES).endings == expected.endings
    games.add([("new", played(Hex(4), 1))])
    assert Collection("tournament", tmp_path / "games").identities == {*records, "new"} - {"g0", "g9"}
    for path in (tmp_path / "games").iterdir():  # a kill before the merged segments were removed
        shutil.copy(path, copy)
    killed = Collection("tournament", copy)
    assert sum(segment.segment.games for segment in killed.parts()) == GAMES + 1


def test_large_segments_are_not_merged(tmp_path: Path) -> None:
    games = Collection("tournament", tmp_path)
    for seed in range(GAMES):
        games.add([(str(seed), played(Checkers(), seed))])
    positions = games.parts()[0].segment.positions
    games.merge(most=5 * positions)
    assert len(games.parts()) == -(-GAMES // 3)
    assert games.identities == {str(seed) for seed in range(GAMES)}
    games.merge(most=positions)
    assert len(games.parts()) == -(-GAMES // 3)


def test_only_damaged_segments_of_a_collection_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = Collection("tournament", tmp_path)
    for seed in range(3):
        games.add([(str(seed), played(Checkers(), seed))])
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", fails)
        with pytest.raises(FileError, match="Too many open files"):
            Collection("tournament", tmp_path)
    assert Collection("tournament", tmp_path).identities == set("012")
    (tmp_path / "000000.segment").write_bytes(b"")
    (tmp_path / "000001.json").write_text("[")
    assert Collection("tournament", tmp_path).identities == {"2"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000002.json", "000002.segment"]


def fails(*_: Any, **__: Any) -> None:
    raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def test_other_draw_rules_count_together_but_other_boards_do_not() -> None:
    assert seed_of(Checkers()) == seed_of(Checkers(counter=0))
    assert seed_of(Hex(5)) == seed_of(Hex(5, swap=True))
    assert seed_of(Hex(5)) != seed_of(Hex(6))


def test_a_third_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    third_game.install(tmp_path / "packages")
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    plugins.cache_clear()
    try:
        game = load("breakthrough")
        records = [played(game, seed) for seed in range(5)]
        shelf = Library(tmp_path / "library")
        shelf.add(written(tmp_path, records, "jsonl"))
        assert sum(find(game.initial(), shelf.parts()).endings) == 5
    finally:
        plugins.cache_clear()
