"""The built-in engines: thin Python over the native search."""

from crownbridge.engines.engine import Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.pondering import Pondering

__all__ = ["Candidate", "Engine", "Limit", "Pondering", "SearchRequest", "Thought"]
