"""The routers of the API. Add new ones to `ROUTERS`."""

from crownbridge.web.routes import (
    analyses,
    answers,
    catalogue,
    events,
    examinations,
    explorer,
    insight,
    links,
    live_analysis,
    positions,
    puzzles,
    records,
    rooms,
    studies,
    tournaments,
)

ROUTERS = (
    catalogue.router,
    rooms.router,
    events.router,
    positions.router,
    tournaments.router,
    records.router,
    links.router,
    live_analysis.router,
    insight.router,
    analyses.router,
    studies.router,
    studies.writing,
    explorer.router,
    answers.router,
    puzzles.router,
    examinations.router,
)
LARGER_BODIES = {
    "/api/records": records.MOST_BYTES,
    "/api/export": records.MOST_BYTES,
    studies.PATH: studies.MOST_BYTES,
    "/api/tournaments": tournaments.MOST_BYTES,
    "/api/tournaments/check": tournaments.MOST_BYTES,
    "/api/explorer/files": explorer.MOST_BYTES,
}
"""Maximum size of request bodies in bytes, for paths, and paths below them, where it differs from the default."""
BINARY_BODIES = frozenset({"/api/explorer/files"})
"""Paths that take a file instead of JSON."""
