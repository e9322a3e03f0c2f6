"""Runs a tournament, new or resumed, to its end."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from crownbridge.store import Store, StoredGame
from crownbridge.tournaments.executor import Executor, Played
from crownbridge.tournaments.forfeits import Forfeits
from crownbridge.tournaments.scheduler import Finished, Pairing, Scheduler


class GameEnded(NamedTuple):
    """A game has ended and is stored."""

    game: StoredGame
    resumed: bool
    """True if the game was played in an earlier run."""


Observer = Callable[[GameEnded], None]
Enough = Callable[[], bool]
"""Return True if no more games are needed, regardless of the scheduler."""


class Runner:
    """Passes games from the scheduler to the executor and stores finished games before reporting them.

    A game that is already in the store is not played again, but reported to the scheduler at once. A game that an agent
    forfeits after the results so far is stored without being played.
    """

    def __init__(  # noqa: PLR0913 (all that a tournament depends on)
        self,
        tournament: str,
        scheduler: Scheduler,
        store: Store,
        executor: Executor,
        observers: Sequence[Observer] = (),
        *,
        forfeits: Forfeits | None = None,
    ) -> None:
        self._tournament = tournament
        self._scheduler = scheduler
        self._store = store
        self._executor = executor
        self._observers = observers
        self._forfeits = forfeits
        self._known = {game.identity: game for game in store.games(tournament)}
        self._count(self._known.values())

    def run(self, enough: Enough = lambda: False) -> None:
        """Play until the tournament is over or `enough` returns True."""
        while not enough():
            if not self._begin_games(enough) or not self._executor.busy:
                return
            self._end_games()

    def wind_up(self, enough: Enough = lambda: False) -> None:
        """Start no more games, and wait for running games unless `enough` returns True."""
        self._executor.withdraw()
        while self._executor.busy and not enough():
            self._end_games()

    def _begin_games(self, enough: Enough) -> bool:
        """Start games; return False if there are enough. Games in the store are reported in any case."""
        more = True
        while (more or self._known) and self._executor.free_slots and (pairing := self._scheduler.next()) is not None:
            if self._recall(pairing):
                continue
            more = more and not enough()
            if not more:
                continue
            if self._forfeits is not None and (forfeited := self._forfeits.forfeited(pairing)) is not None:
                self._keep([forfeited])
            else:
                self._executor.submit(pairing)
        return more

    def _recall(self, pairing: Pairing) -> bool:
        """Report a game that is in the store; return False if it is not there."""
        known = self._known.pop(pairing.identity, None)
        if known is not None:
            self._report(pairing, known, resumed=True)
        return known is not None

    def _end_games(self) -> None:
        self._keep(self._executor.finished())

    def _keep(self, played: Sequence[Played]) -> None:
        """Store and report finished games."""
        added = self._store.add_packed(self._tournament, [one.packed for one in played])
        # If another run of the same tournament stored a game first, that game counts.
        others = {} if all(added) else {game.identity: game for game in self._store.games(self._tournament)}
        for one, is_ours in zip(played, added, strict=True):
            game = one.packed.game if is_ours else others[one.pairing.identity]
            self._count([game])
            self._report(one.pairing, game, resumed=False)

    def _count(self, games: Iterable[StoredGame]) -> None:
        if self._forfeits is not None:
            for game in games:
                self._forfeits.count(game)

    def _report(self, pairing: Pairing, game: StoredGame, *, resumed: bool) -> None:
        self._scheduler.report(Finished(pairing, game.points))
        for observer in self._observers:
            observer(GameEnded(game, resumed))
