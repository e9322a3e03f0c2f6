"""Results of a running tournament for display."""

from crownbridge.games import Termination
from crownbridge.ratings import Counts, Evidence, Result, Sprt, Verdict, plain, rate
from crownbridge.store import StoredGame
from crownbridge.tournaments.config import Tournament
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import Scheduler
from crownbridge.tournaments.void_games import void_games

_PAIR_STEPS = 5


class Scoreboard:
    """Counts games, and computes ratings and the state of a sequential test."""

    def __init__(self, config: Tournament) -> None:
        self._agents, self._people = [agent.id for agent in config.agents], config.people
        sprt = config.sprt
        self._sprt = None if sprt is None else Sprt(sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta)
        self._open_pairs: dict[str, float] = {}
        self._pairs = [0] * _PAIR_STEPS
        self.results: list[Result] = []
        self.faults: dict[str, int] = {}
        """Number of games that each agent lost by a fault."""
        self.first_faults: dict[str, str] = {}
        """Description of the first fault of each agent."""
        self.forfeits: dict[str, int] = {}
        """Number of games that each agent forfeited; they count as faults."""
        self.voids: dict[str, int] = {}
        """Number of games that were void because of each agent, and were played again."""
        self._first_voids: dict[str, str] = {}
        self._most_faults = config.max_faults
        may_end_early = config.max_faults is not None and config.rounds is None
        self._is_endless = may_end_early and config.scheduler().endless_without_rounds
        self.resumed = 0
        """Number of results from earlier runs."""

    def __call__(self, ended: GameEnded) -> None:
        """Count a game."""
        game = ended.game
        if game.points is None:
            return
        self.resumed += ended.resumed
        self.results.append(Result(game.agents, game.points, game.pair))
        self._count_pair(game, game.points)
        for agent, number in void_games(game).items():
            self.voids[agent] = self.voids.get(agent, 0) + number
            self._first_voids.setdefault(agent, f"{game.identity}: {game.detail}")
        if (loser := game.failed) is not None and loser not in self._people:
            self.faults[loser] = self.faults.get(loser, 0) + 1
            self.first_faults.setdefault(loser, game.detail or str(game.ending))
            if game.ending is Termination.FORFEIT:
                self.forfeits[loser] = self.forfeits.get(loser, 0) + 1

    def _count_pair(self, game: StoredGame, points: float) -> None:
        """Count the first agent's points by pairs of games, for the sequential test."""
        if not game.pair:
            return
        own = points if game.agents[0] == self._agents[0] else 1 - points
        if (before := self._open_pairs.pop(game.pair, None)) is None:
            self._open_pairs[game.pair] = own
        else:
            self._pairs[round(2 * (before + own))] += 1

    @property
    def evidence(self) -> Evidence | None:
        """The state of the sequential test; `None` if there is none or no pair has been played."""
        if self._sprt is None or not any(self._pairs):
            return None
        return self._sprt.weigh(Counts(tuple(self._pairs)))

    def enough(self) -> bool:
        """Return True if the sequential test has ended, or an endless tournament has only one agent that plays."""
        evidence = self.evidence
        if evidence is not None and evidence.verdict is not Verdict.CONTINUE:
            return True
        if self._most_faults is None or not self._is_endless:
            return False
        return sum(self.faults.get(agent, 0) >= self._most_faults for agent in self._agents) >= len(self._agents) - 1

    def fault_lines(self) -> list[str]:
        """Return a line for each agent with faults: their number, and the first of them."""
        lines = []
        for agent, count in self.faults.items():
            forfeits = self.forfeits.get(agent)
            lines.append(
                f"{agent} lost {count} {'game' if count == 1 else 'games'} by faults"
                + (f", {forfeits} of them forfeited (maxFaults is {self._most_faults})" if forfeits else "")
                + f"; the first: {self.first_faults[agent]}"
            )
        return lines

    def void_lines(self) -> list[str]:
        """Return a line for each agent because of which games were void: their number, and the first of them."""
        return [
            f"{count} void {'game' if count == 1 else 'games'} of {agent}, played again; the first: "
            f"{self._first_voids[agent]}"
            for agent, count in self.voids.items()
        ]

    def table(self, scheduler: Scheduler) -> str:
        """Return the table of ratings, intervals, points and faults, sorted by the format's ranking or else by rating.

        Byes are included in the points and have a column of their own.
        """
        return plain(rate(self.results, self._agents).rows(scheduler.ranking, scheduler.byes, self.faults))
