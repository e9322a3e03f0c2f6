"""UCT for any game: UCB1 selection, random playouts, and a solver that backs up proven results."""

import math
import random
import time
from typing import Any

from crownbridge.engines.engine import NO_LIMIT, Candidate, Engine, Limit, SearchRequest, Thought
from crownbridge.engines.timing import time_budget
from crownbridge.games import Outcome, Position

EXPLORATION = 0.7
"""Exploration constant of UCB1."""
PLAYOUT_MOVES = 400
"""Maximum length of a playout, which then counts as a draw."""
_REPORT_EVERY = 0.1


class _Node:
    """A node of the tree; its statistics are those of the side that moved to it."""

    __slots__ = ("children", "move", "outcome", "position", "proven", "untried", "visits", "wins")

    def __init__(self, position: Position[Any], move: Any = None) -> None:
        self.position = position
        self.move = move
        self.outcome: Outcome | None = position.outcome()
        self.untried: list[Any] | None = None
        """Moves without a child; `None` before the first visit."""
        self.children: list[_Node] = []
        self.visits = 0
        self.wins = 0.0
        self.proven: float | None = None
        """Proven value for the side that moved here: 1, 0.5 or 0; `None` if unproven."""
        if self.outcome is not None:
            winner = self.outcome.winner
            self.proven = 0.5 if winner is None else float(winner != position.side_to_move)

    @property
    def value(self) -> float:
        """The value for the side that moved here; 0 and 1 only if proven."""
        return (self.wins + 0.5) / (self.visits + 1) if self.proven is None else self.proven

    def best(self) -> "_Node":
        """Return the child to play: a proven win, else the most visited one that is not a proven loss."""
        return max(self.children, key=lambda child: (child.proven == 1, child.proven != 0, child.visits, child.value))


class TreeSearch(Engine):
    """Monte Carlo tree search; reuses the tree between the moves of a game."""

    def __init__(self, own_limit: Limit = NO_LIMIT, seed: int = 0) -> None:
        self._own_limit = own_limit
        self._seed = seed
        self.forget()

    def forget(self) -> None:
        """Discard the tree and reset the random number generator."""
        self._root: _Node | None = None
        self._rng = random.Random(self._seed)

    def think(self, request: SearchRequest) -> Thought:
        """Return the most visited move; if only one move is legal, return it at once."""
        began = time.monotonic()
        position, limit, stop, progress = request.within(self._own_limit)
        time_limit = time_budget(limit).soft
        root = self._root = self._root_for(position)
        if len(position.legal_moves()) == 1 and not (progress or limit.nodes):
            limit = limit._replace(nodes=1)
        reported, visits = began, 0
        while root.proven is None and not (visits and stop is not None and stop.is_set):
            self._visit(root)
            visits += 1
            now = time.monotonic()
            if visits == limit.nodes or (time_limit is not None and now - began >= time_limit):
                break
            if progress is not None and now - reported >= _REPORT_EVERY:
                reported = now
                progress(_thought(root, visits, now - began))
        if not root.children:  # proven by an earlier search without being expanded
            self._visit(root)
        return _thought(root, visits, time.monotonic() - began)

    def _root_for(self, position: Position[Any]) -> _Node:
        """Return the node of a position within two plies of the last root, or a new node."""
        if self._root is not None:
            for node in (
                self._root,
                *self._root.children,
                *(grandchild for child in self._root.children for grandchild in child.children),
            ):
                if node.position == position:
                    return node
        return _Node(position)

    def _visit(self, root: _Node) -> None:
        """Run one iteration: selection, expansion, playout and backpropagation."""
        path = [root]
        node = root
        while node.outcome is None:
            if node.untried is None:
                node.untried = list(node.position.legal_moves())
                self._rng.shuffle(node.untried)
            if node.untried:
                move = node.untried.pop()
                node = _Node(node.position.play(move), move)
                path[-1].children.append(node)
                path.append(node)
                break
            node = self._select(node)
            path.append(node)
        value = node.proven if node.proven is not None else self._playout(node)
        for visited in reversed(path):
            visited.visits += 1
            visited.wins += value
            _prove(visited)
            value = 1 - value

    @staticmethod
    def _select(node: _Node) -> _Node:
        """Return the child with the highest UCB1 value; a proven loss only if all children are."""
        exploration = EXPLORATION * math.sqrt(math.log(node.visits))
        return max(
            node.children,
            key=lambda child: (child.proven != 0, child.value + exploration / math.sqrt(child.visits)),
        )

    def _playout(self, node: _Node) -> float:
        """Play random moves and return 1, 0.5 or 0 for the side that moved to the node."""
        mover, position = node.position.side_to_move, node.position
        for _ in range(PLAYOUT_MOVES):
            if (outcome := position.outcome()) is not None:
                return 0.5 if outcome.winner is None else float(outcome.winner != mover)
            position = position.play(self._rng.choice(position.legal_moves()))
        return 0.5


def _prove(node: _Node) -> None:
    """Back up proven results: a winning reply, or the best of all replies if all are proven."""
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
    candidates = tuple(Candidate(child.move, child.visits, child.value) for child in root.children)
    chance = root.best().value
    return Thought(line[0], tuple(line), None, len(line), visits, seconds, win_chance=chance, candidates=candidates)
