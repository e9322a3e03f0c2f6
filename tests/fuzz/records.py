"""Records of games in every form: read whole and in pieces, written and read again."""

import io
import random
from pathlib import Path
from unittest import mock

from tests.adversarial import FAMILIES
from tests.fuzz.trial import Trial, mutated

from crownbridge.errors import InputError
from crownbridge.records import FORMATS, ReadGame, json_lines, reading

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
PIECES = [
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b'"',
        b"\\",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b" ",
        b"\t",
    ),
    *(
        b"1.",
        b"1...",
        b"11-15",
        b"15x22",
        b"1-0",
        b"*",
        b"$1",
        b"!?",
        b'[FEN "W:WK1:B32"]',
        b'[Rules "kth"]',
        b'[Rules "repetition=3"]',
        b'[Termination "normal"]',
    ),
    *(
        b"(11-16 {also} (24-20) 8-11!)",
        b"(",
        b" )",
        b"{[%clk 0:01:02.5] [%csl G12,R9] [%cal G11-15] good}",
        b"{[%emt 3]}",
        b"; to } the end\n",
        b"$255",
        b"(?)",
        b"(9-13 nonsense (9-14) {x})",
    ),
    *(
        b"(;FF[4]",
        b"SZ[5]",
        b"B[a1]",
        b"W[swap-pieces]",
        b"B[swap-sides]",
        b"AB[a1][b2]",
        b"PL[W]",
        b"RE[B+R]",
        b"C[",
        b"GM[11]",
    ),
    *(
        b"(;W[b2]C[also];B[c3])(;W[swap])",
        b"(;C[early];W[c3])",
        b"TE[2]",
        b"BM[1]DO[]",
        b"NAG[14][3]",
        b"CR[a1][b2]SQ[a1:b2]",
        b"AR[a1:b2][b2:c3]AC[red][blue]",
        b"LB[a1:x\\:]",
        b"BL[12.5]WL[3]",
        b"W[ab];B[swap]",
        b"KM[0]",
        b"N[name]",
    ),
    *(
        b"Match a X@1 vs b O@1 on d\n",
        b"Board 5\n",
        b"Xa1 #1 t=1ms\n",
        b"Oa2.\n",
        b"X. E:\n",
        b"X: a\n",
        b"Ended on d\n",
    ),
    *(b"W: ", b"R: ", b"rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\n", b" 0_9_13 w 49\n", b" -2 r 50\n", b"# red: a\n"),
    *(b"https://hexworld.org/board/#", b"11c1,", b":s", b":S", b":rb", b"a1"),
    *(
        b"Infinity",
        b"NaN",
        b"1e999",
        b"null",
        b"true",
        b"-1",
        b"[]",
        b"{}",
        b'"\\ud800"',
        b'"seconds":',
        b'"leftover":',
        b'"options":',
    ),
]
JSON = b'{"version":2,"game":"hex","options":{"size":3,"first":"red","swap":true},"players":["a","b"],"start":".../.../... r","tree":[{},{"move":"a1","seconds":0.5,"stdout":"x"},{"move":"swap-pieces","seconds":1,"score":5,"win_chance":0.5}],"leftover":{"red":{"move":null,"seconds":2.0}},"winner":"red","termination":"timeout","detail":"late","statuses":["",""]}\n'  # noqa: E501 (one line, as in a file)
TREES = {
    ".pdn": b'[Event "x"]\n\n{start} 1. 11-15! {[%clk 0:01:02] good} (1. 11-16 24-20 (24-19 $4)) 23-19 ; b }\n *\n',
    ".sgf": b"(;FF[4]GM[11]SZ[5]C[start]KM[0];B[a2]TE[2]BL[9.5](;W[b2]CR[a1];B[c3](;W[d4])(;W[e5]LB[a1:x]))(;W[swap]))",
}
SEEDS = [(path.suffix, path.read_bytes()) for path in GOLDEN.iterdir() if path.suffix != ".txt"] + [
    (".jsonl", JSON),
    *TREES.items(),
]


def _run(choose: random.Random) -> None:
    ending, data = choose.choice(SEEDS)
    form = next(form for form in FORMATS if form.ending == ending)
    if choose.random() < 0.1:
        text = choose.choice([*FAMILIES[ending].values()])(choose.randrange(2000)) + choose.choice(PIECES)
    elif choose.random() < 0.1:
        text = b"".join(choose.choices(PIECES, k=choose.randrange(100)))
    else:
        text = mutated(data, PIECES, choose)
    whole = list(form.read(io.BytesIO(text)))
    if ending in (".pdn", ".sgf"):
        with mock.patch.object(reading, "CHUNK", choose.choice([1, 5, 17, 64])):
            assert list(form.read(io.BytesIO(text))) == whole, text
    for entry in whole:
        str(entry)
        if isinstance(entry, ReadGame):
            _write_and_read(entry)


def _write_and_read(entry: ReadGame) -> None:
    """Every game can be kept as JSON, and be written in each form that is for such games."""
    record = entry.record
    assert json_lines.loads(json_lines.dumps(record)) == record
    for form in FORMATS:
        try:
            text = form.dumps(record)
        except InputError:
            continue
        (again, *more) = form.read(io.BytesIO(text.encode("utf-8", "surrogateescape")))
        assert not more, text
        assert isinstance(again, ReadGame), (text, again)
        assert [str(turn.move) for turn in again.record.decisions] == [str(turn.move) for turn in record.decisions], (
            text
        )
        if form.ending in (".pdn", ".sgf"):
            assert again.record.tree == record.tree, (text, [*zip(again.record.tree, record.tree, strict=False)])


trial = Trial(_run)
