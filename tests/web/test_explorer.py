"""The explorer: uploaded files, rooms and tournaments in one answer."""

import errno
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

PDN = """[White "anna"]
[Black "bert"]
[Result "1-0"]

1. 11-15 23-19 2. 8-11 22-17 1-0

[Black "carl"]
1. 11-15 22-18 2. 15x22 25x18 0-1

[Event "bad"]
1. 11-15 11-15 *
"""
BINARY = {"Content-Type": "application/octet-stream"}


def upload(visitor: Any, text: str, name: str = "games.pdn") -> Any:
    return visitor.http.post("/api/explorer/files", params={"name": name}, content=text.encode(), headers=BINARY)


def explore(visitor: Any, **query: str) -> Any:
    answer = visitor.http.get("/api/explorer", params={"game": "checkers", **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_an_uploaded_file_is_explored_and_deleted(visitor: Any) -> None:
    answer = upload(visitor, PDN)
    assert answer.status_code == 201, answer.text
    file = answer.json()
    assert (file["name"], file["games"], file["skipped"]) == ("games.pdn", 2, 1)
    found = explore(visitor)
    assert found["endings"] == [1, 1, 0, 0]
    [move] = found["moves"]
    assert (move["move"]["text"], move["endings"]) == ("11-15", [1, 1, 0, 0])
    assert [game["players"] for game in found["games"]] == [["carl", "?"], ["bert", "anna"]]
    after = explore(visitor, position="rrrrrrrrrr.r..r.....wwwwwwwwwwww w", options="counter=0")
    assert [(one["move"]["text"], one["endings"]) for one in after["moves"]] == [
        ("22-18", [1, 0, 0, 0]),
        ("23-19", [0, 1, 0, 0]),
    ]
    assert explore(visitor, player="ANNA")["endings"] == [0, 1, 0, 0]
    [game] = [game for game in found["games"] if "anna" in game["players"]]
    document = visitor.get(f"/explorer/files/{game['source']}/games/{game['game']}")
    assert document["players"] == ["bert", "anna"]
    assert [one["id"] for one in visitor.get("/explorer/files")] == [file["id"]]
    assert visitor.http.delete(f"/api/explorer/files/{file['id']}").status_code == 204
    assert explore(visitor)["endings"] == [0, 0, 0, 0]
    assert visitor.http.delete(f"/api/explorer/files/{file['id']}").status_code == 404


def test_a_file_without_games_is_rejected_by_its_name(visitor: Any) -> None:
    answer = upload(visitor, "nothing", "mine.pdn")
    assert answer.status_code == 422
    assert "mine.pdn" in answer.json()["detail"]
    assert "/tmp" not in answer.json()["detail"]  # noqa: S108 (the message, not a file)
    assert upload(visitor, "", "mine.pdn").status_code == 422


def test_a_second_upload_is_rejected_before_it_is_received(visitor: Any) -> None:
    answers = []

    def slowly() -> Iterator[bytes]:
        yield PDN[:20].encode()
        time.sleep(0.2)
        answers.append(upload(visitor, PDN))
        yield PDN[20:].encode()

    first = visitor.http.post("/api/explorer/files", params={"name": "a.pdn"}, content=slowly(), headers=BINARY)
    assert [answer.status_code for answer in answers] == [409]
    assert first.status_code == 201, first.text
    assert upload(visitor, PDN).status_code == 201


def test_an_upload_that_takes_too_long_is_rejected(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownbridge.web.routes.explorer.UPLOAD_SECONDS", 0.1)

    def slowly() -> Iterator[bytes]:
        yield PDN[:20].encode()
        time.sleep(0.5)
        yield PDN[20:].encode()

    answer = visitor.http.post("/api/explorer/files", params={"name": "a.pdn"}, content=slowly(), headers=BINARY)
    assert (answer.status_code, "longer than 0.1 seconds" in answer.text) == (409, True)


def test_a_full_disk_is_reported(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("crownbridge.web.routes.explorer.tempfile.NamedTemporaryFile", fails)
        answer = upload(visitor, PDN)
    assert (answer.status_code, answer.json()["detail"]) == (500, "games.pdn cannot be stored: No space left on device")
    assert upload(visitor, PDN).status_code == 201


def test_only_a_binary_body_is_a_file(visitor: Any) -> None:
    assert visitor.http.post("/api/explorer/files", params={"name": "a.pdn"}, json={}).status_code == 415
    assert visitor.http.post("/api/records", content=b"{}", headers=BINARY).status_code == 415


def test_finished_games_of_rooms_are_found_until_the_room_is_deleted(visitor: Any) -> None:
    room = visitor.open("random", "random", title="explored")
    visitor.until(lambda: visitor.get(f"/rooms/{room}")["state"] == "over")
    found = visitor.until(lambda: explore(visitor) if sum(explore(visitor)["endings"]) else None)
    [game] = found["games"]
    assert (game["kind"], game["source"], game["game"]) == ("room", room, "1")
    assert visitor.http.delete(f"/api/rooms/{room}").status_code == 204
    visitor.until(lambda: sum(explore(visitor)["endings"]) == 0)
