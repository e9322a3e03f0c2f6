"""Positions that are given to commands: as text of their game, or as a link to HexWorld."""

from typing import Any

from crownbridge.cli.arguments import chosen_game
from crownbridge.errors import OptionError
from crownbridge.games.hex import Hex
from crownbridge.records import hexworld


def chosen_position(name: str, text: str | None, size: int | None = None, **options: Any) -> Any:
    """The position of a text, or where a game starts; options are those of `chosen_game`. Raises InputError.

    A link is of Hex and tells the size: it may also stand in the place of the game's name.
    """
    if text is None and hexworld.is_link(name):
        name, text = Hex.name, name
    if text is None or not hexworld.is_link(text):
        game = chosen_game(name, size=size, **options)
        return game.initial() if text is None else game.parse(text)
    if name != Hex.name:
        raise OptionError(f"a HexWorld link shows a position of Hex, not of {name}")
    position = hexworld.shown_position(text)
    own = position.game.size
    if size not in (None, own):
        raise OptionError(f"--size is {size}, but the board of the HexWorld link is {own}x{own}; leave out --size")
    return chosen_game(name, size=own, **options).parse(str(position))
