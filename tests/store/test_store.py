"""A store returns what was added, in both databases."""

import json
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from crownbridge.errors import ConfigurationChangedError, InputError, StoreError
from crownbridge.games import Hex, Outcome, Side, Termination
from crownbridge.records import GameRecord, PlainLine, json_lines
from crownbridge.store import Store, StoredGame

Make = Callable[..., tuple[StoredGame, GameRecord]]

WRITERS = Path(__file__).with_name("writers.py")


def test_a_game_comes_back_as_it_was(store: Store, make: Make, place: str) -> None:
    game, record = make("r1/alice-bob/1")
    assert store.add("cup", game, record)
    store.close()
    with Store.open(place) as again:
        assert list(again.games("cup")) == [game]
        assert game == StoredGame(
            "r1/alice-bob/1", ("alice", "bob"), "alice", "normal", "what happened", "r1/alice-bob", 4, 1.5, counts=True
        )
        assert again.record("cup", "r1/alice-bob/1") == record
        assert list(again.records("cup")) == [(game, record)]
        assert again.identities("cup") == {"r1/alice-bob/1"}


def test_an_identity_is_stored_once(store: Store, make: Make) -> None:
    game, record = make("1")
    assert store.add("cup", game, record)
    assert not store.add("cup", *make("1", winner=1))
    assert list(store.games("cup")) == [game]
    assert store.record("cup", "1") == record
    store.begin("league", "{}")
    assert store.add("league", *make("1", winner=1)), "another tournament has identities of its own"


def test_who_moves_second_may_have_the_first_side() -> None:
    start = Hex(3, first="blue").initial()
    record = GameRecord(start.game, ("red", "blue"), start, PlainLine(), Outcome(Hex.sides[0], Termination.RESIGNATION))
    game = StoredGame.of("1", record)
    assert game.agents == ("blue", "red")
    assert game.winner == "red"
    game.check(record)


def test_games_are_in_order(store: Store, make: Make) -> None:
    for identity, order in (("late", None), ("third", 30), ("first", 10), ("last", None), ("second", 20)):
        store.add("cup", *make(identity), order=order)
    assert [game.identity for game in store.games("cup")] == ["first", "second", "third", "late", "last"]
    assert [game.identity for game in store.games("cup", 1, 3)] == ["second", "third", "late"]
    assert [game.identity for game, _ in store.records("cup")] == ["first", "second", "third", "late", "last"]


def test_several_are_added_together_or_not_at_all(store: Store, make: Make) -> None:
    store.add("cup", *make("2"))
    assert store.add_all("cup", [(*make(str(number)), None) for number in (1, 2, 3, 3)]) == [True, False, True, False]
    game, record = make("5")
    with pytest.raises(InputError, match=r"'5' cannot be stored: it has 7 moves, but its record has 4"):
        store.add_all("cup", [(*make("4"), None), (game._replace(moves=7), record, None)])
    assert [game.identity for game in store.games("cup")] == ["2", "1", "3"]
    assert store.add_all("cup", []) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"winner": "bob"}, "its winner is 'bob', but 'alice' in its record"),
        ({"winner": None}, "its winner is None, but 'alice' in its record"),
        ({"agents": ("bob", "alice")}, "its winner is 'alice', but 'bob' in its record"),
        ({"agents": ("bob", "bob")}, "both agents are 'bob'"),
        ({"termination": "timeout"}, "its termination is 'timeout', but 'normal' in its record"),
        ({"identity": ""}, "expected a non-empty text"),
        ({"agents": ("alice", "b\0b")}, "without NUL characters"),
        ({"identity": "\ud800"}, "not valid Unicode"),
    ],
)
def test_a_row_that_contradicts_its_record_is_refused(
    store: Store, make: Make, changes: dict[str, str], problem: str
) -> None:
    game, record = make("1")
    with pytest.raises(InputError, match=problem):
        store.add("cup", game._replace(**changes), record)  # type: ignore[arg-type]
    assert store.identities("cup") == set()


def test_an_interrupted_game_is_kept_and_does_not_count(store: Store, make: Make) -> None:
    game, record = make("1", winner=None, termination=Termination.INTERRUPTED)
    assert not game.counts
    store.add("cup", game, record)
    store.add("cup", *make("2", winner=1, counts=False))
    assert store.identities("cup") == {"1", "2"}
    with pytest.raises(InputError, match="it was interrupted and cannot count"):
        store.add("cup", game._replace(identity="3", counts=True), record)


def test_texts_that_programs_print_never_cost_a_game(store: Store, make: Make) -> None:
    game, record = make("naïve ♔ '; DROP TABLE games; --")
    assert store.add("cup", game._replace(detail="a\0b \ud800 ♔"), record)
    (found,) = store.games("cup")
    assert found == game._replace(detail="a\\0b \\ud800 ♔")


