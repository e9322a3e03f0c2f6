"""Detection of damaged games in a store."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, inspect, text

from crownbridge.errors import StoreError
from crownbridge.store.checksums import checksum
from crownbridge.store.schema import records

_PAGE = 500  # games at a time
_NUMBERS = "SELECT number FROM games WHERE tournament = :tournament AND number > :after ORDER BY number LIMIT :page"
# Plain SQL, because a damaged value may not have the type of its column.
_GAMES = """
SELECT games.*, records.record, records.checksum FROM games
LEFT JOIN records ON records.game = games.number
WHERE games.tournament = :tournament AND games.number BETWEEN :first AND :last ORDER BY games.number
"""

Begin = Callable[[], AbstractContextManager[Connection]]


def damaged_games(begin: Begin, name: str, number: int, tournament: str) -> Iterator[str]:
    """Yield the identity of each damaged game. Raise StoreError if the tables are damaged, or have no checksums."""
    with begin() as connection:
        if connection.dialect.name == "sqlite":
            integrity = connection.execute(text("PRAGMA integrity_check(1)")).scalar()
            if integrity != "ok" or connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
                raise StoreError(f"{name} is damaged ({integrity}); restore a backup")
        if "checksum" not in {column["name"] for column in inspect(connection).get_columns(records.name)}:
            raise StoreError(f"{name} has no checksums yet; open it once in a writable folder")
    after = -1
    while True:
        with begin() as connection:
            bounds = {"tournament": number, "after": after, "page": _PAGE}
            page = connection.execute(text(_NUMBERS), bounds).scalars().all()
        if not page:
            return
        after = page[-1]
        yield from _damaged_of_page(begin, number, page, tournament)


def _damaged_of_page(begin: Begin, number: int, page: Sequence[int], tournament: str) -> Iterator[str]:
    """Yield the identity of each damaged game among those with consecutive numbers."""
    bounds = {"tournament": number, "first": page[0], "last": page[-1]}
    try:
        with begin() as connection:
            rows = connection.execute(text(_GAMES), bounds).mappings().all()
    except StoreError:  # a text that is not valid Unicode
        if len(page) == 1:
            yield f"number {page[0]}"
            return
        for half in (page[: len(page) // 2], page[len(page) // 2 :]):
            yield from _damaged_of_page(begin, number, half, tournament)
        return
    for row in rows:
        if row["record"] is None or not _is_intact({**row, "id": tournament}):
            yield str(row["identity"])


def _is_intact(row: dict[str, Any]) -> bool:
    try:
        return row["counts"] in (0, 1) and checksum(row, bytes(row["record"])) == row["checksum"]
    except (TypeError, ValueError):  # a value of the wrong type
        return False
