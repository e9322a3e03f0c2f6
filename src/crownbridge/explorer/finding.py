"""Find the games with a position in segments, and count the moves that they played."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crownbridge.explorer.keys import seed_of
from crownbridge.explorer.segment import Segment
from crownbridge.games import Position

MOST_SHOWN = 12
"""Number of games that an answer lists."""
_LOW = (1 << 32) - 1
_ENDINGS = 4


class MoveCount(NamedTuple):
    """A move that was played in a position."""

    move: Any
    endings: tuple[int, int, int, int]
    """Number of games that each side won, that were drawn, and that are unfinished."""

    @property
    def games(self) -> int:
        """Number of games with the move."""
        return sum(self.endings)


class FoundGame(NamedTuple):
    """A game that reached a position."""

    collection: str
    number: int
    """Number of the game in its collection, from 0."""
    identity: str
    """Name of the game in its collection."""
    players: tuple[str, str]
    ending: int
    """The side that won, 2 for a draw, 3 if unfinished."""
    ply: int
    """Ply at which the game reached the position."""
    plies: int
    move: Any
    """The move that was played there; `None` if the game ended."""


class Found(NamedTuple):
    """The games with a position."""

    endings: tuple[int, int, int, int]
    """Number of games that each side won, that were drawn, and that are unfinished."""
    moves: tuple[MoveCount, ...]
    """The moves, the most frequent first."""
    games: tuple[FoundGame, ...]
    """Some of the games."""


class Part(NamedTuple):
    """A segment of a collection."""

    collection: str
    segment: Segment
    first: int
    """Number of its first game in the collection."""
    alive: NDArray[np.bool_] | None = None
    """Which games still exist; by default, all."""
    identities: Sequence[str] | None = None
    """Names of its games in the collection; by default, their numbers from 1."""

    def identity(self, game: int) -> str:
        """Return the name of a game in the collection."""
        return str(self.first + game + 1) if self.identities is None else self.identities[game]


def find(
    position: Position[Any], parts: Sequence[Part], *, player: str = "", move: Any = None, most: int = MOST_SHOWN
) -> Found:
    """Return the games with a position, wherever they reached it; only those of a player if one is given.

    With `move`, list only games that played it; the counts do not change.
    """
    seed = seed_of(position.game)
    moves = {(position.play(one).key ^ seed) & _LOW: one for one in position.legal_moves()}
    wanted = None if move is None else (position.play(move).key ^ seed) & _LOW
    totals = np.zeros(_ENDINGS, np.int64)
    counts: Counter[tuple[int, int]] = Counter()
    games: list[FoundGame] = []
    for part in reversed(parts):
        hits = part.segment.hits(position.key ^ seed)
        if part.alive is not None:
            hits = type(hits)(*(column[part.alive[hits.games]] for column in hits))
        if player:
            mask = part.segment.played_by(hits.games, player)
            hits = type(hits)(*(column[mask] for column in hits))
        if not len(hits.games):
            continue
        totals += np.bincount(part.segment.endings[np.unique(hits.games)], minlength=_ENDINGS)
        endings = part.segment.endings[hits.games]
        following, inverse = np.unique(hits.next, return_inverse=True)
        table = np.bincount(inverse * _ENDINGS + endings, minlength=len(following) * _ENDINGS)
        for number, count in enumerate(table):
            counts[int(following[number // _ENDINGS]), number % _ENDINGS] += int(count)
        if len(games) < most:
            chosen = slice(None) if wanted is None else hits.next == wanted
            games += _listed(part, type(hits)(*(column[chosen] for column in hits)), moves, most - len(games))
    return Found(_four(totals), tuple(_moves(moves, counts)), tuple(games))


def _listed(part: Part, hits: Any, moves: dict[int, Any], most: int) -> Iterable[FoundGame]:
    """Yield some of the games, those that were added last first."""
    order = np.argsort(hits.games, kind="stable")[::-1]
    seen = set[int]()
    for at in order[: 2 * most + 8]:  # a game may be listed twice, if it repeated the position
        game = int(hits.games[at])
        if game in seen or len(seen) == most:
            continue
        seen.add(game)
        yield FoundGame(
            part.collection,
            part.first + game,
            part.identity(game),
            part.segment.players(game),
            int(part.segment.endings[game]),
            int(hits.plies[at]),
            part.segment.plies(game),
            moves.get(int(hits.next[at])),
        )


def _moves(moves: dict[int, Any], counts: Counter[tuple[int, int]]) -> list[MoveCount]:
    counted = []
    for key, move in moves.items():
        endings = tuple(counts[key, ending] for ending in range(_ENDINGS))
        if any(endings):
            counted.append(MoveCount(move, _four(endings)))
    return sorted(counted, key=lambda one: -one.games)


def _four(numbers: Iterable[Any]) -> tuple[int, int, int, int]:
    first, second, drawn, unfinished = map(int, numbers)
    return first, second, drawn, unfinished
