"""The result of the examination of a bot, and its JSON form."""

import json
from typing import Any, NamedTuple

from crownbridge.bugfinder.finder import BugFinder
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.errors import InputError
from crownbridge.games import Game, load

VERSION = 1
"""Version of the JSON form; it changes if a field is renamed, removed or gets another meaning."""
_CONFIDENCE = ((0.99, "practically certain"), (0.95, "almost certain"), (0.9, "very likely"), (0.8, "likely"))
_MOST_RIGHT = 6
"""Number of right moves that are named."""


class Examination(NamedTuple):
    """The facts and findings about a bot."""

    bot: str
    """Name of the player."""
    protocol: str
    """Protocol of the program; empty for a built-in player."""
    game: Game[Any]
    seconds_per_move: float
    minutes: float
    """The time that the examination was given."""
    seed: int
    seconds: float
    """The time that it took."""
    questions: int
    """Number of positions in which the bot had to move."""
    is_complete: bool
    """False if the examination was interrupted."""
    facts: tuple[Fact, ...]
    findings: tuple[Finding, ...]
    """The suspected faults, the most certain first."""

    @classmethod
    def of(cls, finder: BugFinder, *, minutes: float, seed: int, seconds: float) -> "Examination":
        """Return the examination of a finder that was given `minutes` and a seed, after `seconds`."""
        return cls(
            finder.bot.name,
            finder.bot.protocol,
            finder.bot.game,
            finder.bot.seconds,
            minutes,
            seed,
            round(seconds, 1),
            len(finder.bot.answers),
            finder.is_complete,
            tuple(finder.facts),
            tuple(finder.findings),
        )

    def verdict(self, name: str) -> str:
        """Return the conclusion in a sentence or two, with a name for the bot."""
        questions = counted(self.questions, "question")
        stopped = "" if self.is_complete else " The examination was stopped early."
        if self.findings:
            first = self.findings[0]
            advice = f" First: {first.causes[0].advice.rstrip('.')}." if first.causes else ""
            return f"{counted(len(self.findings), 'suspected fault')} of {name} in {questions}.{stopped}{advice}"
        if not self.questions:
            return f"{name} was not examined: no question was asked.{stopped}"
        limits = "It may still play badly, or have errors that these questions miss: try another seed or more minutes."
        return f"no programming error of {name} found in {questions}.{stopped} {limits}"


def confidence_text(confidence: float) -> str:
    """Return a confidence in words and percent."""
    words = next((words for least, words in _CONFIDENCE if confidence >= least), "suspected")
    percent = "over 99 %" if confidence > 0.99 else f"{confidence:.0%}".replace("%", " %")  # noqa: PLR2004 (as printed)
    return f"{words}, {percent}"


def shortest_first(finding: Finding) -> list[Example]:
    """Return the examples of a finding; those first that can be pasted and need the fewest lines and moves."""
    return sorted(finding.examples, key=lambda one: (not one.lines, len(one.lines), len(one.refutation)))


def right_text(example: Example) -> str:
    """Return the right moves; if there are many, some of them and the number of the others."""
    others = len(example.right) - _MOST_RIGHT
    if others <= 1:
        return " or ".join(example.right)
    return f"{' or '.join(example.right[:_MOST_RIGHT])}, or one of {others} others"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"


def dumps(examination: Examination) -> str:
    """Return an examination as JSON; `loads` is the inverse."""
    document = {
        "version": VERSION,
        **examination._asdict(),
        "game": examination.game.name,
        "options": dict(examination.game.options),
        "facts": [fact._asdict() for fact in examination.facts],
        "findings": [_finding(finding) for finding in examination.findings],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        **finding._asdict(),
        "confidence": round(finding.confidence, 4),
        "causes": [cause._asdict() for cause in finding.causes],
        "examples": [example._asdict() for example in finding.examples],
    }


def loads(text: str) -> Examination:
    """Return the examination that `dumps` wrote. Raise InputError."""
    try:
        document = json.loads(text)
        version = document.pop("version")
        if version != VERSION:
            raise InputError(f"the examination is of version {version}; this program reads version {VERSION}")
        document["game"] = load(document["game"], **document.pop("options"))
        document["facts"] = tuple(Fact(**_known(Fact, fact)) for fact in document["facts"])
        document["findings"] = tuple(map(_loaded_finding, document["findings"]))
        return Examination(**_known(Examination, document))
    except InputError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InputError(f"this is not an examination that crownbridge doctor --json wrote: {error}") from error


def _loaded_finding(fields: dict[str, Any]) -> Finding:
    fields["causes"] = tuple(Cause(**_known(Cause, cause)) for cause in fields["causes"])
    fields["examples"] = tuple(_loaded_example(example) for example in fields["examples"])
    return Finding(**_known(Finding, fields))


def _loaded_example(fields: dict[str, Any]) -> Example:
    lists = {name: tuple(fields[name]) for name in ("lines", "right", "refutation")}
    return Example(**{**_known(Example, fields), **lists})


def _known(form: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a named tuple; later versions may have written more."""
    return {name: value for name, value in fields.items() if name in form._fields}
