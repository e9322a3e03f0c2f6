"""The index of the server's games: damaged games, and what happens while it is updated."""

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import text

from crownbridge._core import StopFlag
from crownbridge.errors import ConflictError, FileError
from crownbridge.explorer import find
from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine
from crownbridge.store import Store, StoredGame
from crownbridge.web.explorer.service import ExplorerService
from crownbridge.web.stored_files import StoredFile

START = Checkers().initial()


def played(move: str) -> GameRecord:
    """A game of one move."""
    outcome = Outcome(Checkers().sides[0], Termination.RESIGNATION)
    return GameRecord(Checkers(), ("anna", "bert"), START, PlainLine((Decision(START.parse_move(move), 0.0),)), outcome)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db") as opened:
        yield opened


def fill(store: Store, tournament: str, identities: str, move: str = "11-15") -> None:
    store.begin(tournament, "{}")
    for identity in identities:
        store.add(tournament, StoredGame.of(identity, played(move)), played(move))


def service(tmp_path: Path, store: Store, rooms: Any = None) -> ExplorerService:
    registry: Any = rooms or SimpleNamespace(stored=list)
    return ExplorerService(tmp_path, registry, store)


def found(explorer: ExplorerService) -> set[str]:
    """The identities of all games in the index."""
    return {identity for tournament in explorer._tournaments.values() for identity in tournament.identities}  # noqa: SLF001


def test_a_damaged_game_hides_no_other(tmp_path: Path, store: Store) -> None:
    fill(store, "a", "12345")
    fill(store, "b", "678")
    with store._begin(write=True) as connection:  # noqa: SLF001 (damages it)
        connection.execute(text("UPDATE records SET record = x'00' WHERE game = 2"))
    explorer = service(tmp_path, store)
    explorer.update()
    assert found(explorer) == set("1345678")
    fill(store, "a", "9")
    explorer.update()
    assert found(explorer) == set("13456789")


def test_a_tournament_that_cannot_be_indexed_hides_no_other(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(store, "a", "1")
    fill(store, "b", "2")
    explorer = service(tmp_path, store)
    identities = store.identities
    monkeypatch.setattr(store, "identities", lambda name: identities("missing" if name == "a" else name))
    explorer.update()
    assert found(explorer) == {"2"}
    assert "there is no tournament" in capsys.readouterr().err


def test_an_answer_names_the_same_games_after_an_update(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.explorer.collection.MOST_SEGMENTS", 2)
    explorer = service(tmp_path, store)
    for identity in "1234":
        fill(store, "cup", identity, "11-15" if identity == "3" else "9-13")
        explorer.update()
    answer = find(START, explorer.parts(), move=START.parse_move("11-15"))
    fill(store, "cup", "5")
    explorer.update()
    assert len(explorer.parts()) < 4
    [game] = answer.games
    assert explorer.source(game.collection, game.identity) == ("tournament", "cup", "3")


class SetAfter:
    """A flag that is set after it was read some times."""

    def __init__(self, times: int) -> None:
        self.rest = times

    @property
    def is_set(self) -> bool:
        self.rest -= 1
        return self.rest < 0


def test_random_games_end_when_stopped(tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, "cup", "1234")
    explorer = service(tmp_path, store)
    explorer.update()
    read = list[str]()
    record = store.record

    def noted(name: str, identity: str) -> GameRecord:
        read.append(identity)
        return record(name, identity)

    monkeypatch.setattr(store, "record", noted)
    stop: Any = SetAfter(3)  # twice by the update, which has nothing to add
    assert len(list(explorer.random_records("checkers", random.Random(1), stop))) == len(read) == 1
    read.clear()
    assert not list(explorer.random_records("hex", random.Random(1), StopFlag()))
    assert len(read) == 1, "a tournament has games of one kind"
    assert len(list(explorer.random_records("checkers", random.Random(1), StopFlag()))) == 4


def test_random_games_do_not_wait_for_an_update_when_stopped(tmp_path: Path, store: Store) -> None:
    fill(store, "cup", "1234")
    explorer = service(tmp_path, store)
    stop: Any = SetAfter(1)
    with explorer._updating:  # noqa: SLF001 (as if an update were running)
        assert not list(explorer.random_records("checkers", random.Random(1), stop))


def test_a_stopped_update_is_completed_by_the_next(tmp_path: Path, store: Store) -> None:
    fill(store, "cup", "1234")
    explorer = service(tmp_path, store)
    stop: Any = SetAfter(3)
    explorer.update(stop)
    assert len(found(explorer)) == 2
    explorer.update()
    assert found(explorer) == set("1234")


class Rooms:
    """Rooms whose games are all over; counts how often they are opened."""

    def __init__(self, games: dict[str, list[Any]]) -> None:
        self.games = games
        self.opened_rooms = list[str]()

    def stored(self) -> list[StoredFile]:
        return [StoredFile(Path(f"{name}.jsonl"), float(len(games)), 0) for name, games in self.games.items()]

    def opened(self, name: str) -> Any:
        self.opened_rooms.append(name)
        state = SimpleNamespace(number=len(self.games[name]), phase="over")
        return SimpleNamespace(state=state, document=lambda number: self.games[name][number - 1])


def as_record(document: Any) -> GameRecord:
    if isinstance(document, Exception):
        raise document
    return played(document)


@pytest.fixture
def rooms(monkeypatch: pytest.MonkeyPatch) -> Rooms:
    monkeypatch.setattr("crownbridge.web.explorer.service.record_of_document", as_record)
    return Rooms({"a": ["11-15", ConflictError("against the rules"), "9-13"], "b": ["11-15"]})


def identities(explorer: ExplorerService) -> set[str]:
    return {game.identity for game in find(START, explorer.parts()).games}


def test_a_bad_game_of_a_room_hides_no_other(tmp_path: Path, store: Store, rooms: Rooms) -> None:
    explorer = service(tmp_path, store, rooms)
    explorer.update()
    assert identities(explorer) == {"a/1", "a/3", "b/1"}


def test_rooms_are_read_once(tmp_path: Path, store: Store, rooms: Rooms) -> None:
    service(tmp_path, store, rooms).update()
    assert rooms.opened_rooms == ["a", "b"]
    explorer = service(tmp_path, store, rooms)
    rooms.games["b"].append("9-13")
    explorer.update()
    assert rooms.opened_rooms == ["a", "b", "b"]
    assert identities(explorer) == {"a/1", "a/3", "b/1", "b/2"}
    next((tmp_path / "explorer" / "rooms").glob("*.segment")).unlink()
    explorer = service(tmp_path, store, rooms)
    explorer.update()
    assert identities(explorer) == {"a/1", "a/3", "b/1", "b/2"}


def test_a_room_that_cannot_be_read_is_read_again(tmp_path: Path, store: Store, rooms: Rooms) -> None:
    rooms.games["a"][1] = FileError("too many open files")
    explorer = service(tmp_path, store, rooms)
    explorer.update()
    rooms.games["a"][1] = "11-15"
    explorer.update()
    explorer.update()
    assert rooms.opened_rooms == ["a", "b", "a"]
    assert identities(explorer) == {"a/1", "a/2", "a/3", "b/1"}
