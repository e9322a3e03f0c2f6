"""Ten strengths of play, from a beginner who blunders to all that the engine has."""

from crownbridge.engines.levels import Level

# Calibrated with benchmarks/levels.py, which prints how far they are apart.
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
"""Level n is `LEVELS[n - 1]`. Its nodes are visits of the network's."""
