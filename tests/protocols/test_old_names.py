"""Old names of public classes, which still work for one release."""

from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("crownbridge.games", "Tally", "RandomGamesResult"),
        ("crownbridge.protocols", "Nonsense", "ProtocolViolation"),
        ("crownbridge.protocols", "Turn", "LastMove"),
    ],
)
def test_an_old_name_is_deprecated(module: str, old: str, new: str) -> None:
    package = import_module(module)
    with pytest.warns(DeprecationWarning, match=f"{module}.{old} is deprecated; use {new}"):
        assert getattr(package, old) is getattr(package, new)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute Unknown"):
        _ = import_module("crownbridge.games").Unknown
