"""The two players of checkers."""

from crownbridge.games import outcome


class Side(outcome.Side):
    """Red (PDN: black) starts at the top and moves first."""

    RED = 0
    WHITE = 1
