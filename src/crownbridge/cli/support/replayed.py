"""A game as it is told on a terminal, move by move."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from crownbridge.errors import printable
from crownbridge.games import Position, Side
from crownbridge.games.terminal import draw
from crownbridge.records import GameRecord, Printed, printed

_COLOUR = re.compile(r"(\x1b\[[0-9;:]*m)")
"""The control sequence that sets colours: SGR of ECMA-48."""


@dataclass(frozen=True)
class Replayed:
    """A record with all that is shown of it. Plies count from 0, the start."""

    title: str
    record: GameRecord
    notices: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """The last ply."""
        return len(self.record.decisions)

    @property
    def players(self) -> tuple[str, str]:
        """By side, as they may be shown."""
        first, second = (" ".join(visible(player)) for player in self.record.players)
        return first, second

    @cached_property
    def positions(self) -> list[Position[Any]]:
        """From the start to the end."""
        return self.record.positions()

    @cached_property
    def _printed(self) -> tuple[list[Printed], list[Printed]]:
        return printed(self.record)

    def board(self, ply: int, *, colour: bool) -> str:
        """The board after a ply, with the move that led to it marked."""
        last = self.record.decisions[ply - 1].move if ply else None
        return draw(self.positions[ply], colour=colour, last_move=last)

    def mover(self, ply: int) -> Side:
        """Who made that move."""
        return self.positions[ply - 1].side_to_move

    def move(self, ply: int) -> str:
        """The move as it is written."""
        return self.positions[ply - 1].format_move(self.record.decisions[ply - 1].move)

    def line(self, ply: int) -> str:
        """A move with its number, who made it, and the time it took where that is known."""
        seconds = self.record.decisions[ply - 1].seconds
        return f"{ply:>3}. {self.mover(ply)!s:<5} {self.move(ply)}" + (f"  {seconds:.3f} s" if seconds else "")

    def used(self, side: Side, ply: int) -> float:
        """The time that a side had used by then, as far as it is known."""
        return sum(self.record.decisions[at - 1].seconds for at in range(1, ply + 1) if self.mover(at) == side)

    def output(self, side: Side, ply: int, *, colour: bool) -> list[str]:
        """The lines that a side printed in its last turn up to a ply; after the last one also what came later."""
        shown = coloured if colour else uncoloured
        until = ply if ply < self.last else ply + 2
        mine = [text for text in self._printed[side] if text.ply <= until]
        newest = max((text.ply for text in mine), default=0)
        search = next((self.record.decisions[at - 1].search for at in range(ply, 0, -1) if self.mover(at) == side), "")
        texts = [text for text in mine if text.ply == newest or text.ply > self.last]
        return [line for text in texts for line in shown(text.text)] or (visible(search) if search else [])

    def told(self, ply: int) -> Iterator[str]:
        """What was printed for a move, each line with its stream before it."""
        for side in self.record.game.sides:
            for text in self._printed[side]:
                if text.ply == ply:
                    yield from (f"     {side} {text.stream}: {line}" for line in uncoloured(text.text))


def visible(text: str) -> list[str]:
    """Return the lines of a text without anything that a terminal would obey."""
    return [printable(line) for line in text.replace("\r\n", "\n").expandtabs().strip("\n").split("\n")]


def coloured(text: str) -> list[str]:
    """Return the lines of a text with tabs and colours, and nothing else that a terminal would obey."""
    parts = _COLOUR.split(text.replace("\r\n", "\n").strip("\n"))
    parts[::2] = (printable(part, keep="\n\t") for part in parts[::2])
    return "".join([*parts, "\x1b[0m"] if len(parts) > 1 else parts).split("\n")


def uncoloured(text: str) -> list[str]:
    """Return the lines of a text without its colours, nor anything that a terminal would obey."""
    return visible(_COLOUR.sub("", text))
