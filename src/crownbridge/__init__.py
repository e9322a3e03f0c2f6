"""Write, test, rank, watch and beat board-game AIs for checkers and Hex.

>>> import crownbridge
>>> game = crownbridge.load("hex", size=5)
>>> crownbridge.engine("hex", level=5).play(game.initial(), crownbridge.Limit(seconds=1))  # doctest: +SKIP
c3
"""

from typing import Any

__version__ = "0.2.0"
__all__ = ["Checkers", "Hex", "Limit", "StopFlag", "engine", "load"]

_PLACES = {
    "Checkers": "crownbridge.games",
    "Hex": "crownbridge.games",
    "Limit": "crownbridge.engines",
    "StopFlag": "crownbridge._core",
    "load": "crownbridge.games",
}


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def engine(game: str, level: int | None = None, seed: int | None = None) -> Any:
    """Return the engine of a game, at a level or at full strength; a seed makes it reproducible. Raise InputError."""
    from importlib import import_module  # noqa: PLC0415 (importing the package alone loads nothing)

    return import_module("crownbridge.engines.provider").engine(game, level, seed)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package alone loads nothing."""
    if name not in _PLACES:
        raise AttributeError(f"module 'crownbridge' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 (as above)

    return getattr(import_module(_PLACES[name]), name)
