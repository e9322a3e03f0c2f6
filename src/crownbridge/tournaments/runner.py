"""Has a tournament played, from wherever it stands to its end."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crownbridge.store import Store, StoredGame
from crownbridge.tournaments.executor import Executor
from crownbridge.tournaments.scheduler import Finished, Pairing, Scheduler


class GameEnded(NamedTuple):
    """A game has been played and stored."""

    game: StoredGame
    resumed: bool
    """Whether that was in an earlier run."""


Observer = Callable[[GameEnded], None]
Enough = Callable[[], bool]
"""Whether nothing more needs to be played, whatever the scheduler says."""


class Runner:
    """Takes games from the scheduler to the executor, and what comes back to the store, before anyone hears of it.

    A game that is in the store already is not played again: the scheduler hears of it as if it just had been.
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
        """Plays until the tournament is over, or enough."""
        while not enough():
            if not self._begin_games(enough) or not self._executor.busy:
                return
            self._end_games()

    def wind_up(self, enough: Enough = lambda: False) -> None:
        """Waits for the games that are being played, unless it is enough, and begins no more."""
        self._executor.withdraw()
        while self._executor.busy and not enough():
            self._end_games()

    def _begin_games(self, enough: Enough) -> bool:
        """Whether to go on. Games that are in the store are reported even when there is enough."""
        more = True
        while (more or self._known) and self._executor.room and (pairing := self._scheduler.next()) is not None:
            if self._recall(pairing):
                continue
            more = more and not enough()
            if more:
                self._executor.submit(pairing)
        return more

    def _recall(self, pairing: Pairing) -> bool:
        """Reports a game that is in the store; whether it is."""
        known = self._known.pop(pairing.identity, None)
        if known is not None:
            self._report(pairing, known, resumed=True)
        return known is not None

    def _end_games(self) -> None:
        played = self._executor.finished()
        added = self._store.add_packed(self._tournament, [one.packed for one in played])
        # Where another run of the same tournament was first with a game, its game is the one that counts.
        others = {} if all(added) else {game.identity: game for game in self._store.games(self._tournament)}
        for one, is_ours in zip(played, added, strict=True):
            self._report(one.pairing, one.packed.game if is_ours else others[one.pairing.identity], resumed=False)

    def _report(self, pairing: Pairing, game: StoredGame, *, resumed: bool) -> None:
        self._scheduler.report(Finished(pairing, game.points))
        for observer in self._observers:
            observer(GameEnded(game, resumed))
