"""Positions on the command line: text in a form of the game, or a HexWorld link."""

from typing import Any

from crownbridge.cli.support.game_options import GameOptions, chosen_game
from crownbridge.errors import OptionError
from crownbridge.records import hexworld


def chosen_position(name: str, text: str | None, options: GameOptions) -> Any:
    """Return the position of a text, or the initial position of a game. Raise InputError.

    A HexWorld link determines the game and the size of the board, and may replace the game's name.
    """
    if text is None and hexworld.is_link(name):
        name, text = hexworld.GAME, name
    if text is None or not hexworld.is_link(text):
        game = chosen_game(name, options)
        return game.initial() if text is None else game.parse(text)
    if name != hexworld.GAME:
        raise OptionError(f"a HexWorld link shows a position of {hexworld.GAME}, not of {name}")
    position = hexworld.shown_position(text)
    own, size = position.game.size, options.get("size")
    if size not in (None, own):
        raise OptionError(f"--size is {size}, but the board of the HexWorld link is {own}x{own}; remove --size")
    return chosen_game(name, options, size=own).parse(str(position))
