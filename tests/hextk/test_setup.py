"""The command line that hextk passes to hexmon."""

from pathlib import Path

import pytest

from crownbridge.errors import OptionError
from crownbridge.games.hex import Side
from crownbridge.hextk.setup import HUMAN, Seat, Setup


def test_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("libfoo.so").touch()
    program, *arguments = Setup(7, Seat.parse("libfoo.so:a:b"), Seat.parse("human:ignored"), 500).command()
    assert Path(program).name == "hexmon"
    assert arguments == ["-t", "500", "7", f"{tmp_path}/libfoo.so:a:b", "human"]
    assert Setup(7).command()[1:] == ["7", "human", "human"]


def test_seats() -> None:
    seat = Seat.parse("./ai/libfoo.so:depth=3")
    assert (seat.path, seat.option, seat.name, seat.is_human) == ("./ai/libfoo.so", "depth=3", "libfoo.so", False)
    assert Seat.parse("human") == HUMAN
    assert Setup(red=seat).humans == {Side.BLUE}
    assert Setup().humans == set(Side)


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (Setup(0), "expected a whole number from 1 to 26"),
        (Setup(27), "expected a whole number from 1 to 26"),
        (Setup(red=Seat("libnone.so")), "shared object 'libnone.so' not found; choose a libNAME.so"),
        (Setup(blue=Seat("a:b.so")), "'a:b.so' contains a colon"),
        (Setup(milliseconds=0), "the time for a move is 0 ms; expected at least 1"),
    ],
)
def test_what_cannot_be_used(setup: Setup, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        setup.command()
