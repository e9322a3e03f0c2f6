"""One game from the opening to its outcome: the clock and the referee."""

from crownbridge.arena.clock import Clock, TimeControl
from crownbridge.arena.referee import Ended, Event, Moved, Observer, Referee, Started, Thinking, play_game

__all__ = ["Clock", "Ended", "Event", "Moved", "Observer", "Referee", "Started", "Thinking", "TimeControl", "play_game"]
