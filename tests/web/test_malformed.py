"""Requests that have not the shape that is expected: each is told why in one sentence, and none is our fault."""

from typing import Any

import pytest

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/rooms", "{}", "game: Field required; players: Field required"),
        ("/rooms", "hello", "the body is not valid JSON: Expecting value at character 0"),
        ("/rooms", "[]", "the body: Input should be a valid dictionary"),
        ("/rooms", '{"game": "hex", "players": ["human", 7]}', "players[1]: Input should be a valid string"),
        (
            "/analyses",
            '{"game": "hex", "moves": [], "seconds": NaN}',
            "seconds: Input should be less than or equal to 60",
        ),
        ("/positions", '{"game": "hex", "options": {"size": 1e999}}', "options.size"),
        ("/positions", '{"game": "\\ud800"}', "game: Input should be a valid string"),
        ("/positions", '{"game": "hex", "\\ud800": 1}', "the body: Input should be a valid string"),
        ("/positions", '{"game": "hex", "options": {"size": "\\ud800"}}', "the option size is"),
    ],
)
def test_a_mistake_is_one_sentence(visitor: Any, path: str, body: str, told: str) -> None:
    answer = visitor.http.post(f"/api{path}", content=body, headers=JSON)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(told)


def test_what_was_sent_is_not_sent_back(visitor: Any) -> None:
    wrong = {"game": "hex", "players": ["human", "human"], **{f"key {number}" * 30: "x" * 99 for number in range(500)}}
    answer = visitor.post("/rooms", wrong)
    assert answer.json()["detail"].endswith("; and 495 more")
    assert len(answer.content) < 1000


def test_bodies_that_are_nested_too_deep_or_have_endless_numbers(visitor: Any) -> None:
    for body in ("[" * 100_000, '{"game": "hex", "options": {"size": ' + "9" * 5000 + "}}"):
        answer = visitor.http.post("/api/positions", content=body, headers=JSON)
        assert answer.status_code == 400
        assert isinstance(answer.json()["detail"], str)


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/%ff", "/a%00b", "/" + "a/" * 3000])
def test_paths_that_the_system_takes_for_none(visitor: Any, path: str) -> None:
    assert visitor.http.get(path).status_code == 200
    assert visitor.http.get(f"/assets{path}").status_code == 404


def test_errors_are_described(visitor: Any) -> None:
    for path, operations in visitor.get("/openapi.json")["paths"].items():
        for method, operation in operations.items():
            (content,) = operation["responses"]["default"]["content"].values()
            refused = content["schema"]
            assert refused == {"$ref": "#/components/schemas/ErrorDetail"}, (method, path)
            assert "422" not in operation["responses"]


def test_streams_are_described(visitor: Any) -> None:
    paths = visitor.get("/openapi.json")["paths"]
    answers = {
        path: found["get"]["responses"]["200"].get("content", {}) for path, found in paths.items() if "get" in found
    }
    streams = {path: content for path, content in answers.items() if "text/event-stream" in content}
    assert sorted(streams) == [
        "/api/analyses/{name}/events",
        "/api/events",
        "/api/rooms/{name}/events",
        "/api/think",
        "/api/tournaments/{name}/events",
        "/api/tournaments/{name}/wall",
    ]
    assert all(list(content) == ["text/event-stream"] for content in streams.values())
    assert streams["/api/think"]["text/event-stream"]["schema"] == {"$ref": "#/components/schemas/Thought"}
