"""The report on an examined bot as a page with boards."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crownbridge.bugfinder.examination import Examination, confidence_text, shortest_first
from crownbridge.bugfinder.finding import Example, Finding
from crownbridge.errors import InputError
from crownbridge.games import Game, Position
from crownbridge.games.json_values import board_json, move_json, pieces_text
from crownbridge.players.short_name import short_name
from crownbridge.reports.page import page_parts
from crownbridge.reports.report import check_target, write_report

_ENDINGS = (".html",)
_MOST_ALTERNATIVES = 64
"""Maximum number of right moves that are shown on the board."""


def check_page_target(path: Path) -> None:
    """Raise InputError or FileError if the page cannot be written there; call it before the examination."""
    check_target(path, _ENDINGS)


def write_page(path: Path, examination: Examination) -> None:
    """Write the report as one HTML file, atomically; create missing folders. Raise InputError or FileError."""
    check_page_target(path)
    title = f"Examination of {short_name(examination.bot)}"
    data = {
        "title": title,
        "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "board": board_json(examination.game),
        "examination": examination_json(examination),
    }
    write_report(path, page_parts(title, data))


def examination_json(examination: Examination) -> dict[str, Any]:
    """Return an examination as JSON for pages: with the positions of the examples as frames to draw."""
    name = short_name(examination.bot)
    return {
        "name": name,
        "bot": examination.bot,
        "protocol": examination.protocol,
        "game": examination.game.name,
        "options": dict(examination.game.options),
        "seconds_per_move": examination.seconds_per_move,
        "minutes": examination.minutes,
        "seed": examination.seed,
        "seconds": examination.seconds,
        "questions": examination.questions,
        "is_complete": examination.is_complete,
        "verdict": examination.verdict(name),
        "facts": [fact._asdict() for fact in examination.facts],
        "findings": [_finding(examination.game, finding) for finding in examination.findings],
    }


def _finding(game: Game[Any], finding: Finding) -> dict[str, Any]:
    return {
        "symptom": finding.symptom,
        "confidence": finding.confidence,
        "confidence_text": confidence_text(finding.confidence),
        "evidence": finding.evidence,
        "probe": finding.probe,
        "causes": [cause._asdict() for cause in finding.causes],
        "examples": [_example(game, example) for example in shortest_first(finding)],
    }


def _example(game: Game[Any], example: Example) -> dict[str, Any]:
    """Return an example with the frames of the bot's line and of the right moves."""
    played, right = [], []
    try:
        start = game.parse(example.position)
        played = _line(start, example.refutation or (example.played,))
        right = [frame for text in example.right[:_MOST_ALTERNATIVES] for frame in _line(start, (text,))[1:]]
    except InputError:  # the text of the position is shown instead
        pass
    return {
        "position": example.position,
        "lines": [line.rstrip("\n") for line in example.lines],
        "played": example.played,
        "right": list(example.right),
        "why": example.why,
        "repeated": example.repeated,
        "frames": played,
        "right_frames": right,
    }


def _line(position: Position[Any], moves: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the frames of a position and of the positions after each move, up to a text that is not a legal move."""
    frames = [_frame(position, 0)]
    for ply, text in enumerate(moves, 1):
        try:
            move = position.parse_move(text)
        except InputError:
            break
        after = position.play(move)
        frames.append(
            {**_frame(after, ply), "move": move_json(position, move), "side": int(position.side_to_move)},
        )
        position = after
    return frames


def _frame(position: Position[Any], ply: int) -> dict[str, Any]:
    over = position.outcome() is not None
    return {
        "ply": ply,
        "to_move": None if over else int(position.side_to_move),
        "pieces": pieces_text(position),
        "position": str(position),
        "move": None,
        "side": None,
        "winning": list(position.game.winning_cells(position)) if over else [],
    }
