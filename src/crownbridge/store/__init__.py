"""Games and tournaments in a database: an SQLite file, or PostgreSQL by URL."""

from crownbridge.store.rows import PackedGame, Standing, StoredGame, Tournament
from crownbridge.store.store import Store, pack

__all__ = ["PackedGame", "Standing", "Store", "StoredGame", "Tournament", "pack"]
