"""Reading and exporting game records."""

from typing import Any

import pytest

from crownbridge.web.routes.records import PAGE_FRAMES

PDN = """[Event "test"]
[White "anna"]
[Black "bert"]
[Result "*"]

1. 11-15 23-19 2. 8-11 22-17 *

[Event "bad"]

1. 11-15 11-15 *
"""


def read_pages(visitor: Any, text: str) -> list[Any]:
    """All pages of the answer."""
    pages = [visitor.post("/records", {"text": text}).json()]
    while (following := pages[-1]["next"]) is not None:
        pages.append(visitor.post("/records", {"text": text, "after": following}).json())
    return pages


def read_all(visitor: Any, text: str) -> dict[str, Any]:
    """The pages of the answer as one."""
    pages = read_pages(visitor, text)
    return {name: [one for page in pages for one in page[name]] for name in ("games", "display_plies", "problems")}


def test_a_pasted_game_is_a_document(visitor: Any) -> None:
    answer = visitor.post("/records", {"text": PDN})
    assert answer.status_code == 200, answer.text
    (game,) = answer.json()["games"]
    assert [frame["move"]["text"] for frame in game["frames"][1:]] == ["11-15", "23-19", "8-11", "22-17"]
    assert [frame["to_move"] for frame in game["frames"]] == [0, 1, 0, 1, 0]
    (problem,) = answer.json()["problems"]
    assert "11-15" in problem
    assert "line" in problem


@pytest.mark.parametrize("form", ["pdn", "jsonl"])
def test_what_is_exported_can_be_pasted(visitor: Any, form: str) -> None:
    moves = ["11-15", "23-19", "8-11", "22-17"]
    players = ["anna", "bert"]
    answer = visitor.post("/export", {"game": "checkers", "moves": moves, "players": players, "format": form})
    assert answer.headers["content-disposition"] == f'attachment; filename="game.{form}"'
    (game,) = visitor.post("/records", {"text": answer.text}).json()["games"]
    assert [frame["move"]["text"] for frame in game["frames"][1:]] == moves
    assert game["players"] == players


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("pdn", '[Event "Club"]\n[Date "1978.05.01"]\n[Result "0-1"]\n\n1. 11-15 23-19 0-1\n'),
        ("pdn", '[Event "Club"]\n[Result "1-0"]\n[Termination "timeout"]\n\n1. 11-15 23-19 {too late} 1-0\n'),
        ("sgf", "(;FF[4]GM[11]SZ[5]EV[Club]DT[1978-05-01]RE[B+R];B[a1];W[b2])"),
        ("jsonl", "(;FF[4]GM[11]SZ[5]EV[Club]DT[1978-05-01]RE[W+T];B[a1];W[b2])"),
    ],
)
def test_a_game_is_exported_with_the_headers_and_the_result_that_it_came_with(
    visitor: Any, form: str, text: str
) -> None:
    (game,) = visitor.post("/records", {"text": text}).json()["games"]
    assert game["headers"]["Event"] == "Club"
    assert game["outcome"]["winner"] is not None
    moves = [frame["move"]["text"] for frame in game["frames"][1:]]
    kept = {name: game[name] for name in ("players", "outcome", "statuses", "headers")}
    answer = visitor.post("/export", {**game["board"], **kept, "moves": moves, "format": form})
    assert answer.status_code == 200, answer.text
    (again,) = visitor.post("/records", {"text": answer.text}).json()["games"]
    assert {**again, "notices": []} == {**game, "notices": []}


def test_links_to_hexworld(visitor: Any) -> None:
    asked = {"game": "hex", "options": {"size": 5}, "moves": ["a1", "b2", "c3"], "format": "hexworld"}
    link = visitor.post("/export", asked).text
    (game,) = visitor.post("/records", {"text": link}).json()["games"]
    assert [frame["move"]["text"] for frame in game["frames"][1:]] == asked["moves"]
    assert game["board"]["options"]["size"] == 5


@pytest.mark.parametrize(
    ("moves", "ply"), [("a1b2c3", 3), ("a1,b2c3", 1), (",a1b2", 0), ("a1,b2:pc3", 0), ("a1b2:pc3,d4,e5", 1), ("", 0)]
)
def test_the_position_that_a_link_displays(visitor: Any, moves: str, ply: int) -> None:
    text = f"https://hexworld.org/board/#5c1,{moves}"
    assert visitor.post("/records", {"text": text}).json()["display_plies"] == [ply]


def test_many_games_are_cut_short(visitor: Any) -> None:
    found = read_all(visitor, '[Event "x"]\n\n1. 11-15 *\n\n' * 300)
    assert (len(found["games"]), found["problems"]) == (
        200,
        ["only the first 200 games are shown; the limit is 200 games with 20,000 moves in all"],
    )


def test_endless_games_are_not_shown(visitor: Any) -> None:
    """A frame takes many times what its move does."""
    endless = '[SetUp "1"]\n[FEN "W:WK32:BK1"]\n\n' + "32-28 1-5 28-32 5-1 " * 2000 + "*\n\n"
    text = '[Event "x"]\n\n1. 11-15 *\n\n' + 3 * endless
    found = read_all(visitor, text)
    assert (len(found["games"]), found["problems"]) == (
        3,
        ["only the first 3 games are shown; the limit is 200 games with 20,000 moves in all"],
    )


