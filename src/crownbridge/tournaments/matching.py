"""Perfect matchings in general graphs by Edmonds' blossom algorithm, for pairings with restrictions."""

from collections.abc import Callable, Sequence
from itertools import combinations


def preferred_matching(
    players: Sequence[str], may_meet: Callable[[str, str], bool], preferences: Callable[[str, list[str]], list[str]]
) -> list[tuple[str, str]] | None:
    """Return a pairing of all players, or None if there is none.

    The first player gets the first of its preferences with whom a perfect matching of the others remains possible, then
    the next unpaired player, and so on: the result is the first that a backtracking search would find. `preferences`
    takes a player and all free players in order, and returns the free players in order of preference.
    """
    numbers = range(len(players))
    number_of = {player: number for number, player in enumerate(players)}
    graph = _Graph(len(players))
    for one, other in combinations(numbers, 2):
        if may_meet(players[one], players[other]):
            graph.join(one, other)
    if not all(graph.mate[number] is not None or graph.augment(number) for number in numbers):
        return None
    pairs = []
    free = list(numbers)
    while free:
        one, *rest = free
        preferred = preferences(players[one], [players[number] for number in rest])
        other = next(number for number in map(number_of.__getitem__, preferred) if graph.settle(one, number))
        pairs.append((players[one], players[other]))
        free = [number for number in rest if number != other]
    return pairs


class _Graph:
    """Players as nodes, allowed pairs as edges, and a matching that grows."""

    def __init__(self, size: int) -> None:
        self.near: list[set[int]] = [set() for _ in range(size)]
        self.mate: list[int | None] = [None] * size

    def join(self, one: int, other: int) -> None:
        """Add an edge."""
        self.near[one].add(other)
        self.near[other].add(one)

    def settle(self, one: int, other: int) -> bool:
        """Remove two players as a pair and return True if all others can still be matched."""
        if other not in self.near[one]:
            return False
        near, mate = [set(others) for others in self.near], list(self.mate)
        for removed in (one, other):
            for neighbour in self.near[removed]:
                self.near[neighbour].discard(removed)
            self.near[removed] = set()
        left = mate[one], mate[other]
        for player in (one, other, *left):
            if player is not None:
                self.mate[player] = None
        if left == (other, one) or (left[0] is not None and self.augment(left[0])):
            return True
        self.near, self.mate = near, mate
        return False

    def augment(self, root: int) -> bool:
        """Match an unmatched player along an augmenting path; return False if there is none."""
        return _Search(self, root).run()


class _Search:
    """A search for an augmenting path: from one unmatched player to another, with every second edge in the matching.

    Outer players are reached by an alternating path of even length. An edge between two outer players closes an odd
    cycle, a blossom, all of whose players become outer: it is shrunk by giving them the same `base`.
    """

    def __init__(self, graph: _Graph, root: int) -> None:
        self.near, self.mate, self.root = graph.near, graph.mate, root
        self.base = list(range(len(graph.near)))
        self.reached_from: dict[int, int] = {}
        self.outer = [root]
        self.is_outer = {root}

    def run(self) -> bool:
        """Augment the matching; return False if there is no path."""
        for player in self.outer:  # which grows in the loop
            for other in sorted(self.near[player]):
                if self.base[player] == self.base[other]:
                    continue
                if other in self.is_outer:
                    self._shrink(player, other)
                elif other not in self.reached_from:
                    self.reached_from[other] = player
                    partner = self.mate[other]
                    if partner is None:
                        self._flip(other)
                        return True
                    self._add(partner)
        return False

    def _add(self, player: int) -> None:
        if player not in self.is_outer:
            self.is_outer.add(player)
            self.outer.append(player)

    def _flip(self, player: int | None) -> None:
        """Flip the matching along the path back to the root."""
        while player is not None:
            before = self.reached_from[player]
            following = self.mate[before]
            self.mate[player], self.mate[before] = before, player
            player = following

    def _bases_to_root(self, player: int) -> list[int]:
        bases = [self.base[player]]
        while (partner := self.mate[bases[-1]]) is not None:
            bases.append(self.base[self.reached_from[partner]])
        return bases

    def _shrink(self, one: int, other: int) -> None:
        """Shrink the cycle that an edge between two outer players closes."""
        above = set(self._bases_to_root(one))
        top = next(base for base in self._bases_to_root(other) if base in above)
        inside: set[int] = set()
        for start, across in ((one, other), (other, one)):
            player, source = start, across
            while self.base[player] != top:
                partner = self.mate[player]
                assert partner is not None  # noqa: S101 (only the root is unmatched, and its base is the top)
                inside |= {self.base[player], self.base[partner]}
                self.reached_from[player] = source
                source, player = partner, self.reached_from[partner]
        for player, base in enumerate(self.base):
            if base in inside:
                self.base[player] = top
                self._add(player)
