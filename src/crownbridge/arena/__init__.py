"""One game from the opening to its outcome: the clock, the referee, the match."""

from crownbridge.arena.adjudication import Adjudicator, agreed_score, endgame_tables, move_limit
from crownbridge.arena.checkup import Checkup, Finding
from crownbridge.arena.clock import Clock, TimeControl
from crownbridge.arena.fault_messages import who
from crownbridge.arena.match import Score, play_match
from crownbridge.arena.referee import Ended, Event, Moved, Observer, Output, Referee, Started, Thinking, play_game
from crownbridge.arena.relay import Relay, Relayed, Silence

__all__ = [
    "Adjudicator",
    "Checkup",
    "Clock",
    "Ended",
    "Event",
    "Finding",
    "Moved",
    "Observer",
    "Output",
    "Referee",
    "Relay",
    "Relayed",
    "Score",
    "Silence",
    "Started",
    "Thinking",
    "TimeControl",
    "agreed_score",
    "endgame_tables",
    "move_limit",
    "play_game",
    "play_match",
    "who",
]
