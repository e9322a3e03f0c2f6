"""Plays the games of a tournament one after another."""

import sys
import zlib
from collections.abc import Sequence
from typing import Any

from crownbridge.arena import Adjudicator, Referee, agreed_score, endgame_tables, move_limit, play_until_valid
from crownbridge.arena.internal_error import outcome_of, void_outcome
from crownbridge.engines.provider import provider_of
from crownbridge.errors import CrownbridgeError, InputError, OptionError, printable
from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.players import HumanPlayer, Player, player_named
from crownbridge.records import Decision, GameRecord, PlainLine
from crownbridge.store import StoredGame, pack
from crownbridge.tournaments.config import Tournament
from crownbridge.tournaments.executor import GameSnapshot, Played
from crownbridge.tournaments.scheduler import Pairing
from crownbridge.tournaments.void_games import VoidGame, after_voids


class GameRunner:
    """Plays the game of a pairing. The player of an agent is created once and restarted for each game."""

    def __init__(self, config: Tournament) -> None:
        """Raise InputError if the rules, openings or adjudicators cannot be loaded."""
        self._config = config
        self._game = config.rules()
        self.control = config.time_control()
        """Time control of every game."""
        self._openings = config.start_positions()
        self.adjudicators = adjudicators(config)
        """Additional conditions that end a game."""
        self._players: dict[str, Player] = {}
        self._now: tuple[str, tuple[str, str], int, Position[Any], Position[Any] | None, Any] | None = None
        """The fields of a snapshot."""

    def __call__(self, pairing: Pairing) -> Played:
        """Play a game; it is void if a player cannot be started or an internal error occurs."""
        try:
            return self._played(pairing)
        except InputError as error:  # a player's files have disappeared
            return unplayed(self._game, pairing, Outcome(None, Termination.INTERRUPTED, str(error)))
        except CrownbridgeError:
            raise
        except Exception as error:  # noqa: BLE001 (one game is void, and the tournament continues)
            self._players.clear()  # their state is unknown
            return unplayed(self._game, pairing, outcome_of(error))
        finally:
            self._now = None

    def void(self, pairing: Pairing, reason: str) -> Played:
        """Return a void game, which cannot be played because of an internal error."""
        return unplayed(self._game, pairing, void_outcome(reason))

    def _played(self, pairing: Pairing) -> Played:
        start = self._openings.position(pairing.opening)
        first, second = (self._player(agent, pairing) for agent in pairing.agents)
        seats = (first, second) if int(start.side_to_move) == 0 else (second, first)
        self._now = (pairing.identity, (seats[0].name, seats[1].name), 0, start, None, None)
        adjudicators = [self._note, *self.adjudicators]

        referees: list[Referee] = []

        def referee(may_be_void: bool) -> Referee:  # noqa: FBT001 (a callback)
            one = Referee(
                self._game, seats, self.control, start=start, adjudicators=adjudicators, may_be_void=may_be_void
            )
            referees.append(one)
            return one

        *earlier, record = play_until_valid(referee)
        voids = [
            VoidGame(seats[one.excused].name, void.outcome.detail)
            for one, void in zip(referees, earlier, strict=False)
            if one.excused is not None
        ]
        for void in voids:
            sys.stderr.write(printable(f"{pairing.identity} is played again: {void.reason}") + "\n")
        return _stored(pairing, after_voids(record, voids))

    @property
    def is_deserted(self) -> bool:
        """True if the input of a human at the terminal has ended."""
        return any(isinstance(player, HumanPlayer) and player.interface.ended for player in self._players.values())

    def snapshot(self) -> GameSnapshot | None:
        """Return the state of the running game, or None."""
        now = self._now
        return None if now is None else GameSnapshot(*now)

    def _note(self, position: Position[Any], decisions: Sequence[Decision]) -> None:
        """Remember the state of the game; called as an adjudicator, which is cheaper than observing events."""
        if self._now is not None and decisions:
            identity, players, _, before, *_ = self._now
            self._now = (identity, players, len(decisions), position, before, decisions[-1].move)

    def _player(self, agent_id: str, pairing: Pairing) -> Player:
        """Return the agent's player; its seed depends on its first game here, so that game runners differ."""
        if agent_id not in self._players:
            seed = self._config.seed ^ zlib.crc32(f"{pairing.identity} {agent_id}".encode())
            try:
                self._players[agent_id] = self.make_player(agent_id, seed)
            except InputError as error:
                raise OptionError(f"{agent_id} cannot play: {error}") from error
        return self._players[agent_id]

    def make_player(self, agent_id: str, seed: int) -> Player:
        """Return a new player of an agent."""
        agent = next(agent for agent in self._config.agents if agent.id == agent_id)
        text, launch_options = self._config.player_text(agent), self._config.launch_options(agent)
        player = player_named(text, self._config.game, launch_options, seed)
        player.name = agent_id
        if isinstance(player, HumanPlayer):
            player.timed = self._config.clock_for_people
        return player


def unplayed(game: Game[Any], pairing: Pairing, outcome: Outcome) -> Played:
    """Return a game that ended before it began."""
    start = game.initial()
    names = pairing.agents if int(start.side_to_move) == 0 else (pairing.agents[1], pairing.agents[0])
    return _stored(pairing, GameRecord(game, names, start, PlainLine(), outcome))


def _stored(pairing: Pairing, record: GameRecord) -> Played:
    return Played(pairing, pack(StoredGame.of(pairing.identity, record, pairing.pair), record))


def adjudicators(config: Tournament) -> list[Adjudicator]:
    """Return the adjudicators of a configuration. Raise TableError."""
    settings = config.adjudication
    result: list[Adjudicator] = []
    if config.move_limit is not None:
        result.append(move_limit(config.move_limit))
    if settings.endgame_tables:
        result.append(endgame_tables(provider_of(config.game).tables(), draws_only=config.move_limit is not None))
    if (agreed := settings.agreed_score) is not None:
        result.append(agreed_score(agreed.win, agreed.chance, agreed.moves))
    return result
