"""Links to games on other websites."""

from typing import Any

import pytest

GAME = {"site": "HexWorld", "game": "hex", "options": {"size": 5, "swap": True}, "moves": ["a2", "swap-pieces", "c3"]}
ADDRESS = "https://hexworld.org/board/#"


def test_the_catalogue_lists_the_sites(visitor: Any) -> None:
    assert [game["sites"] for game in visitor.get("/catalogue")["games"]] == [[], ["HexWorld"]]


@pytest.mark.parametrize(
    ("more", "link"),
    [
        ({}, "5c1,a2:sc3"),
        ({"ply": 3}, "5c1,a2:sc3"),
        ({"ply": 1}, "5c1,a2,:sc3"),
        ({"ply": 0}, "5c1,,a2:sc3"),
        ({"outcome": {"winner": 0, "termination": "resignation"}}, "5c1,a2:sc3:rw"),
    ],
)
def test_a_link_displays_a_position(visitor: Any, more: dict[str, Any], link: str) -> None:
    assert visitor.post("/links", {**GAME, **more}).json() == {"url": ADDRESS + link}


def test_a_link_is_read_back(visitor: Any) -> None:
    url = visitor.post("/links", {**GAME, "ply": 1}).json()["url"]
    (game,) = visitor.post("/records", {"text": url}).json()["games"]
    assert [frame["move"]["text"] for frame in game["frames"][1:]] == GAME["moves"]


@pytest.mark.parametrize(
    "more", [{"site": "Nowhere"}, {"game": "checkers", "options": {}, "moves": []}, {"start": "r..../" * 4 + "..... b"}]
)
def test_a_game_without_links(visitor: Any, more: dict[str, Any]) -> None:
    answer = visitor.post("/links", {**GAME, "moves": [], **more})
    assert answer.status_code == 422
    assert "there are no links to" in answer.json()["detail"]
