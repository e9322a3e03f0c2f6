"""What a running tournament has come to, for whoever shows it."""

from crownbridge.ratings import Counts, Evidence, Result, Sprt, Verdict, plain, rate
from crownbridge.store import StoredGame
from crownbridge.tournaments.config import Tournament
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import Scheduler

_PAIR_STEPS = 5


class Scoreboard:
    """Hears of games, and tells where the tournament stands."""

    def __init__(self, config: Tournament) -> None:
        self._agents = [agent.id for agent in config.agents]
        asked = config.sprt
        self._sprt = None if asked is None else Sprt(asked.elo0, asked.elo1, asked.alpha, asked.beta)
        self._open_pairs: dict[str, float] = {}
        self._pairs = [0] * _PAIR_STEPS
        self.results: list[Result] = []
        self.faults: dict[str, int] = {}
        self.resumed = 0
        """How many of the results are of an earlier run."""

    def __call__(self, ended: GameEnded) -> None:
        """Counts a game."""
        game = ended.game
        if game.points is None:
            return
        self.resumed += ended.resumed
        self.results.append(Result(game.agents, game.points, game.pair))
        self._count_pair(game, game.points)
        if game.is_fault and game.winner is not None:
            loser = game.agents[game.winner == game.agents[0]]
            self.faults[loser] = self.faults.get(loser, 0) + 1

    def _count_pair(self, game: StoredGame, points: float) -> None:
        """Keeps the first agent's points of pairs of games, which the test goes by."""
        if not game.pair:
            return
        own = points if game.agents[0] == self._agents[0] else 1 - points
        if (before := self._open_pairs.pop(game.pair, None)) is None:
            self._open_pairs[game.pair] = own
        else:
            self._pairs[round(2 * (before + own))] += 1

    @property
    def evidence(self) -> Evidence | None:
        """How far the sequential test is, where there is one and a pair has been played."""
        if self._sprt is None or not any(self._pairs):
            return None
        return self._sprt.weigh(Counts(tuple(self._pairs)))

    def enough(self) -> bool:
        """Whether the test has come to a verdict."""
        evidence = self.evidence
        return evidence is not None and evidence.verdict is not Verdict.CONTINUE

    def table(self, scheduler: Scheduler) -> str:
        """The ratings with their intervals, points and faults, the best first: by the format's ranking, if it has one.

        Points that the format gave without a game are among the points, and stand in a column of their own.
        """
        return plain(rate(self.results, self._agents).rows(scheduler.ranking, scheduler.byes, self.faults))
