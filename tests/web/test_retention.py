"""Rooms that are deleted, by age, by size and by hand."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.conftest import until

from crownbridge.web.retention import DAY, MEGABYTE, Retention
from crownbridge.web.rooms.player_factory import PlayerFactory
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.schemas import Setup
from crownbridge.web.stored_files import StoredFile

NOW = 1000 * DAY
WAITING = Setup(game="hex", options={"size": 2}, players=("human", "human"))
INSTANT = Setup(game="hex", options={"size": 2}, players=("random", "random"))


def room(name: str, days: float, megabytes: float) -> StoredFile:
    return StoredFile(Path(f"{name}.jsonl"), NOW - days * DAY, int(megabytes * MEGABYTE))


ROOMS = [room("new", 1, 2), room("old", 30, 2), room("oldest", 40, 2)]


@pytest.mark.parametrize(
    ("retention", "kept", "surplus"),
    [
        (Retention(0, 0), [], []),
        (Retention(30, 0), [], ["oldest"]),
        (Retention(29.9, 0), [], ["oldest", "old"]),
        (Retention(0, 6), [], []),
        (Retention(0, 5.9), [], ["oldest"]),
        (Retention(0, 3), [], ["oldest", "old"]),
        (Retention(0, 3), ["oldest"], ["old", "new"]),
        (Retention(20, 3), ["oldest", "old"], ["new"]),
        (Retention(35, 5.9), [], ["oldest"]),
    ],
)
def test_old_rooms_and_those_beyond_the_quota_go_first(
    retention: Retention, kept: list[str], surplus: list[str]
) -> None:
    assert [one.name for one in retention.surplus(ROOMS, frozenset(kept), NOW)] == surplus


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Callable[..., RoomRegistry]]:
    opened: list[RoomRegistry] = []

    def open_lobby(retention: Retention) -> RoomRegistry:
        opened.append(RoomRegistry(tmp_path, PlayerFactory(), retention))
        return opened[-1]

    yield open_lobby
    for one in opened:
        one.close()


def names(registry: RoomRegistry) -> set[str]:
    return {stored.name for stored in registry.stored()}


def make_old(registry: RoomRegistry) -> None:
    for stored in registry.stored():
        os.utime(stored.path, (0, 0))


def test_no_room_is_deleted_in_which_anything_goes_on(registry: Callable[..., RoomRegistry]) -> None:
    found = registry(Retention(days=1, megabytes=0))
    playing, over = found.create(WAITING), found.create(INSTANT)
    tournament = found.create(WAITING.model_copy(update={"run": False}), PlayerFactory())
    until(lambda: playing.state.thinking and not over.is_busy)
    make_old(found)
    found.clean_up()
    assert names(found) == {playing.name, tournament.name}
    found.release(tournament.name)
    assert playing.suspend()
    found.clean_up()
    assert names(found) == set()


def test_a_new_room_makes_the_oldest_go(registry: Callable[..., RoomRegistry]) -> None:
    found = registry(Retention(days=0, megabytes=0.0001))
    first = found.create(INSTANT)
    until(lambda: not first.is_busy)
    make_old(found)
    second = found.create(WAITING)
    assert names(found) == {second.name}


def test_a_new_room_stays_when_those_in_use_fill_the_quota(registry: Callable[..., RoomRegistry]) -> None:
    found = registry(Retention(days=0, megabytes=0.0001))
    first, second = found.create(WAITING), found.create(WAITING.model_copy(update={"run": False}))
    assert names(found) == {first.name, second.name}


def test_rooms_are_shown_with_their_size_and_deleted_when_finished(visitor: Any) -> None:
    over = visitor.open("random", "random", game="hex", options={"size": 2})
    visitor.until_over(over)
    waiting = visitor.open("human", "random")
    visitor.asked(waiting)
    sizes = {one["id"]: one["size"] for one in visitor.get("/rooms")}
    storage = visitor.get("/rooms/storage")
    assert sizes.keys() == {over, waiting}
    assert (storage["rooms"], storage["size"]) == (2, sum(sizes.values()))
    assert (storage["most_days"], storage["most_megabytes"]) == (365, 1000)
    assert visitor.http.delete("/api/rooms").json() == {"deleted": 1}
    assert [one["id"] for one in visitor.get("/rooms")] == [waiting]
