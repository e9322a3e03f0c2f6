"""Verdicts of the engine in the tree of a game."""

from dataclasses import replace
from typing import Any

import pytest

from crownbridge.analysis import MoveVerdict, Verdict, with_verdicts
from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, Node, PlainLine
from crownbridge.records.tree import ROOT

GAME = Checkers()


def played(*texts: str) -> tuple[Any, ...]:
    position, moves = GAME.initial(), []
    for text in texts:
        moves.append(position.parse_move(text))
        position = position.play(moves[-1])
    return tuple(moves)


def node(parent: int, move: Any, *annotations: Any) -> Node:
    return Node(parent, Decision(move), *annotations)


MOVES = played("11-15", "23-19", "8-11")
RECORD = GameRecord(
    GAME,
    ("a", "b"),
    GAME.initial(),
    PlainLine(Decision(move, 0.0) for move in MOVES),
    Outcome(None, Termination.INTERRUPTED),
)
LINE = played("11-15", "22-18", "15x22")[1:]
COMMENT = "Mistake: win chance 60% to 40%. Best: 22-18."


@pytest.mark.parametrize(
    ("verdict", "nag"),
    [(Verdict.INACCURACY, 6), (Verdict.MISTAKE, 2), (Verdict.BLUNDER, 4), (Verdict.LOST_WIN, 4)],
)
def test_a_verdict_is_a_symbol_a_comment_and_a_variation(verdict: Verdict, nag: int) -> None:
    tree = with_verdicts(RECORD, [MoveVerdict(2, verdict, 0.6, 0.4, LINE)]).tree
    assert tree == (
        Node(ROOT),
        node(0, MOVES[0]),
        node(1, MOVES[1], COMMENT.replace("Mistake", verdict.value.capitalize()), (nag,)),
        node(2, MOVES[2]),
        node(1, LINE[0]),
        node(4, LINE[1]),
    )


@pytest.mark.parametrize("verdict", [Verdict.BEST, Verdict.GOOD])
def test_good_moves_are_not_annotated(verdict: Verdict) -> None:
    assert with_verdicts(RECORD, [MoveVerdict(2, verdict, 0.6, 0.6, LINE)]) == RECORD


def test_annotations_by_hand_stay_and_nothing_is_repeated() -> None:
    nodes = list(RECORD.tree)
    nodes[2] = nodes[2]._replace(comment="why?", nags=(5, 14))
    nodes.append(node(1, LINE[0], "better"))
    verdict = MoveVerdict(2, Verdict.MISTAKE, 0.6, 0.4, LINE)
    once = with_verdicts(replace(RECORD, tree=tuple(nodes)), [verdict])
    assert (once.tree[2].comment, once.tree[2].nags) == (f"why?\n{COMMENT}", (5, 14))
    assert [(node.parent, node.move, node.comment) for node in once.tree[4:]] == [
        (1, LINE[0], "better"),
        (4, LINE[1], ""),
    ]
    assert with_verdicts(once, [verdict]) == once
