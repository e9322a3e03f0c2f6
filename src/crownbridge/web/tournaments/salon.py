"""Games of a tournament in which a human plays: in rooms, one at a time."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from crownbridge.errors import FileError, UnknownRoomError
from crownbridge.players import HumanPlayer, Player
from crownbridge.store import StoredGame, pack
from crownbridge.tournaments import Pairing, Tournament
from crownbridge.tournaments.executor import Executor, Played
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.web.documents import record_of_document
from crownbridge.web.messages import LONGEST_TITLE, Setup, Time
from crownbridge.web.rooms.lobby import Lobby
from crownbridge.web.rooms.room import Room
from crownbridge.web.rooms.seats import LISTED, PageFront, Seating
from crownbridge.web.rooms.state import HUMAN

_PATIENCE = 0.2


@dataclass(frozen=True, kw_only=True)
class _Agents(Seating):
    """Seats the agents of a tournament, which are called @ID: as programs, from whom no move can be taken back."""

    table: GameRunner

    def player(self, text: str, game_name: str) -> Player:  # noqa: ARG002 (the tournament knows)
        """A human, whose time does not count, or an agent."""
        return HumanPlayer(PageFront()) if text == HUMAN else self.table.make_player(text.removeprefix(LISTED), 0)


class Salon(Executor):
    """Has games with a human played in a room, which `seated` hears of; others by themselves."""

    def __init__(self, config: Tournament, lobby: Lobby, seated: Callable[[str, str], None]) -> None:
        self._config = config
        self._lobby = lobby
        self._seated = seated
        self._humans = {agent.id for agent in config.agents if agent.type == "player"}
        self._table = GameRunner(config)
        self._openings = config.start_positions()
        self._given: Pairing | None = None
        self._room: str | None = None
        """The name of the room in which it is played, where a human is needed."""

    @property
    def room(self) -> int:
        """One, unless one is being played."""
        return int(self._given is None)

    @property
    def busy(self) -> bool:
        """Whether one is being played."""
        return self._given is not None

    def submit(self, pairing: Pairing) -> None:
        """Opens a room where a human is needed."""
        self._given = pairing
        if self._humans.intersection(pairing.agents):
            self._room = self._lobby.create(self._setup(pairing), _Agents(table=self._table)).name
            self._seated(pairing.identity, self._room)

    def finished(self) -> list[Played]:
        """The game, if it is over."""
        if self._given is None:
            return []
        if self._room is None:
            played = self._table(self._given)
        else:
            try:
                room = self._lobby.opened(self._room)
            except (UnknownRoomError, FileError):
                self.submit(self._given)  # somebody deleted or damaged it: the game begins anew
                return []
            if room.state.phase != "over":
                time.sleep(_PATIENCE)
                return []
            played = self._told(self._given, room)
            self._lobby.release(room.name)
        self._given = self._room = None
        return [played]

    def close(self) -> None:
        """Breaks off what is being played, and forgets it."""
        if self._room is None:
            return
        with suppress(UnknownRoomError, FileError):  # deleted or damaged by somebody else
            if self._lobby.opened(self._room).state.phase != "over":
                self._lobby.delete(self._room)
        self._lobby.release(self._room)

    def _names(self, pairing: Pairing) -> tuple[str, str]:
        """The agents by side."""
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

    def _told(self, pairing: Pairing, room: Room) -> Played:
        record = record_of_document(room.document(room.state.number))
        named = replace(record, players=self._names(pairing))
        return Played(pairing, pack(StoredGame.of(pairing.identity, named, pairing.pair), named))
