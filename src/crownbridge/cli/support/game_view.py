"""A game prepared for display on a terminal, move by move."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from crownbridge.errors import printable
from crownbridge.games import Position, Side
from crownbridge.games.terminal import draw
from crownbridge.records import GameRecord, Printed, printed

_COLOUR = re.compile(r"(\x1b\[(?:[0-9]{0,3}[;:]){0,15}[0-9]{0,3}m)")
"""Control sequence for colours: SGR of ECMA-48."""


@dataclass(frozen=True)
class Replayed:
    """A record with its displayed data. Plies count from 0, the start position."""

    title: str
    record: GameRecord
    notices: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """The last ply."""
        return len(self.record.decisions)

    @property
    def players(self) -> tuple[str, str]:
        """Printable names by side."""
        first, second = (" ".join(visible(player)) for player in self.record.players)
        return first, second

    @cached_property
    def positions(self) -> list[Position[Any]]:
        """All positions from the start to the end."""
        return self.record.positions()

    @cached_property
    def _printed(self) -> tuple[list[Printed], list[Printed]]:
        return printed(self.record)

    def board(self, ply: int, *, colour: bool) -> str:
        """Return the board after a ply, with the last move marked."""
        last = self.record.decisions[ply - 1].move if ply else None
        return draw(self.positions[ply], colour=colour, last_move=last)

    def mover(self, ply: int) -> Side:
        """Return the side that made a move."""
        return self.positions[ply - 1].side_to_move

    def move(self, ply: int) -> str:
        """Return the text of a move."""
        return self.positions[ply - 1].format_move(self.record.decisions[ply - 1].move)

    def line(self, ply: int) -> str:
        """Return a move with its number, side and time, if known."""
        seconds = self.record.decisions[ply - 1].seconds
        return f"{ply:>3}. {self.mover(ply)!s:<5} {self.move(ply)}" + (f"  {seconds:.3f} s" if seconds else "")

    def used(self, side: Side, ply: int) -> float:
        """Return the time that a side had used after a ply, as far as it is known."""
        return sum(self.record.decisions[at - 1].seconds for at in range(1, ply + 1) if self.mover(at) == side)

    def output(self, side: Side, ply: int, *, colour: bool) -> list[str]:
        """Return the lines that a side printed in its last turn up to a ply; at the end, also later lines."""
        to_lines = coloured if colour else uncoloured
        until = ply if ply < self.last else ply + 2
        mine = [text for text in self._printed[side] if text.ply <= until]
        newest = max((text.ply for text in mine), default=0)
        search = next((self.record.decisions[at - 1].search for at in range(ply, 0, -1) if self.mover(at) == side), "")
        texts = [text for text in mine if text.ply == newest or text.ply > self.last]
        return [line for text in texts for line in to_lines(text.text)] or (visible(search) if search else [])

    def printed_at(self, ply: int) -> Iterator[str]:
        """Yield the lines printed for a move, each with its stream."""
        for side in self.record.game.sides:
            for text in self._printed[side]:
                if text.ply == ply:
                    yield from (f"     {side} {text.stream}: {line}" for line in uncoloured(text.text))


def visible(text: str) -> list[str]:
    """Return the lines of a text without control characters."""
    return [printable(line) for line in text.replace("\r\n", "\n").expandtabs().strip("\n").split("\n")]


def coloured(text: str) -> list[str]:
    """Return the lines of a text without control characters except tabs and colours."""
    parts = _COLOUR.split(text.replace("\r\n", "\n").strip("\n"))
    parts[::2] = (printable(part, keep="\n\t") for part in parts[::2])
    return "".join([*parts, "\x1b[0m"] if len(parts) > 1 else parts).split("\n")


def uncoloured(text: str) -> list[str]:
    """Return the lines of a text without colours and control characters."""
    return visible(_COLOUR.sub("", text))
