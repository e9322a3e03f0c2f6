"""Playing one game or a match: clock, referee, adjudication, relay and bot checks."""

from crownbridge.arena.adjudication import Adjudicator, agreed_score, endgame_tables, move_limit
from crownbridge.arena.checkup import Checkup, Finding
from crownbridge.arena.clock import Clock, TimeControl
from crownbridge.arena.fault_messages import who
from crownbridge.arena.match import MatchScore, play_match
from crownbridge.arena.referee import (
    ATTEMPTS,
    Ended,
    Event,
    Moved,
    Observer,
    Output,
    Referee,
    Started,
    Thinking,
    play_game,
    play_until_valid,
)
from crownbridge.arena.relay import Relay, Relayed, RelayEnded

__all__ = [
    "ATTEMPTS",
    "Adjudicator",
    "Checkup",
    "Clock",
    "Ended",
    "Event",
    "Finding",
    "MatchScore",
    "Moved",
    "Observer",
    "Output",
    "Referee",
    "Relay",
    "RelayEnded",
    "Relayed",
    "Started",
    "Thinking",
    "TimeControl",
    "agreed_score",
    "endgame_tables",
    "move_limit",
    "play_game",
    "play_match",
    "play_until_valid",
    "who",
]
