"""The probes of hex bots."""

from collections.abc import Callable, Sequence

from crownbridge.bugfinder.hex.aim import Aim
from crownbridge.bugfinder.hex.bridges import Bridges
from crownbridge.bugfinder.hex.first_stone import FirstStone
from crownbridge.bugfinder.hex.games import Games
from crownbridge.bugfinder.hex.in_game import InGame
from crownbridge.bugfinder.hex.nearby import Nearby
from crownbridge.bugfinder.hex.nearly_full import NearlyFull
from crownbridge.bugfinder.hex.open_plans import OpenPlans
from crownbridge.bugfinder.hex.opening import Opening
from crownbridge.bugfinder.hex.plans import Plans
from crownbridge.bugfinder.hex.second_game import SecondGame
from crownbridge.bugfinder.hex.sight import Sight
from crownbridge.bugfinder.hex.swapping import Swapping
from crownbridge.bugfinder.hex.turning import Turning
from crownbridge.bugfinder.probe import Probe

PROBES: Sequence[Callable[[], Probe]] = (
    Sight,
    Plans,
    OpenPlans,
    NearlyFull,
    Opening,
    Bridges,
    Aim,
    Nearby,
    Swapping,
    FirstStone,
    SecondGame,
    InGame,
    Games,
    Turning,
)
