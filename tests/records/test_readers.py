"""Reading a written game restores everything that the format stores."""

import io
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import FileError, InputError
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.records import (
    FORMATS,
    Decision,
    GameRecord,
    PlainLine,
    Problem,
    ReadGame,
    arbi_log,
    hexworld,
    json_lines,
    kth_log,
    pdn,
    read_file,
    read_text,
    reading,
    sgf,
)
from crownbridge.records.reading import Entry

CHECKERS = st.sampled_from([Checkers(), Checkers(counter=0), Checkers(**Checkers.presets["tournament"]), Checkers(30)])
HEXES = st.builds(Hex, st.integers(1, 26), st.sampled_from(["red", "blue"]), st.booleans())
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)
FAULTS = (Termination.RESIGNATION, Termination.TIMEOUT, Termination.CRASH, Termination.ILLEGAL_MOVE)


@st.composite
def games(draw: st.DrawFn, kinds: st.SearchStrategy[Game[Any]], *, set_up: bool = True) -> GameRecord:
    """A game of random moves, from any position of another one, that ends by the rules, a fault or an interruption."""
    game = draw(kinds)
    choose = random.Random(draw(st.integers(0, 10**6)))
    start: Any = game.initial()
    for _ in range(draw(st.integers(0, 20)) if set_up else 0):
        after = start.play(choose.choice([move for move in start.legal_moves() if start.cells_of(move)]))
        if after.outcome() is not None:
            break
        start = after
    start = game.parse(str(start))  # no format stores the history before the start
    position = start
    decisions: list[Decision] = []
    most = draw(st.sampled_from([0, 1, 5, 1000]))
    while (outcome := position.outcome()) is None and len(decisions) < most:
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    if outcome is None:
        fault = draw(st.sampled_from(FAULTS))
        lost = Outcome(position.side_to_move.other, fault, draw(st.sampled_from(["", "it (really) did: so"])))
        outcome = draw(st.sampled_from([lost, Outcome(None, Termination.INTERRUPTED)]))
    return GameRecord(game, (draw(NAMES), draw(NAMES)), start, PlainLine(decisions), outcome)


def only_games(entries: list[Entry]) -> list[GameRecord]:
    assert not [entry for entry in entries if isinstance(entry, Problem)]
    assert not [entry for entry in entries if isinstance(entry, ReadGame) and entry.notices]
    return [entry.record for entry in entries if isinstance(entry, ReadGame)]


def read_back(module: Any, records: list[GameRecord], chunk: int = 1 << 20) -> list[GameRecord]:
    data = "".join(map(module.dumps, records)).encode()
    before, reading.CHUNK = reading.CHUNK, chunk
    try:
        return only_games(list(module.read(io.BytesIO(data))))
    finally:
        reading.CHUNK = before


@given(st.lists(games(CHECKERS), max_size=4), st.sampled_from([50, 1 << 20]))
@settings(max_examples=60, deadline=None)
def test_pdn(records: list[GameRecord], chunk: int) -> None:
    assert read_back(pdn, records, chunk) == records


@given(st.lists(games(HEXES), max_size=4), st.sampled_from([50, 1 << 20]))
@settings(max_examples=60, deadline=None)
def test_sgf(records: list[GameRecord], chunk: int) -> None:
    assert read_back(sgf, records, chunk) == records


@given(st.lists(games(st.one_of(CHECKERS, HEXES)), max_size=4))
@settings(max_examples=30, deadline=None)
def test_json_lines(records: list[GameRecord]) -> None:
    lines = "".join(map(json_lines.dumps_line, records)).encode()
    assert only_games(list(json_lines.read(io.BytesIO(lines)))) == records


def test_empty_lines_between_games_are_passed_over() -> None:
    record = GameRecord(Hex(3), ("a", "b"), Hex(3).initial(), PlainLine(), Outcome(None, Termination.INTERRUPTED))
    line = json_lines.dumps_line(record)
    entries = list(json_lines.read(["\n", line, "", " \t\n", line]))
    assert entries == [ReadGame(record, 2), ReadGame(record, 5)]


