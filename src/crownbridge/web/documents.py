"""A record as a document, and a document's moves as a record."""

from typing import Any

from crownbridge.games import Game, Outcome, Position, Termination
from crownbridge.records import Decision, GameRecord, printed
from crownbridge.web import frames
from crownbridge.web.messages import Clock, Frame, GameChoice, GameDocument, Output, Turn


def document(record: GameRecord, name: str, title: str = "", notices: tuple[str, ...] = ()) -> GameDocument:
    """A whole game as frames. What a side printed without a move belongs to the move that it did not make."""
    positions = record.positions()
    shown = [frames.first_frame(positions[0])]
    turns: list[Turn] = []
    for ply, decision in enumerate(record.decisions, 1):
        before = positions[ply - 1]
        shown.append(frames.next_frame(ply, before, decision.move, positions[ply]))
        turns.append(turn_of(decision))
    first, second = ([Output.model_validate(text._asdict()) for text in side] for side in printed(record))
    return GameDocument(
        id=name,
        title=title or " - ".join(record.players),
        board=GameChoice(game=record.game.name, options=dict(record.game.options)),
        players=record.players,
        first=frames.side(record.start.side_to_move),
        frames=_ended(shown, record.outcome),
        turns=turns,
        outputs=(first, second),
        outcome=frames.shown_outcome(record.outcome),
        statuses=record.statuses,
        notices=list(notices),
        headers=record.headers,
    )


def _ended(shown: list[Frame], outcome: Outcome) -> list[Frame]:
    """Nobody is to move any more in a game that ended otherwise than by the rules of the board."""
    if outcome.termination is not Termination.INTERRUPTED:
        shown[-1] = shown[-1].model_copy(update={"to_move": None})
    return shown


def turn_of(decision: Decision, clock: Clock = (None, None)) -> Turn:
    """How a move came about, and what the clock showed then."""
    return Turn(
        seconds=decision.seconds,
        cpu_seconds=decision.cpu_seconds,
        memory=decision.memory,
        clock=clock,
        search=decision.search,
        score=decision.score,
        win_chance=decision.win_chance,
        line=None if decision.line is None else decision.line.decode("utf-8", "backslashreplace"),
    )


def record_of(game: Game[Any], start: Position[Any], moves: list[str], players: tuple[str, str]) -> GameRecord:
    """The record of moves that were made; unfinished where the rules do not end it. Raises MoveError."""
    decisions, position = [], start
    for text in moves:
        move = position.parse_move(text)
        position = position.play(move)
        decisions.append(Decision(move, 0.0))
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, players, start, tuple(decisions), outcome)
