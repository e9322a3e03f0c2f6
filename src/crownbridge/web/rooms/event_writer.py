"""Convert events of the referee and the relay to events of a room."""

from collections.abc import Callable
from typing import Any

from crownbridge import arena
from crownbridge.errors import quoted
from crownbridge.games import Position, Side
from crownbridge.games.json_values import pieces_text
from crownbridge.web import frames
from crownbridge.web.documents import move_details
from crownbridge.web.rooms.program_output import OutputStreamWriter
from crownbridge.web.schemas import Clock, Event, Frame, Move, Moved, MoveDetails, Stream, Thinking

STREAMS: tuple[Stream, Stream] = ("stdout", "stderr")
_NO_LIMIT = 1e6  # seconds from which on a move counts as unlimited


class EventWriter:
    """Writes the events of one game, from the position at which it starts or resumes."""

    def __init__(
        self,
        position: Position[Any],
        ply: int,
        clock: Clock,
        write: Callable[[Event], None],
        opens: Side | None = None,
    ) -> None:
        """Set `opens` to the side that sends the first message, if that is not the side to move."""
        self.position = position
        self._frame = frames.first_frame(position, ply)
        self._next_speaker = self._frame.to_move if opens is None else frames.side_number(opens)
        self._clock = clock
        self._write = write
        sides = position.game.sides
        self._output_writers: dict[tuple[Side, str], OutputStreamWriter] = {
            (side, stream): OutputStreamWriter(side, stream, write) for side in sides for stream in STREAMS
        }

    def thinking(self, event: arena.Thinking, *, human: bool) -> None:
        """Write that a side is to move, with the legal moves for a human."""
        self._write(
            Thinking(
                side=frames.side_number(event.side),
                seconds=event.seconds if event.seconds < _NO_LIMIT else None,
                clock=self._clock,
                legal=frames.legal_moves(self.position) if human else None,
            )
        )

    def output(self, side: Side, stream: str, data: bytes) -> None:
        """Write output of a program; it belongs to the program's next move."""
        ply = self._frame.ply + (1 if self._next_speaker is None or self._next_speaker == side else 2)
        self._output_writers[side, stream].add(ply, data)

    def moved(self, event: arena.Moved) -> None:
        """Write a legal move."""
        self._end_turn(event.side)
        frame = frames.next_frame(self._frame.ply + 1, self.position, event.decision.move, event.position)
        self._clock = event.clock
        self.position, self._frame, self._next_speaker = event.position, frame, frame.to_move
        self._write(Moved(frame=frame, turn=move_details(event.decision, event.clock)))

    def relayed(self, event: arena.Relayed) -> None:
        """Write a relayed line, legal or not."""
        self._end_turn(event.side)
        self._frame = self._relayed_frame(event)
        self._next_speaker = self._frame.to_move
        line = event.line.decode("utf-8", "backslashreplace")
        turn = MoveDetails(seconds=event.seconds, line=line, problem=event.problem)
        self._write(Moved(frame=self._frame, turn=turn))

    def _relayed_frame(self, event: arena.Relayed) -> Frame:
        ply, position = self._frame.ply + 1, event.position
        side = frames.side_number(event.side)
        message = event.message
        if event.move is not None:
            place = position or self.position
            cells, captured = place.cells_of(event.move), place.captures_of(event.move)
            move = Move(text=str(event.move), cells=list(cells), captured=list(captured))
        else:
            move = Move(text=quoted(event.line) if message is None else message.summary)
        over = message is not None and message.outcome is not None
        return Frame(
            ply=ply,
            to_move=None if over else frames.side_number(event.side.other),
            pieces=self._frame.pieces if position is None else pieces_text(position),
            position=self._frame.position if position is None else str(position),
            move=move,
            side=side,
        )

    def close(self) -> None:
        """Write the rest of the output."""
        for side in self.position.game.sides:
            self._end_turn(side)

    def _end_turn(self, side: Side) -> None:
        for stream in STREAMS:
            self._output_writers[side, stream].end_turn()
