"""Convert game records to documents, and back."""

from typing import Any

from fastapi import Response

from crownbridge.errors import ConflictError, MoveError
from crownbridge.games import Game, Outcome, Position, Side, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, printed
from crownbridge.records.tree import is_plain
from crownbridge.web import frames
from crownbridge.web.schemas import Clock, Frame, GameChoice, GameDocument, MoveDetails, Output, json_response
from crownbridge.web.trees import tree_nodes


def document(record: GameRecord, name: str, title: str = "", notices: tuple[str, ...] = ()) -> GameDocument:
    """Return a game as a document. Output after a side's last move gets the ply of its next move."""
    positions = record.positions()
    game_frames = [frames.first_frame(positions[0])]
    turns: list[MoveDetails] = []
    for ply, decision in enumerate(record.decisions, 1):
        before = positions[ply - 1]
        game_frames.append(frames.next_frame(ply, before, decision.move, positions[ply]))
        turns.append(move_details(decision))
    first, second = ([Output.model_validate(text._asdict()) for text in side] for side in printed(record))
    return GameDocument(
        id=name,
        title=title or " - ".join(record.players),
        board=GameChoice(game=record.game.name, options=dict(record.game.options)),
        players=record.players,
        first=frames.side_number(record.start.side_to_move),
        frames=_ended(game_frames, record.outcome),
        turns=turns,
        outputs=(first, second),
        outcome=frames.outcome_schema(record.outcome),
        statuses=record.statuses,
        notices=list(notices),
        headers=record.headers,
        tree=tree_nodes(record),
    )


def positions_of(record: GameRecord) -> int:
    """Return the number of positions of a record's document."""
    return len(record.decisions) + 1 + (0 if is_plain(record.tree) else len(record.tree))


def document_response(record: GameRecord, name: str, title: str = "") -> Response:
    """Return a game as a response."""
    return json_response(document(record, name, title))


def _ended(game_frames: list[Frame], outcome: Outcome) -> list[Frame]:
    """Clear the side to move of the last frame: a game may end by resignation or on time, too."""
    if outcome.termination is not Termination.INTERRUPTED:
        game_frames[-1] = game_frames[-1].model_copy(update={"to_move": None})
    return game_frames


def move_details(decision: Decision, clock: Clock = (None, None)) -> MoveDetails:
    """Return the details of a move, with the clock after it."""
    return MoveDetails(
        seconds=decision.seconds,
        cpu_seconds=decision.cpu_seconds,
        memory=decision.memory,
        clock=clock,
        search=decision.search,
        score=decision.score,
        win_chance=decision.win_chance,
        line=None if decision.line is None else decision.line.decode("utf-8", "backslashreplace"),
        claim=decision.claim,
        says_over=decision.says_over,
    )


def record_of_document(document: GameDocument) -> GameRecord:
    """Return a document's game as a record. Raise ConflictError if a relayed game broke the rules."""
    game = frames.load_game(document.board.game, document.board.options)
    start = position = game.parse(document.frames[0].position)
    decisions: list[Decision] = []
    for frame, turn in zip(document.frames[1:], document.turns, strict=True):
        if turn.problem:
            raise ConflictError(f"the game cannot be saved: in message {frame.ply}, {turn.problem}")
        assert frame.move is not None  # noqa: S101 (a move led there)
        try:
            move = position.parse_move(frame.move.text)
        except MoveError:
            if turn.line is None or frame.move.cells:
                raise
            continue  # a relayed message without a move
        position = position.play(move)
        decisions.append(
            Decision(
                move,
                turn.seconds,
                turn.cpu_seconds,
                turn.memory,
                *_output(document, frame.side or 0, range(frame.ply, frame.ply + 1)),
                line=None if turn.line is None else turn.line.encode(),
                claim=turn.claim,
                says_over=turn.says_over,
                search=turn.search,
                score=turn.score,
                win_chance=turn.win_chance,
            )
        )
    unfinished = Outcome(None, Termination.INTERRUPTED)
    return GameRecord(
        game,
        document.players,
        start,
        PlainLine(decisions),
        unfinished if document.outcome is None else frames.game_outcome(game, document.outcome),
        _leftover(document, game.sides),
        document.statuses,
        document.headers,
    )


def _leftover(document: GameDocument, sides: tuple[Side, Side]) -> dict[Side, Decision]:
    """Return the output of each side after its last move."""
    late = range(len(document.frames), len(document.frames) + 2)
    outputs = {side: _output(document, side, late) for side in sides}
    return {side: Decision(None, 0.0, 0.0, 0, *output) for side, output in outputs.items() if any(output)}


def _output(document: GameDocument, side: int, plies: range) -> tuple[bytes, bytes]:
    """Return the output of a side at the given plies: stdout and stderr."""
    texts = {"stdout": "", "stderr": ""}
    for output in document.outputs[side]:
        if output.ply in plies:
            texts[output.stream] += output.text
    return texts["stdout"].encode(), texts["stderr"].encode()


def record_of(game: Game[Any], start: Position[Any], moves: list[str], players: tuple[str, str]) -> GameRecord:
    """Return the record of a list of moves, interrupted unless the rules end the game. Raise MoveError."""
    decisions, position = [], start
    for text in moves:
        move = position.parse_move(text)
        position = position.play(move)
        decisions.append(Decision(move))
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, players, start, PlainLine(decisions), outcome)
