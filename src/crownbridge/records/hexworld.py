"""Hex games as links to HexWorld's board: `https://hexworld.org/board/#11nc1,a2:sd10,e5`.

After the # follow the size, the view of the board (rotation `r3`, mirror image `m`, numbers `n`, colours `c1`) and the
moves: cells, `:s` and `:S` (swap of pieces, of sides), `:p` (pass), `:rb` and `:fb` (black resigns, forfeits). A
comma among the moves marks the position that the link displays.
"""

import io
import re
from collections.abc import Iterator
from typing import BinaryIO

from crownbridge.errors import InputError, MoveError, OptionError, PositionError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games import Side as AnySide
from crownbridge.games.hex import Hex, Position, Side, format_moves
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.mirrored import MIRRORED, PASSED, Moves
from crownbridge.records.reading import Entry, Notice, Problem, ReadGame, as_text, decided
from crownbridge.records.record import GameRecord
from crownbridge.records.tree import PlainLine

GAME = Hex.name
"""Name of the game of all links."""
_ADDRESS = "https://hexworld.org/board/#"
_SITE = re.compile(r"\s*(?:https?://)?(?:www\.)?hexworld\.org(?:/|\s*$)")
_LINK = re.compile(r"(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?#(\S*)")
_BARE = re.compile(r"\s*(\d{1,2}(?:x\d{1,2})?(?:[a-z]\d*)*,\S*)\s*")
_SIZE = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?")
_DRAWING = re.compile(r"[^,]*+(?=,)|(?:[rc]\d++|[mn])*+$")
_TOKEN = re.compile(
    r"(?P<cell>[a-z]{1,2}\d+)|:(?P<swap>[sS])|(?P<pass>:p)|:(?P<leave>[rf])(?P<loser>[bw]?)|(?P<comma>,)|(?P<other>.)"
)
_LOSERS = {"b": Side.RED, "w": Side.BLUE}
_LETTERS: dict[AnySide, str] = {Side.RED: "b", Side.BLUE: "w"}
_LEAVES = {Termination.RESIGNATION: "r", Termination.TIMEOUT: "f"}


def looks_like(head: bytes) -> bool:
    """Return True if the start of a file looks like HexWorld links."""
    text = as_text(head)
    return bool(_LINK.search(text) or _BARE.fullmatch(text.strip().partition("\n")[0]))


def is_link(text: str) -> bool:
    """Return True if a text looks like a link, or like the part of one after the #."""
    return bool(_SITE.match(text) or _BARE.fullmatch(text))


def read_link(text: str) -> Iterator[Entry]:
    """Yield the game of a link."""
    return read(io.BytesIO(text.encode("utf-8", "surrogateescape")))


def shown_position(link: str) -> Position:
    """Return the position that a link displays. Raise PositionError."""
    matches = _links(link)
    if len(matches) != 1:
        raise PositionError(_no_link(link))
    try:
        return _Parser(",".join(_fragment(matches[0]).split(",")[:2])).moves().as_in_file()
    except _BrokenError as broken:
        raise PositionError(f"the HexWorld link, character {matches[0].start(1) + broken.at + 1}: {broken}") from None


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of all links in a file; a line without a link must be empty or start with #."""
    for line in lines(source):
        text = as_text(line.data)
        matches = _links(text)
        for match in matches:
            yield _game(_fragment(match), line, match.start(1))
        if not matches and text.strip() and not text.startswith("#"):
            yield Problem(line.place(), _no_link(text))


def _links(text: str) -> list[re.Match[str]]:
    return [*_LINK.finditer(text)] or [*filter(None, [_BARE.fullmatch(text)])]


def _fragment(link: re.Match[str]) -> str:
    """Return the part after the #, without punctuation of the surrounding text."""
    return link[1].rstrip(".;!?)]>\"'")


def _no_link(text: str) -> str:
    return f"{quoted(text)} is not a HexWorld link; expected for example {_ADDRESS}11c1,a2b3"


