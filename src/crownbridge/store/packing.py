"""Packing of games for the store, done where they are played."""

import zlib

from crownbridge.errors import InputError
from crownbridge.records import GameRecord, json_lines
from crownbridge.store.rows import PackedGame, StoredGame


def pack(game: StoredGame, record: GameRecord) -> PackedGame:
    """Return a game and its record in stored form; raise InputError if they contradict each other."""
    game.check(record)
    for what, text in (("its identity", game.identity), ("an agent", game.agents[0]), ("an agent", game.agents[1])):
        check_text(what, text)
    return PackedGame(game, zlib.compress(json_lines.dumps(record).encode("ascii")))


def check_text(what: str, text: str) -> None:
    """Raise InputError if one of the databases cannot store a text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what} is {text!a}, which is not valid Unicode") from None
    if "\0" in text or not text:
        raise InputError(f"{what} is {text!a}; expected a non-empty text without NUL characters")
