"""A tournament's report."""

from collections.abc import Callable

from crownbridge.analysis import Annotation
from crownbridge.errors import InputError, quoted
from crownbridge.records import GameRecord
from crownbridge.reports.game import ReportedGame
from crownbridge.reports.report import Report
from crownbridge.store import Store

Judge = Callable[[GameRecord], tuple[Annotation, ...]]
"""Says what there is to be said of a game's moves."""


def tournament_report(store: Store, identity: str, judge: Judge = lambda _: ()) -> Report:
    """Of all games that a store has of it. Raises InputError where that is none."""
    begun = next((found.begun for found in store.tournaments() if found.id == identity), None)
    made = Report(identity, () if begun is None else (f"Tournament, begun on {begun:%Y-%m-%d}.",))
    for game, record in store.records(identity):
        made.add(ReportedGame(game.identity, record, annotations=judge(record)))
    if not len(made):
        raise InputError(f"no game of {quoted(identity)} has been played yet")
    return made