@pytest.mark.parametrize("text", ["", "hello", "\x00", '{"', "[" * 1000])
def test_what_is_no_game_is_told(visitor: Any, text: str) -> None:
    answer = visitor.post("/records", {"text": text})
    assert answer.status_code == 422 or answer.json()["problems"]


def test_what_cannot_be_exported_is_told(visitor: Any) -> None:
    for wrong in ({"moves": ["1-2"]}, {"format": "sgf"}, {"start": "nonsense"}, {"format": "doc"}, {"game": "go"}):
        asked = {"game": "checkers", "format": "pdn", **wrong}
        assert visitor.post("/export", asked).status_code == 422, wrong


@pytest.mark.parametrize(
    ("game", "forms"),
    [
        ("game=checkers", ["jsonl", "kth", "pdn"]),
        ("game=checkers&options=counter%3D40", ["jsonl", "pdn"]),
        ("game=hex&options=size%3D5", ["jsonl", "hexworld", "sgf", "arbi"]),
        ("game=hex&options=size%3D5%26swap%3Dtrue", ["jsonl", "hexworld", "sgf"]),
        ("game=hex&options=size%3D2&position=r./..+b", ["jsonl", "sgf"]),
    ],
)
def test_the_forms_of_a_game_are_those_in_which_it_can_be_written(visitor: Any, game: str, forms: list[str]) -> None:
    assert visitor.get(f"/export?{game}") == forms


def test_a_game_that_there_is_not_has_no_forms(visitor: Any) -> None:
    assert visitor.http.get("/api/export?game=go").status_code == 422


TREE = (
    '[Event "x"]\n\n{start} 1. 11-15! {[%clk 0:01:02] good} (1. 11-16 24-20 (24-19 $4)) 23-19 {[%foo bar]} 2. 8-11 *\n'
)


@pytest.mark.parametrize(
    ("form", "text"),
    [("pdn", TREE), ("jsonl", TREE), ("sgf", "(;GM[11]SZ[5]ST[2];B[a1]C[x]CR[b2]LB[a1:x](;W[b2])(;W[c3]TE[2]))")],
)
def test_a_tree_is_exported_as_it_was_read(visitor: Any, form: str, text: str) -> None:
    (game,) = visitor.post("/records", {"text": text}).json()["games"]
    assert len(game["tree"]) > 3
    tree = [{**node, "move": node["frame"]["move"] and node["frame"]["move"]["text"]} for node in game["tree"]]
    for node in tree:
        del node["frame"]
    kept = {name: game[name] for name in ("players", "headers", "outcome")}
    answer = visitor.post("/export", {**game["board"], **kept, "tree": tree, "format": form})
    assert answer.status_code == 200, answer.text
    (again,) = visitor.post("/records", {"text": answer.text}).json()["games"]
    assert again == game


def test_verdicts_of_the_engine_are_exported(visitor: Any) -> None:
    verdict = {"ply": 2, "win_chance_before": 0.4, "win_chance_after": 0.6, "verdict": "mistake", "line": ["22-18"]}
    body = {"game": "checkers", "moves": ["11-15", "23-19"], "format": "pdn", "verdicts": [verdict]}
    text = visitor.post("/export", body).text
    assert "23-19? {Mistake: win chance 60% to 40%. Best: 22-18.} (1... 22-18)" in " ".join(text.split())
    mistakes: list[dict[str, Any]] = [{"ply": 3}, {"line": ["1-2"]}, {"line": []}, {"verdict": "awful"}]
    for wrong in mistakes:
        assert visitor.post("/export", {**body, "verdicts": [verdict | wrong]}).status_code == 422, wrong


def test_large_trees_are_not_shown(visitor: Any) -> None:
    many = '[Event "x"]\n\n1. 11-15 ' + "(11-16) " * 15_000 + "*\n\n"
    found = read_all(visitor, many + many)
    assert (len(found["games"]), len(found["problems"])) == (1, 1)


def test_many_games_come_in_pages(visitor: Any) -> None:
    short, wrong = '[Event "x"]\n\n1. 11-15 *\n\n', '[Event "y"]\n\n1. 11-16 99-99 *\n\n'
    long = '[Event "z"]\n[SetUp "1"]\n[FEN "W:WK32:BK1"]\n\n' + "32-28 1-5 28-32 5-1 " * 20 + "*\n\n"
    text = short + wrong + (long + short) * 30 + wrong
    pages = read_pages(visitor, text)
    assert len(pages) > 2
    games = [game for page in pages for game in page["games"]]
    assert [int(game["id"]) for game in games] == [1, *range(3, 63)]
    assert [len(game["frames"]) for game in games] == [2, *[81, 2] * 30]
    assert sum(len(page["problems"]) for page in pages) == 2
    for page in pages:
        assert sum(len(game["frames"]) for game in page["games"]) <= PAGE_FRAMES
        assert len(page["games"]) == len(page["display_plies"])
    assert visitor.post("/records", {"text": short, "after": 1}).json()["games"] == []
