"""The probes of checkers bots."""

from collections.abc import Callable, Sequence

from crownbridge.bugfinder.checkers.advance import Advance
from crownbridge.bugfinder.checkers.captures import Rules, Traits
from crownbridge.bugfinder.checkers.colours import Colours
from crownbridge.bugfinder.checkers.counter import DrawCounter
from crownbridge.bugfinder.checkers.endings import Endings
from crownbridge.bugfinder.checkers.evaluation import EvaluationSign
from crownbridge.bugfinder.checkers.hypotheses import Hypotheses
from crownbridge.bugfinder.checkers.misses import Misses
from crownbridge.bugfinder.checkers.more_time import MoreTime
from crownbridge.bugfinder.checkers.preferences import Preferences
from crownbridge.bugfinder.checkers.shallow import Shallow
from crownbridge.bugfinder.checkers.slow import Slow
from crownbridge.bugfinder.checkers.tactics import Tactics
from crownbridge.bugfinder.checkers.valuation import Valuation
from crownbridge.bugfinder.checkers.values import Values
from crownbridge.bugfinder.probe import Probe

PROBES: Sequence[Callable[[], Probe]] = (
    Tactics,
    Slow,
    EvaluationSign,
    Hypotheses,
    Shallow,
    Values,
    Rules,
    Traits,
    Colours,
    Preferences,
    Advance,
    Endings,
    DrawCounter,
    Misses,
    MoreTime,
    Valuation,
)
