"""Forfeits: an agent that has lost too many games by faults of its program loses the rest without playing."""

from collections import Counter

from crownbridge.games import Outcome, Termination
from crownbridge.store import StoredGame
from crownbridge.tournaments.config import Tournament
from crownbridge.tournaments.executor import Played
from crownbridge.tournaments.game_runner import unplayed
from crownbridge.tournaments.scheduler import Pairing


class Forfeits:
    """Counts the games that agents lost by faults, and declares those that they forfeit."""

    def __init__(self, config: Tournament) -> None:
        """Raise OptionError or UnknownGameError if the rules cannot be loaded."""
        self._most, self._people = config.max_faults, config.people
        self._game = config.rules()
        self._faults: Counter[str] = Counter()
        self._first: dict[str, str] = {}
        """The first game that each agent lost by a fault, and how."""

    def count(self, game: StoredGame) -> None:
        """Count a stored game."""
        if game.failed is not None and game.failed not in self._people and game.ending is not Termination.FORFEIT:
            self._faults[game.failed] += 1
            self._first.setdefault(game.failed, f"{game.identity}: {game.detail or game.ending}")

    def forfeited(self, pairing: Pairing) -> Played | None:
        """Return a game as forfeited, void if both agents forfeit it, or None if it is to be played."""
        out = [agent for agent in pairing.agents if self._most is not None and self._faults[agent] >= self._most]
        if not out:
            return None
        detail = "; ".join(
            f"{agent} forfeits its remaining games, because it lost {self._faults[agent]} by faults "
            f"(maxFaults is {self._most}); the first was {self._first[agent]}"
            for agent in out
        )
        first = self._game.initial().side_to_move
        if len(out) == len(pairing.agents):
            return unplayed(self._game, pairing, Outcome(None, Termination.INTERRUPTED, detail))
        winner = first if out == [pairing.agents[1]] else first.other
        return unplayed(self._game, pairing, Outcome(winner, Termination.FORFEIT, detail))
