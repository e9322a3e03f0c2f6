"""The report on an examined bot as text for the terminal."""

import textwrap
from collections.abc import Iterator
from typing import Any

from crownbridge.bugfinder.examination import Examination, confidence_text, counted, right_text, shortest_first
from crownbridge.bugfinder.finding import Example, Finding
from crownbridge.errors import InputError, printable
from crownbridge.games import Position
from crownbridge.games.terminal import draw
from crownbridge.players.short_name import short_name
from crownbridge.protocols import dialogue_class

_WIDTH = 100
_MOST_LINES = 30
_INDENT = "   "
_UNBREAKABLE = "\0%"  # not in a printable text


def report_lines(examination: Examination, *, colour: bool = False) -> Iterator[str]:
    """Yield the lines of the report: facts, suspected faults with an example each, and the verdict."""
    name = short_name(examination.bot)
    time = f"{examination.seconds:.0f} s, {examination.seconds_per_move:g} s per move, seed {examination.seed}"
    questions = counted(examination.questions, "question")
    yield from _wrapped(f"Examined {name} in {examination.game.name}: {questions} in {time}")
    if examination.facts:
        yield "\nAbout the bot"
        for fact in examination.facts:
            yield from _wrapped(f"{fact.name}: {fact.text}", _INDENT)
    for number, finding in enumerate(examination.findings, 1):
        yield ""
        yield from _finding(examination, number, finding, colour=colour)
    yield ""
    yield from _wrapped(f"Verdict: {examination.verdict(name)}")


def _finding(examination: Examination, number: int, finding: Finding, *, colour: bool) -> Iterator[str]:
    yield from _wrapped(f"{number}. {finding.symptom.rstrip('.')} ({confidence_text(finding.confidence)})")
    yield from _wrapped(f"Evidence: {finding.evidence}", _INDENT)
    if finding.causes:
        yield f"{_INDENT}Likely causes, the most likely first:"
        for cause in finding.causes:
            yield from _wrapped(f"- {cause.kind}: {cause.advice}", _INDENT * 2)
    examples = shortest_first(finding)
    if examples:
        yield from _example(examination, examples[0], colour=colour)
    if len(examples) > 1:
        yield f"{_INDENT}{counted(len(examples) - 1, 'more example')} in the file that --report or --json writes."


def _example(examination: Examination, example: Example, *, colour: bool) -> Iterator[str]:
    """Yield the position, the bot's move, and what was right."""
    times = f", {example.repeated} times out of {example.repeated}" if example.repeated > 1 else ""
    yield f"{_INDENT}Example: {printable(example.position)}"
    try:
        position = examination.game.parse(example.position)
    except InputError:  # the text above has to do
        position = None
    if position is not None:
        yield from textwrap.indent(draw(position, colour=colour), _INDENT * 2).splitlines()
        yield f"{_INDENT * 2}{_mover(examination, position)} to move"
    if len(example.lines) > _MOST_LINES:
        count = len(example.lines)
        yield f"{_INDENT}Paste into the bot's input: {count} lines, in the file that --report or --json writes."
    elif example.lines:
        yield f"{_INDENT}Paste into the bot's input:"
        yield from (f"{_INDENT * 2}{printable(line.rstrip())}" for line in example.lines)
    yield from _wrapped(f"It played: {example.played}{times}", _INDENT)
    if example.right:
        yield from _wrapped(f"Right: {right_text(example)}", _INDENT)
    yield from _wrapped(f"Why: {example.why}", _INDENT)
    if example.refutation:
        yield from _wrapped(f"Refutation: {' '.join(example.refutation)}", _INDENT)


def _mover(examination: Examination, position: Position[Any]) -> str:
    """Return the side to move, and its name in the bot's protocol if that differs."""
    side, protocol = position.side_to_move, examination.protocol
    name = dialogue_class(protocol)(examination.game, side).side_name if protocol else str(side)
    return str(side) if name == str(side) else f"{side} ({name} in {protocol})"


def _wrapped(text: str, indent: str = "") -> list[str]:
    """Return the lines of a text from a probe or a program, without control characters."""
    lines = textwrap.wrap(
        printable(text).replace(" %", _UNBREAKABLE),
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + _INDENT,
        break_on_hyphens=False,
    )
    return [line.replace(_UNBREAKABLE, " %") for line in lines]
