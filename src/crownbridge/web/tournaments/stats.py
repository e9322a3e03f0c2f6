"""Standings, ratings and failures of a tournament."""

import math
from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from crownbridge.games import Termination
from crownbridge.ratings import cross_table, rate, running_elo, standings
from crownbridge.ratings.running import START, count_game
from crownbridge.store import StoredGame
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import catch_up
from crownbridge.tournaments.scoreboard import Scoreboard
from crownbridge.web.tournaments.schemas import (
    CrosstableRow,
    CrosstableScore,
    Failure,
    RatingHistory,
    SprtStatus,
    StandingRow,
)

MOST_FAILURES = 200
"""Number of failures that are kept, the most recent ones."""
MOST_SAMPLES = 200
"""Maximum number of samples in the history of ratings."""


class TournamentStats:
    """Counts games one after another. Results may be read from any thread."""

    def __init__(self, config: Tournament) -> None:
        self.played = 0
        self._config = config
        self._is_ranked = config.scheduler().ranking is not None
        self._points: dict[str, float | None] = {}
        """Points of each game, for formats with their own ranking."""
        self._agents = [agent.id for agent in config.agents]
        self._scoreboard = Scoreboard(config)
        self._failures: deque[Failure] = deque(maxlen=MOST_FAILURES)
        self._cached_standings = lru_cache(1)(self._standings)

    def add(self, game: StoredGame) -> None:
        """Count a game."""
        self.played += 1
        if self._is_ranked:
            self._points[game.identity] = game.points
        self._scoreboard(GameEnded(game, resumed=False))
        loser = game.failed
        is_further_forfeit = game.ending is Termination.FORFEIT and self._scoreboard.forfeits.get(loser or "", 0) > 1
        if loser is not None and loser not in self._config.people and not is_further_forfeit:
            self._failures.append(Failure(game=game.identity, agent=loser, termination=game.ending, reason=game.detail))

    def enough(self) -> bool:
        """Return True if a sequential test has reached a verdict."""
        return self._scoreboard.enough()

    @property
    def failures(self) -> list[Failure]:
        """The most recent games lost by a fault, newest first; of those that an agent forfeited, only the first."""
        return list(self._failures)[::-1]

    @property
    def evidence(self) -> SprtStatus | None:
        """The state of the sequential test; None if there is none."""
        sprt = self._scoreboard.evidence
        if sprt is None:
            return None
        return SprtStatus(llr=sprt.llr, lower=sprt.lower, upper=sprt.upper, verdict=sprt.verdict.value)

    def standings(self) -> list[StandingRow]:
        """Return the standings, best first."""
        return self._cached_standings(len(self._scoreboard.results))

    def _standings(self, games: int) -> list[StandingRow]:
        results = self._scoreboard.results[:games]
        ratings, running = rate(results, self._agents), running_elo(results)
        ranking, byes = self._ranking()
        lines = standings(results, self._agents, byes=byes).lines
        if ranking is not None:
            places = {agent: place for place, agent in enumerate(ranking, 1)}
            lines = tuple(sorted((line._replace(rank=places[line.agent]) for line in lines), key=lambda one: one.rank))
        rows = []
        for line in lines:
            rating = ratings[line.agent]
            is_known = math.isfinite(rating.low) and math.isfinite(rating.high)
            rows.append(
                StandingRow(
                    rank=line.rank,
                    agent=line.agent,
                    games=line.games,
                    wins=line.wins,
                    draws=line.draws,
                    losses=line.losses,
                    points=line.points,
                    byes=byes.get(line.agent, 0.0),
                    faults=self._scoreboard.faults.get(line.agent, 0),
                    elo=rating.elo if is_known else None,
                    error_low=rating.low if is_known else None,
                    error_high=rating.high if is_known else None,
                    group=rating.group,
                    running_elo=running.get(line.agent, START),
                )
            )
        return rows

    def _ranking(self) -> tuple[tuple[str, ...] | None, Mapping[str, float]]:
        """Return the format's own ranking, if it has one, and the points from byes."""
        if not self._is_ranked:
            return None, {}
        scheduler, points = self._config.scheduler(), dict(self._points)
        catch_up(scheduler, points)
        return scheduler.ranking, scheduler.byes

    def cross(self) -> list[CrosstableRow]:
        """Return the crosstable."""
        table = cross_table(list(self._scoreboard.results), self._agents)

        def score(agent: str, other: str) -> CrosstableScore | None:
            games = table.scores.get((agent, other))
            return None if games is None else CrosstableScore(wins=games.wins, draws=games.draws, losses=games.losses)

        return [
            CrosstableRow(agent=agent, scores=[score(agent, other) for other in table.agents]) for agent in table.agents
        ]

    def ratings(self) -> RatingHistory:
        """Return the history of running ratings."""
        results = list(self._scoreboard.results)
        every = max(1, math.ceil(len(results) / MOST_SAMPLES))
        now = dict.fromkeys(self._agents, START)
        history = RatingHistory(agents=self._agents, games=[0], ratings=[[START] for _ in self._agents])
        for number, result in enumerate(results, 1):
            count_game(now, result)
            if number % every == 0 or number == len(results):
                history.games.append(number)
                for agent, row in zip(self._agents, history.ratings, strict=True):
                    row.append(round(now[agent], 2))
        return history
