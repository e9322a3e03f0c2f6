"""Puzzles over the API: made from rooms, solved and rated; and answers to mistakes."""

from pathlib import Path
from typing import Any

import pytest

from crownbridge.analysis import Puzzle, PuzzleBook
from crownbridge.errors import InputError

TASK = Puzzle("0123", "checkers", {}, "B:WK15:BK2,K3,K7", "win", "7-10", ("7-10", "15x6"), (), 1200.0)


def test_a_puzzle_is_solved_and_rated(start: Any, tmp_path: Path) -> None:
    PuzzleBook(tmp_path / "puzzles").add(TASK)
    visitor = start().visitor
    assert visitor.get("/puzzles")["counts"] == {"checkers": 1}
    task = visitor.get("/puzzles/next?game=checkers&rating=1500&seen=a")
    assert (task["id"], task["goal"], task["frame"]["to_move"]) == ("0123", "win", 0)
    assert "7-10" not in str({name: value for name, value in task.items() if name != "legal"})
    assert len(task["legal"]) == 4
    assert visitor.get("/puzzles/0123/hint")["cells"] == [6]
    wrong = visitor.post("/puzzles/0123/answers", {"move": "7-11", "rating": 1200}).json()
    assert (wrong["solved"], wrong["line"], wrong["rating"], wrong["puzzle_rating"]) == (False, [], 1184, 1216)
    right = visitor.post("/puzzles/0123/answers", {"move": "7-10"}).json()
    assert (right["solved"], right["rating"], right["puzzle_rating"]) == (True, None, 1216)
    assert [move["text"] for move in right["line"]] == ["7-10", "15x6"]
    shown = visitor.post("/puzzles/0123/answers", {"move": None}).json()
    assert not shown["solved"]
    assert len(shown["line"]) == 2
    assert visitor.http.get("/api/puzzles/4567").status_code == 404
    assert visitor.post("/puzzles/0123/answers", {"move": "1-5"}).status_code == 422


def test_there_are_no_puzzles_without_games(visitor: Any) -> None:
    assert visitor.get("/puzzles")["counts"] == {}
    assert visitor.http.get("/api/puzzles/next", params={"game": "checkers"}).status_code == 404
    assert visitor.post("/puzzles", {"game": "chess"}).status_code == 422
    started = visitor.post("/puzzles", {"game": "checkers", "count": 1})
    assert started.status_code == 202
    visitor.until(lambda: not visitor.get("/puzzles")["making"])
    assert visitor.http.delete("/api/puzzles").status_code == 204


def test_a_game_without_an_engine_is_reported(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise InputError("there is no engine for checkers")

    monkeypatch.setattr("crownbridge.analysis.puzzles.judge_of", fails)
    answer = visitor.post("/puzzles", {"game": "checkers"})
    assert (answer.status_code, answer.json()["detail"]) == (422, "there is no engine for checkers")
    assert not visitor.get("/puzzles")["making"]


def test_an_answer_to_a_mistake_is_judged(visitor: Any) -> None:
    body = {"game": "checkers", "start": "B:WK15:BK2,K3,K7", "moves": [], "move": "7-10", "best": "7-11"}
    answer = visitor.post("/answers", body).json()
    assert answer["exact"]
    assert answer["line"][0]["text"] == "7-10"
    assert answer["accepted"] == (answer["win_chance"] == answer["best_win_chance"])
    assert visitor.post("/answers", {**body, "move": "1-5"}).status_code == 422
