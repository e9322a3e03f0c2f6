"""Comments of PDN: text with the commands of PGN for clocks and drawn shapes, such as `{[%clk 0:01:02] good}`."""

import re
from typing import NamedTuple

from crownbridge.records.tree import ARROW, Colour, DrawnShape, Node

_COMMAND = re.compile(r"\[%(\w++)(?:\s++([^\[\]]*+))?+\] ?")
_MOST_NESTED = 8
"""Number of times that a comment is searched for commands that appear when others are removed."""
_CLOCK = re.compile(r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)")
_CIRCLE = re.compile(r"([GRBY])(\d{1,2})")
_ARROW = re.compile(r"([GRBY])(\d{1,2})-(\d{1,2})|([GRBY])(\d\d)(\d\d)")
_LETTERS: dict[str, Colour] = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
_SQUARES = 32
# Not possible between braces: one that closes the comment, and a line that looks like a tag of the next game.
_NOT_IN_BRACES = re.compile(r'\}|\n\[\w+[ \t]+"')
_NAME = re.compile(r"\w+")


class Commands(NamedTuple):
    """The commands of a comment."""

    clock: float | None
    shapes: list[DrawnShape]
    properties: list[tuple[str, str]]


def parse(comment: str) -> tuple[str, Commands]:
    """Return the text of a comment without its commands, and the commands."""
    clock: float | None = None
    shapes: list[DrawnShape] = []
    properties: list[tuple[str, str]] = []
    for _ in range(_MOST_NESTED):
        commands = _COMMAND.findall(comment) if "[%" in comment else []
        if not commands:
            break
        comment = _COMMAND.sub("", comment)
        for name, text in commands:
            value = " ".join(text.split())
            if name == "clk" and clock is None and (time := _CLOCK.fullmatch(value)):
                clock = round(3600 * int(time[1]) + 60 * int(time[2]) + float(time[3]), 3)
            elif name in _SHAPES and (drawn := _shapes(_SHAPES[name], value)):
                shapes += drawn
            else:
                properties.append((name, value))
    return comment.strip(), Commands(clock, shapes, properties)


_SHAPES = {"csl": _CIRCLE, "cal": _ARROW}


def _shapes(pattern: re.Pattern[str], value: str) -> list[DrawnShape]:
    """Return the shapes of a command; none if one of them is invalid."""
    shapes = []
    for item in value.split(","):
        match = pattern.fullmatch(item.strip())
        if match is None:
            return []
        letter, *squares = filter(None, match.groups())
        cells = tuple(int(square) - 1 for square in squares)
        if not all(0 <= cell < _SQUARES for cell in cells):
            return []
        shapes.append(DrawnShape(_LETTERS[letter], cells))
    return shapes


def words(node: Node) -> list[str]:
    """Return a node's comment as words of a PDN text; a word that starts with `;` extends to the end of its line."""
    commands = " ".join(_commands(node))
    if not node.comment:
        return [f"{{{commands}}}"] if commands else []
    if _NOT_IN_BRACES.search(node.comment) or _NOT_IN_BRACES.match("\n" + node.comment):
        lines = [f"; {line}" for line in node.comment.split("\n")]
        return [f"{{{commands}}}", *lines] if commands else lines
    return [f"{{{commands} {node.comment}}}" if commands else f"{{{node.comment}}}"]


def _commands(node: Node) -> list[str]:
    commands = []
    if node.clock is not None:
        seconds, milliseconds = divmod(round(node.clock * 1000), 1000)
        parts = f".{milliseconds:03}".rstrip("0") if milliseconds else ""
        commands.append(f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}{parts}]")
    letters = {colour: letter for letter, colour in _LETTERS.items()}
    for name, length in (("csl", 1), ("cal", ARROW)):
        items = [
            letters[shape.colour] + "-".join(str(cell + 1) for cell in shape.cells)
            for shape in node.shapes
            if len(shape.cells) == length
        ]
        if items:
            commands.append(f"[%{name} {','.join(items)}]")
    for name, values in node.properties:
        commands += [f"[%{name} {value}]" if value else f"[%{name}]" for value in values if can_hold(name, value)]
    return commands


def can_hold(name: str, value: str) -> bool:
    """Return True if a property can be written as a command."""
    return bool(_NAME.fullmatch(name)) and not set("[]}") & set(value) and value == " ".join(value.split())
