"""Hand-made files with all kinds of errors, and their expected output, read whole or in small pieces.

    python tests/records/test_awkward_files.py

regenerates the expected output; review the difference before committing it.
"""

import io
import random
from pathlib import Path
from typing import Any

import pytest

from crownbridge.records import Node, Problem, ReadGame, format_of, format_of_name, pdn_reader, reading, sgf_reader
from crownbridge.records.reading import Entry
from crownbridge.records.tree import is_plain

FOLDER = Path(__file__).parents[1] / "golden" / "records"
SIGNS = b'[]{}();"\\ \n.:*-x#123450,abcBWXO=tms$!?RFE\r\xff\0%'
NAMED = ("parent", "decision")
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".txt")


def entries(path: Path) -> list[Entry]:
    form = format_of_name(path)
    assert form is not None
    return list(form.read(io.BytesIO(path.read_bytes())))


def described(entry: Entry) -> str:
    """An entry in lines of its own."""
    if isinstance(entry, Problem):
        return f"- PROBLEM {entry}\n"
    record = entry.record
    options = " ".join(f"{name}={value}" for name, value in record.game.options.items())
    lines = [
        f"- line {entry.line}: {record.players[0]} against {record.players[1]}",
        f"  {record.game.name} {options}",
        f"  from {record.start}",
        f"  {' '.join(str(decision.move) for decision in record.decisions)}",
        f"  {record.outcome}",
    ]
    if not is_plain(record.tree):
        lines += [f"  node {index}: {described_node(node)}" for index, node in enumerate(record.tree)]
    lines += [f"  {'FALSE CLAIM' if notice.false_claim else 'notice'} {notice}" for notice in entry.notices]
    return "".join(f"{line}\n" for line in lines)


def described_node(node: Node) -> str:
    parent = "root" if node.move is None else f"{node.move} after {node.parent}"
    fields = node._asdict().items()
    return " ".join([parent, *(f"{name}={value!r}" for name, value in fields if name not in NAMED and value)])


def golden(path: Path) -> Path:
    return path.with_name(f"{path.name}.txt")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_read_as_written_down(path: Path) -> None:
    assert "".join(map(described, entries(path))) == golden(path).read_text()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_a_file_in_pieces_is_read_the_same(path: Path, chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = entries(path)
    monkeypatch.setattr(reading, "CHUNK", chunk)
    assert entries(path) == whole


class Slowly:
    """A reader of runs of moves that never reads any."""

    @staticmethod
    def play(position: Any, text: bytes, at: int) -> tuple[tuple[()], int, Any]:
        while text[at : at + 1].isspace():
            at += 1
        return (), at, position


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_native_reader_of_moves_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = entries(path)
    monkeypatch.setattr(pdn_reader, "_movetext", Slowly)
    monkeypatch.setattr(sgf_reader, "_movetext", Slowly)
    assert entries(path) == fast


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_is_known_by_its_beginning(path: Path) -> None:
    assert format_of(path.read_bytes()) == format_of_name(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_file_that_ends_anywhere_is_read(path: Path) -> None:
    """Games before the cut are read as before, except the one that is cut."""
    form, data = format_of_name(path), path.read_bytes()
    assert form is not None
    whole = entries(path)
    for cut in range(0, len(data), 13):
        part = list(form.read(io.BytesIO(data[:cut])))
        sure = [entry for entry in part[:-2] if isinstance(entry, ReadGame)]
        assert [entry.record for entry in sure] == [e.record for e in whole if isinstance(e, ReadGame)][: len(sure)]


def damaged(data: bytes, choose: random.Random) -> bytes:
    """A part of a file with some bytes lost, copied or put in."""
    begin = choose.randrange(len(data))
    made = bytearray(data[begin : begin + choose.randrange(20, 700)])
    for _ in range(choose.randrange(8)):
        at, other = choose.randrange(len(made) + 1), choose.randrange(len(made) + 1)
        made[at : at + choose.randrange(4)] = choose.choice(
            [b"", made[other : other + 20], bytes([choose.choice(SIGNS)])]
        )
    return bytes(made)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("seed", range(100))
def test_damaged_files_are_read_the_same_in_pieces_and_slowly(
    path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = random.Random(seed)
    form, data = format_of_name(path), damaged(path.read_bytes(), choose)
    assert form is not None
    whole = list(form.read(io.BytesIO(data)))
    with monkeypatch.context() as small:
        small.setattr(reading, "CHUNK", choose.choice([1, 5, 17, 64]))
        assert list(form.read(io.BytesIO(data))) == whole
    monkeypatch.setattr(pdn_reader, "_movetext", Slowly)
    monkeypatch.setattr(sgf_reader, "_movetext", Slowly)
    assert list(form.read(io.BytesIO(data))) == whole


if __name__ == "__main__":
    for file in FILES:
        golden(file).write_text("".join(map(described, entries(file))))
