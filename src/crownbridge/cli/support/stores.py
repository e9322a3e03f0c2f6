"""Arguments for a tournament in a store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from crownbridge.cli.support.output import echo
from crownbridge.errors import InputError, StoreError, quoted
from crownbridge.files import path_exists
from crownbridge.store import Store

STORE = "data/tournaments.db"
Place = Annotated[
    str, typer.Option("--store", metavar="FILE|URL", help="Store of games: an SQLite file or PostgreSQL URL.")
]
Identity = Annotated[str, typer.Argument(metavar="ID", help="The tournament.", show_default=False)]


@contextmanager
def existing(place: str) -> Iterator[Store]:
    """Open an existing store. Raise InputError."""
    if "://" not in place and not path_exists(place):
        raise InputError(f"there is no store {quoted(place)}; choose another with --store")
    with Store.open(place) as store:
        yield store


def warn_of_damage(store: Store, tournament: str) -> None:
    """Print how many stored games of a tournament are damaged, if any, and what to do."""
    try:
        damage = store.damage(tournament)
    except StoreError as error:
        damage = f"damaged games cannot be detected: {error}"
    if damage:
        echo(damage, err=True)
