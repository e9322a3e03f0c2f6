"""Endgame tables against a slow and obvious solver in Python, and against damage."""

import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from crownbridge.engines.checkers import tables as tables_module
from crownbridge.engines.checkers.tables import (
    TableFile,
    Tables,
    TableValue,
    build,
    packaged_folder,
    table_files,
    user_folder,
)
from crownbridge.errors import FileError, OptionError, PositionError, TableError
from crownbridge.games.checkers import Checkers, Position
from crownbridge.games.checkers.reference import ReferencePosition

GAME = Checkers()
COUNTER = 50


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables.open(packaged_folder())


def boards(letters: str) -> Iterator[str]:
    """Every way to place the pieces, as 32 characters; men never stand on their crowning row."""

    def place(rest: str, board: tuple[str, ...]) -> Iterator[str]:
        if not rest:
            yield "".join(board)
            return
        letter = rest[0]
        count = rest.count(letter)
        allowed = range(28) if letter == "r" else range(4, 32) if letter == "w" else range(32)
        for squares in combinations([square for square in allowed if board[square] == "."], count):
            placed = list(board)
            for square in squares:
                placed[square] = letter
            yield from place(rest[count:], tuple(placed))

    yield from place("".join(sorted(letters)), tuple("." * 32))


@cache
def successors(board: str, turn: str) -> tuple[bool, tuple[tuple[str, str], ...]]:
    """Whether they are captures, and what the moves of the reference lead to."""
    position = ReferencePosition.from_squares(board, turn, counter=COUNTER)
    after = [position.play(path) for path in position.legal_paths()]
    captures = any(len(then.pieces) < len(position.pieces) for then in after)
    return captures, tuple((then.squares(), then.turn) for then in after)


def solve(*materials: str) -> dict[tuple[str, str], TableValue]:
    """The values of a closed set of materials: sweeps over all positions until nothing changes."""
    positions = [(board, turn) for material in materials for board in boards(material) for turn in "rw"]
    values: dict[tuple[str, str], TableValue] = {}

    def known(position: tuple[str, str]) -> TableValue | None:
        board, turn = position
        alone = not any(letter.lower() == turn for letter in board if letter != ".")
        return TableValue(-1, 1) if alone else values.get(position)

    def value(position: tuple[str, str], level: int) -> TableValue | None:
        captures, after = successors(*position)
        if not after:
            return TableValue(-1, 1)
        replies = [known(then) for then in after]
        needs = [
            then and (1 if then.need <= COUNTER else 51) if captures else then and then.need + 1 for then in replies
        ]
        wins = [need for need, then in zip(needs, replies, strict=True) if need and then and then.result < 0]
        if wins:
            return TableValue(1, min(wins)) if min(wins) <= level else None
        if all(then and then.result > 0 for then in replies):
            return TableValue(-1, max(need for need in needs if need))
        return None

    level = 1
    while level < 70:  # above every need of what is solved here
        for position in positions:
            if position not in values and (table_value := value(position, level)) and table_value.need <= level:
                values[position] = table_value
        level += 1
    return {position: values.get(position, TableValue(0, 0)) for position in positions}


def test_two_pieces_are_those_of_a_slow_solver(tables: Tables) -> None:
    values = solve("rw", "rW", "Rw", "RW")
    for (board, turn), value in values.items():
        assert tables.probe(GAME.parse(f"{board} {turn}")) == value, (board, turn)
    assert len(values) == 2 * (760 + 2 * 28 * 31 + 32 * 31)
    assert sum(file.won + file.drawn + file.lost for file in tables.files[:1]) * 2 == len(values)


def agrees(tables: Tables, position: Position) -> bool:
    """Whether a value is what the successors say it must be."""
    value = tables.probe(position)
    moves = position.legal_moves()
    if not moves:
        return value == TableValue(-1, 1)
    after = [tables.probe(position.play(move)) for move in moves]
    if moves[0].is_capture:
        after = [TableValue(then.result, 0 if then.need <= COUNTER else COUNTER) for then in after]
    best = min(then.result for then in after)
    needs = [then.need + 1 for then in after if then.result == best]
    if best == 0:
        return value == TableValue(0, 0)
    return value == TableValue(-best, min(needs) if best < 0 else max(needs))


