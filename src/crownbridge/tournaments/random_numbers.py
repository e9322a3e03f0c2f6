"""Random numbers that are the same in every run, on every machine and with every version of Python."""

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def random_below(limit: int, *key: object) -> int:
    """Return a number from 0 to `limit - 1` that depends on the key alone."""
    return int.from_bytes(sha256("/".join(map(str, key)).encode()).digest()[:16], "big") % limit


def shuffled(items: Iterable[T], *key: object) -> list[T]:
    """Return the items in an order that depends on their number and the key alone."""
    order = list(items)
    for left in range(len(order), 1, -1):
        chosen = random_below(left, *key, left)
        order[left - 1], order[chosen] = order[chosen], order[left - 1]
    return order
