"""The tags and results of PDN."""

import re
from functools import lru_cache
from typing import Any

from crownbridge.errors import InputError, OptionError, quoted
from crownbridge.games import Outcome, Termination
from crownbridge.games.checkers import Checkers, Side
from crownbridge.records.reading import UNFINISHED, as_text, as_written

GAME_TYPE = "21"
"""English draughts in PDN's list of variants."""
_WINNERS: dict[bytes, Any] = {b"1-0": Side.WHITE, b"2-0": Side.WHITE, b"0-1": Side.RED, b"0-2": Side.RED}
OPEN = (b"*", b"0-0")
"""Results of unfinished games."""
TERMINATIONS = {str(termination).encode(): termination for termination in Termination}
"""Terminations by their text, as `dumps` writes it."""

OWN_TAGS = frozenset({"White", "Black", "Result", "GameType", "Rules", "SetUp", "FEN", "Termination"})
"""Tags that are stored in other fields of a record, not in its headers."""
UNKNOWN = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
"""Required tags and their values if unknown."""
_OWN_NAMES = frozenset(name.encode() for name in OWN_TAGS)
_UNKNOWN_VALUES = frozenset({b"", *(value.encode() for value in UNKNOWN.values())})

_AGREED = Checkers(counter=0)
"""Rules under which games are drawn only by agreement."""
_LONG = 9  # maximum number of digits of an option


@lru_cache(64)
def start_of(kind: bytes | None, rules: bytes | None, fen: bytes | None) -> tuple[Checkers, Any]:
    """Return the game and its start. Raise InputError."""
    if kind is not None and kind.partition(b",")[0].strip() not in (GAME_TYPE.encode(), b""):
        raise InputError(f"the game is of type {quoted(kind)}; expected English draughts, type {GAME_TYPE}")
    game = _game(rules)
    return game, game.initial() if fen is None else game.parse(as_text(fen))


def _game(rules: bytes | None) -> Checkers:
    """Return the game with the rules of a `Rules` tag, as `dumps` writes it. Raise OptionError."""
    if rules is None:
        return _AGREED
    words = as_text(rules).split()
    if len(words) == 1 and words[0] in Checkers.presets:
        return Checkers(**Checkers.presets[words[0]])
    options: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in _AGREED.options or not value.isdecimal() or len(value) > _LONG:
            raise OptionError(f"the rules are {quoted(rules)}; expected for example kth or counter=50")
        options[name] = bool(int(value)) if name == "men_progress" else int(value)
    return Checkers(**{**_AGREED.options, **options})


def winner_of(result: bytes) -> Any:
    """Return the winner of a result: a side, "draw", or `None` if the game is unfinished."""
    return None if result in OPEN else _WINNERS.get(result, "draw")


@lru_cache(64)
def claim_of(result: bytes, termination: bytes) -> Outcome:
    """Return the outcome that a file claims."""
    if result in OPEN:
        return UNFINISHED
    winner = _WINNERS.get(result)
    why = TERMINATIONS.get(termination, Termination.INTERRUPTED)
    return as_written(winner) if why is Termination.INTERRUPTED else Outcome(winner, why)


def headers_of(tags: dict[bytes, bytes]) -> dict[str, str]:
    """Return the headers: the tags that no other field of the record stores."""
    termination = tags.get(b"Termination", b"")
    kept = {b"Termination"} if termination not in TERMINATIONS else set()
    return {
        name.decode(): text_of(value)
        for name, value in tags.items()
        if value not in _UNKNOWN_VALUES and (name not in _OWN_NAMES or name in kept)
    }


def text_of(value: bytes) -> str:
    """Return the value of a tag as text."""
    text = as_text(value)
    return re.sub(r"\\(.)", r"\1", text) if "\\" in text else text
