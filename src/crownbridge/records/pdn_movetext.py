"""Writes the moves of a PDN game: numbered, with variations, comments and annotation symbols."""

from collections.abc import Iterable
from typing import Any

from crownbridge.games.checkers import Side
from crownbridge.records import pdn_comments
from crownbridge.records.pdn_tree import SYMBOLS
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import Node, Tree, children_of, positions_of

_WIDTH = 80


class _Writer:
    """Writes the tree of a game as words."""

    def __init__(self, start: Any, tree: Tree) -> None:
        self._tree = tree
        self._children = children_of(tree)
        self._positions = positions_of(start, tree)
        self._plies = [int(start.side_to_move == Side.WHITE)] * len(tree)
        """Number of the next move of each node, counted from black's first move."""
        for index, node in enumerate(tree[1:], 1):
            self._plies[index] = self._plies[node.parent] + 1

    def words(self) -> list[str]:
        """Return the words of the moves."""
        words = _annotations(self._tree[0])
        waiting: list[str | tuple[int, bool]] = [(0, True)]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                words.append(item)
                continue
            node, numbered = item
            if not self._children[node]:
                continue
            first, *variations = self._children[node]
            words += self._move(first, numbered=numbered)
            waiting.append((first, bool(variations or self._tree[first].is_annotated)))
            for variation in reversed(variations):
                waiting += [")", (variation, False), *reversed(["(", *self._move(variation, numbered=True)])]
        return words

    def _move(self, index: int, *, numbered: bool) -> list[str]:
        """Return the words of a move: its number, if it is black's or `numbered`, the move and its annotations."""
        node = self._tree[index]
        number, is_second = divmod(self._plies[node.parent], 2)
        words = [f"{number + 1}."] if not is_second else [f"{number + 1}..."] if numbered else []
        move = self._positions[node.parent].format_move(node.move)
        has_symbol = bool(node.nags) and node.nags[0] in SYMBOLS
        words.append(move + SYMBOLS[node.nags[0]] if has_symbol else move)
        return words + _annotations(node, has_symbol=has_symbol)


def _annotations(node: Node, *, has_symbol: bool = False) -> list[str]:
    return [*(f"${nag}" for nag in node.nags[has_symbol:]), *pdn_comments.words(node)]


def movetext(record: GameRecord, detail: str | None, result: str) -> str:
    """Return the moves, a comment with the detail of the result, and the result, in lines of up to 80 columns.

    An empty detail is written only if it follows after a comment, which would be read as the detail; `None` never is.
    """
    words = _Writer(record.start, record.tree).words()
    if detail or (detail is not None and words and words[-1].startswith("{")):
        words.append("{" + detail + "}")
    return _filled([*words, result])


def _filled(words: Iterable[str]) -> str:
    """Return words in lines; a comment is not wrapped, and a word that starts with `;` gets its own line."""
    lines = [""]
    glued = True  # no space before the next word
    for word in words:
        if word.startswith(";"):
            lines[-1:] = [line for line in (lines[-1], word) if line]
            lines.append("")
            glued = True
            continue
        head, *rest = word.split("\n")
        space = "" if glued or word == ")" else " "
        if space and len(lines[-1]) + len(space) + len(head) > _WIDTH:
            lines.append(head)
        else:
            lines[-1] += space + head
        lines += rest
        glued = word == "("
    return "\n".join(lines)
