"""What the games of a tournament come to."""

import math
from collections import deque
from collections.abc import Mapping
from functools import lru_cache

from crownbridge.ratings import cross_table, rate, running_elo, standings
from crownbridge.ratings.running import START, count_game
from crownbridge.store import StoredGame
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import catch_up
from crownbridge.tournaments.scoreboard import Scoreboard
from crownbridge.web.tournaments.shapes import CrossRow, Evidence, Failure, Score, Series, Standing

MOST_FAILURES = 200
"""That are told, the last ones."""
MOST_SAMPLES = 200
"""Of ratings over time."""


class Ledger:
    """Hears of games one after another; tells from any thread."""

    def __init__(self, config: Tournament) -> None:
        self.played = 0
        self._config = config
        self._is_ranked = config.scheduler().ranking is not None
        self._points: dict[str, float | None] = {}
        """What each game gave, where the format has its own measure."""
        self._agents = [agent.id for agent in config.agents]
        self._scoreboard = Scoreboard(config)
        self._failures: deque[Failure] = deque(maxlen=MOST_FAILURES)
        self._table = lru_cache(1)(self._ranked)

    def add(self, game: StoredGame) -> None:
        """Counts a game."""
        self.played += 1
        if self._is_ranked:
            self._points[game.identity] = game.points
        self._scoreboard(GameEnded(game, resumed=False))
        if game.is_fault and game.winner is not None:
            loser = game.agents[game.winner == game.agents[0]]
            self._failures.append(Failure(game=game.identity, agent=loser, termination=game.ending, reason=game.detail))

    def enough(self) -> bool:
        """Whether a sequential test has come to a verdict."""
        return self._scoreboard.enough()

    @property
    def failures(self) -> list[Failure]:
        """The last games that were lost by a fault, the newest first."""
        return list(self._failures)[::-1]

    @property
    def evidence(self) -> Evidence | None:
        """How far the sequential test is."""
        found = self._scoreboard.evidence
        if found is None:
            return None
        return Evidence(llr=found.llr, lower=found.lower, upper=found.upper, verdict=found.verdict.value)

    def standings(self) -> list[Standing]:
        """The table, the best first."""
        return self._table(len(self._scoreboard.results))

    def _ranked(self, games: int) -> list[Standing]:
        results = self._scoreboard.results[:games]
        ratings, running = rate(results, self._agents), running_elo(results)
        ranking, byes = self._measured()
        lines = standings(results, self._agents, byes=byes).lines
        if ranking is not None:
            places = {agent: place for place, agent in enumerate(ranking, 1)}
            lines = tuple(sorted((line._replace(rank=places[line.agent]) for line in lines), key=lambda one: one.rank))
        found = []
        for line in lines:
            rating = ratings[line.agent]
            known = math.isfinite(rating.low) and math.isfinite(rating.high)
            found.append(
                Standing(
                    rank=line.rank,
                    agent=line.agent,
                    games=line.games,
                    wins=line.wins,
                    draws=line.draws,
                    losses=line.losses,
                    points=line.points,
                    byes=byes.get(line.agent, 0.0),
                    faults=self._scoreboard.faults.get(line.agent, 0),
                    elo=rating.elo if known else None,
                    error_low=rating.low if known else None,
                    error_high=rating.high if known else None,
                    group=rating.group,
                    running_elo=running.get(line.agent, START),
                )
            )
        return found

    def _measured(self) -> tuple[tuple[str, ...] | None, Mapping[str, float]]:
        """The ranking that the format has of its own, if it does, and the points that it gave without a game."""
        if not self._is_ranked:
            return None, {}
        scheduler, points = self._config.scheduler(), dict(self._points)
        catch_up(scheduler, points)
        return scheduler.ranking, scheduler.byes

    def cross(self) -> list[CrossRow]:
        """Who got how much against whom."""
        table = cross_table(list(self._scoreboard.results), self._agents)

        def score(agent: str, other: str) -> Score | None:
            found = table.scores.get((agent, other))
            return None if found is None else Score(wins=found.wins, draws=found.draws, losses=found.losses)

        return [CrossRow(agent=agent, scores=[score(agent, other) for other in table.agents]) for agent in table.agents]

    def ratings(self) -> Series:
        """The running ratings over time."""
        results = list(self._scoreboard.results)
        every = max(1, math.ceil(len(results) / MOST_SAMPLES))
        now = dict.fromkeys(self._agents, START)
        series = Series(agents=self._agents, games=[0], ratings=[[START] for _ in self._agents])
        for number, result in enumerate(results, 1):
            count_game(now, result)
            if number % every == 0 or number == len(results):
                series.games.append(number)
                for agent, row in zip(self._agents, series.ratings, strict=True):
                    row.append(round(now[agent], 2))
        return series
