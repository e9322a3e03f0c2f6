"""Live analysis of positions and games, and insights."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import numpy as np
import pytest

from crownbridge._core import StopFlag
from crownbridge.engines.checkers.analyser import CheckersAnalyser
from crownbridge.engines.engine import WIN
from crownbridge.engines.hex import parameters
from crownbridge.engines.hex.analyser import HexAnalyser
from crownbridge.engines.hex.first_stones import opener_win_chance
from crownbridge.engines.live import Analysis, Line
from crownbridge.games import Checkers, Hex
from crownbridge.games.hex import Side
from crownbridge.web.live_analysis.position_analysis import MOST_BUSY, AnalysisPool


def thoughts(visitor: Any, **query: Any) -> Iterator[dict[str, Any]]:
    with visitor.http.stream("GET", "/api/think", params=query) as answer:
        assert answer.status_code == 200, answer.read()
        for line in answer.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_lines_of_checkers(visitor: Any) -> None:
    *some, last = thoughts(visitor, game="checkers", lines=3, seconds=1)
    assert last["done"]
    assert not any(thought["done"] for thought in some)
    assert len(last["lines"]) == 3
    assert last["depth"] > 3
    scores = [line["score"] for line in last["lines"]]
    assert scores == sorted(scores, reverse=True)
    assert len({line["moves"][0]["text"] for line in last["lines"]}) == 3
    for line in last["lines"]:
        position = Checkers().initial()
        for move in line["moves"]:
            position = position.play(move["text"])
        assert 0 < line["win_chance"] < 1


def test_lines_and_heat_of_hex(visitor: Any) -> None:
    *_, last = thoughts(visitor, game="hex", options="size=11", lines=2, seconds=1)
    assert len(last["lines"]) == 2
    assert (len(last["heat"]), max(last["heat"])) == (121, 1.0)
    assert sum(last["policy"]) == pytest.approx(1, abs=0.01)
    best = last["lines"][0]
    assert last["values"][best["moves"][0]["cells"][0]] == pytest.approx(best["win_chance"], abs=1e-3)
    for line in last["lines"]:
        assert line["visits"] > 0
        assert len(line["moves"]) > 1
    assert last["verdict"] is None


def test_the_network_thinks_of_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = StopFlag()
    told: list[object] = []

    def judge(boards: Any) -> tuple[Any, Any]:
        stop.set()
        return np.full(len(boards), 0.5, np.float32), np.zeros((len(boards), boards[0].size), np.float32)

    monkeypatch.setattr(parameters, "network", lambda: judge)
    HexAnalyser().analyse(Hex(7).initial(), 1, stop, told.append)
    assert stop.is_set
    assert told


def test_checkers_is_analysed_until_every_line_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move wins at once; the others are proven at depth 3."""
    position = Checkers().initial()
    first = position.legal_moves()[0]

    def line(_: object, __: object, move: Any, depth: int, ___: object) -> tuple[Line, int]:
        return Line((move,), 0.5, 2 * WIN if move == first or depth == 3 else 0), 1

    monkeypatch.setattr(CheckersAnalyser, "_line", line)
    told: list[Analysis] = []
    CheckersAnalyser().analyse(position, 1, StopFlag(), told.append)
    assert [analysis.depth for analysis in told] == [2, 3, 4]


def test_a_win_that_is_found_is_told(visitor: Any) -> None:
    *_, last = thoughts(visitor, game="hex", options="size=5", seconds=10)
    assert last["lines"][0]["moves"][0]["text"] == "c3"
    assert (last["verdict"], last["heat"][12], last["lines"][0]["win_chance"]) == ("won", 1.0, 1.0)


def test_a_swap_is_one_of_the_lines(visitor: Any) -> None:
    position = Hex(5, swap=True).initial().play("c3")
    *_, last = thoughts(visitor, game="hex", options="size=5&swap=true", position=str(position), seconds=10)
    assert last["lines"][0]["moves"][0]["cells"] == []
    assert (last["verdict"], last["lines"][0]["win_chance"]) == ("won", 1.0)