def placed(pieces: int, rng: random.Random) -> Position:
    """A random position; red moves down and its men stand above the last row, white's below the first."""
    board = ["."] * 32
    for number, square in enumerate(rng.sample(range(4, 28), pieces)):
        board[square] = rng.choice("rR" if number == 0 else "wW" if number == 1 else "rRwW")
    return GAME.parse(f"{''.join(board)} {rng.choice('rw')}")


def test_all_values_of_three_pieces_agree_with_their_successors(tables: Tables) -> None:
    """Needs fall by one along the best line, so that together with two pieces this proves every value."""
    checked = 0
    for material in ("rrw", "rrW", "rRw", "rRW", "RRw", "RRW"):
        for board in boards(material):
            for turn in "rw":
                position = GAME.parse(f"{board} {turn}")
                assert agrees(tables, position), position
                checked += 1
    assert checked == 196_032


def test_values_of_four_pieces_agree_with_their_successors(tables: Tables) -> None:
    rng = random.Random(4)
    for _ in range(20_000):
        position = placed(4, rng)
        assert agrees(tables, position), position


def test_rounded_needs_of_five_pieces_agree_with_their_successors(tables: Tables) -> None:
    rng = random.Random(5)
    rounded = 0
    for _ in range(5_000):
        position = placed(5, rng)
        value = tables.probe(position)
        moves = position.legal_moves()
        assert 0 <= value.rounding <= 10
        if not moves or moves[0].is_capture:
            assert value.rounding == 0
            continue
        after = [tables.probe(position.play(move)) for move in moves]
        best = min(then.result for then in after)
        assert value.result == -best, position
        if best == 0 or value.need > COUNTER:
            continue
        kept = [then for then in after if then.result == best]
        choose = min if best < 0 else max
        assert value.min_need <= choose(then.need for then in kept) + 1, position
        assert value.need >= choose(then.min_need for then in kept) + 1, position
        rounded += value.rounding > 0
    assert rounded > 1_000


def test_a_rounded_need_leaves_some_counters_open(tables: Tables) -> None:
    position = "...W............r....R.wR....... r"  # needs 34
    value = tables.probe(GAME.parse(position))
    assert value.result == 1
    assert value.min_need <= 34 <= value.need <= COUNTER
    assert value.rounding > 0
    counters = (value.need, value.need - 1, value.min_need - 1)
    assert [value.under_counter(counter) for counter in counters] == [1, None, 0]
    for counter, certain in ((COUNTER, 1), (value.need, 1), (34, None), (value.min_need - 1, 0)):
        assert tables.certain(GAME.parse(f"{position} {counter}")) == certain


def test_tables_with_fewer_pieces_are_copied_from_the_package(tmp_path: Path) -> None:
    def give_up(pieces: int, _step: str, _fraction: float) -> None:
        assert pieces == 5
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(5, tmp_path / "new", report=give_up)
    assert sorted(path.name for path in (tmp_path / "new").glob("*.table*")) == [
        *(f"checkers-{pieces}.table" for pieces in (2, 3, 4)),
        "checkers-5.table.parts",
    ]
    copied = (tmp_path / "new" / "checkers-4.table").read_bytes()
    assert copied == (packaged_folder() / "checkers-4.table").read_bytes()


def test_the_counter_decides_as_the_need_says(tables: Tables) -> None:
    """Perfect play on both sides, refereed by the rules themselves."""
    rng = random.Random(1)
    played = 0
    while played < 60:
        position = placed(3, rng)
        value = tables.probe(position)
        if value.result == 0 or not 2 <= value.need <= COUNTER:
            continue
        played += 1
        for counter in (value.need, value.need - 1):
            game = GAME.parse(f"{position.squares} {'rw'[position.side_index]} {counter}")
            while game.outcome() is None:
                game = min((game.play(move) for move in game.legal_moves()), key=lambda then: rank(tables, then))
            outcome = game.outcome()
            assert outcome is not None
            winner = None if outcome.winner is None else (1 if outcome.winner is position.side_to_move else -1)
            assert (winner or 0) == value.under_counter(counter), (position, counter)


