"""Ten strengths of play, from a beginner who blunders to all that the engine has."""

from crownbridge.engines.levels import Level

# Calibrated with benchmarks/levels.py, which prints how far they are apart.
LEVELS = (
    Level("newcomer", 20, 0.20, 0.50),
    Level("beginner", 20, 0.20, 0.25),
    Level("casual player", 30, 0.15, 0.10),
    Level("learner", 60, 0.10),
    Level("hobbyist", 120, 0.06),
    Level("club player", 250, 0.04),
    Level("strong club player", 600, 0.03),
    Level("expert", 1_500, 0.02),
    Level("master", 5_000, 0.01),
    Level("full strength", None),
)
"""Level n is `LEVELS[n - 1]`."""
