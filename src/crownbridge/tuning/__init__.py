"""Tuning of an agent's parameters by self-play."""

from crownbridge.tuning.spsa import Parameter, Spsa, usual_rate

__all__ = ["Parameter", "Spsa", "usual_rate"]
