"""Decode program output and limit its size."""

import codecs
from collections.abc import Callable

from crownbridge.games import Side
from crownbridge.players.process.output import Output
from crownbridge.web import frames
from crownbridge.web.schemas import Printed, Stream

MOST_PARTS = 100
"""Parts of one turn's output that are written as they come; the rest follows when the turn ends."""
_DECODER = codecs.getincrementaldecoder("utf-8")


class OutputStreamWriter:
    """One output stream of one program. Writes the head of a turn at once, the tail when the turn ends."""

    def __init__(self, side: Side, stream: Stream, write: Callable[[Printed], None]) -> None:
        self._side = frames.side_number(side)
        self._stream = stream
        self._write = write
        self._decoder = _DECODER("backslashreplace")
        self._output = Output()
        self._ply = 0
        self._parts = 0
        self._written = 0

    def add(self, ply: int, data: bytes) -> None:
        """Add output that belongs to the move of that ply."""
        if ply != self._ply:
            self.end_turn()
            self._ply = ply
        head = self._output.add(data)
        if self._parts < MOST_PARTS:
            self._parts += 1
            self._written += len(head)
            self._write_text(head)

    def end_turn(self) -> None:
        """Write what has been held back."""
        head, tail, dropped = self._output.take()
        gap = b"\n[%d bytes omitted]\n" % dropped if dropped else b""
        self._write_text(head[self._written :] + gap + tail)
        self._parts = self._written = 0

    def _write_text(self, data: bytes) -> None:
        text = self._decoder.decode(data)
        if text:
            self._write(Printed(side=self._side, ply=self._ply, stream=self._stream, text=text))
