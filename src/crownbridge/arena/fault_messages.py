"""Messages for players' faults: who, what, in which move, and what to do about it."""

import re
from typing import NamedTuple

from crownbridge.arena.clock import TimeControl
from crownbridge.games import Side, Termination
from crownbridge.players import FaultError, TimeLimit
from crownbridge.players.short_name import short_name

_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_TEENS = range(11, 14)


class Moment(NamedTuple):
    """When in a game a fault happened."""

    limit: TimeLimit
    ply: int = 0
    """Number of the move that was not made, counted over both sides; 0 before the game."""
    number: int = 0
    """Number of the same move among the player's own moves."""


def who(name: str, side: Side, opponent: str = "") -> str:
    """Return the name for messages: `bot.py (red)`, or with its folder if the opponent has the same file name."""
    short = short_name(name)
    if name != opponent and short == short_name(opponent):
        with_folder = re.search(rf"[^\s/:'\"]+/{re.escape(short)}", name)
        short = with_folder[0] if with_folder else short
    return f"{short} ({side})"


def describe(player: str, fault: FaultError, moment: Moment, control: TimeControl) -> str:
    """Return the sentence that describes a fault; `player` is a name from `who`."""
    sentence = f"{player} {fault.reason}"
    if moment.ply:
        sentence += f" in its {ordinal(moment.number)} move (ply {moment.ply})"
    parts = [fault.hint] if fault.hint else []
    if fault.termination is Termination.TIMEOUT and fault.turn is not None:
        answered = fault.turn.move is not None
        used = f"it {'used' if answered else 'had not answered after'} {fault.turn.seconds:.2f} s"
        if fault.turn.memory:  # its processor time was measured as well
            used += f", of which {fault.turn.cpu_seconds:.2f} s were processor time"
        parts.insert(0, f"{used}; {_allowed(moment.limit, control)}")
        if fault.turn.waited:
            waited = f"the {fault.turn.waited:.2f} s for which other programs kept it from the processors"
            parts.insert(1, f"{waited} were added")
    if fault.excuse:
        parts.append(fault.excuse)
    return f"{sentence}: {'; '.join(parts)}" if parts else sentence


def not_to_blame(player: str, fault: FaultError) -> str:
    """Return why a game is void: the player failed because of the machine."""
    return f"void, and not the fault of {player}: {fault}; {fault.excuse}"


def ordinal(number: int) -> str:
    """Return `1st`, `2nd`, `11th`."""
    last = 0 if number % 100 in _TEENS else number % 10
    return f"{number}{_ORDINALS.get(last, 'th')}"


def _allowed(limit: TimeLimit, control: TimeControl) -> str:
    """Return the description of the time limit and the option that changes it."""
    for_game = limit.clock is not None and limit.clock <= limit.seconds
    if for_game:
        allowed = f"{limit.seconds:.2f} s were left of its {control.per_game:g} s for the game"
    else:
        allowed = f"the limit is {limit.seconds:g} s a move"
    margin, startup = min(control.margin, limit.allowance), limit.allowance - control.margin
    tolerated = [f"{margin:.3g} s margin"] if margin > 0 else []
    if startup > control.margin:
        tolerated.append(f"{startup:.3g} s more to start")
    if tolerated:
        allowed += f", with {' and '.join(tolerated)}"
    option = control.options[for_game]
    return allowed + (f" (change it with {option})" if option else "")
