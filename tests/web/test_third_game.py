"""A game of another package: all that the pages ask works with it. `visitor` is described in conftest.py."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import third_game

from crownbridge.plugins import plugins


@pytest.fixture(autouse=True)
def _installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Breakthrough in this process, and in the workers that it starts."""
    folder: Path = tmp_path_factory.mktemp("packages")
    third_game.install(folder)
    monkeypatch.syspath_prepend(folder)
    plugins.cache_clear()
    yield
    monkeypatch.undo()
    plugins.cache_clear()


def test_the_catalogue_describes_it(visitor: Any) -> None:
    catalogue = visitor.get("/catalogue")
    assert catalogue["default_game"] == "checkers"
    facts = next(game for game in catalogue["games"] if game["name"] == "breakthrough")
    assert facts["sides"] == ["white", "black"]
    assert facts["colours"] == ["#fdfaf2", "#4d5566"]
    assert facts["pieces"] == ["piece"]
    assert facts["options"]["size"] == {
        "default": 8,
        "suggested": 8,
        "kind": "int",
        "label": "Board size",
        "help": "Size of the board, 4 to 12.",
        "least": 4,
        "most": 12,
        "choices": None,
    }
    assert len(facts["levels"]) > 3
    assert facts["protocols"] == ["lines"]
    assert facts["formats"] == [{"name": "JSON lines", "ending": ".jsonl"}]
    assert (facts["presets"], facts["books"], facts["agent_files"], facts["endgame_tables"]) == ({}, {}, False, False)
    assert facts["layers"] == ["heat"]
    assert facts["node_name"] == "playouts"


def test_its_rules_have_pictures(visitor: Any) -> None:
    goal, moves = visitor.get("/guides/breakthrough")
    assert (goal["title"], goal["pictures"][0]["frame"]["pieces"].count("0")) == ("Goal", 16)
    assert moves["pictures"][0]["move"]["captured"] == moves["pictures"][0]["move"]["cells"][1:]


def test_its_board_has_the_colours_of_its_palette(visitor: Any) -> None:
    board = visitor.get("/boards/breakthrough?size=6")
    assert (len(board["cells"]), board["pieces"], board["options"]) == (36, ["piece"], {"size": 6})
    tones = {shape["tone"] for shape in board["cells"] + board["labels"]}
    assert tones | {"side0", "side1"} <= set(board["palette"])


def test_positions_are_set_up_and_played_out(visitor: Any) -> None:
    start = visitor.post("/positions", {"game": "breakthrough"}).json()
    assert len(start["legal"]) == 22
    assert start["frame"]["pieces"] == "0" * 16 + "." * 32 + "1" * 16
    asked = {"game": "breakthrough", "options": {"size": 4}, "pieces": "0..." + "." * 8 + ".1..", "to_move": 1}
    assert visitor.post("/positions", asked).json()["frame"]["position"] == ".b../..../..../w... b"
    moved = visitor.post("/positions", {"game": "breakthrough", "moves": ["a2-a3"]}).json()
    assert moved["frame"]["move"] == {"text": "a2-a3", "cells": [8, 16], "captured": []}
    assert visitor.post("/positions", {"game": "breakthrough", "pieces": "2" * 64}).status_code == 422
    picture = visitor.http.get("/api/positions/svg", params={"game": "breakthrough"})
    assert picture.text.count("<circle") == 32


def test_an_engine_thinks_about_it(visitor: Any) -> None:
    query = {"game": "breakthrough", "seconds": 0.5, "lines": 2}
    with visitor.http.stream("GET", "/api/think", params=query) as answer:
        told = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: ")]
    assert told[-1]["done"]
    assert len(told[-1]["lines"]) == 2
    assert len(told[-1]["heat"]) == 64
    assert visitor.get("/insight?game=breakthrough")["verdict"] is None


def test_it_is_played_saved_and_analysed(visitor: Any) -> None:
    name = visitor.open("human", "breakthrough:1", game="breakthrough", options={"size": 4})
    assert visitor.move(name) == 204
    if visitor.asked(name)[-1]["type"] == "thinking":
        assert visitor.post(f"/rooms/{name}/hint").json()["move"]["cells"]
    while visitor.move(name) is not None:
        pass
    document = visitor.get(f"/rooms/{name}/games/1")
    assert document["outcome"]["termination"] == "normal"
    text = visitor.http.get(f"/api/rooms/{name}/games/1/export/jsonl").text
    assert visitor.post("/records", {"text": text}).json()["games"][0]["board"]["game"] == "breakthrough"
    moves = [frame["move"]["text"] for frame in document["frames"][1:]]
    job = visitor.post("/analyses", {**document["board"], "moves": moves, "seconds": 0.05}).json()["id"]
    with visitor.http.stream("GET", f"/api/analyses/{job}/events") as answer:
        lines = [line for line in answer.iter_lines() if line.startswith("event: ")]
    assert lines == ["event: annotation"] * len(moves) + ["event: summary"]


def test_a_tournament_with_its_report(visitor: Any) -> None:
    agents = [
        {"id": "one", "type": "engine", "engine": "breakthrough:1"},
        {"id": "two", "type": "engine", "engine": "random"},
    ]
    config = {"id": "cup", "game": "breakthrough", "gameOptions": {"size": 4}, "agents": agents, "timePerMove": 5000}
    config |= {"tournamentType": "roundRobin", "openings": "initial"}
    assert visitor.post("/tournaments/check", {"config": config}).json()["problems"] == []
    assert visitor.post("/tournaments", {"config": config}).status_code == 201
    visitor.until(lambda: visitor.get("/tournaments/cup")["state"] == "over")
    detail = visitor.get("/tournaments/cup")
    assert detail["played"] == 2
    assert detail["board"] == {"game": "breakthrough", "options": {"size": 4}}
    game = visitor.get("/tournaments/cup/games")["games"][0]
    assert visitor.get(f"/tournaments/cup/games/{game['identity']}")["board"] == detail["board"]
    report = visitor.http.get("/api/tournaments/cup/download/report.html")
    assert report.status_code == 200
    assert "#4d5566" in report.text
    assert visitor.http.get("/api/tournaments/cup/download/games.jsonl").text.count("\n") == 2
