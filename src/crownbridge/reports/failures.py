"""Games lost by faults of programs, by player and reason."""

import re
from collections import Counter, defaultdict

from crownbridge.reports.game import ReportedGame
from crownbridge.reports.table import Row, Table

_MOST_GAMES = 10
"""Maximum number of games listed per reason."""
_MOST_ROWS = 1000
_MOST_LETTERS = 300
"""Maximum length of a detail in comparisons."""
_OF_ONE_GAME = re.compile(r"'[^']*+'|\"[^\"]*+\"|[^\s\d]*+\d\S*+|\(\w++\)")
"""Parts that differ between failures for the same reason: moves, times, output of a program, colour in brackets."""


class Failures:
    """Collects the failures of programs by player and reason."""

    def __init__(self) -> None:
        self._games: dict[tuple[str, str, str], list[tuple[str, str]]] = defaultdict(list)
        """Name and detail of each game, by player, termination and reason."""

    def add(self, game: ReportedGame) -> None:
        """Count a game if it was lost by a fault of a program."""
        if game.failed is not None:
            detail = game.outcome.detail
            reason = game.failed, str(game.outcome.termination), _OF_ONE_GAME.sub("", detail[:_MOST_LETTERS])
            self._games[reason].append((game.name, detail))

    @property
    def by_player(self) -> Counter[str]:
        """Number of games that each player lost by a fault."""
        counts: Counter[str] = Counter()
        for (player, _, _), games in self._games.items():
            counts[player] += len(games)
        return counts

    def table(self) -> Table:
        """Return the table of reasons, starting with the player with the most failures."""
        counts = self.by_player
        order = sorted(self._games, key=lambda key: (-counts[key[0]], key[0], -len(self._games[key])))
        head = ("player", "failure", "times", "example", "in games")
        more = len(order) - _MOST_ROWS
        note = f"{more:,} more reasons are omitted." if more > 0 else ""
        return Table("Failures", head, tuple(map(self._row, order[:_MOST_ROWS])), note)

    def _row(self, key: tuple[str, str, str]) -> Row:
        player, termination, _ = key
        games = self._games[key]
        names = [name for name, _ in games[:_MOST_GAMES]]
        if len(games) > _MOST_GAMES:
            names.append(f"and {len(games) - _MOST_GAMES:,} more")
        return player, termination, str(len(games)), games[0][1], "\n".join(names)
