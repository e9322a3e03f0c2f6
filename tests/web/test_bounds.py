"""Nothing grows without end, and what is gone stays gone."""

import gc
import os
import resource
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import until

from crownbridge.errors import ConflictError, FileError
from crownbridge.games import Checkers
from crownbridge.players.engine import EnginePlayer
from crownbridge.web.concurrency import ConcurrencyLimit
from crownbridge.web.journal import Journal, last_line
from crownbridge.web.rooms.game_thread import RefereedGame
from crownbridge.web.rooms.player_factory import PlayerFactory
from crownbridge.web.rooms.program_output import OutputStreamWriter
from crownbridge.web.rooms.registry import DamagedRoom, RoomRegistry
from crownbridge.web.rooms.room import Room
from crownbridge.web.schemas import Setup, Time

HUMANS = Setup(game="checkers", players=("human", "human"))


@pytest.fixture
def registry(tmp_path: Path) -> Any:
    made = RoomRegistry(tmp_path, PlayerFactory())
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
    journal.close_file()
    assert list(journal) == journal.path.read_bytes().splitlines() == [b'{"number": 1}', b'{"number": 3}']


def test_a_long_journal_is_read_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.journal._BATCH", 100)
    journal = Journal(tmp_path / "log.jsonl")
    lines = [b"%d" % number * (number % 60 + 1) for number in range(200)]
    for line in lines:
        journal.append(line)
    journal.close_file()
    assert list(journal) == lines
    assert journal.size == journal.path.stat().st_size


def test_a_log_that_is_full_ends_the_games(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.room.MOST_BYTES", 100_000)
    name = visitor.open("random", "random", games=1000)
    events = visitor.log(name, until=lambda found: found[-1].get("outcome", {}).get("termination") == "interrupted")
    assert events[-1]["outcome"]["detail"] == "stopped: the log of this room is full"
    answer = visitor.post(f"/rooms/{name}/run")
    assert (answer.status_code, answer.json()["detail"]) == (409, "the log of this room is full; open another one")


def test_a_room_that_was_deleted_stays_so(registry: RoomRegistry, tmp_path: Path) -> None:
    for run in (False, True):
        room = registry.create(HUMANS.model_copy(update={"run": run}))
        registry.delete(room.name)
        for command in (room.run, room.undo, room.redo, room.stop):
            with pytest.raises(ConflictError):
                command()
        assert not room.is_busy
    assert list((tmp_path / "rooms").iterdir()) == []


def test_a_room_that_was_put_away_is_not_played_in_behind_the_back_of_its_successor(registry: RoomRegistry) -> None:
    old = registry.create(HUMANS.model_copy(update={"run": False}))
    old.close()
    with pytest.raises(ConflictError, match="open it again"):
        old.run()


def test_no_way_leads_to_more_games_than_are_allowed(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 1)
    over = visitor.open("human", "human")
    visitor.move(over)
    visitor.post(f"/rooms/{over}/stop")
    busy = visitor.open("checkers", "checkers", time={"move_seconds": 1000})
    for command in ("run", "undo"):
        assert "running games" in visitor.post(f"/rooms/{over}/{command}").json()["detail"]
    assert visitor.post("/rooms", HUMANS.model_dump()).status_code == 409
    assert {room["id"] for room in visitor.get("/rooms")} == {over, busy}  # what was refused is not there
    visitor.post(f"/rooms/{busy}/stop")
    assert visitor.post(f"/rooms/{over}/undo").status_code == 204


def test_games_that_are_asked_for_at_the_same_time_do_not_exceed_the_limit(
    registry: RoomRegistry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 5)
    setup = Setup(game="checkers", players=("checkers:1", "checkers:1"), time=Time(move_seconds=1000))
    original = Room.create

    def create_slowly(*given: Any) -> Room:
        time.sleep(0.1)
        return original(*given)

    monkeypatch.setattr(Room, "create", create_slowly)

    def create(_: int) -> bool:
        try:
            registry.create(setup)
        except ConflictError:
            return False
        return True

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(create, range(20))) == 5
    assert len(list((tmp_path / "rooms").iterdir())) == 5  # nothing is left of those that were refused


