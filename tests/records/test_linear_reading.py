"""Reading takes time and memory in proportion to what is read, also where a text is made to be expensive."""

import io
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from tests.adversarial import CONFIGURATIONS, FAMILIES, Family

from crownbridge.engines.checkers import parse as parse_agent
from crownbridge.errors import InputError
from crownbridge.games import Checkers, Hex
from crownbridge.protocols.hexai import parse_move_line, parse_stop
from crownbridge.protocols.kth import parse_message
from crownbridge.records import format_of, format_of_name
from crownbridge.records.formats import HEAD
from crownbridge.tournaments import config_file, opening_file

SMALL, LARGE = 1 << 14, 1 << 16
Read = Callable[[bytes], object]


def cases(texts: dict[str, dict[str, Family]]) -> list[object]:
    return [
        pytest.param(form, family, id=f"{form} {name}")
        for form, named in texts.items()
        for name, family in named.items()
    ]


def seconds(read: Read, text: bytes) -> float:
    """Processor time of one reading."""
    begin = time.process_time()
    with suppress(InputError):
        read(text)
    return time.process_time() - begin


def assert_linear(read: Read, family: Family) -> None:
    """Four times as much takes less than ten times as long; a quadratic reader takes sixteen times."""
    small = seconds(read, family(SMALL))
    assert small < 2
    assert seconds(read, family(LARGE)) < 10 * max(small, 0.1)


def assert_small(read: Read, family: Family) -> None:
    """A text of 8 kB needs less than 8 MiB."""
    text = family(1 << 13)
    tracemalloc.start()
    try:
        with suppress(InputError):
            read(text)
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()


def reader(ending: str) -> Read:
    """Read games one after another, as everybody does who may be given many of them."""
    form = format_of_name(Path(f"games{ending}"))
    assert form is not None

    def read(text: bytes) -> None:
        for _ in form.read(io.BytesIO(text)):
            pass

    return read


def configuration_reader(form: str, folder: Path) -> Read:
    """Read what describes a tournament, or a part of it."""
    openings = folder / "openings.txt"

    def read_openings(text: bytes) -> None:
        openings.write_bytes(text)
        for game in (Checkers(), Hex(11)):
            with suppress(InputError):
                opening_file.read(openings, game)

    readers: dict[str, Read] = {
        ".toml": lambda text: config_file.parse(text.decode(), folder=folder, toml=True),
        ".json": lambda text: config_file.parse(text.decode(), folder=folder),
        "agent": lambda text: parse_agent(text.decode()),
        "openings": read_openings,
    }
    return readers[form]


def test_there_are_ten_families_for_every_form() -> None:
    assert all(len(named) >= 10 for named in (*FAMILIES.values(), *CONFIGURATIONS.values()))


@pytest.mark.parametrize(("ending", "family"), cases(FAMILIES))
def test_records_are_read_in_linear_time(ending: str, family: Family) -> None:
    assert_linear(reader(ending), family)


@pytest.mark.parametrize(("ending", "family"), cases(FAMILIES))
def test_records_are_read_in_bounded_memory(ending: str, family: Family) -> None:
    assert_small(reader(ending), family)


@pytest.mark.parametrize(("ending", "family"), cases(FAMILIES))
def test_the_form_of_a_file_is_known_in_linear_time(ending: str, family: Family) -> None:  # noqa: ARG001 (names the case)
    assert seconds(format_of, family(HEAD)[:HEAD]) < 1


@pytest.mark.parametrize(("form", "family"), cases(CONFIGURATIONS))
def test_configurations_are_read_in_linear_time(form: str, family: Family, tmp_path: Path) -> None:
    assert_linear(configuration_reader(form, tmp_path), family)


@pytest.mark.parametrize(("form", "family"), cases(CONFIGURATIONS))
def test_configurations_are_read_in_bounded_memory(form: str, family: Family, tmp_path: Path) -> None:
    assert_small(configuration_reader(form, tmp_path), family)


@pytest.mark.parametrize("parse", [parse_move_line, parse_stop, parse_message])
@pytest.mark.parametrize("line", [b"Xa1", b"Xa1 #", b"X.", b"." * 32])
def test_a_line_of_a_program_is_parsed_in_linear_time(parse: Read, line: bytes) -> None:
    assert seconds(parse, line + b" " * (1 << 17) + b"x") < 1


class Pipe(io.RawIOBase):
    """Gives a few bytes at a time, as a pipe may."""

    def __init__(self, text: bytes) -> None:
        self._text = io.BytesIO(text)

    def read1(self, _: int) -> bytes:
        return self._text.read(1 << 10)


def test_a_long_game_from_a_pipe_is_read_in_linear_time() -> None:
    form = format_of_name(Path("games.pdn"))
    assert form is not None
    read: Read = lambda text: list(form.read(Pipe(text)))  # type: ignore[arg-type]  # noqa: E731 (has what is needed)
    assert_linear(read, lambda size: b'[White "a"]\n{' + b"a" * (8 * size) + b"} *\n")


def test_no_file_is_read_beyond_its_limit(tmp_path: Path) -> None:
    for name in ("cup.toml", "cup.json"):
        with pytest.raises(InputError, match="too large; expected at most 1,048,576 bytes"):
            config_file.load(_endless(tmp_path / name))
    with pytest.raises(InputError, match="too large; expected at most 67,108,864 bytes"):
        opening_file.read(_endless(tmp_path / "openings.txt"), Checkers())


def _endless(path: Path) -> Path:
    path.symlink_to("/dev/zero")
    return path
