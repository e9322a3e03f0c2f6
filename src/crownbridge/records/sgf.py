"""Hex games as SGF (FF[4] GM[11], https://www.red-bean.com/sgf/hex.html), which HexGui and other programs read.

Red is SGF's black: it connects top and bottom.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

from crownbridge.errors import InputError
from crownbridge.games import Position, Side, Termination
from crownbridge.games.hex import Hex
from crownbridge.games.hex import Side as HexSide
from crownbridge.records import sgf_reader, sgf_root
from crownbridge.records.reading import Entry, as_written, stream
from crownbridge.records.record import GameRecord

_COLOURS: dict[Side, str] = {HexSide.RED: "B", HexSide.BLUE: "W"}
_MANNERS = {
    Termination.NORMAL: "",
    Termination.ADJUDICATION: "",
    Termination.RESIGNATION: "R",
    Termination.TIMEOUT: "T",
}  # all others are forfeits


def read(source: BinaryIO) -> Iterator[Entry]:
    """Yield the games of a file, and a problem for each that cannot be read; of variations, follow the first."""
    return stream(source, sgf_reader.step)


def dumps(record: GameRecord) -> str:
    """Return a game as one tree, without times. Raise InputError if it is not Hex."""
    if record.game.name != Hex.name:
        raise InputError(f"SGF supports only Hex, not {record.game.name}; use JSON lines")
    red, blue = record.players
    root = {"FF": "4", "GM": "11", "CA": "UTF-8", "AP": sgf_root.PROGRAM, "SZ": str(record.game.options["size"])}
    headers = record.headers
    root |= {"PB": red, "PW": blue} | {name: headers.get(header, "") for header, name in sgf_root.NAMES.items()}
    root |= {"DT": sgf_root.date_of(root["DT"]), "RU": _rules(record), "RE": _result(record), "GC": _end(record)}
    root |= {name: headers[name] for name in sgf_root.OTHER_NAMES if name in headers}
    nodes = ["".join(f"{name}[{_escaped(text)}]" for name, text in root.items() if text) + _set_up(record.start)]
    side = record.start.side_to_move
    for decision in record.decisions:
        nodes.append(f"{_COLOURS[side]}[{decision.move}]")
        side = side.other
    lines = [nodes[0], *("".join(f";{node}" for node in nodes[at : at + 10]) for at in range(1, len(nodes), 10))]
    return f"(;{chr(10).join(lines)})\n"


def _rules(record: GameRecord) -> str:
    """Return the rules that the moves do not imply: the swap rule, and that blue moves first if stones are set up."""
    options = record.game.options
    blue_first = options["first"] == str(HexSide.BLUE) and record.start.pieces()
    return ", ".join([sgf_root.SWAP] * options["swap"] + [sgf_root.BLUE_FIRST] * bool(blue_first))


def _end(record: GameRecord) -> str:
    """Return why the game ended, if `RE` cannot express it."""
    outcome = record.outcome
    if outcome.termination is Termination.NORMAL or outcome == as_written(outcome.winner):
        return ""
    return f"{outcome.termination}: {outcome.detail}" if outcome.detail else str(outcome.termination)


def _result(record: GameRecord) -> str:
    outcome = record.outcome
    if outcome.winner is None:
        return "Void" if outcome.termination is Termination.INTERRUPTED else "Draw"
    return f"{_COLOURS[outcome.winner]}+{_MANNERS.get(outcome.termination, 'F')}"


def _set_up(start: Position[Any]) -> str:
    """Return the stones of the start, and the side to move if it is not black."""
    properties = ""
    size = start.game.options["size"]
    for side, colour in _COLOURS.items():
        cells = [cell for cell, piece in start.pieces().items() if piece.side == side]
        if cells:
            properties += f"A{colour}" + "".join(f"[{chr(ord('a') + cell % size)}{cell // size + 1}]" for cell in cells)
    return properties + ("PL[W]" if start.side_to_move == HexSide.BLUE else "")


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("]", "\\]")
