"""Play the games of a tournament with human players in rooms, one at a time."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from crownbridge.errors import FileError, NotFoundError
from crownbridge.players import Player
from crownbridge.store import StoredGame, pack
from crownbridge.tournaments import Pairing, Tournament
from crownbridge.tournaments.executor import Executor, Played
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.web.documents import record_of_document
from crownbridge.web.rooms.player_factory import LISTED, PlayerFactory
from crownbridge.web.rooms.registry import RoomRegistry
from crownbridge.web.rooms.room import Room
from crownbridge.web.rooms.state import HUMAN
from crownbridge.web.schemas import LONGEST_TITLE, Setup, Time

_POLL_SECONDS = 0.2


@dataclass(frozen=True, kw_only=True)
class _Agents(PlayerFactory):
    """Creates the players of a tournament: agents are named @ID, like programs, so that moves cannot be undone."""

    game_runner: GameRunner

    def player(self, text: str, game_name: str) -> Player:
        """Return a human player or an agent."""
        if text == HUMAN:
            return super().player(text, game_name)
        return self.game_runner.make_player(text.removeprefix(LISTED), 0)


class RoomExecutor(Executor):
    """Plays games with a human in a room, and calls `seated` with game and room; plays other games directly."""

    def __init__(self, config: Tournament, rooms: RoomRegistry, seated: Callable[[str, str], None]) -> None:
        self._config = config
        self._rooms = rooms
        self._seated = seated
        self._humans = config.people
        self._game_runner = runner = GameRunner(config)
        self._agents = _Agents(
            game_runner=runner,
            times_people=config.clock_for_people,
            control=runner.control,
            adjudicators=runner.adjudicators,
        )
        self._openings = config.start_positions()
        self._pairing: Pairing | None = None
        self._room: str | None = None
        """Name of the room of the current game; None if no human plays."""

    @property
    def free_slots(self) -> int:
        """The number of games that can be submitted: 1, or 0 during a game."""
        return int(self._pairing is None)

    @property
    def busy(self) -> bool:
        """Whether a game is in progress."""
        return self._pairing is not None

    def submit(self, pairing: Pairing) -> None:
        """Accept a game, and open a room if a human plays."""
        self._pairing = pairing
        if self._humans.intersection(pairing.agents):
            self._room = self._rooms.create(self._setup(pairing), self._agents).name
            self._seated(pairing.identity, self._room)

    def finished(self) -> list[Played]:
        """Return the game if it is over."""
        if self._pairing is None:
            return []
        if self._room is None:
            played = self._game_runner(self._pairing)
        else:
            try:
                room = self._rooms.opened(self._room)
            except (NotFoundError, FileError):
                self.submit(self._pairing)  # the room was deleted or damaged: restart the game
                return []
            if room.state.phase != "over":
                time.sleep(_POLL_SECONDS)
                return []
            played = self._played(self._pairing, room)
            self._rooms.release(room.name)
        self._pairing = self._room = None
        return [played]

    def close(self) -> None:
        """Abort the current game and delete its room."""
        if self._room is None:
            return
        with suppress(NotFoundError, FileError):  # it was deleted or damaged
            if self._rooms.opened(self._room).state.phase != "over":
                self._rooms.delete(self._room)
        self._rooms.release(self._room)

    def _names(self, pairing: Pairing) -> tuple[str, str]:
        """Return the agents by side."""
        first, second = pairing.agents
        start = self._openings.position(pairing.opening)
        return (first, second) if int(start.side_to_move) == 0 else (second, first)

    def _seat(self, agent: str) -> str:
        return HUMAN if agent in self._humans else f"{LISTED}{agent}"

    def _setup(self, pairing: Pairing) -> Setup:
        config = self._config
        one, other = self._names(pairing)
        return Setup(
            game=config.game,
            options=dict(config.rules().options),
            players=(self._seat(one), self._seat(other)),
            title=f"{config.id}: {one} - {other}"[:LONGEST_TITLE],
            start=str(self._openings.position(pairing.opening)),
            time=Time(
                game_seconds=None if config.time_limit is None else config.time_limit / 1000,
                increment=config.increment / 1000,
                move_seconds=None if config.time_per_move is None else config.time_per_move / 1000,
            ),
            alternate=False,
        )

    def _played(self, pairing: Pairing, room: Room) -> Played:
        record = record_of_document(room.document(room.state.number))
        named = replace(record, players=self._names(pairing))
        return Played(pairing, pack(StoredGame.of(pairing.identity, named, pairing.pair), named))
