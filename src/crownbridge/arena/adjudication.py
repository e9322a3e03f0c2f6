"""Ends of games that the players need not play out."""

from collections.abc import Callable, Sequence
from typing import Any

from crownbridge.games import Outcome, Position, Side, Termination
from crownbridge.records import Decision

Adjudicator = Callable[[Position[Any], Sequence[Decision]], Outcome | None]
"""Is shown every position that is not over, with the moves so far; an outcome ends the game."""


def move_limit(moves: int) -> Adjudicator:
    """A draw after so many moves of both sides together."""

    def judge(_: Position[Any], decisions: Sequence[Decision]) -> Outcome | None:
        return Outcome(None, Termination.MOVE_LIMIT) if len(decisions) >= moves else None

    return judge


def endgame_tables(value: Callable[[Any], int | None], *, draws_only: bool = False) -> Adjudicator:
    """The result by endgame tables: `value` gives 1, 0 or -1 if it is certain under the rules of the game.

    `draws_only` is for games that something else than their rules may draw, such as a `move_limit`.
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
    """A win for the side that both have held ahead for so many moves each, by that many men or that chance to win."""

    def lead(decision: Decision) -> int:
        """1 where the one who moved holds itself to be winning, -1 where the other, 0 where neither or unknown."""
        if decision.win_chance is not None:
            return (decision.win_chance >= chance) - (decision.win_chance <= 1 - chance)
        score = decision.score or 0
        return (score >= 100 * men) - (score <= -100 * men)

    def judge(position: Position[Any], decisions: Sequence[Decision]) -> Outcome | None:
        last = decisions[-2 * moves :]
        if len(last) < 2 * moves:
            return None
        mover: Side = position.side_to_move.other
        leads = [lead(decision) * (1 if number % 2 else -1) for number, decision in enumerate(last)]  # the last mover's
        if abs(sum(leads)) < 2 * moves:
            return None
        return Outcome(mover if leads[-1] > 0 else mover.other, Termination.ADJUDICATION, "both agree")

    return judge
