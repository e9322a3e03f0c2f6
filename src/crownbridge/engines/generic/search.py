"""UCT over any game's positions: selection by upper confidence bounds, random playouts, proven wins and losses."""

import math
import random
import time
from typing import Any

from crownbridge.engines.engine import NO_LIMIT, Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import allot
from crownbridge.games import Outcome, Position

EXPLORATION = 0.7
"""The weight of moves that were tried rarely, against that of moves that did well."""
PLAYOUT_MOVES = 400
"""After so many moves a playout counts as a draw."""
_REPORT_EVERY = 0.1


class _Node:
    """A position in the tree, with what playouts from it came to for the side that moved there."""

    __slots__ = ("children", "move", "outcome", "position", "proven", "untried", "visits", "wins")

    def __init__(self, position: Position[Any], move: Any = None) -> None:
        self.position = position
        self.move = move
        self.outcome: Outcome | None = position.outcome()
        self.untried: list[Any] | None = None
        """The moves without a child; `None` before the first visit."""
        self.children: list[_Node] = []
        self.visits = 0
        self.wins = 0.0
        self.proven: float | None = None
        """1, 0.5 or 0 for the side that moved here, once that is certain."""
        if self.outcome is not None:
            winner = self.outcome.winner
            self.proven = 0.5 if winner is None else float(winner != position.side_to_move)

    @property
    def value(self) -> float:
        """The chance to win of the side that moved here: 0 and 1 only where that is proven."""
        return (self.wins + 0.5) / (self.visits + 1) if self.proven is None else self.proven

    def best(self) -> "_Node":
        """Return the child to play: a proven win, else one that is not a proven loss, the one with most visits."""
        return max(self.children, key=lambda one: (one.proven == 1, one.proven != 0, one.visits, one.value))


class TreeSearch(Engine):
    """Monte Carlo tree search. Keeps the tree from one move of a game to the next."""

    def __init__(self, own: Limit = NO_LIMIT, seed: int = 0) -> None:
        self._own = own
        self._seed = seed
        self.forget()

    def forget(self) -> None:
        """Forget the tree, and choose by chance as at the start."""
        self._root: _Node | None = None
        self._chance = random.Random(self._seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return the move that was tried most; the only legal move at once."""
        began = time.monotonic()
        position, limit, stop, progress = request.within(self._own)
        most = allot(limit).enough
        root = self._root = self._rooted(position)
        if len(position.legal_moves()) == 1 and not (progress or limit.nodes):
            limit = limit._replace(nodes=1)
        reported, visits = began, 0
        while root.proven is None and not (visits and stop is not None and stop.is_set):
            self._visit(root)
            visits += 1
            now = time.monotonic()
            if visits == limit.nodes or (most is not None and now - began >= most):
                break
            if progress is not None and now - reported >= _REPORT_EVERY:
                reported = now
                progress(_thought(root, visits, now - began))
        if not root.children:  # proven in an earlier search of which only the result is left
            self._visit(root)
        return _thought(root, visits, time.monotonic() - began)

    def _rooted(self, position: Position[Any]) -> _Node:
        """Return the node of a position: a grandchild of the last root, if the game has gone on from there."""
        if self._root is not None:
            for node in (
                self._root,
                *self._root.children,
                *(two for one in self._root.children for two in one.children),
            ):
                if node.position == position:
                    return node
        return _Node(position)

    def _visit(self, root: _Node) -> None:
        """Descend to a new node, play out from there, and count the result on the way back."""
        path = [root]
        node = root
        while node.outcome is None:
            if node.untried is None:
                node.untried = list(node.position.legal_moves())
                self._chance.shuffle(node.untried)
            if node.untried:
                move = node.untried.pop()
                node = _Node(node.position.play(move), move)
                path[-1].children.append(node)
                path.append(node)
                break
            node = self._selected(node)
            path.append(node)
        value = node.proven if node.proven is not None else self._playout(node)
        for visited in reversed(path):
            visited.visits += 1
            visited.wins += value
            _prove(visited)
            value = 1 - value

    @staticmethod
    def _selected(node: _Node) -> _Node:
        """Return the child with the highest upper confidence bound; one that is a proven loss only if all are."""
        spread = EXPLORATION * math.sqrt(math.log(node.visits))
        return max(
            node.children,
            key=lambda one: (one.proven != 0, one.value + spread / math.sqrt(one.visits)),
        )

    def _playout(self, node: _Node) -> float:
        """Return 1, 0.5 or 0 for the side that moved to the node."""
        mover, position = node.position.side_to_move, node.position
        for _ in range(PLAYOUT_MOVES):
            if (outcome := position.outcome()) is not None:
                return 0.5 if outcome.winner is None else float(outcome.winner != mover)
            position = position.play(self._chance.choice(position.legal_moves()))
        return 0.5


def _prove(node: _Node) -> None:
    """Set what follows for certain from the children: a winning reply, or nothing but proven ones."""
    if node.proven is not None:
        return
    if any(child.proven == 1 for child in node.children):
        node.proven = 0.0
    elif not node.untried and node.children and all(child.proven is not None for child in node.children):
        node.proven = 1 - max(child.proven or 0.0 for child in node.children)


def _thought(root: _Node, visits: int, seconds: float) -> Thought:
    line = []
    node = root
    while node.children:
        node = node.best()
        line.append(node.move)
    candidates = tuple(Candidate(one.move, one.visits, one.value) for one in root.children)
    chance = root.best().value
    return Thought(line[0], tuple(line), None, len(line), visits, seconds, win_chance=chance, candidates=candidates)
