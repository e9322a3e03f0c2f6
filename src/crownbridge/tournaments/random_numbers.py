"""Chance that is the same in every run, on every machine and with every version of Python."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def random_below(among: int, *key: object) -> int:
    """A number from 0 to `among - 1`: a function of the key alone."""
    return int.from_bytes(sha256("/".join(map(str, key)).encode()).digest()[:16], "big") % among


def shuffled(items: Iterable[T], *key: object) -> list[T]:
    """The items in an order that is a function of their number and the key alone."""
    order = list(items)
    for left in range(len(order), 1, -1):
        drawn = random_below(left, *key, left)
        order[left - 1], order[drawn] = order[drawn], order[left - 1]
    return order
