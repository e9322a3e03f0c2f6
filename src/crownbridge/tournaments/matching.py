"""Who meets whom, when some may not meet: perfect matchings in any graph, by Edmonds' blossoms."""

from collections.abc import Callable, Sequence
from itertools import combinations


def preferred_matching(
    players: Sequence[str], may_meet: Callable[[str, str], bool], preferences: Callable[[str, list[str]], list[str]]
) -> list[tuple[str, str]] | None:
    """Everybody's partner, or `None` where not all can have one.

    The first player gets the first of its preferences with whom a matching of all others remains possible, then the
    first of those that are left, and so on: what trying everything in this order would find first. `preferences` is
    given a player and all that are still free, in order, and gives these in the order in which the player wants them.
    """
    numbers = range(len(players))
    number_of = {player: number for number, player in enumerate(players)}
    graph = _Graph(len(players))
    for one, other in combinations(numbers, 2):
        if may_meet(players[one], players[other]):
            graph.join(one, other)
    if not all(graph.mate[number] is not None or graph.augment(number) for number in numbers):
        return None
    found = []
    free = list(numbers)
    while free:
        one, *rest = free
        wanted = preferences(players[one], [players[number] for number in rest])
        other = next(number for number in map(number_of.__getitem__, wanted) if graph.settle(one, number))
        found.append((players[one], players[other]))
        free = [number for number in rest if number != other]
    return found


class _Graph:
    """Players who may meet, and a matching of them that grows."""

    def __init__(self, size: int) -> None:
        self.near: list[set[int]] = [set() for _ in range(size)]
        self.mate: list[int | None] = [None] * size

    def join(self, one: int, other: int) -> None:
        """Lets two meet."""
        self.near[one].add(other)
        self.near[other].add(one)

    def settle(self, one: int, other: int) -> bool:
        """Takes two out of the graph as a pair, if all others can still be matched; says whether."""
        if other not in self.near[one]:
            return False
        near, mate = [set(others) for others in self.near], list(self.mate)
        for gone in (one, other):
            for neighbour in self.near[gone]:
                self.near[neighbour].discard(gone)
            self.near[gone] = set()
        left = mate[one], mate[other]
        for player in (one, other, *left):
            if player is not None:
                self.mate[player] = None
        if left == (other, one) or (left[0] is not None and self.augment(left[0])):
            return True
        self.near, self.mate = near, mate
        return False

    def augment(self, root: int) -> bool:
        """Finds a partner for one who has none, others changing theirs; says whether there is a way."""
        return _Search(self, root).run()


class _Search:
    """A search for a path from one unmatched player to another, on which every second edge is of the matching.

    Outer players are reached by such a path of even length. Two outer ones that may meet close an odd circle, a
    blossom, all of whose players become outer: it is shrunk by giving them the same `base`.
    """

    def __init__(self, graph: _Graph, root: int) -> None:
        self.near, self.mate, self.root = graph.near, graph.mate, root
        self.base = list(range(len(graph.near)))
        self.reached_from: dict[int, int] = {}
        self.outer = [root]
        self.is_outer = {root}

    def run(self) -> bool:
        """Changes the matching where there is a path; says whether."""
        for player in self.outer:  # which grows meanwhile
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
        """Matches along the path back to the root."""
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
        """Makes the circle that two outer players close one blossom."""
        above = set(self._bases_to_root(one))
        top = next(base for base in self._bases_to_root(other) if base in above)
        inside: set[int] = set()
        for start, across in ((one, other), (other, one)):
            player, source = start, across
            while self.base[player] != top:
                partner = self.mate[player]
                assert partner is not None  # noqa: S101 (only the root has none, and its base is the top)
                inside |= {self.base[player], self.base[partner]}
                self.reached_from[player] = source
                source, player = partner, self.reached_from[partner]
        for player, base in enumerate(self.base):
            if base in inside:
                self.base[player] = top
                self._add(player)
