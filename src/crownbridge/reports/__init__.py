"""Reports: games and tournaments as one page that needs nothing else, or as tables in Markdown and CSV."""

from crownbridge.reports.game import ReportedGame
from crownbridge.reports.report import Report, check_target
from crownbridge.reports.table import Table
from crownbridge.reports.tournament import tournament_report

__all__ = ["Report", "ReportedGame", "Table", "check_target", "tournament_report"]
