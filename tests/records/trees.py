"""Random games with variations and annotations."""

import random
from typing import Any

from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.records import Decision, DrawnShape, GameRecord, Node
from crownbridge.records.tree import COLOURS, ROOT, main_line, simplified, sorted_shapes

TEXTS = (
    "good",
    "a ] b [ c",
    "back\\slash \\] end\\",
    "two\nlines",
    "a } brace",
    "open { brace (and ) parentheses",
    'a line\n[Event "like a tag"]',
    "; semicolon",
    "% percent",
    "1-0 * 11-15 $1",
    "Grüße, 世界",
    "empty\n\nline",
    "(;B[a1])",
    "C[x]",
)


def annotated(node: Node, cells: int, choose: random.Random) -> Node:
    """A node with some annotations."""
    shapes = [
        DrawnShape(choose.choice(COLOURS), tuple(choose.sample(range(cells), choose.choice([1, 2]))))
        for _ in range(choose.choice([0, 0, 1, 3]))
    ]
    return node._replace(
        comment="\n".join(choose.sample(TEXTS, choose.choice([0, 0, 1, 2]))),
        nags=tuple(choose.sample(range(256), choose.choice([0, 0, 1, 2]))) or choose.choice([(), (1,), (5, 14)]),
        shapes=sorted_shapes(shapes),
        clock=choose.choice([None, 0.0, 59.9, 3661.125, 7200.0]) if node.parent != ROOT else None,
        properties=choose.choice([(), (), (("KM", ("0",)), ("XY", ("1", "two words")))]),
    )


def grown(game: Game[Any], seed: int, variations: int, start: Position[Any] | None = None) -> GameRecord:
    """A random game with a number of variations of random moves."""
    choose = random.Random(seed)
    start = start or game.initial()
    cells = len(game.geometry.cells)
    nodes, positions = [Node(ROOT)], [start]
    for line in range(variations + 1):
        at = choose.randrange(len(nodes)) if line else 0
        for _ in range(choose.randrange(1, 12)):
            moves = positions[at].legal_moves()
            if not moves or positions[at].outcome() is not None:
                break
            nodes.append(Node(at, Decision(choose.choice(moves))))
            positions.append(positions[at].play(nodes[-1].move))
            at = len(nodes) - 1
    nodes = [annotated(node, cells, choose) if choose.random() < 0.3 else node for node in nodes]
    line_of_game = main_line(nodes)
    end = positions[line_of_game[-1]] if line_of_game else start
    outcome = end.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, ("Anna", "Bert"), start, simplified(nodes), outcome)
