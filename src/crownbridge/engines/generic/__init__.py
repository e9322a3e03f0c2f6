"""An engine for any game: Monte Carlo tree search with random playouts, in Python over `Position`."""

from crownbridge.engines.generic.provider import GenericProvider
from crownbridge.engines.generic.search import TreeSearch

__all__ = ["GenericProvider", "TreeSearch"]
