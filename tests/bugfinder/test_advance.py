"""The advance of men."""

import random
import time
from typing import Any

import pytest

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers import advance
from crownbridge.bugfinder.checkers.advance import Advance
from crownbridge.bugfinder.checkers.squares import CENTRE, distance, men_and_kings, moves_king, row_of
from crownbridge.bugfinder.finding import Finding
from crownbridge.games import load
from crownbridge.games.checkers import Side
from crownbridge.players import Player, TimeLimit
from crownbridge.protocols import LastMove
from crownbridge.records import Decision

BACK = ["It keeps its men back."]


class Placing(Player):
    """Looks one ply ahead, and values the rows of men, pieces in the centre, and kings near the enemy."""

    name = "placing"

    def __init__(
        self,
        row: float = 0.0,
        centre: float = 0.0,
        chase: float = 0.0,
        *,
        noise: float = 0.0,
        kings_first: bool = False,
    ) -> None:
        self._row, self._centre, self._chase = row, centre, chase
        self._noise, self._kings_first = noise, kings_first

    def choose(self, position: Any, last: LastMove | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (a Player)
        """Return the move after which the pieces stand best; the first of equal ones."""
        moves = position.legal_moves()
        if self._kings_first:
            moves.sort(key=lambda move: not moves_king(position, move))
        return Decision(max(moves, key=lambda move: self._value(position, move)), 0.01)

    def _value(self, position: Any, move: Any) -> float:
        side, after = position.side_to_move, position.play(move)
        men, kings = men_and_kings(after, side)
        enemies = [square for pieces in men_and_kings(after, Side(1 - side)) for square in pieces]
        near = sum(min(distance(king, enemy) for enemy in enemies) for king in kings) if enemies else 0
        rows = sum(row_of(square, side) for square in men)
        noise = random.Random(f"{position.key} {move}").gauss(0, self._noise)
        return self._row * rows + self._centre * len(CENTRE.intersection((*men, *kings))) - self._chase * near + noise


@pytest.mark.parametrize(
    ("player", "symptoms"),
    [
        (Placing(row=-2, centre=2, noise=1), BACK),
        (Placing(centre=2, noise=1), []),
        (Placing(row=1, centre=1.5), []),
        (Placing(), []),
        (Placing(kings_first=True), []),
        (Placing(chase=1), []),
        (Placing(row=0.5, chase=1, noise=0.5), []),
    ],
)
def test_a_negative_value_of_rows_is_found(
    player: Placing, symptoms: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advance, "look_ahead", lambda _results: 2)
    bot = Bot(load("checkers"), lambda: player, 1.0, deadline=time.monotonic() + 60)
    bot.end = bot.deadline
    findings = [result for result in Advance().examine(bot, random.Random(1)) if isinstance(result, Finding)]
    assert [finding.symptom for finding in findings] == symptoms
    assert all(finding.examples for finding in findings)
