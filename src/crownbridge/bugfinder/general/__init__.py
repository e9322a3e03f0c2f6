"""Probes of bots of any game."""

from collections.abc import Callable, Sequence

from crownbridge.bugfinder.general.randomness import Randomness
from crownbridge.bugfinder.general.state import State
from crownbridge.bugfinder.general.times import Times
from crownbridge.bugfinder.probe import Probe

PROBES: Sequence[Callable[[], Probe]] = (State, Times, Randomness)
