"""What a target is, and the random values that targets share."""

import random
from collections.abc import Callable
from typing import Any


class Trial:
    """A target: run one trial, which raises what is wrong."""

    def __init__(self, run: Callable[[random.Random], None], close: Callable[[], None] = lambda: None) -> None:
        self._run = run
        self.close = close
        """Free what trials share."""

    def __call__(self, choose: random.Random) -> None:
        self._run(choose)


NUMBERS = (0, 1, -1, 2, 3, 5, 11, 26, 27, 31, 32, 33, 50, 100, 127, 128, 255, 256, 257, 1000, 65_536)
LARGE = (2**15, 2**16, 2**31 - 1, 2**31, -(2**31), 2**32, 2**44 + 1, 2**63 - 1, 2**63, -(2**63), 2**64, 10**30)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    "",
    "a",
    "\0",
    "\ud800",
    "é",
    b"",
    b"\xff",
    0.5,
    float("nan"),
    float("inf"),
    [],
    {},
    (),
)


def any_value(choose: random.Random) -> Any:
    """Return a number, mostly, or anything else."""
    kind = choose.random()
    if kind < 0.5:
        return choose.choice(NUMBERS)
    if kind < 0.65:
        return choose.choice(LARGE)
    return choose.choice(ODD)


def mutated(data: bytes, pieces: list[bytes], choose: random.Random) -> bytes:
    """Return a part of a text with bytes lost, copied, flipped or put in."""
    begin = choose.randrange(len(data) + 1) if choose.random() < 0.5 else 0
    made = bytearray(data[begin : begin + choose.randrange(1, 2000)])
    for _ in range(choose.randrange(10)):
        at, other = choose.randrange(len(made) + 1), choose.randrange(len(made) + 1)
        new = choose.choice(
            [b"", bytes(made[other : other + choose.randrange(40)]), choose.choice(pieces), choose.randbytes(1)]
        )
        made[at : at + choose.choice([0, 0, 1, 2, 10])] = new * choose.choice([1, 1, 1, 2, 50])
    return bytes(made)
