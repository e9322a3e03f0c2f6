"""What programs print, as text that can be shown, and within bounds."""

import codecs
from collections.abc import Callable

from crownbridge.games import Side
from crownbridge.players.process.output import KEPT
from crownbridge.web import frames
from crownbridge.web.messages import Printed, Stream

MOST_PARTS = 100
"""Of one turn and stream that are told as they come; what follows is told when the turn ends."""
_DECODER = codecs.getincrementaldecoder("utf-8")


class Transcript:
    """One stream of one program. Of a turn, the first and the last part are told, and how much lies between."""

    def __init__(self, side: Side, stream: Stream, tell: Callable[[Printed], None]) -> None:
        self._side = frames.side(side)
        self._stream = stream
        self._tell = tell
        self._decoder = _DECODER("backslashreplace")
        self._ply = 0
        self._parts = 0
        self._told = 0
        self._late = bytearray()
        self._dropped = 0

    def add(self, ply: int, data: bytes) -> None:
        """Takes in what was printed in the making of that move."""
        if ply != self._ply:
            self.end_turn()
            self._ply = ply
        if self._parts < MOST_PARTS and self._told < KEPT:
            self._parts += 1
            self._say(data[: KEPT - self._told])
            data, self._told = data[KEPT - self._told :], self._told + len(data)
        self._late += data
        if len(self._late) > 2 * KEPT:
            self._cut()

    def end_turn(self) -> None:
        """Tells what has been held back."""
        if len(self._late) > KEPT:
            self._cut()
        if self._dropped:
            self._say(b"\n[%d bytes are left out here]\n" % self._dropped)
        if self._late:
            self._say(bytes(self._late))
        self._late.clear()
        self._parts = self._told = self._dropped = 0

    def _cut(self) -> None:
        self._dropped += len(self._late) - KEPT
        del self._late[:-KEPT]

    def _say(self, data: bytes) -> None:
        text = self._decoder.decode(data)
        if text:
            self._tell(Printed(side=self._side, ply=self._ply, stream=self._stream, text=text))
