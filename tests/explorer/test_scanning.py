"""The native scanners find the same games, positions and results as the parsers."""

import io
import random
from typing import Any

import numpy as np
import pytest

from crownbridge._core import LineIndex
from crownbridge.explorer import index_record, seed_of
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, Problem, pdn, sgf
from crownbridge.records.formats import FORMATS, Format
from crownbridge.records.scanning import scan

PDN, SGF = (next(form for form in FORMATS if form.ending == ending) for ending in (".pdn", ".sgf"))
MANY = 10**9

ODD_PDN = r"""[Black "Anna \"A\" Ex"]
[White "Bert"]
[Result "1-0"]

1. 11-15! {good} 23-19 $2 2. 8-11 (2. 15-18 22x15 (2... 19x10)) 22-17 1-0

[GameType "20"]
1. 11-15 *

[FEN "W:W18:B14"]
1. 18x9 1-0

[Event "no result"]
1. 11-15 23-19

[Event "{comment\n"]
[Result "0-1"]
1. 11-15 ; the rest of the line 23-19
23-19 *

1. 9-13 22-18 1/2-1/2

[Event "illegal"]
1. 11-15 11-15 *

[Result "?"]
1. 11-15 *

[Termination "normal"]
1. 11-15 0-1

[Event "%"]
% a line of another program
1. 11-15 0-1
[Event "unclosed"]
1. 11-15 {never closed
[Event "last"]
1. 11-15 23-19 2-0
"""
ODD_SGF = r"""(;FF[4]GM[11]SZ[5]PB[a\]b]PW[c];B[a1];W[b2]C[good \] so];B[resign])
(;GM[11]SZ[5];W[a1];B[swap-sides];W[c3])
(;GM[1]SZ[19];B[aa])
 junk (;GM[11]SZ[4]AB[a1][b2]AW[c3]PL[W]RE[W+R];W[d4])
(;GM[11]SZ[5];B[a1](;W[b2];B[c3])(;W[c3]))
(;GM[11]SZ[5]RE[Draw];B[a1]N[name];W[a2])
(;GM[11]SZ[3];B[a1];W[b1];B[a2];W[b2];B[a3])
(;GM[11]SZ[5]RU[swap];B[a2];W[swap-pieces];B[e5])
(;SZ[5];B[a1];B[b1])
(;GM[11]SZ[5]RE[B];B[a1];W[a2])
(;GM[11]SZ[5]RE[ w ];B[a1];W[a2])
(;SZ[5]RE[0];B[a1]
"""


def by_scanning(form: Format, data: bytes, most: int = MANY) -> tuple[list[tuple[Any, ...]], int]:
    """Every game as (keys, ending), and the number of problems."""
    index, games, problems = LineIndex(), list[tuple[Any, ...]](), 0
    for begin, end, entry in scan(io.BytesIO(data), form, index, most, seed_of):
        if isinstance(entry, Problem):
            problems += 1
        elif entry is not None:
            index_record(index, entry.record, begin, end - begin, seed_of(entry.record.game))
        if index.is_full(most):
            games += taken(index, data, form)
    return games + taken(index, data, form), problems


def taken(index: LineIndex, data: bytes, form: Format) -> list[tuple[Any, ...]]:
    columns = index.take()
    lines: list[list[int]] = [[0] * (plies + 1) for plies in columns["plies"]]
    for key, place in zip(columns["keys"].tolist(), columns["places"].tolist(), strict=True):
        lines[place >> 14][place & 0x3FFF] = key
    assert (np.diff(columns["keys"].astype(object)) >= 0).all()
    for begin, length, line in zip(columns["begins"].tolist(), columns["lengths"].tolist(), lines, strict=True):
        entry = next(iter(form.read(io.BytesIO(data[begin : begin + length]))))
        assert not isinstance(entry, Problem)
        assert len(entry.record.decisions) == len(line) - 1, "the place of the game"
    return list(zip(map(tuple, lines), columns["endings"].tolist(), strict=True))


def by_parsing(form: Format, data: bytes) -> tuple[list[tuple[Any, ...]], int]:
    games, problems = [], 0
    for entry in form.read(io.BytesIO(data)):
        if isinstance(entry, Problem):
            problems += 1
            continue
        record, outcome = entry.record, entry.record.outcome
        seed = seed_of(record.game)
        ending = 2 if outcome.is_draw else 3 if outcome.winner is None else int(outcome.winner)
        games.append((tuple(position.key ^ seed for position in record.positions()), ending))
    return games, problems


def played(game: Game[Any], seed: int) -> GameRecord:
    choose, position, decisions = random.Random(seed), game.initial(), list[Decision]()
    for _ in range(choose.randrange(200)):
        if position.outcome() is not None:
            break
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, 0.0))
        position = position.play(move)
    outcome = position.outcome() or Outcome(game.sides[seed % 2], Termination.RESIGNATION)
    return GameRecord(game, (f"p{seed % 7}", "q"), game.initial(), PlainLine(decisions), outcome)


CASES = {
    "odd pdn": (PDN, ODD_PDN.encode()),
    "odd sgf": (SGF, ODD_SGF.encode()),
    "pdn": (PDN, "\n".join(pdn.dumps(played(Checkers(), seed)) for seed in range(60)).encode()),
    "sgf": (SGF, "".join(sgf.dumps(played(Hex(5, swap=True), seed)) for seed in range(60)).encode()),
    "mark": (PDN, b"\xef\xbb\xbf" + ODD_PDN.encode("latin-1")),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("most", [MANY, 50])
def test_a_scan_finds_what_the_parser_finds(name: str, most: int) -> None:
    form, data = CASES[name]
    scanned, parsed = by_scanning(form, data, most), by_parsing(form, data)
    assert scanned[1] == parsed[1]
    assert scanned[0] == parsed[0]


@pytest.mark.parametrize("name", CASES)
def test_a_file_that_is_cut_off_anywhere_is_scanned_as_it_is_parsed(name: str) -> None:
    form, data = CASES[name]
    for end in range(1, min(len(data), 1500), 7):
        assert by_scanning(form, data[:end]) == by_parsing(form, data[:end])


def test_plain_games_need_no_parser() -> None:
    for name in ("pdn", "sgf"):
        form, data = CASES[name]
        index = LineIndex()
        entries = [entry for _, _, entry in scan(io.BytesIO(data + b"\n"), form, index, MANY, seed_of)]
        assert entries.count(None) >= len(entries) - 1
        assert index.games >= 59
