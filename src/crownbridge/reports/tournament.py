"""Reports of tournaments."""

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
"""Returns the annotations of a game's moves."""


def tournament_report(store: Store, identity: str, judge: Judge = lambda _: ()) -> Report:
    """Return the report of a tournament's games in a store; raise InputError if there is none."""
    begun = next((tournament.begun for tournament in store.tournaments() if tournament.id == identity), None)
    report = Report(identity, () if begun is None else (f"Tournament, started on {begun:%Y-%m-%d}.",))
    points = {}
    for game, record in store.records(identity):
        points[game.identity] = game.points
        report.add(ReportedGame(game.identity, record, annotations=judge(record)))
    if not len(report):
        raise InputError(f"no game of {quoted(identity)} has been played yet")
    scheduler = _scheduler(store.configuration(identity))
    if scheduler is not None and scheduler.ranking is not None:
        catch_up(scheduler, points)
        report.rank(scheduler.ranking, scheduler.byes)
    return report


def _scheduler(configuration: str) -> Scheduler | None:
    """Return a new scheduler, or None for games without a format, such as those of a tuning."""
    try:
        return recalled(configuration).scheduler()
    except ValueError:
        return None