@pytest.mark.parametrize("first", ["red", "blue"])
def test_before_a_swap_even_first_stones_are_the_best(visitor: Any, first: str) -> None:
    """Under the swap rule, a first stone that wins is taken over."""
    options = f"size=11&swap=true&first={first}"
    *_, last = thoughts(visitor, game="hex", options=options, lines=3, seconds=1)
    game = Hex(11, Side[first.upper()], swap=True)
    for line in last["lines"]:
        after = game.initial().play(line["moves"][0]["text"])
        chance = opener_win_chance(after)
        assert line["win_chance"] == pytest.approx(min(chance, 1 - chance))
        assert 0.35 < line["win_chance"] <= 0.5
    assert last["heat"][60] < 0.5  # the centre
    assert max(last["values"]) == pytest.approx(last["lines"][0]["win_chance"])
    assert last["policy"] is None
    assert last["verdict"] is None


@pytest.mark.parametrize("size", [1, 5])
def test_before_a_swap_a_proof_for_the_first_stone_is_no_verdict(visitor: Any, size: int) -> None:
    query = {"game": "hex", "options": f"size={size}&swap=true"}
    assert visitor.http.get("/api/insight", params=query).json()["verdict"] is None
    *_, last = thoughts(visitor, **query, seconds=1)
    assert last["verdict"] is None


def test_a_strong_first_stone_that_may_be_taken_over_is_no_proof(visitor: Any) -> None:
    position = Hex(11, swap=True).initial().play("f6")
    options = "size=11&swap=true"
    *_, last = thoughts(visitor, game="hex", options=options, position=str(position), seconds=0.3)
    assert last["verdict"] is None
    assert last["lines"][0]["win_chance"] < 1


def test_a_new_request_of_a_client_ends_its_old_one(visitor: Any) -> None:
    old = thoughts(visitor, game="checkers", seconds=600, client="page")
    next(old)
    new = thoughts(visitor, game="hex", seconds=600, client="page")
    next(new)
    *_, last = old
    assert last["done"]


def test_a_thought_that_ends_late_leaves_the_clients_new_one_alone() -> None:
    pool = AnalysisPool()
    first, second = pool._begin("ann"), pool._begin("ann")  # noqa: SLF001 (what requests do)
    assert (first.is_set, second.is_set) == (True, False)
    pool._end("ann", first)  # noqa: SLF001 (the same)
    pool.end_all()
    assert second.is_set


def test_what_cannot_be_thought_about_is_told(visitor: Any) -> None:
    over = {"game": "hex", "options": "size=3", "position": "r../rbb/r.. b"}
    odd = ({"game": "go"}, {"game": "hex", "position": "x"}, {"game": "hex", "options": "size=x"})
    for query in (over, *odd, {"game": "hex", "lines": 0}, {}):
        assert visitor.http.get("/api/think", params=query).status_code == 422, query


def test_the_endgame_tables_have_the_word(visitor: Any) -> None:
    found = visitor.http.get("/api/insight", params={"game": "checkers"}).json()
    assert found["verdict"] is None
    assert "24 pieces; the endgame tables" in found["detail"]
    for position, verdict in (("B:WK1:BK10,K11,K15", "won"), ("W:WK32:BK10,K11,K15", "lost"), ("W:WK5:BK1", "drawn")):
        found = visitor.http.get("/api/insight", params={"game": "checkers", "position": position}).json()
        assert found["verdict"] == verdict, position


def test_a_game_that_is_over_is_judged_by_its_outcome(visitor: Any) -> None:
    drawn, lost = "R..............................W r 0", "W............................... r 50"
    for position, verdict in ((drawn, "drawn"), (lost, "lost")):
        found = visitor.http.get("/api/insight", params={"game": "checkers", "position": position}).json()
        assert found["verdict"] == verdict, position


@pytest.mark.parametrize(("moves", "verdict"), [([], "won"), (["c3"], "lost")])
def test_small_boards_are_proven(visitor: Any, moves: list[str], verdict: str) -> None:
    position = Hex(5).initial()
    for move in moves:
        position = position.play(move)
    query = {"game": "hex", "options": "size=5", "position": str(position)}
    found = visitor.http.get("/api/insight", params=query).json()
    assert found["verdict"] == verdict
    assert found["carrier"]
    assert set(found["carrier"]) <= set(range(25))


