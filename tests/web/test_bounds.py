"""Nothing grows without end, and what is gone stays gone."""

import os
import resource
from pathlib import Path
from typing import Any

import pytest

from crownbridge.errors import FileError, RoomError
from crownbridge.web.journal import Journal
from crownbridge.web.messages import Setup
from crownbridge.web.rooms.lobby import DamagedRoom, Lobby
from crownbridge.web.rooms.seats import Seating
from crownbridge.web.turnstile import Turnstile

HUMANS = Setup(game="checkers", players=("human", "human"))


@pytest.fixture
def lobby(tmp_path: Path) -> Any:
    made = Lobby(tmp_path, Seating())
    yield made
    made.close()


def test_a_line_for_which_the_disk_has_no_room_is_not_begun(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "log.jsonl")
    journal.append(b'{"number": 1}')
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
    try:
        with pytest.raises(FileError, match="cannot be written"):
            journal.append(b'{"number": 2}')
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    journal.append(b'{"number": 3}')
    journal.rest()
    assert list(journal) == journal.path.read_bytes().splitlines() == [b'{"number": 1}', b'{"number": 3}']


def test_a_long_journal_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.journal._BATCH", 100)
    journal = Journal(tmp_path / "log.jsonl")
    lines = [b"%d" % number * (number % 60 + 1) for number in range(200)]
    for line in lines:
        journal.append(line)
    journal.rest()
    assert list(journal) == lines
    assert journal.size == journal.path.stat().st_size


def test_a_log_that_is_full_ends_the_games(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.room.MOST_BYTES", 100_000)
    name = visitor.open("random", "random", games=1000)
    events = visitor.log(name, until=lambda found: found[-1].get("outcome", {}).get("termination") == "interrupted")
    assert events[-1]["outcome"]["detail"] == "stopped: the log of this room is full"
    answer = visitor.post(f"/rooms/{name}/run")
    assert (answer.status_code, answer.json()["detail"]) == (409, "the log of this room is full; make another one")


def test_a_room_that_was_deleted_stays_so(lobby: Lobby, tmp_path: Path) -> None:
    for run in (False, True):
        room = lobby.create(HUMANS.model_copy(update={"run": run}))
        lobby.delete(room.name)
        for command in (room.run, room.undo, room.redo, room.stop):
            with pytest.raises(RoomError):
                command()
        assert not room.is_busy
    assert list((tmp_path / "rooms").iterdir()) == []


def test_a_room_that_was_put_away_is_not_played_in_behind_the_back_of_its_successor(lobby: Lobby) -> None:
    old = lobby.create(HUMANS.model_copy(update={"run": False}))
    old.close()
    with pytest.raises(RoomError, match="ask for it again"):
        old.run()


def test_no_way_leads_to_more_games_than_are_allowed(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.lobby.MOST_BUSY", 1)
    over = visitor.open("human", "human")
    visitor.move(over)
    visitor.post(f"/rooms/{over}/stop")
    busy = visitor.open("checkers", "checkers", time={"move_seconds": 1000})
    for command in ("run", "undo"):
        assert "at once" in visitor.post(f"/rooms/{over}/{command}").json()["detail"]
    assert visitor.post("/rooms", HUMANS.model_dump()).status_code == 409
    assert {room["id"] for room in visitor.get("/rooms")} == {over, busy}  # what was refused is not there
    visitor.post(f"/rooms/{busy}/stop")
    assert visitor.post(f"/rooms/{over}/undo").status_code == 204


def test_humans_who_have_gone_away_take_no_place(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.lobby.MOST_BUSY", 1)
    running = start()
    visitor, rooms = running.visitor, running.server.lobby._rooms  # noqa: SLF001 (whether somebody is there)
    first = visitor.open("human", "checkers:1")
    visitor.move(first)
    visitor.asked(first)
    visitor.until(lambda: not rooms[first].feed.is_watched)
    second = visitor.open("human", "human")
    assert first not in rooms
    assert visitor.move(first) == 204  # back again
    events = visitor.asked(first)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert visitor.move(second) == 204


def test_files_that_are_no_rooms(lobby: Lobby, tmp_path: Path) -> None:
    (tmp_path / "rooms" / "abcdefghij.jsonl").mkdir()
    (tmp_path / "rooms" / "gone.jsonl").symlink_to("nowhere")
    os.mkfifo(tmp_path / "rooms" / "bcdefghijk.jsonl")
    lobby.go_on()
    assert {room.name for room in lobby.newest() if isinstance(room, DamagedRoom)} == {"abcdefghij", "bcdefghijk"}


def test_who_gave_up_first_has_lost(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.table.RefereedTable._interrupt", lambda _: None)  # it takes its time
    name = visitor.open("human", "human")
    visitor.asked(name)
    visitor.post(f"/rooms/{name}/resign", {"side": 1})
    visitor.post(f"/rooms/{name}/resign", {"side": 0})
    visitor.move(name)
    monkeypatch.undo()
    visitor.post(f"/rooms/{name}/resign", {"side": 0})
    assert visitor.until_over(name)[-1]["outcome"]["detail"] == "white resigned"


def test_a_queue_does_not_take_the_server(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and insights take a processor each."""
    monkeypatch.setattr("crownbridge.web.routes.rooms._hints", Turnstile(0, 0.01, "hints"))
    monkeypatch.setattr("crownbridge.web.routes.thoughts._insights", Turnstile(0, 0.01, "insights"))
    name = visitor.open("human", "human")
    visitor.asked(name)
    answer = visitor.post(f"/rooms/{name}/hint")
    assert (answer.status_code, answer.json()["detail"]) == (409, "too many ask for hints at once; ask again")
    assert visitor.http.get("/api/insight?game=hex").status_code == 409
    turnstile = Turnstile(1, 0.01, "it")
    for _ in range(2):
        with turnstile.passed(), pytest.raises(RoomError), turnstile.passed():
            pass