class _BrokenError(Exception):
    """A link is invalid at an offset."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at = at


def _game(text: str, line: Line, column: int) -> Entry:
    parser = _Parser(text)
    try:
        moves = parser.moves()
    except _BrokenError as broken:
        return Problem(line.place(column + broken.at + 1), str(broken))
    outcome, difference = decided(moves.position, parser.claim)
    notices = [Notice(line.place(column + at + 1), message) for message, at in parser.notices.items()]
    if difference:
        notices.append(Notice(line.place(column + 1), difference, false_claim=True))
    record = GameRecord(moves.game, ("red", "blue"), moves.start, PlainLine(moves.decisions), outcome)
    ply = len(moves.decisions) if parser.display_ply is None else parser.display_ply
    return ReadGame(record, line.number, tuple(notices), ply)


class _Parser:
    """The parser of one link."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.claim: Outcome | None = None
        self.notices: dict[str, int] = {}
        """Offsets of notices by message."""
        self.display_ply: int | None = None
        """Number of moves before the position that the link displays; None: all."""

    def moves(self) -> Moves:
        """Parse and play all moves. Raise _BrokenError."""
        at = 0
        try:
            game, at = self._empty_board()
            moves = Moves(game, game.initial())
            for token in _TOKEN.finditer(self._text, at + 1):
                at = token.start()
                self._play(moves, token)
        except (MoveError, OptionError) as error:
            raise _BrokenError(at, str(error)) from None
        return moves

    def _empty_board(self) -> tuple[Hex, int]:
        """Return the game and the offset of its moves. Raise OptionError or _BrokenError."""
        text = self._text
        size = _SIZE.match(text)
        if size is None or (size[2] or size[1]) != size[1]:
            raise _BrokenError(
                0, f"the size of the board is {quoted(text, 8)}; expected a square board, for example 11"
            )
        drawing = _DRAWING.match(text, size.end())
        if drawing is None:
            raise _BrokenError(size.end(), f"there is no comma before {quoted(text[size.end() :], 12)}")
        return Hex(int(size[1])), drawing.end()

    def _play(self, moves: Moves, token: re.Match[str]) -> None:
        """Play one move. Raise MoveError or _BrokenError."""
        at = token.start()
        if token["comma"]:
            if self.display_ply is None:
                self.display_ply = len(moves.decisions)
            return
        if self.claim:
            raise _BrokenError(at, f"{quoted(token[0])} comes after the end of the game")
        if token["cell"]:
            moves.play(token["cell"])
        elif token["swap"]:
            moves.play("swap-pieces" if token["swap"] == "s" else "swap-sides")
            if moves.mirrored:
                self.notices[MIRRORED] = at
        elif token["pass"]:
            moves.pass_turn()
            if self.display_ply is not None:
                self.display_ply = 0
            self.notices[PASSED] = at
        elif token["leave"]:
            colour = _LOSERS.get(token["loser"])
            loser = moves.position.side_to_move if colour is None else moves.side_of(colour)
            self.claim = Outcome(loser.other, Termination.RESIGNATION, "" if token["leave"] == "r" else "forfeit")
        else:
            word = quoted(self._text[at:], 12)
            raise _BrokenError(at, f"{word} is not a move; expected a cell, :s, :S, :p, :rb, :rw, :fb or :fw")


def dumps(record: GameRecord) -> str:
    """Return a game as a link on a line. Raise InputError if it is not Hex from an empty board with red first."""
    return f"{link(record)}\n"


def link(record: GameRecord, ply: int | None = None) -> str:
    """Return a game as a link that displays the position after `ply` moves, by default after all.

    The format has no names or times, and no results except by the rules, by resignation and by forfeit. Raise
    InputError if the game is not Hex from an empty board with red first.
    """
    options = record.game.options
    if record.game.name != Hex.name or options["first"] != str(Side.RED) or record.start.pieces():
        raise InputError("a HexWorld link supports only Hex from an empty board, red first; use SGF or JSON lines")
    outcome = record.outcome
    leave = ""
    if outcome.winner is not None and outcome.termination not in (Termination.NORMAL, Termination.ADJUDICATION):
        leave = f":{_LEAVES.get(outcome.termination, 'f')}{_LETTERS[outcome.winner.other]}"
    played = [decision.move for decision in record.decisions]
    at = len(played) if ply is None else ply
    rest = format_moves(played[at:]) + leave
    return f"{_ADDRESS}{options['size']}c1,{format_moves(played[:at])}{',' if at < len(played) else ''}{rest}"
