"""Files with variations that other libraries write are read, written and read again without loss, also by them.

sgfmill writes whole trees. pydraughts writes only lines: variations are lines of its own in parentheses, with comments
and symbols where programs put them.
"""

import io
import random
from typing import Any

import pytest
from tests.records.trees import grown

from crownbridge.games import Checkers, Hex
from crownbridge.games.checkers import fen
from crownbridge.records import GameRecord, Node, ReadGame, pdn, sgf
from crownbridge.records.tree import children_of, positions_of

FILES = 50
COMMENTS = ("a good move", "Grüße an alle", "line one\nline two", "with a colon: here")
MARKS = {"CR": "green", "MA": "red", "TR": "blue", "SQ": "yellow"}


def read(form: Any, data: bytes) -> GameRecord:
    (entry,) = form.read(io.BytesIO(data))
    assert isinstance(entry, ReadGame), entry
    assert entry.notices == ()
    return entry.record


@pytest.mark.parametrize("seed", range(FILES))
def test_trees_of_sgfmill(seed: int) -> None:
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    choose = random.Random(seed)
    size = choose.choice([5, 11, 13])
    record = grown(Hex(size), seed, variations=choose.randrange(1, 30))
    properties = [_sgf_properties(size, choose, grammar) for _ in record.tree]
    data = _written_by_sgfmill(grammar, record, properties, size)
    ours = read(sgf, data)
    assert [(node.parent, str(node.move)) for node in ours.tree] == [
        (node.parent, str(node.move)) for node in record.tree
    ]
    for node, written in zip(ours.tree, properties, strict=True):
        assert node.comment == grammar.text_value(written.get("C", [b""])[0]).decode().strip()
        assert sorted(shape.colour for shape in node.shapes) == sorted(
            MARKS[name] for name, values in written.items() if name in MARKS for _ in {*values}
        )
        assert dict(node.properties).get("LB", ()) == tuple(value.decode() for value in written.get("LB", ()))
        assert bool(node.nags) == ("TE" in written)
    again = sgf.dumps(ours).encode()
    assert read(sgf, again) == ours
    theirs = _nodes_of_sgfmill(grammar, again)
    assert len(theirs) == len(ours.tree)
    for read_by_it, written in zip(theirs[1:], properties[1:], strict=True):
        for name in ("LB", "TE", "XX"):
            assert read_by_it.get(name) == written.get(name), name
        text = [grammar.text_value(own.get("C", [b""])[0]) for own in (read_by_it, written)]
        assert text[0].strip() == text[1].strip()


def _sgf_properties(size: int, choose: random.Random, grammar: Any) -> dict[str, list[bytes]]:
    def cell() -> bytes:
        return b"%c%d" % (97 + choose.randrange(size), choose.randrange(size) + 1)

    made: dict[str, list[bytes]] = {}
    if choose.random() < 0.4:
        made["C"] = [grammar.escape_text("\n".join(choose.sample(COMMENTS, 2)).encode())]
    if choose.random() < 0.2:
        made[choose.choice([*MARKS])] = [cell(), cell()]
    if choose.random() < 0.2:
        made["LB"] = [cell() + b":" + choose.choice([b"A", b"1", b"x\\]y"])]
    if choose.random() < 0.2:
        made["TE"] = [choose.choice([b"1", b"2"])]
    if choose.random() < 0.2:
        made["XX"] = [b"private", b"property"]
    return made


def _written_by_sgfmill(grammar: Any, record: GameRecord, properties: list[dict[str, list[bytes]]], size: int) -> bytes:
    children = children_of(record.tree)
    positions = positions_of(record.start, record.tree)

    def tree(index: int) -> Any:
        """The sequence from a node to the next fork, and the trees after it."""
        sequence = []
        while True:
            node = record.tree[index]
            own = {} if index else {"FF": [b"4"], "GM": [b"11"], "SZ": [b"%d" % size]}
            if index:
                own["BW"[int(positions[node.parent].side_to_move)]] = [str(node.move).encode()]
            sequence.append(own | properties[index])
            if len(children[index]) != 1:
                break
            (index,) = children[index]
        made = grammar.Coarse_game_tree()
        made.sequence, made.children = sequence, [tree(child) for child in children[index]]
        return made

    data: bytes = grammar.serialise_game_tree(tree(0))
    return data


def _nodes_of_sgfmill(grammar: Any, data: bytes) -> list[dict[str, list[bytes]]]:
    nodes: list[dict[str, list[bytes]]] = []
    waiting = [grammar.parse_sgf_game(data)]
    while waiting:
        tree = waiting.pop()
        nodes += tree.sequence
        waiting += reversed(tree.children)
    return nodes


@pytest.mark.parametrize("seed", range(FILES))
def test_lines_of_pydraughts(seed: int) -> None:
    library: Any = pytest.importorskip("draughts.PDN")
    record = grown(Checkers(counter=0), seed, variations=random.Random(seed).randrange(1, 30))
    text = _written_by_pydraughts(library, record, seed)
    ours = read(pdn, text.encode())
    assert [(node.parent, node.move) for node in ours.tree] == [(node.parent, node.move) for node in record.tree]
    assert sum(bool(node.comment) for node in ours.tree) == text.count("{")
    assert sum(bool(node.nags) for node in ours.tree) == text.count("!") + text.count("$")
    assert ours.headers == {"Event": "club", "Opening": "Dyke", "Annotator": "Anna"}
    again = pdn.dumps(ours)
    assert read(pdn, again.encode()) == ours
    (game,) = library.PDNReader(pdn_text=again).games
    moves = zip(ours.positions(), ours.decisions, strict=False)
    assert game.moves == [position.format_move(decision.move) for position, decision in moves]
    assert game.tags["Opening"] == "Dyke"


def _written_by_pydraughts(library: Any, record: GameRecord, seed: int) -> str:
    choose = random.Random(seed)
    children = children_of(record.tree)
    positions: list[Any] = positions_of(record.start, record.tree)

    def line(index: int) -> str:
        """A line from a node on, as the library writes it, with the annotations and variations among its moves."""
        nodes = [index]
        while children[nodes[-1]]:
            nodes.append(children[nodes[-1]][0])
        start = positions[record.tree[index].parent]
        written = library.PDNWriter(
            "", moves=[str(record.tree[node].move) for node in nodes], variant="english", starting_fen=fen(start)
        ).pdn_text
        moves = written.partition("\n\n")[2].split()[:-1]
        places = [place for place, word in enumerate(moves) if not word.endswith(".")]
        for place, node in zip(places, nodes, strict=True):
            moves[place] = " ".join([moves[place], *annotations(record.tree[node])])
            siblings = children[record.tree[node].parent]
            if node == siblings[0]:
                moves[place] = " ".join([moves[place], *(f"({line(other)})" for other in siblings[1:])])
        return " ".join(moves)

    def annotations(node: Node) -> list[str]:
        symbols = [choose.choice(["!", "$5", "$18"])] if choose.random() < 0.2 else []
        return symbols + ([f"{{{choose.choice(COMMENTS)}}}"] if node.comment else [])

    tags = {"Event": "club", "Opening": "Dyke", "Annotator": "Anna", "GameType": "21,B,8,8,N1,0"}
    head = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{head}\n{line(children[0][0])} *\n"
