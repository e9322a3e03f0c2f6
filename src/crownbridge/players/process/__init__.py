"""The only place that starts a program: pipes, deadlines, limits, sandbox, and a certain end."""

from crownbridge.players.process.limits import ANYWHERE, Limits, Sandbox, Surroundings
from crownbridge.players.process.program import Program, Watcher, close_together

__all__ = ["ANYWHERE", "Limits", "Program", "Sandbox", "Surroundings", "Watcher", "close_together"]