def test_a_tournament_goes_on_with_the_configuration_it_began_with(store: Store) -> None:
    configuration = {"id": "x", "agents": [{"id": "a", "path": "p"}, {"id": "b"}], "timeLimit": 1000, "maxMoves": 200}
    store.begin("x", json.dumps(configuration))
    store.begin("x", json.dumps(dict(reversed(configuration.items())), indent=2))
    assert json.loads(store.configuration("x")) == configuration
    changed = {**configuration, "agents": [{"id": "a", "path": "q"}, {"id": "c"}], "timeLimit": 2000, "seed": 1}
    del changed["maxMoves"]
    with pytest.raises(ConfigurationChangedError) as caught:
        store.begin("x", json.dumps(changed))
    message = str(caught.value)
    assert message.startswith(f"the tournament 'x' in {store.name} was started with another configuration: ")
    for clause in (
        'agents[a].path was "p" and is "q"',
        'agents[b] was {"id": "b"} and is absent',
        'agents[c] was absent and is {"id": "c"}',
        "timeLimit was 1000 and is 2000",
        "maxMoves was 200 and is absent",
        "seed was absent and is 1",
    ):
        assert clause in message
    assert message.endswith("; restore the old configuration, or choose another id")
    assert json.loads(store.configuration("x")) == configuration


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{"a": [1, 2]}', '{"a": [1, 3, 4]}', r"a\[1\] was 2 and is 3; a\[2\] was absent and is 4;"),
        ('{"a": [{"id": "x"}, {"id": "y"}]}', '{"a": [{"id": "y"}, {"id": "x"}]}', "a is in another order;"),
        ('{"a": true}', '{"a": 1}', "a was true and is 1;"),
        ('{"a": {"b": null}}', '{"a": {}}', "a.b was null and is absent;"),
        ("{}", "[1]", r"\[0\] was absent and is 1;"),
        ("1", "2", "the configuration was 1 and is 2;"),
        ("{}", json.dumps({str(key): key for key in range(20)}), "; and 12 more; restore"),
    ],
)
def test_changes_are_told_in_words(store: Store, old: str, new: str, words: str) -> None:
    store.begin("x", old)
    with pytest.raises(ConfigurationChangedError, match=words):
        store.begin("x", new)


@pytest.mark.parametrize("text", ["", "{", "{'id': 1}", '{"a": NaN}', "[" * 100_000])
def test_a_configuration_is_json(store: Store, text: str) -> None:
    with pytest.raises(InputError, match="is not a configuration in JSON"):
        store.begin("x", text)


def test_tournaments(store: Store, make: Make) -> None:
    store.begin("league", "{}")
    for number in range(3):
        store.add("cup", *make(str(number)))
    assert [(found.id, found.games) for found in store.tournaments()] == [("cup", 3), ("league", 0)]
    for found in store.tournaments():
        assert abs(datetime.now(UTC) - found.begun) < timedelta(minutes=5)
    assert list(store.games("league")) == []


def test_what_is_not_there_is_named(store: Store, make: Make) -> None:
    words = r"there is no tournament 'pot' in .*; available: 'cup'"
    with pytest.raises(InputError, match=words):
        store.add("pot", *make("1"))
    for ask in (store.games, store.records, store.json_lines, store.identities, store.configuration):
        with pytest.raises(InputError, match=words):
            ask("pot")
    with pytest.raises(InputError, match=r"'cup' in .* has no game '1'"):
        store.record("cup", "1")


def test_the_statistics_of_each_agent(store: Store, make: Make, tmp_path: Path) -> None:
    store.add("cup", *make("2", "alice", "bob", winner=None), order=2)
    store.add("cup", *make("1", "alice", "bob", winner=0), order=1)
    store.add("cup", *make("3", "alice", "bob", winner=1, counts=False), order=3)
    folder = store.export_statistics("cup", tmp_path / "data" / "logs")
    assert folder == tmp_path / "data" / "logs" / "cup"
    # 2.5 for a win among equals; then 5 * (1 / 2 - 1 / (1 + 10^(-5 / 400))), which is -0.04
    expected = {"rating": 1002.46, "games": 2, "wins": 1, "draws": 1, "losses": 0}
    assert json.loads((folder / "alice.json").read_text()) == expected
    assert json.loads((folder / "bob.json").read_text()) == {**expected, "rating": 997.54, "wins": 0, "losses": 1}
    assert sorted(path.name for path in folder.iterdir()) == ["alice.json", "bob.json"]


def test_no_agent_writes_outside_the_folder(store: Store, make: Make, tmp_path: Path) -> None:
    names = ["../evil", "/etc/passwd", "..", ".", "a/b", "a%2Fb", "a\\b", "x" * 1000, "x" * 1001, "é♔ z", "con\n"]
    store.begin("../up", "{}")
    for number, (one, other) in enumerate(zip(names, [*names[1:], names[0]], strict=True)):
        store.add("../up", *make(str(number), one, other))
    folder = store.export_statistics("../up", tmp_path / "logs")
    assert folder.parent == tmp_path / "logs"
    assert [path.name for path in (tmp_path / "logs").iterdir()] == [folder.name]
    assert len(list(folder.iterdir())) == len(names)
    assert all(path.is_file() and path.suffix == ".json" for path in folder.iterdir())
    for tournament in ("..", "."):
        store.begin(tournament, "{}")
        assert store.export_statistics(tournament, tmp_path / "logs").resolve().parent == tmp_path / "logs"