def rank(tables: Tables, then: Position) -> tuple[int, int]:
    """How good a position is for the side to move there, under its counter."""
    if then.outcome() is not None:
        return (0 if then.counter == 0 else -1), 0
    value = tables.probe(then)
    result = value.under_counter(then.counter)
    assert result is not None
    return result, -value.need * value.result


def test_a_need_beyond_the_counter_is_a_draw_under_it() -> None:
    assert TableValue(1, 62).under_counter(50) == 0
    assert TableValue(-1, 50).under_counter(50) == -1
    assert TableValue(0, 0).under_counter(50) == 0


def test_known_endings(tables: Tables) -> None:
    for corner in ("W:WK29:BK22,K23", "W:WK1:BK10,K18", "W:WK32:BK9,K10"):
        assert tables.probe(GAME.parse(corner)).result == -1
    assert tables.probe(GAME.parse("B:WK32:BK1")) == TableValue(0, 0)
    # Source: https://damforum.nl/bb3/viewtopic.php?t=2603, a report of king against king by E. Trice.
    assert tables.files[0].slices[0] == ("0m1k-0m1k", 230, 654, 108)


def test_what_is_certain_under_the_rules_of_a_game(tables: Tables) -> None:
    won = "B:WK1:BK10,K11,K15"
    assert tables.certain(Checkers().parse(won)) == 1
    assert tables.certain(Checkers(counter=0).parse(won)) == 1
    assert tables.certain(Checkers(repetition=3).parse(won)) is None
    assert tables.certain(Checkers(move_limit=200).parse(won)) is None
    assert tables.certain(Checkers(repetition=3).parse("W:WK5:BK1")) == 0
    assert tables.certain(Checkers().initial()) is None
    assert tables.certain(Checkers().parse("W:WK5:BK1")) == 0
    board = str(Checkers().parse(won)).split()[0]
    assert tables.certain(Checkers().parse(f"{board} r 1")) == 0


@pytest.mark.parametrize(
    "game", [Checkers(counter=counter, men_progress=progress) for counter in (3, 4) for progress in (False, True)]
)
def test_what_is_certain_agrees_with_exhaustive_search_under_other_counters(tables: Tables, game: Checkers) -> None:
    """Captures and moves of men set the counter to another number than the needs in the tables refer to."""

    @cache
    def value(position: Position) -> int:
        if (outcome := position.outcome()) is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner == position.side_to_move else -1
        return max(-value(position.play(move)) for move in position.legal_moves())

    rng, certain = random.Random(game.counter), 0
    for _ in range(60):
        position = game.parse(f"{str(placed(3, rng)).split()[0]} r {rng.randint(1, game.counter)}")
        known = tables.certain(position) if position.outcome() is None else None
        assert known in (None, value(position)), position
        certain += known is not None
    assert certain > 0


def test_a_longer_counter_does_not_make_a_draw_of_what_only_the_kth_counter_draws(tables: Tables) -> None:
    long_win = "......................wRw.W..... r"
    assert tables.certain(Checkers().parse(long_win)) == 0
    assert tables.certain(Checkers(counter=80).parse(long_win)) is None
    assert tables.certain(Checkers(men_progress=True).parse(long_win)) is None
    assert tables.certain(Checkers(counter=80, men_progress=True).parse("B:WK1:BK10,K11,K15")) == 1


def test_the_limits_are_those_of_the_documentation() -> None:
    assert (tables_module.MIN_PIECES, tables_module.MAX_PIECES) == (2, 7)
    assert (tables_module.MAX_PIECES_WITH_NEED, tables_module.COUNTER, tables_module.NEED_STEP) == (4, COUNTER, 10)


def test_too_many_pieces(tables: Tables) -> None:
    assert tables.pieces == 5
    with pytest.raises(PositionError, match=r"24 pieces on the board, but endgame tables only for up to 5$"):
        tables.probe(GAME.initial())
    with pytest.raises(PositionError, match=r"6 pieces.*up to 5; .*crownbridge tables build --pieces 6 --folder "):
        tables.probe(GAME.parse("B:WK1,K2,K3:BK10,K18,K19"))
    with pytest.raises(PositionError, match=r"up to 5; .* hours and 10 GB of memory.*tables build --pieces 7 "):
        tables.probe(GAME.parse("B:WK1,K2,K3,K4:BK10,K18,K19"))


