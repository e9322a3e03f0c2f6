"""Plays the games of a tuning between versions of one agent."""

import json
from dataclasses import replace

from crownbridge.engines.checkers import Hyperparameters
from crownbridge.players import EnginePlayer, Player
from crownbridge.tournaments import Pairing, Tournament
from crownbridge.tournaments.executor import Played
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tuning.worths import with_values


class TrialRunner(GameRunner):
    """Plays games between versions of an agent; only the players of one iteration are kept."""

    def __init__(self, config: Tournament, agent: Hyperparameters) -> None:
        """Raise InputError like `GameRunner`."""
        super().__init__(config)
        self._agent = agent

    def __call__(self, pairing: Pairing) -> Played:
        """Play a game."""
        for name in [name for name in self._players if name not in pairing.agents]:
            self._players.pop(name).close()
        return super().__call__(pairing)

    def make_player(self, agent_id: str, seed: int) -> Player:
        """Return a player whose id consists of its parameter values."""
        return EnginePlayer(agent_id, replace(with_values(self._agent, json.loads(agent_id)), seed=seed).engine())