def test_all_games_as_lines_of_json(store: Store, make: Make) -> None:
    made = [make(str(number), winner=number % 2) for number in range(5)]
    store.add_all("cup", [(*game, None) for game in made])
    assert [json_lines.loads(line) for line in store.json_lines("cup")] == [record for _, record in made]


def test_all_games_in_a_file(store: Store, make: Make, tmp_path: Path) -> None:
    store.add_all("cup", [(*make(f"r{number}"), None) for number in range(3)])
    for name, mark in (("a.pdn", '[Event "cup"]'), ("a.jsonl", '"version":2')):
        store.export_games("cup", tmp_path / name)
        assert (tmp_path / name).read_text().count(mark) == 3
    assert '[Date "????.??.??"]\n[Round "r0"]\n' in (tmp_path / "a.pdn").read_text(), "nobody knows it"
    game, record = make("r9")
    store.add("cup", game, replace(record, headers={"Date": "2025.01.31", "Event": "old"}))
    store.export_games("cup", tmp_path / "a.pdn")
    assert '[Event "cup"]\n[Site "?"]\n[Date "2025.01.31"]\n[Round "r9"]\n' in (tmp_path / "a.pdn").read_text()
    with pytest.raises(InputError, match="SGF supports only Hex, not checkers"):
        store.export_games("cup", tmp_path / "a.sgf")
    with pytest.raises(InputError, match=r"expected one of \.jsonl, .*\.pdn"):
        store.export_games("cup", tmp_path / "a.txt")
    with pytest.raises(InputError, match="there is no tournament 'pot'"):
        store.export_games("pot", tmp_path / "b.pdn")
    assert sorted(path.name for path in tmp_path.glob("[ab].*")) == ["a.jsonl", "a.pdn"]
    store.begin("hex", "{}")
    start = Hex(2).parse("a1b1")
    for number in range(2):
        record = GameRecord(Hex(2), ("a", "b"), start, PlainLine(), Outcome(Hex.sides[0], Termination.RESIGNATION))
        store.add("hex", StoredGame.of(str(number), record), record)
    store.export_games("hex", tmp_path / "h.sgf")
    assert (tmp_path / "h.sgf").read_text().count("(;FF[4]GM[11]") == 2


def test_games_can_be_added_while_others_are_read(store: Store, make: Make) -> None:
    store.add_all("cup", [(*make(str(number)), None) for number in range(1200)])
    seen = 0
    for game in store.games("cup"):
        seen += 1
        if seen % 300 == 0:
            store.add("cup", *make(f"{game.identity}/again"))
    assert seen == 1200
    assert len(store.identities("cup")) == 1204


def test_many_threads(store: Store, make: Make) -> None:
    made = [make(str(number)) for number in range(40)]
    with ThreadPoolExecutor(12) as threads:
        new = list(threads.map(lambda game: store.add("cup", *game), made * 6))
    assert sum(new) == 40
    assert len(list(store.records("cup"))) == 40


def test_many_processes(place: str) -> None:
    """Each makes the store if it is the first, and adds the same games."""
    command = [sys.executable, str(WRITERS), "together", place, "60"]
    writers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    new = [int(writer.communicate()[0]) for writer in writers]
    assert [writer.returncode for writer in writers] == [0] * 4
    assert sum(new) == 60
    with Store.open(place) as store:
        assert len(store.identities("cup")) == 60
        assert len([record for _, record in store.records("cup") if record.decisions]) == 60


def test_a_store_may_be_used_on_both_sides_of_a_fork(place: str) -> None:
    program = f"""
import os
from crownbridge.store import Store
with Store.open({place!r}) as store:
    store.begin("before", "{{}}")
    child = os.fork()
    store.begin("child" if child == 0 else "parent", "{{}}")
    if child == 0:
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert len(store.tournaments()) == 3
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_closed_store_says_so(place: str) -> None:
    with Store.open(place) as store:
        assert store.tournaments() == []
    with pytest.raises(StoreError, match="is closed; open it again"):
        store.tournaments()


def test_sides_are_told_by_the_record(make: Make) -> None:
    game, record = make("1", winner=1)
    assert isinstance(record.outcome.winner, Side)
    assert game.winner == "bob"


def test_nothing_is_left_open(place: str, make: Make) -> None:
    """A reader that stops early gives its connection back."""
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        with Store.open(place) as store:
            store.begin("cup", "{}")
            store.add_all("cup", [(*make(str(number)), None) for number in range(600)])
            assert next(store.games("cup")).identity == "0"
            assert next(store.records("cup"))[0].identity == "0"
            assert next(store.json_lines("cup"))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_judgements_are_kept(store: Store) -> None:
    assert store.judgement("a") is None
    store.keep_judgement("a", "[1]")
    store.keep_judgement("a", "[2]")
    store.keep_judgement("b", "[3]")
    assert (store.judgement("a"), store.judgement("b")) == ("[1]", "[3]")
