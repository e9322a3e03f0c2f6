"""Storage of games and tournaments in a database: an SQLite file, or PostgreSQL by URL."""

from typing import Any

from crownbridge.store.packing import pack
from crownbridge.store.rows import PackedGame, StoredGame, Tournament

TYPE_CHECKING = False
if TYPE_CHECKING:
    from crownbridge.store.store import Store

__all__ = ["PackedGame", "Store", "StoredGame", "Tournament", "pack"]


def __getattr__(name: str) -> Any:
    """Import `Store` lazily: the workers of a tournament only pack games and do not need SQLAlchemy."""
    if name == "Store":
        from crownbridge.store.store import Store  # noqa: PLC0415 (see above)

        return Store
    raise AttributeError(f"module {__name__} has no attribute {name}")