class Unending(io.BufferedIOBase):
    """A pipe that blocks after the data that it has."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read1(self, size: int = -1, /) -> bytes:  # noqa: ARG002 (all of it at once)
        assert self._data, "nothing comes any more"
        data, self._data = self._data, b""
        return data


def test_a_game_that_is_cut_off_by_the_next_is_told_before_that_has_come() -> None:
    pipe: Any = Unending(b"(;GM[11]SZ[3];B[a1]\n(;GM[11]SZ[3];B[b1]")
    first = next(sgf.read(pipe))
    assert isinstance(first, ReadGame)
    assert [str(notice) for notice in first.notices] == [
        "line 2, column 1: the game tree is not closed: the file is truncated here"
    ]


def without_faults(record: GameRecord) -> GameRecord:
    """Return a record as restored by a format that has no faults, only resignations."""
    termination = record.outcome.termination
    if termination is Termination.RESIGNATION:
        return replace(record, outcome=Outcome(record.outcome.winner, termination))
    if termination in FAULTS:
        return replace(record, outcome=Outcome(None, Termination.INTERRUPTED))
    return record


@given(st.lists(games(st.just(Checkers())), max_size=4))
@settings(max_examples=60, deadline=None)
def test_kth_logs(records: list[GameRecord]) -> None:
    assert read_back(kth_log, records) == list(map(without_faults, records))


@given(games(st.just(Checkers()), set_up=False), st.integers(0, 1), st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_kth_log_of_one_client_tells_the_moves_of_both(record: GameRecord, side: int, prefixes: bool) -> None:  # noqa: FBT001 (drawn)
    letter = "RW"[side]
    lines = [line for line in kth_log.dumps(record).splitlines() if line.startswith(f"{letter}: ")]
    text = "\n".join(line if prefixes else line[3:] for line in lines)
    entries = list(kth_log.read(io.BytesIO(text.encode())))
    if not entries:
        assert letter == "R"
        assert len(record.decisions) == 0
        return
    (entry,) = entries
    assert isinstance(entry, ReadGame)
    played = [decision.move for decision in entry.record.decisions]
    assert len(record.decisions) - len(played) <= 1  # the other's last move may not show
    positions = [str(position) for position in entry.record.positions()]
    own = [str(position) for position in record.positions() if position.side_to_move != side][: len(positions)]
    assert set(own) <= {*positions, str(record.positions()[-1]), str(record.start)}


@given(st.lists(games(st.builds(Hex, st.integers(1, 26)), set_up=False), max_size=4), st.randoms())
@settings(max_examples=60, deadline=None)
def test_arbi_logs(records: list[GameRecord], choose: random.Random) -> None:
    """Moves are ordered by their numbers, regardless of their order in the log."""
    wanted = []
    lines: list[str] = []
    for record in records:
        timed = tuple(decision._replace(seconds=choose.randrange(10**6) / 1000) for decision in record.decisions)
        over = record.outcome.termination is Termination.NORMAL
        marked = (*timed[:-1], timed[-1]._replace(says_over=over)) if timed else ()
        outcome = record.outcome if over else Outcome(None, Termination.INTERRUPTED)
        wanted.append(replace(record, tree=PlainLine(marked), outcome=outcome))
        head, *moves = arbi_log.dumps(replace(record, tree=PlainLine(timed))).splitlines(keepends=True)
        tail = [moves.pop() for _ in range(2)]
        choose.shuffle(moves)
        lines += [head, *moves, *reversed(tail)]
    assert only_games(list(arbi_log.read(io.BytesIO("".join(lines).encode())))) == wanted


@given(st.lists(games(st.builds(Hex, st.integers(1, 26), swap=st.booleans()), set_up=False), max_size=4))
@settings(max_examples=60, deadline=None)
def test_hexworld_links(records: list[GameRecord]) -> None:
    for restored, record in zip(read_back(hexworld, records), records, strict=True):
        assert restored.game.options["size"] == record.game.options["size"]
        assert restored.decisions == record.decisions
        assert restored.outcome.winner == record.outcome.winner
        link = hexworld.dumps(record)
        assert hexworld.is_link(link)
        assert str(hexworld.shown_position(link)) == str(record.positions()[-1])


@given(st.sampled_from(FORMATS), st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_no_bytes_upset_a_reader(form: Any, data: bytes) -> None:
    list(form.read(io.BytesIO(data)))


@given(
    st.sampled_from(FORMATS),
    st.text(st.sampled_from('[]{}();"\\ \n.:*-x#1230,abBWXO=tms$!?RFE'), max_size=80),
    st.sampled_from([1, 3, 1 << 20]),
)
@settings(max_examples=400, deadline=None)
def test_no_text_upsets_a_reader_and_pieces_change_nothing(form: Any, text: str, chunk: int) -> None:
    whole = list(form.read(io.BytesIO(text.encode())))
    before, reading.CHUNK = reading.CHUNK, chunk
    try:
        assert list(form.read(io.BytesIO(text.encode()))) == whole
    finally:
        reading.CHUNK = before


def test_a_game_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "CHUNK", 100)
    monkeypatch.setattr(reading, "MOST_BYTES", 1000)
    (only,) = pdn.read(io.BytesIO(b"1. 11-15 {" + b"never closed " * 1000))
    assert isinstance(only, Problem)
    assert "no game ends within 1,000 bytes" in only.message


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[Event "?"]\n\n*', "PDN"),
        ("1. 11-15 23-19 *", "PDN"),
        ("11-15 23-19", "PDN"),
        ("(;FF[4]GM[11];B[a1])", "SGF"),
        ("rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49", "KTH log"),
        ("\n\nR: rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49", "KTH log"),
        ("X: hex by Boris\nXa10 #1 t=3ms", "arbi log"),
        ("look: https://hexworld.org/board/#11c1,a2b3", "HexWorld links"),
        ("11c1,a2:sb3", "HexWorld links"),
    ],
)
def test_a_text_tells_its_form(text: str, name: str) -> None:
    names = [form.name for form in FORMATS if form.looks_like(text.encode())]
    assert names[0] == name
    assert all(isinstance(entry, ReadGame) for entry in read_text(text))


def test_a_text_in_no_form_is_refused() -> None:
    with pytest.raises(InputError, match="the text is in an unknown format; expected one of JSON lines, "):
        read_text("hello")


def test_the_form_of_a_file(tmp_path: Any) -> None:
    path = tmp_path / "log3.txt"
    path.write_text("X: hex by Boris\nXa10 #1 t=3ms\n")
    (entry,) = read_file(path)
    assert isinstance(entry, ReadGame)
    assert entry.record.players == ("hex by Boris", "O")
    with pytest.raises(FileError, match="No such file"):
        list(read_file(tmp_path / "none"))


def test_each_form_has_its_game() -> None:
    for form, wrong in ((kth_log, Checkers(counter=0)), (arbi_log, Hex(3, swap=True)), (hexworld, Hex(3, "blue"))):
        record = GameRecord(wrong, ("a", "b"), wrong.initial(), PlainLine(), Outcome(None, Termination.INTERRUPTED))
        with pytest.raises(InputError, match="supports only"):
            form.dumps(record)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seconds", "Infinity"),
        ("seconds", "-Infinity"),
        ("seconds", "NaN"),
        ("seconds", "1e999"),
        ("seconds", "-1"),
        ("seconds", "true"),
        ("seconds", '"1"'),
        ("cpu_seconds", "NaN"),
        ("memory", "1.5"),
        ("memory", "-1"),
        ("memory", "1" + "0" * 30),
        ("dropped", "null"),
        ("stdout", "1"),
        ("line", "[]"),
        ("claim", "{}"),
        ("says_over", "1"),
        ("search", "null"),
        ("score", "1e9"),
        ("win_chance", "Infinity"),
        ("win_chance", "2"),
        ("waited", "-1"),
    ],
)
def test_a_decision_with_an_impossible_value_is_refused(key: str, value: str) -> None:
    hex_move = Hex(3).initial().parse_move("a1")
    record = GameRecord(
        Hex(3),
        ("a", "b"),
        Hex(3).initial(),
        PlainLine((Decision(hex_move, 0.5),)),
        Outcome(None, Termination.INTERRUPTED),
    )
    sound = json_lines.dumps(record)
    assert json_lines.loads(sound) == record
    bad = sound.replace('"seconds":0.5', f'"seconds":{value}' if key == "seconds" else f'"seconds":0.5,"{key}":{value}')
    (entry,) = json_lines.read([bad])
    assert isinstance(entry, Problem)
    assert f"{key} is" in entry.message


def test_what_a_line_does_not_say_of_a_decision_is_unknown() -> None:
    """So too in files of the time before something was measured: none of it may be made up."""
    record = json_lines.loads(
        '{"version":2,"game":"hex","options":{"size":3},"players":["a","b"],"start":".../.../... r",'
        '"tree":[{},{"move":"a1","seconds":0.5}],"leftover":{},"winner":null,"termination":"interrupted",'
        '"detail":"","statuses":["",""]}'
    )
    assert record.decisions[0]._asdict() == {
        "move": Hex(3).initial().parse_move("a1"),
        "seconds": 0.5,
        "cpu_seconds": 0.0,
        "memory": 0,
        "stdout": b"",
        "stderr": b"",
        "dropped": 0,
        "line": None,
        "claim": None,
        "says_over": False,
        "search": "",
        "score": None,
        "win_chance": None,
        "waited": 0.0,
    }


def test_a_game_may_have_as_many_moves_as_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.records.json_lines.MOST_MOVES", 2)
    position = Hex(3).initial()
    outcome = Outcome(None, Termination.INTERRUPTED)
    for count in (2, 3):
        moves = position.legal_moves()[:count]
        record = GameRecord(Hex(3), ("a", "b"), position, PlainLine(Decision(move, 0.0) for move in moves), outcome)
        if count == 2:
            assert json_lines.loads(json_lines.dumps(record)) == record
        else:
            with pytest.raises(InputError, match="more than 2 moves"):
                json_lines.loads(json_lines.dumps(record))


def test_who_gives_no_name_in_a_log_goes_by_the_letter() -> None:
    (entry,) = arbi_log.read(io.BytesIO(b"Board 3\nX: \nO: bob\nXa1 #1 t=3ms\n"))
    assert isinstance(entry, ReadGame)
    assert entry.record.players == ("X", "bob")
