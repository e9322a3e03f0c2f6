"""An engine for any game: UCT (Monte Carlo tree search with random playouts), in Python on top of `Position`."""

from crownbridge.engines.generic.provider import GenericProvider
from crownbridge.engines.generic.search import TreeSearch

__all__ = ["GenericProvider", "TreeSearch"]