def test_connections_and_the_must_play_region(visitor: Any) -> None:
    """Red threatens to join its chain to the bottom, and blue must be in the way; below the chain it is at home."""
    query = {"game": "hex", "options": "size=5", "position": "..r../..r../..r../.b.../..... b"}
    found = visitor.http.get("/api/insight", params=query).json()
    assert found["must_play"] == [17, 22]
    assert (found["dead"], found["captured"]) == ([3], [[0, 1, 4, 5, 6, 8, 10, 11], [15, 20]])
    assert any(one["kind"] == "semi" and one["edges"] == ["top", "bottom"] for one in found["connections"])
    assert all(one["from"] or one["edges"] for one in found["connections"])


def test_a_game_is_gone_through_move_by_move(visitor: Any) -> None:
    """White gives a man away for nothing, and red does not."""
    moves = ["11-15", "23-18", "8-11", "18-14"]
    answer = visitor.post("/analyses", {"game": "checkers", "moves": moves})
    assert answer.status_code == 201, answer.text

    def read(after: int = 0) -> list[tuple[str, dict[str, Any]]]:
        text = visitor.http.get(f"/api/analyses/{answer.json()['id']}/events?after={after}").text
        parts = [dict(line.split(": ", 1) for line in part.splitlines()) for part in text.strip().split("\n\n")]
        return [(part["event"], json.loads(part["data"])) for part in parts if "event" in part]

    said = read()
    assert [kind for kind, _ in said] == ["annotation"] * 4 + ["summary"]
    assert [one["ply"] for _, one in said[:4]] == [1, 2, 3, 4]
    assert read(after=3) == said[3:]
    for (_, one), before in zip(said, range(4), strict=False):
        position = Checkers().initial()
        for move in moves[:before]:
            position = position.play(move)
        assert one["best"]["text"] in [position.format_move(move) for move in position.legal_moves()]
        assert one["best"] == one["line"][0]
    summary = said[-1][1]
    assert summary["complete"]
    assert all(0 <= accuracy <= 1 for accuracy in summary["accuracy"])
    assert sum(sum(counts.values()) for counts in summary["verdicts"]) == 4
    again = visitor.post("/analyses", {"game": "checkers", "moves": moves, "cached": True})
    assert visitor.http.get(f"/api/analyses/{again.json()['id']}/events").text.count("event: annotation") == 4
    other = visitor.post("/analyses", {"game": "checkers", "moves": moves[:3], "cached": True})
    assert (other.status_code, other.content) == (204, b"")


def test_an_analysis_to_which_nobody_listens_ends(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.live_analysis.game_analysis.IDLE_SECONDS", -1.0)
    asked = {"game": "checkers", "moves": ["11-15", "24-20", "8-11"], "seconds": 0.01}
    name = visitor.post("/analyses", asked).json()["id"]
    text = visitor.http.get(f"/api/analyses/{name}/events").text
    assert text.count("event: annotation") == 1
    assert '"complete":false' in text


def test_an_analysis_can_be_ended(visitor: Any) -> None:
    moves = ["11-15", "23-18", "8-11", "18-14"]
    name = visitor.post("/analyses", {"game": "checkers", "moves": moves, "seconds": 60}).json()["id"]
    assert visitor.http.delete(f"/api/analyses/{name}").status_code == 204
    text = visitor.http.get(f"/api/analyses/{name}/events").text
    assert '"complete":false' in text
    assert visitor.http.get("/api/analyses/nobody/events").status_code == 404
    assert visitor.post("/analyses", {"game": "checkers", "moves": ["1-2"]}).status_code == 422


def test_a_flood_of_thoughts_has_a_few_think_at_a_time(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking: list[int] = []
    counts: list[int] = []

    def think(*_: Any) -> None:
        thinking.append(1)
        counts.append(len(thinking))
        time.sleep(0.1)  # a search may take a moment to stop
        thinking.pop()

    monkeypatch.setattr("crownbridge.web.live_analysis.position_analysis.AnalysisPool._think", think)

    def listen(number: int) -> bool:
        answer = httpx.get(f"{visitor.address}/api/think?game=hex&client={number}", timeout=60)
        return '"done":true' in answer.text

    with ThreadPoolExecutor(20) as pool:
        assert all(pool.map(listen, range(20)))
    assert 0 < max(counts) <= MOST_BUSY
