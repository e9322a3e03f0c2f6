"""Games as PDN and SGF: what is written is read back by a reader of the test's own."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import InputError
from crownbridge.games import Checkers, Game, Hex, Outcome, Position, Termination
from crownbridge.games.checkers import fen
from crownbridge.records import Decision, GameRecord, PlainLine, pdn, sgf


def played(game: Game[Any], seed: int, start: Position[Any] | None = None, most: int = 300) -> GameRecord:
    """A random game."""
    choose = random.Random(seed)
    position = start = start or game.initial()
    decisions: list[Decision] = []
    while (outcome := position.outcome()) is None and len(decisions) < most:
        move = choose.choice(position.legal_moves())
        decisions.append(Decision(move, 0.1))
        position = position.play(move)
    return GameRecord(
        game, ("Anna", "Bert"), start, PlainLine(decisions), outcome or Outcome(None, Termination.INTERRUPTED)
    )


def read_pdn(text: str) -> tuple[dict[str, str], list[str], str]:
    """The tags, the moves and the result."""
    head, _, body = text.partition("\n\n")
    pairs = re.findall(r'^\[(\w+) "(.*)"\]$', head, re.MULTILINE)
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in pairs}
    *moves, result = re.sub(r"\{.*?\}", "", body, flags=re.DOTALL).split()
    return tags, [move for move in moves if not move.endswith(".")], result


def read_sgf(text: str) -> list[dict[str, list[str]]]:
    """The nodes of one tree without variations, each with its properties."""
    assert text.startswith("(;")
    assert text.endswith(")\n")
    value = r"\[((?:\\.|[^\]\\])*)\]"
    nodes: list[dict[str, list[str]]] = []
    for semicolon, name, values, _ in re.findall(rf"(;)|([A-Z]+)((?:{value})+)", text[1:-2]):
        if semicolon:
            nodes.append({})
        else:
            nodes[-1][name] = [re.sub(r"\\(.)", r"\1", text) for text in re.findall(value, values)]
    return nodes


@given(st.integers(0, 10**6), st.integers(0, 12))
@settings(max_examples=50, deadline=None)
def test_a_game_of_checkers_can_be_played_again_from_its_pdn(seed: int, opening: int) -> None:
    start = played(Checkers(), seed, most=opening).positions()[-1]
    record = played(Checkers(), seed, start)
    end: Any = record.positions()[-1]
    tags, moves, result = read_pdn(pdn.dumps(record))
    position: Any = Checkers().parse(tags["FEN"]) if "FEN" in tags else Checkers().initial()
    assert ("FEN" in tags) == ("SetUp" in tags) == (opening > 0)
    for move in moves:
        position = position.play(position.parse_move(move))
    assert fen(position) == fen(end)
    assert len(moves) == len(record.decisions)
    assert tags["Result"] == result
    assert max(map(len, pdn.dumps(record).partition("\n\n")[2].splitlines())) <= 80


@pytest.mark.parametrize(
    ("winner", "termination", "result"),
    [
        (0, Termination.NORMAL, "0-1"),
        (1, Termination.CRASH, "1-0"),
        (None, Termination.COUNTER, "1/2-1/2"),
        (None, Termination.INTERRUPTED, "*"),
    ],
)
def test_the_whole_of_a_pdn_game(winner: int | None, termination: Termination, result: str) -> None:
    game = Checkers()
    start = game.initial().play("11-15")
    moves = ("23-19", "8-11", "22-17")
    decisions = []
    position = start
    for text in moves:
        decisions.append(Decision(position.parse_move(text), 1))
        position = position.play(text)
    side = None if winner is None else game.sides[winner]
    outcome = Outcome(side, termination, "so {it} is\nover")
    headers = {"Event": "cup", "Date": "2025.01.31", "Round": "r1/2"}
    record = GameRecord(game, ('R "ed" \\', "White\nWine"), start, PlainLine(decisions), outcome, headers=headers)
    assert pdn.dumps(record) == (
        '[Event "cup"]\n[Site "?"]\n[Date "2025.01.31"]\n[Round "r1/2"]\n[White "White Wine"]\n'
        f'[Black "R \\"ed\\" \\\\"]\n[Result "{result}"]\n[GameType "21"]\n[Rules "kth"]\n[SetUp "1"]\n'
        f'[FEN "{fen(start)}:H1"]\n'
        f'[Termination "{termination}"]\n\n'
        f"1... 23-19 2. 8-11 22-17 {{so {{it) is over}} {result}\n\n"
    )


@given(st.integers(0, 10**6), st.integers(1, 26), st.booleans(), st.sampled_from(["red", "blue"]))
@settings(max_examples=50, deadline=None)
def test_a_game_of_hex_can_be_played_again_from_its_sgf(seed: int, size: int, swap: bool, first: str) -> None:  # noqa: FBT001 (drawn)
    game = Hex(size, first, swap)
    record = played(game, seed, most=500)
    root, *nodes = read_sgf(sgf.dumps(record))
    assert root["FF"] == ["4"]
    assert root["GM"] == ["11"]
    assert root["SZ"] == [str(size)]
    position = game.initial()
    assert root.get("PL", ["B"]) == ["B" if first == "red" else "W"]
    for node in nodes:
        ((colour, (text,)),) = node.items()
        assert colour == ("W" if position.side_index else "B")
        position = position.play(position.parse_move(text))
    assert position == record.positions()[-1]
    winner = record.outcome.winner
    assert root["RE"] == ["Void" if winner is None else ("B+" if winner == 0 else "W+")]


def test_the_whole_of_an_sgf_game() -> None:
    game = Hex(3, swap=True)
    start = game.initial()
    position = start
    decisions = []
    for text in ("a2", "swap-pieces", "c3"):
        decisions.append(Decision(position.parse_move(text), 1))
        position = position.play(text)
    outcome = Outcome(game.sides[0], Termination.TIMEOUT, "blue: ]too\\ late")
    headers = {"Event": "cup", "Date": "2025.01.31", "Round": "r1/2"}
    record = GameRecord(game, ("a]b", "c"), start, PlainLine(decisions), outcome, headers=headers)
    assert sgf.dumps(record) == (
        "(;FF[4]GM[11]CA[UTF-8]AP[Crownbridge]SZ[3]PB[a\\]b]PW[c]EV[cup]RO[r1/2]DT[2025-01-31]RU[swap]RE[B+T]"
        "GC[timeout: blue: \\]too\\\\ late]\n;B[a2];W[swap-pieces];B[c3])\n"
    )


def test_stones_that_are_there_from_the_beginning() -> None:
    game = Hex(3)
    start = game.parse("r.b/.r./... b")
    record = GameRecord(game, ("a", "b"), start, PlainLine(), Outcome(game.sides[1], Termination.CRASH))
    (root,) = read_sgf(sgf.dumps(record))
    assert root["AB"] == ["a1", "b2"]
    assert root["AW"] == ["c1"]
    assert root["PL"] == ["W"]
    assert root["RE"] == ["W+F"]


def test_each_form_has_its_game() -> None:
    with pytest.raises(InputError, match="PDN supports only checkers, not hex"):
        pdn.dumps(played(Hex(2), 1))
    with pytest.raises(InputError, match="SGF supports only Hex, not checkers"):
        sgf.dumps(played(Checkers(), 1))
