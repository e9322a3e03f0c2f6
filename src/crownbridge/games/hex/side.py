"""The two players of Hex."""

from crownbridge.games import outcome


class Side(outcome.Side):
    """Red connects top and bottom, blue left and right."""

    RED = 0
    BLUE = 1
