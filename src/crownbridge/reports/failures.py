"""Games that programs lost rather than their play, by player and reason."""

import re
from collections import Counter, defaultdict

from crownbridge.reports.game import ReportedGame
from crownbridge.reports.table import Row, Table

_MOST_GAMES = 10
"""Listed for one reason."""
_MOST_ROWS = 1000
_OF_ONE_GAME = re.compile(r"'[^']*'|\S*\d\S*|\b(?:red|white|blue)\b")
"""What differs between failures for the same reason: moves, times, lines of a program, the colour."""


class Failures:
    """Hears of games, and tells whose programs failed, and why."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
        """The name and the detail of each, by player, termination and reason."""

    def add(self, game: ReportedGame) -> None:
        """Count a game, if a program lost it."""
        if game.failed is not None:
            detail = game.outcome.detail
            reason = game.failed, str(game.outcome.termination), _OF_ONE_GAME.sub("", detail)
            self._games[reason].append((game.name, detail))

    @property
    def by_player(self) -> Counter[str]:
        """How many games each player lost so."""
        counts: Counter[str] = Counter()
        for (player, _, _), games in self._games.items():
            counts[player] += len(games)
        return counts

    def table(self) -> Table:
        """A row for each reason, the players with the most failures first."""
        counts = self.by_player
        order = sorted(self._games, key=lambda key: (-counts[key[0]], key[0], -len(self._games[key])))
        head = ("player", "failure", "times", "what happened, for example", "in games")
        more = len(order) - _MOST_ROWS
        note = f"{more:,} more reasons are left out." if more > 0 else ""
        return Table("Failures", head, tuple(map(self._row, order[:_MOST_ROWS])), note)

    def _row(self, key: tuple[str, str, str]) -> Row:
        player, termination, _ = key
        games = self._games[key]
        names = [name for name, _ in games[:_MOST_GAMES]]
        if len(games) > _MOST_GAMES:
            names.append(f"and {len(games) - _MOST_GAMES:,} more")
        return player, termination, str(len(games)), games[0][1], "\n".join(names)
