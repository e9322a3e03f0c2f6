"""Better values for an agent's parameters, found by games of the agent against itself."""

from crownbridge.tuning.spsa import Parameter, Spsa, usual_rate

__all__ = ["Parameter", "Spsa", "usual_rate"]
