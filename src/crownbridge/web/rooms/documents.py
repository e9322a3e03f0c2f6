"""A game of a room as a document, and as a record."""

from collections.abc import Iterable
from typing import Any

from crownbridge.errors import RoomError
from crownbridge.games import Outcome, Termination
from crownbridge.records import Decision, GameRecord, played_at
from crownbridge.web import frames
from crownbridge.web.messages import (
    Began,
    Clock,
    Ended,
    Event,
    GameChoice,
    GameDocument,
    Moved,
    Output,
    Printed,
    Setup,
    Thinking,
    TookBack,
)
from crownbridge.web.rooms.state import clock_at


def document(name: str, setup: Setup, events: Iterable[Event]) -> GameDocument:
    """The game that these events tell, as far as it was played."""
    place = GameChoice(game=setup.game, options=setup.options)
    found = GameDocument(id=name, title=setup.title, board=place, players=("", ""), frames=[], turns=[])
    asked: Thinking | None = None
    clock: Clock = None, None
    for event in events:
        match event:
            case Began():
                found.players, found.frames = event.seats, [event.frame]
                found.first = event.frame.to_move or 0
                found.headers = played_at(event.at)
                found.title = found.title or " - ".join(event.seats)
            case Thinking():
                asked, clock = event, event.clock
                if not found.turns:
                    found.start_clock = clock
            case Moved():
                found.frames.append(event.frame)
                found.turns.append(event.turn)
                asked, clock = None, event.turn.clock
            case Printed():
                output = Output(ply=event.ply, stream=event.stream, text=event.text)
                found.outputs[event.side].append(output)
            case TookBack():
                del found.frames[event.frame.ply + 1 :], found.turns[event.frame.ply :]
                found.outcome = found.end_clock = None
                asked, clock = None, event.clock
            case Ended():
                found.outcome, found.statuses = event.outcome, event.statuses
                found.end_clock = clock_at(clock, asked, event.at)
    return found


def record(played: GameDocument) -> GameRecord:
    """The same as a record of moves. Raises RoomError where a relayed game broke the rules, or is not over."""
    game = frames.chosen(played.board.game, played.board.options)
    start = position = game.parse(played.frames[0].position)
    decisions: list[Decision] = []
    for frame, turn in zip(played.frames[1:], played.turns, strict=True):
        if turn.problem:
            raise RoomError(f"the game cannot be written down: in message {frame.ply}, {turn.problem}")
        if frame.move is None or (turn.line is not None and not frame.move.cells):
            continue  # a relayed message that tells no move
        move: Any = position.parse_move(frame.move.text)
        position = position.play(move)
        texts = {stream: _printed(played, frame.side or 0, frame.ply, stream) for stream in ("stdout", "stderr")}
        decisions.append(
            Decision(
                move,
                turn.seconds,
                turn.cpu_seconds,
                turn.memory,
                texts["stdout"],
                texts["stderr"],
                line=None if turn.line is None else turn.line.encode(),
                search=turn.search,
                score=turn.score,
                win_chance=turn.win_chance,
            )
        )
    unfinished = Outcome(None, Termination.INTERRUPTED)
    outcome = unfinished if played.outcome is None else frames.game_outcome(game, played.outcome)
    return GameRecord(game, played.players, start, tuple(decisions), outcome, {}, played.statuses, played.headers)


def _printed(played: GameDocument, side: int, ply: int, stream: str) -> bytes:
    outputs = (output for output in played.outputs[side] if output.ply == ply and output.stream == stream)
    return "".join(output.text for output in outputs).encode()
