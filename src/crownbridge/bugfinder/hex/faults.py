"""The faults that explain answers: misreadings of the board, and blind spots."""

from typing import NamedTuple

from crownbridge.bugfinder.finding import Cause
from crownbridge.bugfinder.hex.misreading import MISREADINGS
from crownbridge.bugfinder.hex.trial import AVOIDS_WINS, BORDERS, DEAD, NO_BLOCKS, NO_WINS, OTHER_SIDE, PARTS, REVERSED

WEAKER_SIDE = "weaker side"
"""The bot is sound, but much weaker with one colour."""

SIGN = Cause("evaluation sign", "check whether a win counts as a loss: in the evaluation, or where results are counted")
NEGATION = Cause("negation", "check the change of perspective between a move and the opponent's reply")
SIDE = Cause("side to move", "check for which side a position or a playout is judged")
WINS = Cause("win in one", "check that a move that ends the game is found, and that it is preferred to all others")
BLOCKS = Cause("block in one", "check that the opponent's winning cell is found and played")
DEPTH = Cause("depth", "check that the search looks at the opponent's reply")
EDGES = Cause("edges", "check the loops over rows and columns: the first and the last are part of the board")
BOARD = Cause("orientation", "check the conversion between cells, rows and columns at the border of the board")
DEAD_CELLS = Cause("dead cells", "check the choice among moves: cells that cannot matter for either side are preferred")
CHOICE = Cause("other", "check which move is played after the search: the one with the most visits or the best value")
VALUES = Cause(
    "other", "check that the search's values decide: the average of results, and the formula that selects moves"
)
OTHER = Cause("other", "compare the choice of moves with the search's own values")


class Fault(NamedTuple):
    """A fault that shows in the moves."""

    symptom: str
    causes: tuple[Cause, ...]


FAULTS: dict[str, Fault] = {
    **{name: Fault(misreading.symptom, misreading.causes) for name, misreading in MISREADINGS.items()},
    **{border: Fault(f"does not play in the {border} when it must", (EDGES, BOARD, OTHER)) for border in BORDERS},
    **{part: Fault(f"does not play in the {part} of the board when it must", (EDGES, BOARD, OTHER)) for part in PARTS},
    AVOIDS_WINS: Fault("blocks, but avoids the cell that wins at once", (WINS, SIGN, NEGATION)),
    NO_WINS: Fault("blocks, but does not see that it can win at once", (WINS, SIGN, DEPTH)),
    NO_BLOCKS: Fault("sees its own wins, but does not block the opponent's", (BLOCKS, NEGATION, VALUES, SIDE)),
    OTHER_SIDE: Fault("plays the moves that are good for the opponent's colour", (SIDE, SIGN, NEGATION)),
    REVERSED: Fault("avoids the moves that win", (SIGN, NEGATION, SIDE)),
    DEAD: Fault("plays cells that cannot matter for either side", (DEAD_CELLS, SIGN, OTHER)),
    WEAKER_SIDE: Fault("plays much worse", (SIDE, SIGN, NEGATION)),
}
"""Faults by model."""