def test_a_series_of_games_keeps_its_place_between_two_of_them(
    registry: RoomRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 1)
    between = threading.Event()
    original = Room._beginning  # noqa: SLF001 (the moment between two games)

    def begin(room: Room, left: int) -> Any:
        if room.state.number:
            between.set()
            time.sleep(0.3)
        return original(room, left)

    monkeypatch.setattr(Room, "_beginning", begin)
    registry.create(Setup(game="hex", options={"size": 1}, players=("random", "random"), games=1000))
    assert between.wait(10)
    with pytest.raises(ConflictError, match="running games"):
        registry.create(HUMANS)


def test_to_list_rooms_begins_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a list would make the engines of all games whose humans have gone away."""
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 2)
    registry = RoomRegistry(tmp_path, PlayerFactory())
    rooms = []
    for _ in range(4):
        rooms.append(registry.create(Setup(game="checkers", players=("human", "checkers:1"))))
        until(lambda: rooms[-1].state.thinking is not None)
    assert [room.is_closed for room in rooms] == [True, True, False, False]
    listed = [room for room in registry.newest() if isinstance(room, Room)]
    assert len(listed) == 4
    assert sum(room.is_busy for room in listed) == 2
    again = registry.room(rooms[0].name)
    assert again.is_busy
    assert rooms[2].is_closed  # it has made place
    registry.close()


@pytest.mark.parametrize("path", ["", "/{name}", "/{name}/games/1", "/{name}/games/1/export/pdn"])
def test_to_read_of_a_waiting_game_changes_nothing(path: str, start: Any, tmp_path: Path) -> None:
    """Neither its journal nor its clock: only who comes back to play goes on with it."""
    running = start()
    name = running.visitor.open("human", "random", time={"game_seconds": 60})
    running.visitor.log(name, until=lambda events: events[-1]["type"] == "thinking")
    running.end()
    (journal,) = tmp_path.rglob(f"{name}.jsonl")
    before = journal.read_bytes()
    visitor = start().visitor
    assert visitor.http.get(f"/api/rooms{path.format(name=name)}").status_code == 200
    assert journal.read_bytes() == before
    (listed,) = visitor.get("/rooms")
    assert listed["state"] == "playing"
    visitor.log(name, until=lambda events: len(events) > 3)  # somebody has come back
    assert journal.read_bytes() != before
    (again,) = visitor.get("/rooms")
    assert again["at"] == listed["at"]  # that of the last move


@pytest.mark.parametrize("end", ["deleted", "stopped", "over"])
def test_the_memory_of_engines_is_free_as_soon_as_their_game_is(
    end: str, registry: RoomRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the help of the garbage collector."""
    made: list[weakref.ref[EnginePlayer]] = []
    original = EnginePlayer.__init__

    def make(player: EnginePlayer, *given: Any) -> None:
        original(player, *given)
        made.append(weakref.ref(player))

    monkeypatch.setattr(EnginePlayer, "__init__", make)
    limit = Time(game_seconds=0.5) if end == "over" else Time(move_seconds=1000)
    gc.collect()
    gc.disable()
    try:
        room = registry.create(Setup(game="checkers", players=("checkers", "checkers"), time=limit))
        until(lambda: room.state.thinking is not None)
        assert sum(player() is not None for player in made) == 2
        if end == "deleted":
            registry.delete(room.name)
        elif end == "stopped":
            room.stop()
        until(lambda: all(player() is None for player in made))
    finally:
        gc.enable()


def test_humans_who_have_gone_away_take_no_place(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 1)
    running = start()
    visitor, rooms = running.visitor, running.server.rooms._rooms  # noqa: SLF001 (whether somebody is there)
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


def test_files_that_are_no_rooms(registry: RoomRegistry, tmp_path: Path) -> None:
    (tmp_path / "rooms" / "abcdefghij.jsonl").mkdir()
    (tmp_path / "rooms" / "gone.jsonl").symlink_to("nowhere")
    os.mkfifo(tmp_path / "rooms" / "bcdefghijk.jsonl")
    registry.resume_all()
    assert {room.name for room in registry.newest() if isinstance(room, DamagedRoom)} == {"abcdefghij", "bcdefghijk"}


def test_who_gave_up_first_has_lost(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "crownbridge.web.rooms.game_thread.RefereedGame._interrupt", lambda _: None
    )  # it takes its time
    name = visitor.open("human", "human")
    visitor.asked(name)
    visitor.post(f"/rooms/{name}/resign", {"side": 1})
    visitor.post(f"/rooms/{name}/resign", {"side": 0})
    visitor.move(name)
    monkeypatch.undo()
    visitor.post(f"/rooms/{name}/resign", {"side": 0})
    assert visitor.until_over(name)[-1]["outcome"]["detail"] == "human (white) resigned"


