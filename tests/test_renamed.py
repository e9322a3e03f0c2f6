"""Old names of public classes still work, with a warning."""

import pytest

import crownbridge.arena
import crownbridge.errors
import crownbridge.store
from crownbridge.store.rows import AgentTotals


def test_an_old_name_resolves_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"crownbridge\.arena\.Silence is deprecated; use RelayEnded"):
        assert crownbridge.arena.Silence is crownbridge.arena.RelayEnded
    with pytest.warns(DeprecationWarning, match=r"crownbridge\.store\.Standing is deprecated; use AgentTotals"):
        assert crownbridge.store.Standing is AgentTotals
    with pytest.warns(DeprecationWarning, match=r"crownbridge\.errors\.RoomError is deprecated; use ConflictError"):
        assert crownbridge.errors.RoomError is crownbridge.errors.ConflictError


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module crownbridge\.arena has no attribute Nothing"):
        _ = crownbridge.arena.Nothing
    with pytest.raises(AttributeError, match=r"module crownbridge\.store has no attribute Nothing"):
        _ = crownbridge.store.Nothing
