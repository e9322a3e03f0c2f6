"""Ctrl-C as a wish, which is granted where nothing is left half done."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def first_interrupt(*, at_once: bool = False, then: Callable[[], None] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C was pressed, which by itself breaks nothing off the first time but calls `then`."""
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
