"""Tournament games with a human, played in rooms."""

from types import SimpleNamespace
from typing import Any

import pytest

from crownbridge.tournaments import Pairing, Tournament
from crownbridge.web.schemas import Setup
from crownbridge.web.tournaments.room_executor import RoomExecutor


@pytest.mark.parametrize(
    ("clock", "times"),
    [
        ({"timeLimit": 60_000, "increment": 500}, (60.0, 0.5, None)),
        ({"timeLimit": None, "timePerMove": 2500}, (None, 0.0, 2.5)),
    ],
)
def test_the_room_has_the_clock_of_the_tournament(clock: dict[str, Any], times: tuple[float | None, ...]) -> None:
    agents = [{"id": "ann", "type": "player"}, {"id": "engine", "type": "engine", "engine": "random"}]
    config = {"id": "test", "agents": agents, "tournamentType": "round-robin", "game": "hex", **clock}
    setups: list[Setup] = []

    def create(setup: Setup, _: object) -> Any:
        setups.append(setup)
        return SimpleNamespace(name="room")

    rooms: Any = SimpleNamespace(create=create)
    seated: list[tuple[str, str]] = []
    executor = RoomExecutor(Tournament.model_validate(config), rooms, lambda *seat: seated.append(seat))
    executor.submit(Pairing("1", ("ann", "engine"), 0))
    [setup] = setups
    assert (setup.time.game_seconds, setup.time.increment, setup.time.move_seconds) == times
    assert (setup.players, seated) == (("human", "@engine"), [("1", "room")])
