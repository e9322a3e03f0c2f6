"""Programming errors of checkers bots."""

from crownbridge.bugfinder.finding import Cause

WINDOW = Cause("window", "pass -beta and -alpha to the child, and cut off only when the score reaches beta")
BOUND = Cause("window", "at the root, keep the best move unless another is better: equal scores may be mere bounds")
NEGATION = Cause("negation", "negate the child's score: what is good for the opponent is bad for the bot")
DEPTH = Cause("depth", "count the depth down by one per ply, and search the opponent's replies before evaluating")
SIGN = Cause("evaluation sign", "count own pieces as positive and the opponent's as negative")
SIDE = Cause("side to move", "evaluate from the point of view of the side to move, with both colours")
ORIENTATION = Cause("orientation", "check the direction of men and the tables of squares for this colour")
KINGS = Cause("kings", "value a king higher than a man")
MATERIAL = Cause("material", "value a man far higher than an advantage in position, in own and in enemy pieces")
MOVES = Cause("capture", "compare the moves that the search generates with the legal ones, in many positions")
HORIZON = Cause("horizon", "follow captures to their end before evaluating")
FIRST_MOVE = Cause("other", "keep the best move at the root: the bot plays the first one that it generates")
STATE = Cause("state", "clear or check what is kept from earlier positions")
TIME = Cause("time", "search deeper while time is left: check the unit of the clock and the limits of depth and nodes")
UNFINISHED = Cause("time", "deepen step by step, and keep the best move of the last depth that was finished")
ENDING = Cause("ending", "prefer shorter wins: subtract the number of plies from the score of a win")
PROGRESS = Cause(
    "ending", "reward progress in the evaluation: bring kings nearer to the enemy, and exchange when ahead"
)
PLACES = Cause("kings", "check which squares the evaluation prefers for kings: not those for men")
REPETITION = Cause("repetition", "count repeated positions and the moves left until a draw as draws in the search")
