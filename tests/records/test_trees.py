"""Variations and annotations in files: nothing is lost on the way through a file and back."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.records.trees import grown

from crownbridge.errors import InputError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.records import Decision, DrawnShape, GameRecord, Node, PlainLine, ReadGame, json_lines, pdn, sgf
from crownbridge.records.tree import ROOT, children_of, in_order, is_plain, main_line, simplified

VERSION_1 = Path(__file__).with_name("version1.jsonl").read_text(encoding="ascii").splitlines()
"""Records as release 0.2.0 wrote them."""
DRAWN_BY_AGREEMENT = Checkers(counter=0)


def read(form: Any, text: str) -> ReadGame:
    (entry,) = form.read(io.BytesIO(text.encode()))
    assert isinstance(entry, ReadGame), entry
    return entry


def moves(record: GameRecord) -> list[tuple[int, str]]:
    return [(node.parent, str(node.move)) for node in record.tree[1:]]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    ("form", "game"), [(pdn, DRAWN_BY_AGREEMENT), (pdn, Checkers()), (sgf, Hex(7)), (sgf, Hex(26, "blue", swap=True))]
)
def test_a_tree_of_fifty_variations_is_read_as_it_was_written(form: Any, game: Any, seed: int) -> None:
    record = grown(game, seed, variations=50)
    assert sum(len(children) > 1 for children in children_of(record.tree)) > 5
    entry = read(form, form.dumps(record))
    assert entry.record == record
    assert entry.notices == ()
    assert json_lines.loads(json_lines.dumps(record)) == record


@pytest.mark.parametrize("seed", range(10))
def test_a_tree_after_a_position_that_was_set_up(seed: int) -> None:
    game = Hex(5)
    record = grown(game, seed, 20, game.parse("r.b../.r.../...../...../..... b"))
    assert read(sgf, sgf.dumps(record)).record == record
    start = DRAWN_BY_AGREEMENT.initial().play("11-15")
    record = grown(DRAWN_BY_AGREEMENT, seed, 20, start)
    assert read(pdn, pdn.dumps(record)).record == record


@pytest.mark.parametrize("detail", ["", "too late"])
@pytest.mark.parametrize("seed", range(5))
def test_the_detail_of_the_outcome_is_no_comment(seed: int, detail: str) -> None:
    outcome = Outcome(Checkers.sides[0], Termination.TIMEOUT, detail)
    record = replace(grown(DRAWN_BY_AGREEMENT, seed, 5), outcome=outcome)
    assert read(pdn, pdn.dumps(record)).record == record


def test_a_game_without_annotations_has_no_tree() -> None:
    grown_record = grown(DRAWN_BY_AGREEMENT, 1, 0)
    record = replace(grown_record, tree=PlainLine(grown_record.decisions))
    for text in (pdn.dumps(record), pdn.dumps(replace(record, outcome=Outcome(None, Termination.CRASH, "why")))):
        assert is_plain(read(pdn, text).record.tree)
    assert is_plain(read(sgf, "(;FF[4]GM[11]SZ[5]PB[a]GC[game];B[a1];W[b2])").record.tree)


def test_moves_can_be_read_without_trees() -> None:
    for form, game in ((pdn, DRAWN_BY_AGREEMENT), (sgf, Hex(7))):
        record = grown(game, 3, 10)
        (entry,) = form.read_moves(io.BytesIO(form.dumps(record).encode()))
        assert isinstance(entry, ReadGame)
        assert entry.record == replace(record, tree=PlainLine(record.decisions))


PDN = """{before the tags} [Event "x"]

