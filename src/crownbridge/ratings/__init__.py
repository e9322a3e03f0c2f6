"""Ratings, error bars, tables and sequential tests, computed from results by pure functions."""

from crownbridge.ratings.counts import Counts
from crownbridge.ratings.cross_table import CrossTable, Score, cross_table
from crownbridge.ratings.elo import Estimate, elo_at, expected_score
from crownbridge.ratings.match import elo_difference, normalized_elo, superiority
from crownbridge.ratings.rating_list import Rating, RatingList, rate
from crownbridge.ratings.result import Result
from crownbridge.ratings.running import exchange, running_elo
from crownbridge.ratings.sprt import Evidence, Sprt, Verdict
from crownbridge.ratings.standings import ROUND_ROBIN, SWISS, Standing, Standings, standings
from crownbridge.ratings.text import plain

__all__ = [
    "ROUND_ROBIN",
    "SWISS",
    "Counts",
    "CrossTable",
    "Estimate",
    "Evidence",
    "Rating",
    "RatingList",
    "Result",
    "Score",
    "Sprt",
    "Standing",
    "Standings",
    "Verdict",
    "cross_table",
    "elo_at",
    "elo_difference",
    "exchange",
    "expected_score",
    "normalized_elo",
    "plain",
    "rate",
    "running_elo",
    "standings",
    "superiority",
]