def test_a_damaged_file_is_refused_and_built_anew(tmp_path: Path) -> None:
    for pieces in (2, 3):
        shutil.copy(packaged_folder() / f"checkers-{pieces}.table", tmp_path)
    damaged = tmp_path / "checkers-3.table"
    sound = damaged.read_bytes()
    for content in (sound[:-1], sound[:1000], b"", sound[:5000] + bytes([sound[5000] ^ 1]) + sound[5001:], b"x" * 5000):
        damaged.write_bytes(content)
        with pytest.raises(TableError, match=r"checkers-3\.table .*tables build --pieces 3"):
            Tables.open(tmp_path)
    damaged.write_bytes(sound[:8] + b"\x09" + sound[9:])
    with pytest.raises(TableError, match="format 9"):
        Tables.open(tmp_path)
    build(3, tmp_path)
    assert damaged.read_bytes() == sound


def test_a_table_under_the_wrong_name_is_refused_and_built_anew(tmp_path: Path) -> None:
    for name in ("checkers-2.table", "checkers-3.table"):
        shutil.copy(packaged_folder() / "checkers-2.table", tmp_path / name)
    refused = r"checkers-3\.table is a table for 2 pieces; .*tables build --pieces 3"
    with pytest.raises(TableError, match=refused):
        Tables.open(tmp_path)
    with pytest.raises(TableError, match=refused):
        TableFile(str(tmp_path / "checkers-3.table"))
    build(3, tmp_path)
    assert Tables.open(tmp_path).pieces == 3


def test_a_part_under_the_name_of_the_table_is_refused_and_built_anew(tmp_path: Path) -> None:
    def give_up(_pieces: int, step: str, _fraction: float) -> None:
        if step == "1m0k-1m0k":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(2, tmp_path, report=give_up)
    shutil.copy(tmp_path / "checkers-2.table.parts" / "0m1k-0m1k.table", tmp_path / "checkers-2.table")
    with pytest.raises(TableError, match=r"checkers-2\.table is an incomplete table"):
        Tables.open(tmp_path)
    build(2, tmp_path)
    assert (tmp_path / "checkers-2.table").read_bytes() == (packaged_folder() / "checkers-2.table").read_bytes()


