"""What `import crownbridge` offers."""

import subprocess
import sys

import pytest

import crownbridge
from crownbridge.errors import OptionError, UnknownGameError


def test_an_engine_in_one_call() -> None:
    position = crownbridge.Hex(4).initial()
    move = crownbridge.engine("hex", level=3, seed=1).play(position, crownbridge.Limit(nodes=10))
    assert move in position.legal_moves()
    assert crownbridge.load("checkers") == crownbridge.Checkers()
    assert not crownbridge.StopFlag().is_set


@pytest.mark.parametrize("name", crownbridge.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(crownbridge, name).__doc__


def test_what_there_is_not() -> None:
    with pytest.raises(UnknownGameError, match="there is no game called 'go'"):
        crownbridge.engine("go")
    with pytest.raises(OptionError, match="the option level is 11; expected a whole number from 1 to 10"):
        crownbridge.engine("hex", level=11)
    with pytest.raises(AttributeError, match="no attribute 'Go'"):
        crownbridge.Go  # noqa: B018 (asks for it)


def test_importing_it_loads_nothing_else() -> None:
    program = "import crownbridge, sys; print(*(name for name in sys.modules if name.startswith('crownbridge.')))"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == ""
