"""Hex games as links to HexWorld's board: `https://hexworld.org/board/#11c1,a2:sd10`.

Behind the # stand the size, settings of the drawing, and the moves; a comma among these is where the board is opened.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from crownbridge.errors import InputError, MoveError, OptionError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games import Side as AnySide
from crownbridge.games.hex import Hex, Side, format_moves
from crownbridge.records.log_lines import Line, lines
from crownbridge.records.mirrored import MIRRORED, Moves
from crownbridge.records.reading import Entry, Notice, Problem, ReadGame, as_text, decided
from crownbridge.records.record import GameRecord

_ADDRESS = "https://hexworld.org/board/#"
_LINK = re.compile(r"(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?#(\S*)")
_BARE = re.compile(r"\s*(\d{1,2}(?:x\d{1,2})?(?:[a-z]\d*)*,\S*)\s*")
_SETTINGS = re.compile(r"(\d{1,3})(?:x(\d{1,3}))?[^,]*")
_TOKEN = re.compile(r"(?P<cell>[a-z]{1,2}\d+)|:(?P<swap>[sS])|:(?P<leave>[rf])(?P<loser>[bw])|,|(?P<other>.)")
_LOSERS = {"b": Side.RED, "w": Side.BLUE}
_LETTERS: dict[AnySide, str] = {Side.RED: "b", Side.BLUE: "w"}
_LEAVES = {Termination.RESIGNATION: "r", Termination.TIMEOUT: "f"}


def looks_like(head: bytes) -> bool:
    """Whether a file that begins so holds such links."""
    text = as_text(head)
    return bool(_LINK.search(text) or _BARE.fullmatch(text.strip().partition("\n")[0]))


def read(source: BinaryIO) -> Iterator[Entry]:
    """The games of all links in a file; a line without one must be empty or begin with #."""
    for line in lines(source):
        text = as_text(line.data)
        found = [*_LINK.finditer(text)] or [*filter(None, [_BARE.fullmatch(text)])]
        for match in found:
            yield _game(match[1], line, match.start(1))
        if not found and text.strip() and not text.startswith("#"):
            yield Problem(line.place(), f"{quoted(text)} is no link to HexWorld; expected such as {_ADDRESS}11c1,a2b3")


def _game(text: str, line: Line, column: int) -> Entry:
    settings = _SETTINGS.match(text)
    if settings is None or (settings[2] or settings[1]) != settings[1]:
        return Problem(
            line.place(column + 1), f"the size of the board is {quoted(text, 8)}; expected a square, as in 11"
        )
    at = settings.end()
    notices: list[Notice] = []
    claim: Outcome | None = None
    try:
        game = Hex(int(settings[1]))
        moves = Moves(game, game.initial())
        for token in _TOKEN.finditer(text, settings.end()):
            at = token.start()
            if token["other"] or (claim and token[0] != ","):
                return Problem(
                    line.place(column + at + 1), f"{quoted(text[at:], 12)} is no move; expected a cell or :s"
                )
            if token["leave"]:
                loser = _LOSERS[token["loser"]]
                detail = "" if token["leave"] == "r" else "forfeit"
                claim = Outcome(loser.other, Termination.RESIGNATION, detail)
            elif token["cell"]:
                moves.play(token["cell"])
            elif token["swap"]:
                moves.play("swap-pieces" if token["swap"] == "s" else "swap-sides")
                if moves.mirrored:
                    notices.append(Notice(line.place(column + at + 1), MIRRORED))
    except (MoveError, OptionError) as error:
        return Problem(line.place(column + at + 1), str(error))
    outcome, difference = decided(moves.position, claim)
    if difference:
        notices.append(Notice(line.place(column + 1), difference, false_claim=True))
    record = GameRecord(moves.game, ("red", "blue"), moves.start, moves.decisions, outcome)
    return ReadGame(record, line.number, tuple(notices))


def dumps(record: GameRecord) -> str:
    """A game as a link, on a line. Raises InputError where it is not Hex from an empty board with red first.

    It has no place for names and times, and no word for ends but by the rules, by resignation and by forfeit.
    """
    options = record.game.options
    if record.game.name != Hex.name or options["first"] != str(Side.RED) or record.start.pieces():
        raise InputError("a HexWorld link is for Hex from an empty board, red first; write SGF or JSON lines")
    outcome = record.outcome
    leave = ""
    if outcome.winner is not None and outcome.termination not in (Termination.NORMAL, Termination.ADJUDICATION):
        leave = f":{_LEAVES.get(outcome.termination, 'f')}{_LETTERS[outcome.winner.other]}"
    moves = format_moves(decision.move for decision in record.decisions)
    return f"{_ADDRESS}{options['size']}c1,{moves}{leave}\n"
