"""Rooms as a page uses them. `visitor` and `start` are described in conftest.py."""

import re
import time
from typing import Any

import pytest

from crownbridge.games import Checkers, Hex, Termination
from crownbridge.players import FaultError, RandomPlayer
from crownbridge.records import json_lines


def types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def test_the_catalogue(visitor: Any) -> None:
    found = visitor.get("/catalogue")
    assert [game["name"] for game in found["games"]] == ["checkers", "hex"]
    assert found["games"][0]["levels"][4] == {"number": 5, "name": "hobbyist", "text": "checkers:5"}
    assert found["games"][1]["options"]["size"] | {"most": 26} == found["games"][1]["options"]["size"]
    assert found["games"][1]["protocols"] == ["hexai", "hexmon", "htp", "lines"]
    assert [game["opening_words"] for game in found["games"]] == [{"kth": "init"}, {}]
    swap = found["games"][1]["options"]["swap"]
    assert (swap["default"], swap["suggested"]) == (False, True)
    assert found["programs"] == "any"
    assert found["default_game"] == "checkers"
    forms = [[form["ending"] for form in game["formats"]] for game in found["games"]]
    assert forms == [[".kth", ".pdn", ".jsonl"], [".hexworld", ".sgf", ".arbi", ".jsonl"]]
    assert found["games"][0]["preset_labels"] == {"kth": "KTH course", "tournament": "Tournament"}


def test_a_board_is_cached_until_it_changes(visitor: Any) -> None:
    answer = visitor.http.get("/api/boards/hex?size=5&swap=true")
    board = answer.json()
    assert (len(board["cells"]), board["options"]["swap"], board["sides"]) == (25, True, ["red", "blue"])
    assert board["orientations"] == {"flat": 0, "diamond": -30, "pointed": 60}
    again = visitor.http.get("/api/boards/hex?size=5&swap=true", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for query in ("size=x", "size=99", "colour=1", "swap=maybe"):
        assert visitor.http.get(f"/api/boards/hex?{query}").status_code == 422


def test_a_human_plays_a_level_to_the_end(visitor: Any) -> None:
    name = visitor.open("human", "hex:1", game="hex", options={"size": 4})
    while visitor.move(name) is not None:
        pass
    events = visitor.until_over(name)
    assert types(events)[:4] == ["opened", "began", "thinking", "moved"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    frames = [event["frame"] for event in events if "frame" in event]
    assert [frame["ply"] for frame in frames] == list(range(len(frames)))
    position = Hex(4).initial()
    for frame in frames[1:]:
        position = position.play(frame["move"]["text"])
        assert frame["position"] == str(position)
        assert frame["pieces"] == position.rows.replace("r", "0").replace("b", "1")
    assert events[-1]["outcome"]["termination"] == "normal"
    assert frames[-1]["to_move"] is None


def test_moves_that_are_refused(visitor: Any) -> None:
    name = visitor.open("human", "human")
    visitor.asked(name)

    def status(**move: Any) -> int:
        code: int = visitor.post(f"/rooms/{name}/moves", move).status_code
        return code

    assert status(ply=0, move="1-2") == 422
    assert status(ply=0, move="nonsense") == 422
    assert status(ply=1, move="11-15") == 409
    assert status(ply=0, move="11-15") == 204
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["moves"] == 1)
    assert status(ply=0, move="11-15") == 409
    answer = visitor.post(f"/rooms/{name}/moves", {"ply": 1, "move": "21-22"})
    assert answer.json() == {"detail": "21-22 is illegal: no piece can move from square 21 to 22 here"}


def test_a_move_that_is_sent_twice_counts_once(visitor: Any) -> None:
    """Also where the second comes before the first is on the board."""
    name = visitor.open("human", "human", game="hex", options={"size": 5})
    visitor.asked(name)
    sent = [visitor.post(f"/rooms/{name}/moves", {"ply": 0, "move": "a1"}).status_code for _ in range(3)]
    assert sorted(sent) == [204, 409, 409]
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["moves"] == 1)