{[%csl G12,R3] start} 1. 11-15!? {[%clk 0:01:02.5] [%emt 3] good} (1. 11-16 $18 24-20 (24-19?) 8-11)
({instead} 9-14*) 23-19 ; to } the end
; of two lines
2. 8-11 {[%cal G11-15,R1519,Y1-5]} (!) *
"""


def test_all_annotations_of_pdn() -> None:
    record = read(pdn, PDN).record
    root, first, second, third, *variations = record.tree
    assert root.comment == "before the tags\nstart"
    assert root.shapes == (DrawnShape("green", (11,)), DrawnShape("red", (2,)))
    assert (first.nags, first.clock, first.comment, first.properties) == ((5,), 62.5, "good", (("emt", ("3",)),))
    assert second.comment == "to } the end\nof two lines"
    assert third.shapes == (
        DrawnShape("green", (10, 14)),
        DrawnShape("red", (14, 18)),
        DrawnShape("yellow", (0, 4)),
    )
    assert third.nags == (1,)
    assert [(node.parent, str(node.move), node.nags) for node in variations] == [
        (0, "11-16", (18,)),
        (4, "24-20", ()),
        (5, "8-11", ()),
        (4, "24-19", (2,)),
        (0, "9-14", (7,)),
    ]
    assert variations[-1].comment == "instead"


SGF = r"""(;FF[4]GM[11]SZ[5]ST[2]C[ro\]ot
text];B[a1]C[soft\
break]TE[2]NAG[14]CR[b2][b3]MA[c1]TR[c2]SQ[c3][d1:e2]AR[a1:b2][c3:d4]AC[red][green]BL[12.5]WL[3]LB[a1:x\:y]
(;W[b2];C[later];B[c3](;W[d4]DO[])(;W[e5]N[name]))(;C[early];W[c4]BM[1]IT[];B[d2]))"""


def test_all_annotations_of_sgf() -> None:
    record = read(sgf, SGF).record
    root, first, *others = record.tree
    assert (root.comment, root.properties) == ("ro]ot\ntext", (("ST", ("2",)),))
    assert (first.comment, first.nags, first.clock) == ("softbreak", (3, 14), 12.5)
    assert first.shapes == (
        *(DrawnShape("green", (cell,)) for cell in (6, 11)),
        *(DrawnShape("red", (2,)), DrawnShape("blue", (7,)), DrawnShape("yellow", (12,))),
        DrawnShape("green", (12, 18)),
        DrawnShape("red", (0, 6)),
    )
    assert first.properties == (("LB", ("a1:x\\:y",)), ("SQ", ("d1:e2",)), ("WL", ("3",)))
    assert [(node.parent, str(node.move), node.comment, node.nags) for node in others] == [
        (1, "b2", "later", ()),
        (2, "c3", "", ()),
        (3, "d4", "", (6,)),
        (3, "e5", "", ()),
        (1, "c4", "early", (5, 2)),
        (6, "d2", "", ()),
    ]
    assert read(sgf, sgf.dumps(record)).record == record


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("1. 11-15 (11-16 1-2 3-4 {x}) *", "1-2 3-4 {x}"),
        ("1. 11-15 (or 11-16 (even 9-13)) *", "or 11-16 (even 9-13)"),
        ("(11-16) 1. 11-15 *", "11-16"),
        ("1. 11-15 ((11-16)) *", "(11-16)"),
        ("1. 11-15 (11-16 0-1) *", "0-1"),
        ("1. 11-15 ({only text}) *", "only text"),
    ],
)
def test_a_variation_that_cannot_be_played_is_kept_as_a_comment_in_pdn(text: str, comment: str) -> None:
    record = read(pdn, text).record
    assert [node.comment for node in record.tree if node.comment] == [comment]
    assert read(pdn, pdn.dumps(record)).record.tree == record.tree


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("(;W[pass];B[c1])", "(;W[pass];B[c1])"),
        ("(;W[b2];AB[c1])", ";AB[c1]"),
        ("(;W[b2];W[c1];B[d1])", ";W[c1];B[d1]"),
        ("(;W[b2]B[c1])", "(;W[b2]B[c1])"),
        ("(;W[b2];B[resign])", ";B[resign]"),
        ("(;C[only text])", "only text"),
        ("(junk)", "(junk)"),
    ],
)
def test_a_variation_that_cannot_be_played_is_kept_as_a_comment_in_sgf(text: str, comment: str) -> None:
    record = read(sgf, f"(;FF[4]GM[11]SZ[5];B[a1](;W[a2]){text})").record
    assert [node.comment for node in record.tree if node.comment] == [comment]
    assert read(sgf, sgf.dumps(record)).record.tree == record.tree


def test_a_swap_in_a_variation_enables_the_swap_rule() -> None:
    record = read(sgf, "(;FF[4]GM[11]SZ[5];B[a2](;W[b2])(;W[swap-sides]CR[a2];W[b1]))").record
    assert record.game == Hex(5, swap=True)
    assert moves(record) == [(0, "a2"), (1, "b2"), (1, "swap-pieces"), (3, "a2")]
    assert record.tree[3].shapes == (DrawnShape("green", (1,)),), "mirrored, as the moves are"


def test_a_tree_that_is_not_closed_ends_before_the_next_game() -> None:
    text = "(;FF[4]GM[11]SZ[5];B[a1](;W[b1])(;W[c1])\n(;FF[4]GM[11]SZ[5]PB[next];B[a1])"
    first, second = sgf.read(io.BytesIO(text.encode()))
    assert isinstance(first, ReadGame)
    assert isinstance(second, ReadGame)
    assert moves(first.record) == [(0, "a1"), (1, "b1"), (1, "c1")]
    assert "not closed" in str(first.notices[0])
    assert second.record.players[0] == "next"


GOLEM = (
    "(;FF[4]EV[hex.mc.2010.oct.1.11]PB[first]PW[second]SZ[13]RE[B]GC[ game #1254910]SO[http://www.littlegolem.com]"
    ";W[mf];B[swap];W[de];B[df];W[ji];B[resign])"
)


def test_a_file_of_little_golem() -> None:
    """Its first player is PB and connects top and bottom, but is written as white; cells are two letters."""
    record = read(sgf, GOLEM).record
    assert record.game == Hex(13, swap=True)
    assert record.players == ("first", "second")
    assert [str(decision.move) for decision in record.decisions] == ["m6", "swap-pieces", "d5", "d6", "j9"]
    assert record.outcome == Outcome(Hex.sides[0], Termination.RESIGNATION)
    assert record.headers["GC"] == "game #1254910"
    assert read(sgf, sgf.dumps(record)).record == record


def test_the_first_player_of_little_golem_connects_top_and_bottom() -> None:
    record = read(sgf, "(;FF[4]PB[a]PW[b]SZ[3]RE[B];W[ba];B[aa];W[bb];B[ab];W[bc])").record
    assert record.outcome == Outcome(Hex.sides[0], Termination.NORMAL)


def test_the_usual_order_of_a_tree() -> None:
    moves = ((0, "a"), (0, "b"), (1, "c"), (2, "d"), (1, "e"))
    tree = (Node(ROOT), *(Node(parent, Decision(move)) for parent, move in moves))
    ordered = in_order(tree)
    assert [(node.parent, node.move) for node in ordered[1:]] == [(0, "a"), (1, "c"), (1, "e"), (0, "b"), (4, "d")]
    assert in_order(ordered) == ordered
    assert [*main_line(ordered)] == [1, 2]


def test_a_line_of_moves_is_a_tree() -> None:
    decisions = [Decision(move) for move in "abc"]
    line = PlainLine(decisions)
    assert [*line] == [Node(ROOT), *(Node(parent, decision) for parent, decision in enumerate(decisions))]
    assert (line[-1], line[1:3], len(line)) == (Node(2, decisions[2]), (line[1], line[2]), 4)
    assert [*main_line(line)] == [1, 2, 3]
    assert simplified(tuple(line)) == line != PlainLine(decisions[:2])
    with pytest.raises(IndexError):
        line[4]


def test_json_lines_reject_invalid_trees() -> None:
    record = grown(Hex(5), 1, 3)
    line = json_lines.dumps(record)
    for old, new in (
        ('"tree":[', '"tree":{"a":['),
        ('"tree":[{', '"tree":[{"parent":3,'),
        ('"parent":0', '"parent":99'),
        ('"parent":0', '"parent":"0"'),
        ('"parent":0', '"parent":0,"nags":[300]'),
        ('"parent":0', '"parent":0,"nags":["1"]'),
        ('"parent":0', '"parent":0,"clock":-1'),
        ('"parent":0', '"parent":0,"clock":true'),
        ('"parent":0', '"parent":0,"clock":NaN'),
        ('"parent":0', '"parent":0,"comment":1'),
        ('"parent":0', '"parent":0,"shapes":[{"colour":"pink","cells":[1]}]'),
        ('"parent":0', '"parent":0,"shapes":[{"colour":"red","cells":[25]}]'),
        ('"parent":0', '"parent":0,"shapes":[{"colour":"red","cells":[]}]'),
        ('"parent":0', '"parent":0,"properties":{"A":"b"}'),
    ):
        assert old in line
        with pytest.raises(InputError):
            json_lines.loads(line.replace(old, new, 1) + ("}" if new.endswith('{"a":[') else ""))


def test_records_of_the_first_version() -> None:
    """They had the moves of the main line twice, and output with a character for each byte."""
    tree, crash, swap = map(json_lines.loads, VERSION_1)
    assert tree == grown(Hex(5), 1, 3)
    (decision,) = crash.decisions
    assert (decision.stdout, decision.stderr, decision.line) == ("grüß\n".encode(), b"\xff\0err\n", b"move \xe9")
    assert (decision.seconds, decision.dropped, decision.score, decision.win_chance) == (0.25, 7, -12, 0.25)
    assert crash.leftover == {crash.game.sides[1]: Decision(None, 0.1, stderr=b"\x80 late")}
    assert (crash.statuses, crash.headers) == (("exited with status 1", ""), {"Event": "Cup"})
    assert [str(one.move) for one in swap.decisions] == ["b2", "swap-pieces", "a1"]
    for record in (tree, crash, swap):
        assert json_lines.loads(json_lines.dumps(record)) == record


def test_the_main_line_of_a_tree_of_the_first_version_must_be_the_game() -> None:
    with pytest.raises(InputError, match="main line"):
        json_lines.loads(VERSION_1[0].replace('"move":"d4"', '"move":"a2"', 1))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (pdn, '[FEN "W:WK32:BK1"]\n\n' + "32-28 1-5 28-32 5-1 " * 750 + "{the end} *"),
        (pdn, "11-15 " + "(11-16 " * 1500 + ")" * 1500 + " *"),
        (sgf, "(;GM[11]SZ[3];B[a1](;W[b1];B[c1]" + "(;W[a2])" * 1500 + "))"),
    ],
)
def test_long_and_deep_trees_are_handled_without_recursion(form: Any, text: str) -> None:
    record = read(form, text).record
    assert len(record.tree) > 1500
    assert read(form, form.dumps(record)).record == record
    assert json_lines.loads(json_lines.dumps(record)) == record
