"""Runs a tournament, new or resumed, to its end."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crownbridge.store import Store, StoredGame
from crownbridge.tournaments.executor import Executor
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

    A game that is already in the store is not played again, but reported to the scheduler at once.
    """

    def __init__(
        self,
        tournament: str,
        scheduler: Scheduler,
        store: Store,
        executor: Executor,
        observers: Sequence[Observer] = (),
    ) -> None:
        self._tournament = tournament
        self._scheduler = scheduler
        self._store = store
        self._executor = executor
        self._observers = observers
        self._known = {game.identity: game for game in store.games(tournament)}

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
            if more:
                self._executor.submit(pairing)
        return more

    def _recall(self, pairing: Pairing) -> bool:
        """Report a game that is in the store; return False if it is not there."""
        known = self._known.pop(pairing.identity, None)
        if known is not None:
            self._report(pairing, known, resumed=True)
        return known is not None

    def _end_games(self) -> None:
        played = self._executor.finished()
        added = self._store.add_packed(self._tournament, [one.packed for one in played])
        # If another run of the same tournament stored a game first, that game counts.
        others = {} if all(added) else {game.identity: game for game in self._store.games(self._tournament)}
        for one, is_ours in zip(played, added, strict=True):
            self._report(one.pairing, one.packed.game if is_ours else others[one.pairing.identity], resumed=False)

    def _report(self, pairing: Pairing, game: StoredGame, *, resumed: bool) -> None:
        self._scheduler.report(Finished(pairing, game.points))
        for observer in self._observers:
            observer(GameEnded(game, resumed))
