"""The ten levels of the Hex engine, from a beginner who blunders to full strength."""

from crownbridge.engines.levels import Level

# Calibrated with benchmarks/levels.py, which prints the differences in Elo.
LEVELS = (
    Level("newcomer", 1, 1.00, 0.75),
    Level("beginner", 1, 1.00, 0.45),
    Level("casual player", 1, 1.00, 0.20),
    Level("learner", 1, 1.00),
    Level("hobbyist", 1, 0.70),
    Level("club player", 1, 0.50),
    Level("strong club player", 1, 0.33),
    Level("expert", 1, 0.10),
    Level("master", 25, 0.02),
    Level("full strength", None),
)
"""Level n is `LEVELS[n - 1]`. Nodes are visits with the network."""
