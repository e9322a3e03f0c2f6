"""Games and tournaments in a database: an SQLite file, or PostgreSQL by URL."""

from crownbridge.store.rows import Standing, StoredGame, Tournament
from crownbridge.store.store import Store

__all__ = ["Standing", "Store", "StoredGame", "Tournament"]
