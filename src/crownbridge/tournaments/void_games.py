"""Void games that were played again: the game that counts mentions them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from crownbridge.records import GameRecord
from crownbridge.store import StoredGame

_START = "played again after "


class VoidGame(NamedTuple):
    """A game that did not count because the machine failed."""

    agent: str
    """The agent that could not play."""
    reason: str


def after_voids(record: GameRecord, voids: Sequence[VoidGame]) -> GameRecord:
    """Return a record whose outcome begins with the number and the reasons of the void games before."""
    if not voids:
        return record
    counts = Counter(void.agent for void in voids)
    games = " and ".join(f"{number} void {_games(number)} of {agent}" for agent, number in counts.items())
    reasons = "; ".join(dict.fromkeys(void.reason for void in voids))
    detail = "; ".join(filter(None, (f"{_START}{games} ({reasons})", record.outcome.detail)))
    return replace(record, outcome=replace(record.outcome, detail=detail))


def void_games(game: StoredGame) -> dict[str, int]:
    """Return the number of void games before a game by agent."""
    agent = "|".join(map(re.escape, game.agents))
    one = rf"(\d+) void games? of ({agent})"
    match = re.match(rf"{_START}{one}(?: and {one})? \(", game.detail)
    numbers = match.groups("0") if match else ()
    return {agent: int(number) for number, agent in zip(numbers[::2], numbers[1::2], strict=True) if int(number)}


def _games(number: int) -> str:
    return "game" if number == 1 else "games"
