"""The ten levels of the checkers engine, from a beginner who blunders to full strength."""

from crownbridge.engines.levels import Level

# Calibrated with benchmarks/levels.py, which prints the differences in Elo.
LEVELS = (
    Level("newcomer", 30, 100, 0.50),
    Level("beginner", 30, 100, 0.21),
    Level("casual player", 30, 90, 0.07),
    Level("learner", 50, 60),
    Level("hobbyist", 115, 40),
    Level("club player", 250, 30),
    Level("strong club player", 680, 20),
    Level("expert", 2_300, 15),
    Level("master", 8_000, 10),
    Level("full strength", None),
)
"""Level n is `LEVELS[n - 1]`."""
