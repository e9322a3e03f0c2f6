"""Writes down what the referee and the relay tell, as events of a room."""

from collections.abc import Callable
from typing import Any

from crownbridge import arena
from crownbridge.errors import quoted
from crownbridge.games import Position, Side
from crownbridge.games.shapes import pieces_text
from crownbridge.web import frames
from crownbridge.web.documents import turn_of
from crownbridge.web.messages import Clock, Event, Frame, Move, Moved, Stream, Thinking, Turn
from crownbridge.web.rooms.transcript import Transcript

STREAMS: tuple[Stream, Stream] = ("stdout", "stderr")
_NO_LIMIT = 1e6  # what is longer is no limit


class Scribe:
    """Keeps track of one game, from the position at which it is taken up."""

    def __init__(
        self,
        position: Position[Any],
        ply: int,
        clock: Clock,
        write: Callable[[Event], None],
        opens: Side | None = None,
    ) -> None:
        """`opens`: who speaks first, where that is not the side to move."""
        self.position = position
        self._frame = frames.first_frame(position, ply)
        self._speaks = self._frame.to_move if opens is None else frames.side(opens)
        self._clock = clock
        self._write = write
        sides = position.game.sides
        self._transcripts: dict[tuple[Side, str], Transcript] = {
            (side, stream): Transcript(side, stream, write) for side in sides for stream in STREAMS
        }

    def thinking(self, event: arena.Thinking, *, human: bool) -> None:
        """A side is asked; a human is told what is legal."""
        self._write(
            Thinking(
                side=frames.side(event.side),
                seconds=event.seconds if event.seconds < _NO_LIMIT else None,
                clock=self._clock,
                legal=frames.legal(self.position) if human else None,
            )
        )

    def output(self, side: Side, stream: str, data: bytes) -> None:
        """A program has printed something: it belongs to its next move."""
        ply = self._frame.ply + (1 if self._speaks is None or self._speaks == side else 2)
        self._transcripts[side, stream].add(ply, data)

    def moved(self, event: arena.Moved) -> None:
        """A legal move was made."""
        self._end_turn(event.side)
        frame = frames.next_frame(self._frame.ply + 1, self.position, event.decision.move, event.position)
        self._clock = event.clock
        self.position, self._frame, self._speaks = event.position, frame, frame.to_move
        self._write(Moved(frame=frame, turn=turn_of(event.decision, event.clock)))

    def relayed(self, event: arena.Relayed) -> None:
        """A line was passed on, whatever it says."""
        self._end_turn(event.side)
        self._frame = self._relayed_frame(event)
        self._speaks = self._frame.to_move
        line = event.line.decode("utf-8", "backslashreplace")
        turn = Turn(seconds=event.seconds, line=line, problem=event.problem)
        self._write(Moved(frame=self._frame, turn=turn))

    def _relayed_frame(self, event: arena.Relayed) -> Frame:
        ply, position = self._frame.ply + 1, event.position
        side = frames.side(event.side)
        told = event.message
        if event.move is not None:
            place = position or self.position
            cells, captured = place.cells_of(event.move), place.captures_of(event.move)
            move = Move(text=str(event.move), cells=list(cells), captured=list(captured))
        else:
            move = Move(text=quoted(event.line) if told is None else told.summary)
        over = told is not None and told.outcome is not None
        return Frame(
            ply=ply,
            to_move=None if over else frames.side(event.side.other),
            pieces=self._frame.pieces if position is None else pieces_text(position),
            position=self._frame.position if position is None else str(position),
            move=move,
            side=side,
        )

    def close(self) -> None:
        """Tells what was held back of the last words of all."""
        for side in self.position.game.sides:
            self._end_turn(side)

    def _end_turn(self, side: Side) -> None:
        for stream in STREAMS:
            self._transcripts[side, stream].end_turn()
