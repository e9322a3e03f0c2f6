"""Child processes: pipes, deadlines, resource limits, sandbox, and reliable termination."""

from crownbridge.players.process.limits import ANYWHERE, Limits, Sandbox, Surroundings
from crownbridge.players.process.program import Program, Watcher, close_together

__all__ = ["ANYWHERE", "Limits", "Program", "Sandbox", "Surroundings", "Watcher", "close_together"]
