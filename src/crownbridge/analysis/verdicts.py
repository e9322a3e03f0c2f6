"""The engine's verdicts in the tree of a record, as PDN and SGF store them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple, Self

from crownbridge.analysis.annotation import Annotation, Verdict
from crownbridge.records import Decision, GameRecord, Node
from crownbridge.records.tree import children_of, main_line, positions_of, simplified

_NAGS = {Verdict.INACCURACY: 6, Verdict.MISTAKE: 2, Verdict.BLUNDER: 4, Verdict.LOST_WIN: 4}
"""Numeric annotation glyphs of verdicts; moves with other verdicts are not annotated."""
_SYMBOLS = range(1, 7)
"""Glyphs that judge a move."""


class MoveVerdict(NamedTuple):
    """The verdict on a move of the main line. Win chances are those of the side that moved."""

    number: int
    """Number of the move in the game, from 1."""
    verdict: Verdict
    win_chance_before: float
    win_chance_after: float
    line: tuple[Any, ...]
    """Principal variation, starting with the best move."""

    @classmethod
    def of(cls, annotation: Annotation) -> Self:
        """Return the verdict of an annotation."""
        before, after = annotation.win_chance_before, annotation.win_chance_after
        return cls(annotation.number, annotation.verdict, before, after, annotation.line)


def with_verdicts(record: GameRecord, verdicts: Iterable[MoveVerdict]) -> GameRecord:
    """Return a record with a symbol, a comment and the engine's line as a variation for each move that is not good.

    Symbols by hand stay; a comment or a variation that is already present is not repeated.
    """
    builder = _Builder(record)
    for verdict in verdicts:
        if verdict.verdict in _NAGS:
            builder.add(verdict)
    return replace(record, tree=simplified(builder.nodes))


class _Builder:
    """Adds verdicts to a tree."""

    def __init__(self, record: GameRecord) -> None:
        self.nodes = list(record.tree)
        self._line = main_line(self.nodes)
        self._children = children_of(self.nodes)
        self._positions = positions_of(record.start, self.nodes)

    def add(self, verdict: MoveVerdict) -> None:
        """Add a verdict."""
        index = self._line[verdict.number - 1]
        node = self.nodes[index]
        comment = self._comment(node, verdict)
        has_symbol = any(nag in _SYMBOLS for nag in node.nags)
        self.nodes[index] = node._replace(
            nags=node.nags if has_symbol else (_NAGS[verdict.verdict], *node.nags),
            comment=node.comment if comment in node.comment else "\n".join(filter(None, [node.comment, comment])),
        )
        self._add_line(node.parent, verdict.line)

    def _comment(self, node: Node, verdict: MoveVerdict) -> str:
        best = self._positions[node.parent].format_move(verdict.line[0])
        chances = f"win chance {verdict.win_chance_before:.0%} to {verdict.win_chance_after:.0%}"
        return f"{verdict.verdict.value.capitalize()}: {chances}. Best: {best}."

    def _add_line(self, at: int, line: tuple[Any, ...]) -> None:
        """Add a line of moves after a node, as far as the tree does not have it."""
        for move in line:
            known = next((child for child in self._children[at] if self.nodes[child].move == move), None)
            if known is None:
                known = len(self.nodes)
                self.nodes.append(Node(at, Decision(move)))
                self._positions.append(self._positions[at].play(move))
                self._children[at].append(known)
                self._children.append([])
            at = known
