"""A tournament's report."""

from collections.abc import Callable

from crownbridge.analysis import Annotation
from crownbridge.errors import InputError, quoted
from crownbridge.records import GameRecord
from crownbridge.reports.game import ReportedGame
from crownbridge.reports.report import Report
from crownbridge.store import Store
from crownbridge.tournaments.identity import recalled
from crownbridge.tournaments.scheduler import Scheduler, catch_up

Judge = Callable[[GameRecord], tuple[Annotation, ...]]
"""Says what there is to be said of a game's moves."""


def tournament_report(store: Store, identity: str, judge: Judge = lambda _: ()) -> Report:
    """Of all games that a store has of it. Raises InputError where that is none."""
    begun = next((found.begun for found in store.tournaments() if found.id == identity), None)
    made = Report(identity, () if begun is None else (f"Tournament, begun on {begun:%Y-%m-%d}.",))
    points = {}
    for game, record in store.records(identity):
        points[game.identity] = game.points
        made.add(ReportedGame(game.identity, record, annotations=judge(record)))
    if not len(made):
        raise InputError(f"no game of {quoted(identity)} has been played yet")
    scheduler = _scheduler(store.configuration(identity))
    if scheduler is not None and scheduler.ranking is not None:
        catch_up(scheduler, points)
        made.rank(scheduler.ranking, scheduler.byes)
    return made


def _scheduler(configuration: str) -> Scheduler | None:
    """At its beginning; none for games that were kept without a format, as those of a tuning."""
    try:
        return recalled(configuration).scheduler()
    except ValueError:
        return None