def test_undo_and_redo_against_a_level(visitor: Any) -> None:
    name = visitor.open("human", "checkers:1")
    assert visitor.post(f"/rooms/{name}/undo").json() == {"detail": "there is no move to undo"}
    for _ in range(2):
        assert visitor.move(name) == 204
    before = visitor.asked(name)
    assert visitor.post(f"/rooms/{name}/undo").status_code == 204
    taken = visitor.log(name, len(before), until=lambda events: len(events) >= 2)
    assert types(taken) == ["took_back", "thinking"]
    assert (taken[0]["frame"]["ply"], taken[0]["redo"]) == (2, 2)
    assert visitor.post(f"/rooms/{name}/undo").status_code == 204
    visitor.log(name, len(before) + 2, until=lambda events: len(events) >= 2)
    assert visitor.post(f"/rooms/{name}/redo").status_code == 204
    again = visitor.log(name, len(before) + 2, until=lambda events: len(events) >= 5)
    assert types(again) == ["took_back", "thinking", "moved", "moved", "thinking"]
    assert [(event["frame"]["ply"], event["redo"]) for event in again if "frame" in event] == [(0, 4), (1, 3), (2, 2)]
    assert visitor.move(name) == 204
    visitor.asked(name)
    assert visitor.post(f"/rooms/{name}/redo").json() == {"detail": "there is no move to redo"}
    document = visitor.get(f"/rooms/{name}/games/1")
    assert [frame["ply"] for frame in document["frames"]] == [0, 1, 2, 3, 4]
    assert len(document["turns"]) == 4


def test_undo_of_a_game_that_was_given_up(visitor: Any) -> None:
    name = visitor.open("human", "human")
    visitor.move(name, "11-15")
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["moves"] == 1)
    assert visitor.post(f"/rooms/{name}/resign", {"side": 0}).status_code == 204
    ended = visitor.until_over(name)[-1]
    assert ended["outcome"] == {"winner": 1, "termination": "resignation", "detail": "human (red) resigned"}
    assert visitor.post(f"/rooms/{name}/resign", {"side": 1}).status_code == 409
    assert visitor.post(f"/rooms/{name}/undo").status_code == 204
    assert visitor.get(f"/rooms/{name}")["state"] == "playing"
    assert visitor.move(name, "12-16") == 204


def test_clocks_go_on_through_undo_and_end_a_game(visitor: Any) -> None:
    name = visitor.open("human", "human", time={"game_seconds": 0.6})
    assert visitor.asked(name)[-1]["clock"] == [0.6, 0.6]
    time.sleep(0.1)
    visitor.move(name)
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["moves"] == 1)
    visitor.post(f"/rooms/{name}/undo")
    events = visitor.until_over(name)
    took = next(event for event in events if event["type"] == "took_back")
    assert took["clock"][0] <= 0.5
    assert took["clock"][1] < 0.6
    assert events[-1]["outcome"]["termination"] == "timeout"
    assert events[-1]["outcome"]["winner"] == 1


def test_several_games_change_sides(visitor: Any) -> None:
    name = visitor.open("checkers:1", "random", games=3)
    events = visitor.log(name, until=lambda events: types(events).count("ended") == 3)
    assert [event["seats"] for event in events if event["type"] == "began"] == [
        ["checkers:1", "random"],
        ["random", "checkers:1"],
        ["checkers:1", "random"],
    ]
    assert visitor.get(f"/rooms/{name}") | {"state": "over", "games": 3} == visitor.get(f"/rooms/{name}")
    assert visitor.post(f"/rooms/{name}/run").status_code == 204
    visitor.log(name, until=lambda events: types(events).count("ended") == 6)


def test_a_game_that_a_busy_machine_decided_is_played_again(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(player: RandomPlayer, *given: Any) -> Any:
        if player.name == "random":
            raise FaultError(Termination.TIMEOUT, "did not answer in time", excuse="the machine was busy")
        return make_move(player, *given)

    make_move = RandomPlayer.choose
    monkeypatch.setattr(RandomPlayer, "choose", choose)
    name = visitor.open("checkers:1", "random", games=2)
    events = visitor.log(name, until=lambda events: types(events).count("ended") == 6)
    outcomes = [event["outcome"] for event in events if event["type"] == "ended"]
    first = [event["seats"][0] for event in events if event["type"] == "began"]
    assert first == ["checkers:1"] * 3 + ["random"] * 3  # a void game does not change the sides
    assert [outcome["termination"] for outcome in outcomes] == ["interrupted", "interrupted", "timeout"] * 2
    assert outcomes[0]["detail"].startswith("void, and not the fault of random ")
    visitor.until_over(name)


def test_nothing_asked_of_a_game_that_is_over_is_done_to_the_next_one(visitor: Any) -> None:
    name = visitor.open("human", "random", alternate=False)
    visitor.move(name, "11-15")
    visitor.asked(name)
    visitor.post(f"/rooms/{name}/resign", {"side": 0, "game": 1})
    visitor.until_over(name)
    visitor.post(f"/rooms/{name}/run")
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["games"] == 2)
    before = visitor.asked(name)
    bodies: dict[str, dict[str, Any]] = {"resign": {"side": 0}, "moves": {"ply": 0, "move": "11-15"}}
    for what in ("resign", "undo", "redo", "stop", "hint", "moves"):
        answer = visitor.post(f"/rooms/{name}/{what}", {**bodies.get(what, {}), "game": 1})
        assert (answer.status_code, answer.json()["detail"]) == (
            409,
            "the command is for game 1, but the room is at game 2",
        ), what
    assert visitor.asked(name) == before
    assert visitor.post(f"/rooms/{name}/moves", {"ply": 0, "move": "11-15", "game": 2}).status_code == 204


