"""The built-in engines: thin Python over the native search."""

from crownbridge.engines.engine import Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.pondering import Pondering
from crownbridge.engines.wrapper import EngineWrapper

__all__ = ["Candidate", "Engine", "EngineWrapper", "Limit", "Pondering", "SearchRequest", "Thought"]
