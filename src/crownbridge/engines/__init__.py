"""The built-in engines: thin Python over the native search."""

from crownbridge.engines.engine import Engine, Limit, Thought
from crownbridge.engines.pondering import Pondering

__all__ = ["Engine", "Limit", "Pondering", "Thought"]
