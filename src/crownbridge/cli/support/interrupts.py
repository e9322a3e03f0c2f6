"""Deferred handling of Ctrl-C."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def first_interrupt(*, at_once: bool = False, then: Callable[[], None] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns True after Ctrl-C; the first one calls `then`, others raise KeyboardInterrupt.

    With `at_once`, the first one raises KeyboardInterrupt as well.
    """
    pressed = False

    def note(*_: object) -> None:
        nonlocal pressed
        if pressed or at_once:
            raise KeyboardInterrupt
        pressed = True
        then()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
