"""Reports of games in HTML, Markdown or CSV."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crownbridge.errors import FileError, InputError
from crownbridge.files import create_parent, path_exists, write_parts
from crownbridge.games.json_values import board_json
from crownbridge.reports.game import ReportedGame
from crownbridge.reports.packing import moves_shape, packed, printed_shape
from crownbridge.reports.page import check_built, page_parts
from crownbridge.reports.table import Row, Table, comma_separated, escaped, markdown
from crownbridge.reports.totals import Totals

ENDINGS = (".html", ".md", ".csv")
MOST_PRINTED = 10_000_000
"""Maximum length of the compressed output of programs in a page."""


def check_target(path: Path, endings: Sequence[str] = ENDINGS) -> None:
    """Raise InputError or FileError if a report cannot be written there; call it before long computations."""
    if path.suffix.lower() not in endings:
        raise InputError(f"{path} has no known report format; expected a name that ends with {' or '.join(endings)}")
    if path_exists(path) and path.is_dir():
        raise FileError(f"{path} is a folder; expected the name of a file")
    if path.suffix.lower() == ".html":
        check_built()


def write_report(path: Path, parts: Iterable[str]) -> None:
    """Write a report atomically; create missing folders. Raise FileError."""
    create_parent(path)
    write_parts(path, parts)


class Report:
    """A report, to which games are added one by one; only the displayed data is kept."""

    def __init__(self, title: str, about: tuple[str, ...] = ()) -> None:
        self.title = title
        self.about = list(about)
        """Sentences below the title."""
        self._totals = Totals()
        self._boards: dict[str, tuple[int, dict[str, Any]]] = {}
        self._games: list[dict[str, Any]] = []
        self._moves: list[str] = []
        self._printed: list[str | None] = []
        self._sides: set[tuple[str, str]] = set()

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: ReportedGame) -> None:
        """Add a game."""
        self._totals.add(game)
        first, second = map(str, game.record.game.sides)
        self._sides.add((first, second))
        outcome = game.outcome
        self._games.append(
            {
                "name": game.name,
                "board": self._board(game),
                "players": game.players,
                "winner": None if outcome.winner is None else int(outcome.winner),
                "termination": str(outcome.termination),
                "detail": outcome.detail,
                "moves": game.moves,
                "seconds": round(game.seconds, 3),
                "mistakes": game.mistakes if game.annotations else None,
                "remarks": len(game.notices) + len(game.false_claims),
                "failed": game.failed is not None,
            }
        )
        self._moves.append(packed(moves_shape(game)))
        output = printed_shape(game.record)
        self._printed.append(None if output is None else packed(output))

    def rank(self, ranking: Sequence[str], byes: Mapping[str, float]) -> None:
        """Use a tournament's own ranking for the standings, and add the points of byes."""
        self._totals.ranking, self._totals.byes = ranking, byes

    def add_unreadable(self, where: str, why: str) -> None:
        """Add a game that cannot be read."""
        self._totals.unreadable.append((where, why))

    def _board(self, game: ReportedGame) -> int:
        rules = game.record.game
        key = f"{rules.name} {sorted(rules.options.items())}"
        if key not in self._boards:
            self._boards[key] = len(self._boards), board_json(rules)
        return self._boards[key][0]

    def tables(self) -> list[Table]:
        """Return all tables except that of the games."""
        return self._totals.tables()

    def games_table(self) -> Table:
        """Return a table with a row for each game."""
        sides = next(iter(self._sides)) if len(self._sides) == 1 else ("player 1", "player 2")
        head = ("game", *sides, "winner", "how it ended", "detail", "moves", "seconds", "mistakes")
        return Table("Games", head, tuple(map(_row, self._games)))

    def write(self, path: Path) -> None:
        """Write the report atomically in the format of the file's suffix; create missing folders.

        Raise InputError or FileError.
        """
        check_target(path)
        write_report(path, {".html": self._page, ".md": self._markdown, ".csv": self._csv}[path.suffix.lower()]())

    def _csv(self) -> Iterator[str]:
        yield comma_separated(self.games_table())

    def _markdown(self) -> Iterator[str]:
        yield f"# {escaped(self.title)}\n\n" + "".join(f"{escaped(sentence)}\n" for sentence in self.about)
        for table in (*self.tables(), self.games_table()):
            yield f"\n{markdown(table)}"

    def _page(self) -> Iterator[str]:
        kept, notes = self._kept()
        data = {
            "title": self.title,
            "about": [*self.about, *notes],
            "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
            "tables": [table.shape() for table in self.tables()],
            "boards": [board for _, board in self._boards.values()],
            "games": self._games,
            "moves": self._moves,
            "printed": kept,
        }
        return page_parts(self.title, data)

    def _kept(self) -> tuple[list[str | None], list[str]]:
        """Return the output of the programs within the size limit, failures first, and a note on omitted output."""
        kept: list[str | None] = [None] * len(self._printed)
        room, omitted = MOST_PRINTED, 0
        for at in sorted(range(len(kept)), key=lambda at: not self._games[at]["failed"]):
            text = self._printed[at]
            if text is None:
                continue
            if len(text) > room:
                omitted += 1
                continue
            room -= len(text)
            kept[at] = text
        if not omitted:
            return kept, []
        return kept, [f"The output of the programs in {omitted:,} games is omitted to limit the size of the page."]


def _row(game: dict[str, Any]) -> Row:
    winner = game["winner"]
    unfinished = game["termination"] == "interrupted"
    return (
        game["name"],
        *game["players"],
        game["players"][winner] if winner is not None else "unfinished" if unfinished else "draw",
        game["termination"],
        game["detail"],
        str(game["moves"]),
        f"{game['seconds']:.3f}",
        "" if game["mistakes"] is None else str(game["mistakes"]),
    )
