"""Child processes: pipes, deadlines, resource limits, sandbox, and reliable termination."""

from crownbridge.players.process.limits import DEFAULT_LAUNCH, SUPERVISOR, LaunchOptions, Limits, Sandbox
from crownbridge.players.process.program import Program, Watcher, close_together

__all__ = [
    "DEFAULT_LAUNCH",
    "SUPERVISOR",
    "LaunchOptions",
    "Limits",
    "Program",
    "Sandbox",
    "Watcher",
    "close_together",
]