def test_an_interrupted_build_goes_on(tmp_path: Path) -> None:
    def give_up(pieces: int, step: str, _fraction: float) -> None:
        if (pieces, step) == (3, "1m1k-1m0k"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(3, tmp_path, report=give_up)
    kept = {path.stem for path in (tmp_path / "checkers-3.table.parts").iterdir()}
    assert kept == {"0m2k-0m1k", "1m0k-0m2k", "1m1k-0m1k"}
    assert Tables.open(tmp_path).pieces == 2
    steps: set[str] = set()
    build(3, tmp_path, threads=2, report=lambda _pieces, step, _fraction: steps.add(step))
    assert "checking" in steps
    assert not steps & kept
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checkers-2.table", "checkers-3.table"]


def test_a_user_without_a_home_has_the_tables_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    for name in ("CROWNBRIDGE_TABLES", "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert Tables.open().pieces == 5
    assert table_files()[-1] == packaged_folder() / "checkers-5.table"
    with pytest.raises(FileError, match="no home folder; set CROWNBRIDGE_TABLES"):
        build(3)


def test_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROWNBRIDGE_TABLES", str(tmp_path / "here"))
    assert user_folder() == tmp_path / "here"
    assert Tables.open().pieces == 5
    monkeypatch.delenv("CROWNBRIDGE_TABLES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert user_folder() == tmp_path / "crownbridge" / "tables"
    with pytest.raises(TableError, match=r"no endgame tables in .*tables build"):
        Tables.open(tmp_path)
    with pytest.raises(OptionError, match="2 to 7"):
        build(8, tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match=r"file.* cannot be written: Not a directory"):
        build(2, tmp_path / "file" / "tables")


def test_a_folder_that_cannot_be_searched_has_no_tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    endless = tmp_path / "endless"
    endless.symlink_to(endless)
    for folder in (tmp_path / ("x" * 300), endless):
        monkeypatch.setenv("CROWNBRIDGE_TABLES", str(folder))
        assert Tables.open().pieces == 5
        assert [path.parent for path in table_files()] == [packaged_folder()] * 4
        with pytest.raises(TableError, match="no endgame tables in"):
            Tables.open(folder)
    with pytest.raises(TableError, match="cannot be written: File name too long"):
        build(2, tmp_path / ("x" * 300))


def test_the_tables_of_the_package_come_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A table that an old version has copied or built does not hide that of a newer package."""
    monkeypatch.setenv("CROWNBRIDGE_TABLES", str(tmp_path / "user"))
    shutil.copytree(packaged_folder(), tmp_path / "user")
    shutil.copytree(packaged_folder(), tmp_path / "package")
    (tmp_path / "package" / "checkers-5.table").unlink()
    monkeypatch.setattr(tables_module, "packaged_folder", lambda: tmp_path / "package")
    expected = [
        tmp_path / place / f"checkers-{pieces}.table"
        for pieces, place in ((2, "package"), (3, "package"), (4, "package"), (5, "user"))
    ]
    assert [Path(file.path) for file in Tables.open().files] == expected
    assert table_files() == expected


def test_a_damaged_table_of_the_package_is_not_rebuilt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "checkers-2.table").touch()
    monkeypatch.setattr(tables_module, "packaged_folder", lambda: tmp_path)
    with pytest.raises(TableError, match=r"checkers-2\.table is too short for .*; install crownbridge again$"):
        Tables.open()


def write_table_without_needs(path: Path) -> None:
    """Write a table as version 0.2 did: with results only. All positions are drawn."""
    sound = (packaged_folder() / path.name).read_bytes()
    pieces, counter, slices = struct.unpack_from("<III", sound, 12)
    directory, bodies = b"", b""
    for entry in struct.iter_unpack("<4sHHQQQ40s", sound[40 : 40 + 72 * slices]):
        material, count, statistics = entry[0], entry[3], entry[6]
        body = struct.pack("<H", 1 << 15) * 256 + bytes(512 + 4 * ((count - 1 >> 15) + 1) + 1)
        body += bytes(-len(body) % 8)
        offset = 40 + 72 * slices + len(bodies)
        directory += struct.pack("<4sHHQQQ40s", material, 0, 15, count, offset, len(body), statistics)
        bodies += body
    size = 40 + len(directory) + len(bodies)
    header = struct.pack("<8sIIIIQ", sound[:8], 1, pieces, counter, slices, size)
    content = header + bytes(8) + directory + bodies
    path.write_bytes(header + struct.pack("<Q", crc64(content)) + directory + bodies)


def crc64(content: bytes) -> int:
    """Return the checksum CRC-64/XZ."""
    crc = 2**64 - 1
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xC96C5795D7870F42 if crc & 1 else 0)
    return crc ^ 2**64 - 1


def test_a_table_without_needs_is_replaced_by_that_of_the_package(tmp_path: Path) -> None:
    def give_up(pieces: int, _step: str, _fraction: float) -> None:
        assert pieces == 6
        raise KeyboardInterrupt

    old = tmp_path / "checkers-5.table"
    write_table_without_needs(old)
    assert not TableFile(str(old)).has_needs
    with pytest.raises(KeyboardInterrupt):
        build(6, tmp_path, report=give_up)
    assert old.read_bytes() == (packaged_folder() / old.name).read_bytes()


def test_verify_counts_what_it_has_checked(tables: Tables) -> None:
    assert 0 < tables.verify(4, every=1000) < 7000
    assert 0 < tables.verify(5, every=1000) < 120_000
    with pytest.raises(TableError, match="no table for 6 pieces"):
        tables.verify(6)


def test_importing_tables_loads_nothing_heavy() -> None:
    program = "import crownbridge.engines.checkers.tables, sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"rich", "typer", "numpy", "pydantic"} & set(loaded)