def test_an_engine_that_thinks_can_be_stopped(visitor: Any) -> None:
    name = visitor.open("checkers", "checkers", time={"move_seconds": 600}, games=2, run=False)
    assert visitor.get(f"/rooms/{name}")["state"] == "ready"
    assert visitor.post(f"/rooms/{name}/stop").status_code == 409
    assert visitor.post(f"/rooms/{name}/run").status_code == 204
    assert visitor.post(f"/rooms/{name}/run").status_code == 409
    assert visitor.post(f"/rooms/{name}/stop").status_code == 204
    assert visitor.until_over(name)[-1]["outcome"] == {
        "winner": None,
        "termination": "interrupted",
        "detail": "stopped",
    }
    assert visitor.get(f"/rooms/{name}") | {"state": "over", "games": 1} == visitor.get(f"/rooms/{name}")


def test_a_hint_is_for_a_human_in_turn(visitor: Any) -> None:
    name = visitor.open("human", "checkers:1", start="B:W18,19:B14,28")
    visitor.asked(name)
    hint = visitor.post(f"/rooms/{name}/hint").json()
    assert hint["move"] == {"text": "14x23", "cells": [13, 22], "captured": [17]}
    idle = visitor.open("random", "random", run=False)
    assert visitor.post(f"/rooms/{idle}/hint").status_code == 409


@pytest.mark.parametrize(("game", "form"), [("checkers", "pdn"), ("hex", "sgf"), ("checkers", "jsonl")])
def test_games_are_exported(visitor: Any, game: str, form: str) -> None:
    name = visitor.open("random", f"{game}:1", game=game)
    visitor.until_over(name)
    document = visitor.get(f"/rooms/{name}/games/1")
    answer = visitor.http.get(f"/api/rooms/{name}/games/1/export/{form}")
    date = document["headers"]["Date"]
    assert re.fullmatch(r"2\d{3}\.\d\d\.\d\d", date)
    assert {"pdn": f'[Date "{date}"]', "sgf": f"DT[{date.replace('.', '-')}]", "jsonl": date}[form] in answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="{name}-1.{form}"'
    if form != "jsonl":
        assert all(frame["move"]["text"] in answer.text for frame in document["frames"][1:])
    else:
        record = json_lines.loads(answer.text)
        assert [str(position) for position in record.positions()] == [frame["position"] for frame in document["frames"]]
    other = {"pdn": "sgf", "sgf": "pdn", "jsonl": "sgf"}[form]
    assert visitor.http.get(f"/api/rooms/{name}/games/1/export/{other}").status_code == 422
    assert visitor.http.get(f"/api/rooms/{name}/games/2").status_code == 404


def test_what_cannot_be_opened(visitor: Any) -> None:
    for setup, status in (
        ({"game": "chess", "players": ["human", "human"]}, 422),
        ({"game": "checkers", "players": ["human", "hex:3"]}, 422),
        ({"game": "checkers", "players": ["human"]}, 422),
        ({"game": "hex", "options": {"size": 99}, "players": ["human", "human"]}, 422),
        ({"game": "checkers", "players": ["human", "human"], "start": "B:W32:B"}, 422),
        ({"game": "checkers", "players": ["human", "kth:/nowhere/at/all"]}, 422),
        ({"game": "hex", "players": ["hexai:x", "hexai:y"], "relay": True}, 422),
        ({"game": "checkers", "players": ["human", "human"], "tme": {}}, 422),
    ):
        assert visitor.post("/rooms", setup).status_code == status, setup
    assert visitor.get("/rooms") == []
    for path in ("/rooms/nosuchroom", "/rooms/..%2f..%2fetc", "/rooms/nosuchroom/events", "/nothing"):
        assert visitor.http.get(f"/api{path}").status_code == 404


def test_rooms_are_listed_and_deleted(visitor: Any) -> None:
    first, second = visitor.open("human", "human"), visitor.open("human", "random", title="Mine")
    visitor.move(first)
    visitor.until(lambda: visitor.get("/rooms")[0]["id"] == first)
    assert [(room["id"], room["title"], room["state"]) for room in visitor.get("/rooms")] == [
        (first, "human - human", "playing"),
        (second, "Mine", "playing"),
    ]
    assert visitor.http.delete(f"/api/rooms/{first}").status_code == 204
    assert [room["id"] for room in visitor.get("/rooms")] == [second]
    assert visitor.http.get(f"/api/rooms/{first}").status_code == 404


