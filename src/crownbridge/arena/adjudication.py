"""Adjudicators, which end a game before the rules do."""

from collections.abc import Callable, Sequence
from typing import Any

from crownbridge.games import Outcome, Position, Side, Termination
from crownbridge.records import Decision

Adjudicator = Callable[[Position[Any], Sequence[Decision]], Outcome | None]
"""Called with each position that is not over and the moves so far; a returned outcome ends the game."""


def move_limit(moves: int) -> Adjudicator:
    """Return an adjudicator that declares a draw after `moves` moves of both sides together."""

    def judge(_: Position[Any], decisions: Sequence[Decision]) -> Outcome | None:
        return Outcome(None, Termination.MOVE_LIMIT) if len(decisions) >= moves else None

    return judge


def endgame_tables(value: Callable[[Any], int | None], *, draws_only: bool = False) -> Adjudicator:
    """Return an adjudicator that looks up the result in endgame tables.

    `value` returns 1, 0 or -1 for the side to move if the result is certain under the rules of the game, else None.
    Set `draws_only` if a game can be drawn by something other than its rules, such as a `move_limit`.
    """

    def judge(position: Position[Any], _: Sequence[Decision]) -> Outcome | None:
        result = value(position)
        if result is None or (result and draws_only):
            return None
        side: Side = position.side_to_move
        winner = None if result == 0 else side if result > 0 else side.other
        return Outcome(winner, Termination.ADJUDICATION, "by the endgame tables")

    return judge


def agreed_score(men: float, chance: float, moves: int) -> Adjudicator:
    """Return an adjudicator that ends a game once both players agree on the winner for `moves` moves each.

    The winner leads by at least `men` men, or by the win chance `chance` if a player reports a chance.
    """

    def lead(decision: Decision) -> int:
        """Return 1 if the mover considers itself to be winning, -1 if it considers itself to be losing, else 0."""
        if decision.win_chance is not None:
            return (decision.win_chance >= chance) - (decision.win_chance <= 1 - chance)
        score = decision.score or 0
        return (score >= 100 * men) - (score <= -100 * men)

    def judge(position: Position[Any], decisions: Sequence[Decision]) -> Outcome | None:
        last = decisions[-2 * moves :]
        if len(last) < 2 * moves:
            return None
        mover: Side = position.side_to_move.other
        leads = [
            lead(decision) * (1 if number % 2 else -1) for number, decision in enumerate(last)
        ]  # of the last mover
        if abs(sum(leads)) < 2 * moves:
            return None
        return Outcome(mover if leads[-1] > 0 else mover.other, Termination.ADJUDICATION, "both agree")

    return judge
