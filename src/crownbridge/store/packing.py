"""Games as they are stored, packed wherever they were played."""

import zlib

from crownbridge.errors import InputError
from crownbridge.records import GameRecord, json_lines
from crownbridge.store.rows import PackedGame, StoredGame


def pack(game: StoredGame, record: GameRecord) -> PackedGame:
    """A game and its record, as they are stored. Raises InputError where the two tell different games."""
    game.check(record)
    for what, text in (("its identity", game.identity), ("an agent", game.agents[0]), ("an agent", game.agents[1])):
        check_text(what, text)
    return PackedGame(game, zlib.compress(json_lines.dumps(record).encode("ascii")))


def check_text(what: str, text: str) -> None:
    """Raises InputError where a text is not what both databases can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"{what} is {text!a}, which is no proper Unicode") from None
    if "\0" in text or not text:
        raise InputError(f"{what} is {text!a}; expected a name, and no zero characters in it")