def test_a_queue_does_not_take_the_server(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints take a processor each."""
    monkeypatch.setattr("crownbridge.web.engine_pool.MOST_LENT", 0)
    visitor = start().visitor
    name = visitor.open("human", "human")
    visitor.asked(name)
    answer = visitor.post(f"/rooms/{name}/hint")
    assert (answer.status_code, answer.json()["detail"]) == (409, "too many concurrent hint requests; try again")
    limit = ConcurrencyLimit(1, 0.01, "hint")
    for _ in range(2):
        with limit.slot(), pytest.raises(ConflictError), limit.slot():
            pass


def test_a_second_move_to_the_same_question_is_refused(registry: RoomRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while the first is not yet on the board."""
    played: list[str] = []
    monkeypatch.setattr(RefereedGame, "play", lambda _, __, move: played.append(str(move)))
    monkeypatch.setattr("crownbridge.web.rooms.room._MOVE_SECONDS", 0.0)
    room = registry.create(HUMANS)
    until(lambda: room.state.thinking)
    room.move(0, "11-15")
    with pytest.raises(ConflictError, match="it is not your turn"):
        room.move(0, "11-16")
    assert played == ["11-15"]


def test_the_document_of_a_game_ends_with_it(registry: RoomRegistry) -> None:
    room = registry.create(Setup(game="hex", options={"size": 1}, players=("random", "random"), games=3))
    until(lambda: room.state.number == 3 and not room.is_busy)
    for number in (1, 2, 3):
        document = room.document(number)
        assert (document.id, len(document.frames)) == (f"{room.name}-{number}", 2)
        assert document.outcome is not None


def test_rooms_that_are_watched_stay_open(registry: RoomRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry._MOST_OPEN", 0)
    idle = HUMANS.model_copy(update={"run": False})
    watched = registry.create(idle)
    monkeypatch.setattr(watched.feed, "_watchers", 1)
    other = registry.create(idle)
    registry.create(idle)
    assert not watched.is_closed
    assert other.is_closed


def test_a_waiting_game_that_is_watched_keeps_its_place(
    registry: RoomRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.web.rooms.registry.MOST_BUSY", 1)
    room = registry.create(HUMANS)
    until(lambda: room.state.thinking)
    monkeypatch.setattr(room.feed, "_watchers", 1)
    with pytest.raises(ConflictError, match="running games"):
        registry.create(HUMANS)
    monkeypatch.setattr(room.feed, "_watchers", 0)
    registry.create(HUMANS)
    assert room.is_closed


def test_a_last_line_of_any_length_is_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.journal._BLOCK", 8)
    path = tmp_path / "journal"
    for text, line in {
        b"": b"",
        b"torn": b"",
        b"only one line\n": b"only one line",
        b"first\nand a long second\n": b"and a long second",
        b"first\nand a long second\nand a torn third": b"and a long second",
    }.items():
        path.write_bytes(text)
        assert last_line(path) == line


def test_all_that_is_left_out_of_a_turn_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.players.process.output.KEPT", 10)
    told: list[str] = []
    transcript = OutputStreamWriter(Checkers.sides[0], "stdout", lambda printed: told.append(printed.text))
    for _ in range(2):
        transcript.add(1, b"0123456789" + b"a" * 25)
        transcript.add(1, b"b" * 15)
        transcript.add(1, b"c" * 5)
        transcript.end_turn()
        assert told == ["0123456789", "\n[35 bytes omitted]\nbbbbbccccc"]
        told.clear()


def test_a_clock_runs_down_to_nothing_and_no_further(registry: RoomRegistry) -> None:
    room = registry.create(HUMANS.model_copy(update={"time": Time(game_seconds=60.0)}))
    asked = until(lambda: room.state.thinking)
    asked.at -= 20.0
    first, second = room._clock_now()  # noqa: SLF001 (what an undo writes)
    assert first == pytest.approx(40.0, abs=10.0)
    assert second == 60.0
    asked.at -= 1000.0
    assert room._clock_now() == (0.0, 60.0)  # noqa: SLF001 (the same)
