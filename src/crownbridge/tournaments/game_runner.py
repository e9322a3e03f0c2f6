"""Where the games of a tournament are played: one after another, by its rules and between its agents."""

import zlib
from collections.abc import Sequence
from typing import Any

from crownbridge.arena import Adjudicator, Referee, agreed_score, endgame_tables, move_limit
from crownbridge.arena.internal_error import outcome_of, void_outcome
from crownbridge.engines.provider import provider_of
from crownbridge.errors import CrownbridgeError, InputError, OptionError
from crownbridge.games import Outcome, Position, Termination
from crownbridge.players import HumanPlayer, Player, player_named
from crownbridge.records import Decision, GameRecord
from crownbridge.store import StoredGame, pack
from crownbridge.tournaments.config import Tournament
from crownbridge.tournaments.executor import GameSnapshot, Played
from crownbridge.tournaments.scheduler import Pairing


class GameRunner:
    """Plays games. The players of an agent are made once, and start anew for each game."""

    def __init__(self, config: Tournament) -> None:
        """Raises InputError where an agent cannot play."""
        self._config = config
        self._game = config.rules()
        self._control = config.time_control()
        self._openings = config.start_positions()
        self._adjudicators = adjudicators(config)
        self._players: dict[str, Player] = {}
        self._now: tuple[str, tuple[str, str], int, Position[Any], Position[Any] | None, Any] | None = None
        """What a snapshot is made of."""

    def __call__(self, pairing: Pairing) -> Played:
        """A game from its opening to its outcome, whatever the players do; void if one cannot be started or we fail."""
        try:
            return self._played(pairing)
        except InputError as error:  # a player cannot be made or started any more: something of it has vanished
            return self._stored(pairing, self._void(pairing, Outcome(None, Termination.INTERRUPTED, str(error))))
        except CrownbridgeError:
            raise
        except Exception as error:  # noqa: BLE001 (one game is lost, and the tournament goes on)
            self._players.clear()  # whatever state they are in
            return self._stored(pairing, self._void(pairing, outcome_of(error)))
        finally:
            self._now = None

    def void(self, pairing: Pairing, reason: str) -> Played:
        """A game that cannot be played by a fault of ours."""
        return self._stored(pairing, self._void(pairing, void_outcome(reason)))

    def _void(self, pairing: Pairing, outcome: Outcome) -> GameRecord:
        start = self._game.initial()
        names = pairing.agents if int(start.side_to_move) == 0 else (pairing.agents[1], pairing.agents[0])
        return GameRecord(self._game, names, start, (), outcome)

    def _played(self, pairing: Pairing) -> Played:
        start = self._openings.position(pairing.opening)
        first, second = (self._player(agent, pairing) for agent in pairing.agents)
        seats = (first, second) if int(start.side_to_move) == 0 else (second, first)
        self._now = (pairing.identity, (seats[0].name, seats[1].name), 0, start, None, None)
        adjudicators = [self._note, *self._adjudicators]
        record = Referee(self._game, seats, self._control, start=start, adjudicators=adjudicators).play()
        return self._stored(pairing, record)

    @staticmethod
    def _stored(pairing: Pairing, record: GameRecord) -> Played:
        return Played(pairing, pack(StoredGame.of(pairing.identity, record, pairing.pair), record))

    @property
    def is_deserted(self) -> bool:
        """Whether the input of a human at the terminal has ended."""
        return any(isinstance(player, HumanPlayer) and player.front.ended for player in self._players.values())

    def snapshot(self) -> GameSnapshot | None:
        """Where the game stands that is being played."""
        now = self._now
        return None if now is None else GameSnapshot(*now)

    def _note(self, position: Position[Any], decisions: Sequence[Decision]) -> None:
        """Keeps where the game stands; no adjudicator, but shown what one is, and cheaper than hearing of events."""
        if self._now is not None and decisions:
            identity, players, _, before, *_ = self._now
            self._now = (identity, players, len(decisions), position, before, decisions[-1].move)

    def _player(self, agent_id: str, pairing: Pairing) -> Player:
        """The agent's player; what it leaves to chance depends on its first game here, so that tables differ."""
        if agent_id not in self._players:
            seed = self._config.seed ^ zlib.crc32(f"{pairing.identity} {agent_id}".encode())
            try:
                self._players[agent_id] = self.make_player(agent_id, seed)
            except InputError as error:
                raise OptionError(f"{agent_id} cannot play: {error}") from error
        return self._players[agent_id]

    def make_player(self, agent_id: str, seed: int) -> Player:
        """A new player of an agent."""
        agent = next(agent for agent in self._config.agents if agent.id == agent_id)
        text, around = self._config.player_text(agent), self._config.surroundings(agent)
        player = player_named(text, self._config.game, around, seed, ponder=self._config.ponder)
        player.name = agent_id
        return player


def adjudicators(config: Tournament) -> list[Adjudicator]:
    """What may end a game early. Raises TableError."""
    chosen = config.adjudication
    found: list[Adjudicator] = []
    if config.move_limit is not None:
        found.append(move_limit(config.move_limit))
    if chosen.endgame_tables:
        found.append(endgame_tables(provider_of(config.game).tables(), draws_only=config.move_limit is not None))
    if (agreed := chosen.agreed_score) is not None:
        found.append(agreed_score(agreed.win, agreed.chance, agreed.moves))
    return found