def test_positions_are_set_up_and_played_out(visitor: Any) -> None:
    start = Checkers().initial()
    by_pieces = "0" * 12 + "." * 8 + "1" * 12
    found = visitor.post("/positions", {"game": "checkers", "pieces": by_pieces, "to_move": 0}).json()
    assert found["frame"]["position"] == str(start)
    assert [move["text"] for move in found["legal"]] == [str(move) for move in start.legal_moves()]
    assert found["forms"]["FEN"].startswith("B:W21")
    moves = ["11-15", "22-18", "15x22"]
    found = visitor.post("/positions", {"game": "checkers", "moves": moves}).json()
    assert (found["frame"]["ply"], found["frame"]["side"]) == (3, 0)
    assert found["frame"]["move"] == {"text": "15x22", "cells": [14, 21], "captured": [17]}
    won = visitor.post("/positions", {"game": "hex", "options": {"size": 2}, "text": "r./r. b"}).json()
    assert won["outcome"] == {"winner": 0, "termination": "normal", "detail": ""}
    assert (won["legal"], won["frame"]["to_move"], won["frame"]["winning"]) == ([], None, [0, 2])
    assert "winning" not in found["frame"]
    for wrong in ({"pieces": "000"}, {"pieces": "x" * 32}, {"moves": ["1-2"]}, {"text": "what"}):
        assert visitor.post("/positions", {"game": "checkers", **wrong}).status_code == 422
    picture = visitor.http.get("/api/positions/svg?game=hex&options=size=3%26swap=true&last=4")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.count("#ffd54a") == 1
    assert visitor.http.get("/api/positions/svg?game=hex&orientation=diamond").status_code == 200
    assert visitor.http.get("/api/positions/svg?game=checkers&orientation=diamond").status_code == 422


def test_people_have_names_that_follow_them_to_the_other_side(visitor: Any) -> None:
    name = visitor.open("human", "human", names=("Ada", " Grace "))
    visitor.asked(name)
    assert visitor.post(f"/rooms/{name}/resign", {"side": 0}).status_code == 204
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["state"] == "over")
    assert visitor.post(f"/rooms/{name}/run", {}).status_code == 204
    visitor.asked(name)
    began = [event for event in visitor.asked(name) if event["type"] == "began"]
    assert [event["players"] for event in began] == [["Ada", "Grace"], ["Grace", "Ada"]]
    assert visitor.get(f"/rooms/{name}/games/2")["players"] == ["Grace", "Ada"]
    summary = visitor.get(f"/rooms/{name}")
    assert (summary["names"], summary["score"], summary["finished"]) == (["Ada", " Grace "], [0, 1], 1)
    assert visitor.post(f"/rooms/{name}/resign", {"side": 1}).status_code == 204
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["score"] == [0, 2])
    assert visitor.post(f"/rooms/{name}/undo", {}).status_code == 409
    assert visitor.post("/rooms", {"game": "hex", "players": ["human"] * 2, "names": ["x" * 61, ""]}).status_code == 422


def test_a_room_gets_another_title_and_stays_where_it_was(visitor: Any) -> None:
    older, newer = visitor.open("random", "random"), visitor.open("random", "random", game="hex", options={"size": 3})
    for room in (older, newer):
        visitor.until(lambda: visitor.get(f"/rooms/{room}")["state"] == "over")  # noqa: B023 (called at once)
    order = [room["id"] for room in visitor.get("/rooms")]
    answer = visitor.http.put(f"/api/rooms/{older}/title", json={"title": " Final of the course "})
    assert answer.status_code == 204
    assert visitor.get(f"/rooms/{older}")["title"] == "Final of the course"
    assert [room["id"] for room in visitor.get("/rooms")] == order
    assert visitor.http.put(f"/api/rooms/{older}/title", json={"title": "x" * 201}).status_code == 422
    assert visitor.http.put("/api/rooms/missing234/title", json={"title": "x"}).status_code == 404
    assert visitor.http.delete("/api/rooms").json() == {"deleted": 2}


def test_who_runs_out_of_time_has_none_left(visitor: Any) -> None:
    name = visitor.open("human", "human", time={"game_seconds": 0.3})
    visitor.until_over(name)
    assert visitor.get(f"/rooms/{name}/games/1")["end_clock"] == [0, 0.3]


def test_the_rules_in_words_and_pictures(visitor: Any) -> None:
    sections = visitor.get("/guides/checkers")
    pictures = [picture for section in sections for picture in section["pictures"]]
    assert sections[0]["title"] == "Goal"
    assert pictures[0]["frame"]["pieces"].count("0") == 12
    assert {"text": "2x18", "cells": [1, 10, 17], "captured": [6, 14]} in [picture["move"] for picture in pictures]
    assert visitor.get("/guides/hex")[0]["pictures"][0]["board"]["options"]["size"] == 5
    assert visitor.http.get("/api/guides/chess").status_code == 404
