"""Several logs in one stream: each as it is alone, and none disturbs the others."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from crownbridge.web.journal import Journal
from crownbridge.web.routes.events import MOST_STREAMS
from crownbridge.web.security import COOKIE, SecurityMiddleware

CUP = {
    "id": "100% cup",
    "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert")],
    "tournamentType": "match",
    "timeLimit": 60_000,
    "rounds": 3,
}
CUP_PATH = "/tournaments/100%25%20cup"


class Message:
    """A message of a merged stream."""

    def __init__(self, text: str) -> None:
        fields = [line.split(": ", 1) for line in text.splitlines() if not line.startswith(":")]
        first, *rest = [value for name, value in fields if name == "data"]
        self.type = dict(fields)["event"]
        self.last = int(dict(fields).get("id", 0))
        self.stream = int(first) if rest else None
        self.data = json.loads((rest or [first])[0])


@contextmanager
def following(visitor: Any, *paths: str, **options: Any) -> Iterator[Iterator[Message]]:
    with visitor.http.stream("GET", "/api/events", params={"follow": paths}, **options) as stream:
        assert stream.status_code == 200

        def messages() -> Iterator[Message]:
            held = ""
            for part in stream.iter_text():
                *whole, held = (held + part).split("\n\n")
                for text in whole:
                    if "data: " in text and (message := Message(text)).type != "start":
                        yield message

        yield messages()


def collect(messages: Iterator[Message], streams: int) -> list[list[Any]]:
    """Return the events of each stream, up to the message that there are no more."""
    events: list[list[Any]] = [[] for _ in range(streams)]
    for message in messages:
        if message.type == "idle":
            assert next(messages, None) is None
            return events
        assert (message.type, message.stream is not None) == ("log", True)
        events[message.stream or 0] += message.data
        assert message.last == events[message.stream or 0][-1]["seq"]
    raise AssertionError("it ended without a message")


def alone(visitor: Any, path: str, count: int) -> list[Any]:
    events: list[Any] = []
    with visitor.http.stream("GET", f"/api{path}") as stream:
        for line in stream.iter_lines():
            if line.startswith("data: "):
                events += json.loads(line.removeprefix("data: "))
                if len(events) >= count:
                    break
    return events


def test_several_logs_are_complete_and_resumed_each_from_its_own_number(visitor: Any) -> None:
    rooms = [visitor.open("random", "random", game="hex", options={"size": 4}, games=2) for _ in range(3)]
    assert visitor.post("/tournaments", {"config": CUP}).status_code == 201
    paths = [*(f"/rooms/{room}/events" for room in rooms), f"{CUP_PATH}/events"]
    with following(visitor, *paths) as messages:
        events = collect(messages, len(paths))
    for path, log in zip(paths, events, strict=True):
        assert [event["seq"] for event in log] == list(range(1, len(log) + 1))
        assert alone(visitor, path, len(log)) == log
    assert [event["type"] for event in events[0]].count("ended") == 2, "both games were waited for"
    assert events[-1][-1]["state"] == "over"
    seen = [0, 5, len(events[2]), 1]
    again = [f"{path}?after={number}" for path, number in zip(paths, seen, strict=True)]
    with following(visitor, *again, headers={"Last-Event-ID": "99"}) as messages:
        assert collect(messages, len(paths)) == [log[number:] for log, number in zip(events, seen, strict=True)]


def test_a_stream_goes_on_while_one_of_its_games_does(visitor: Any) -> None:
    ready = visitor.open("random", "random", run=False)
    playing = visitor.open("random", "random", games=1000)
    paths = [f"/rooms/{name}/events" for name in (ready, playing)]
    with following(visitor, *paths) as messages:
        events = ((message.stream, event["type"]) for message in messages for event in message.data)
        assert (1, "thinking") in events
        assert visitor.post(f"/rooms/{ready}/run").status_code == 204
        assert (0, "ended") in events
        assert visitor.post(f"/rooms/{playing}/stop").status_code == 204
        rest = list(messages)
    assert [message.type for message in rest].count("idle") == 1
    assert rest[-1].type == "idle"
    assert rest[-2].data[-1]["outcome"]["detail"] == "stopped"


def test_a_game_of_people_that_another_client_starts_is_streamed(visitor: Any) -> None:
    """They have a clock, so their rooms are never idle."""
    room = visitor.open("human", "human")
    with following(visitor, f"/rooms/{room}/events") as messages:
        events = (event["type"] for message in messages for event in message.data)
        assert visitor.post(f"/rooms/{room}/resign", {"side": 0}).status_code == 204
        assert "ended" in events
        assert visitor.post(f"/rooms/{room}/run").status_code == 204
        assert next(events) == "began"


def test_a_log_that_is_refused_ends_alone(visitor: Any) -> None:
    good, other = (visitor.open("random", "random", run=False) for _ in range(2))
    paths = [
        "/rooms/abcdefghij/events",
        f"/rooms/{other}/events?after=99",
        f"/rooms/{good}/events",
        f"/rooms/{other}/events?after=x",
        "/tournaments/none/wall",
        "/rooms/none/wall",
        "/analyses/none/events",
    ]
    with following(visitor, *paths) as messages:
        found = list(messages)
    ends = {message.stream: message.data for message in found if message.type == "end"}
    assert {stream: end["status"] for stream, end in ends.items()} == {0: 404, 1: 409, 3: 422, 4: 404, 5: 404, 6: 404}
    assert ends[0]["detail"] == "there is no room 'abcdefghij'"
    assert [(message.type, message.stream) for message in found if message.stream == 2] == [("log", 2)]
    assert found[-1].type == "idle"


def test_the_start_of_each_log_is_reported(visitor: Any) -> None:
    room = visitor.open("random", "random", run=False)
    paths = [f"/rooms/{room}/events", "/rooms/none/events"]
    texts = visitor.http.get("/api/events", params={"follow": paths}).text.split("\n\n")
    types = [(message.stream, message.type) for message in map(Message, filter(lambda text: "data: " in text, texts))]
    assert [name for stream, name in types if stream == 0] == ["start", "log"]
    assert [name for stream, name in types if stream == 1] == ["end"]


def test_a_log_that_is_deleted_ends_alone(visitor: Any) -> None:
    rooms = [visitor.open("human", "human") for _ in range(2)]
    with following(visitor, *(f"/rooms/{room}/events" for room in rooms)) as messages:
        streams = set[int | None]()
        while len(streams) < 2:
            streams.add(next(messages).stream)
        assert visitor.http.delete(f"/api/rooms/{rooms[0]}").status_code == 204
        ended = next(message for message in messages if message.type == "end")
        assert (ended.stream, ended.data["status"]) == (0, 200)
        assert visitor.post(f"/rooms/{rooms[1]}/resign", {"side": 0}).status_code == 204
        events = ((message.stream, event["type"]) for message in messages for event in message.data)
        assert (1, "ended") in events


def test_an_internal_error_ends_one_log(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = (visitor.open("random", "random", run=False) for _ in range(2))
    read = Journal.read

    def failing(self: Journal, *arguments: Any) -> list[bytes]:
        if bad in self.path.name:
            raise RuntimeError("a fault of ours")
        return read(self, *arguments)

    monkeypatch.setattr(Journal, "read", failing)
    with following(visitor, f"/rooms/{bad}/events", f"/rooms/{good}/events") as messages:
        found = {message.stream: message for message in messages}
    assert found[0].data == {"status": 500, "detail": ""}
    assert found[1].data[0]["type"] == "opened"


def test_boards_and_analyses_are_streamed_too(visitor: Any) -> None:
    assert visitor.post("/tournaments", {"config": {**CUP, "game": "hex", "rounds": 10_000}}).status_code == 201
    game = visitor.post("/analyses", {"game": "checkers", "moves": ["11-15"], "seconds": 0.1}).json()["id"]
    with following(visitor, f"{CUP_PATH}/wall", f"/analyses/{game}/events") as messages:
        types: dict[int | None, list[str]] = {0: [], 1: []}
        while "end" not in types[1] or not types[0]:
            message = next(messages)
            types[message.stream].append(message.type)
    assert set(types[0]) == {"boards"}
    assert types[1] == ["annotation", "summary", "end"]


def test_boards_are_kept_when_a_page_connects_again(visitor: Any) -> None:
    """As it does when another tab is opened."""
    agents = [{"id": name, "type": "engine", "engine": "checkers"} for name in ("anna", "bert")]
    slow = {**CUP, "agents": agents, "timeLimit": None, "timePerMove": 20_000}
    assert visitor.post("/tournaments", {"config": slow}).status_code == 201
    with following(visitor, f"{CUP_PATH}/wall") as messages:
        assert any(message.data for message in messages)
    with following(visitor, f"{CUP_PATH}/wall") as messages:
        assert next(messages).data


@pytest.mark.parametrize(
    "path", ["", "rooms/a/events", "/rooms", "/rooms/a/run", "/think?game=hex", "/events?follow=/rooms/a/events"]
)
def test_only_logs_are_streamed(visitor: Any, path: str) -> None:
    answer = visitor.http.get("/api/events", params={"follow": path})
    assert (answer.status_code, "is not a stream" in answer.json()["detail"]) == (422, True)


def test_the_number_of_logs_is_limited(visitor: Any) -> None:
    assert visitor.http.get("/api/events").status_code == 422
    paths = [f"/rooms/none{number}/events" for number in range(MOST_STREAMS + 1)]
    with following(visitor, *paths[1:]) as messages:
        assert len(list(messages)) == MOST_STREAMS
    answer = visitor.http.get("/api/events", params={"follow": paths})
    assert (answer.status_code, answer.json()["detail"].startswith("follow: ")) == (422, True)


def test_access_is_checked_for_the_stream_and_for_each_log(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(token="long secret")  # noqa: S106 (of this test)
    visitor = running.visitor
    assert visitor.http.get("/api/events", params={"follow": "/rooms/a/events"}).status_code == 401
    visitor.http.headers["Cookie"] = f"{COOKIE}=long%20secret"
    rooms = [visitor.open("random", "random", run=False) for _ in range(2)]
    paths = [f"/rooms/{room}/events" for room in rooms]
    for header in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = visitor.http.get("/api/events", params={"follow": paths}, headers=header)
        assert (answer.status_code, "cross-site" in answer.json()["detail"]) == (403, True)

    authenticate = SecurityMiddleware._authenticate  # noqa: SLF001 (to refuse one of the logs)

    def refusing(self: SecurityMiddleware, scope: Any, headers: dict[str, str]) -> Any:
        return authenticate(self, scope, {} if rooms[0] in scope["path"] else headers)

    monkeypatch.setattr(SecurityMiddleware, "_authenticate", refusing)
    with following(visitor, *paths) as messages:
        found = {message.stream: message for message in messages}
    assert (found[0].type, found[0].data["status"]) == ("end", 401)
    assert found[1].type == "log"


def test_a_client_that_leaves_is_no_longer_a_watcher(start: Any) -> None:
    running = start()
    visitor = running.visitor
    rooms = [visitor.open("human", "human") for _ in range(2)]
    feeds = [running.server.rooms.opened(room).feed for room in rooms]
    client = httpx.Client(base_url=visitor.address, timeout=30)
    with client.stream("GET", "/api/events", params={"follow": [f"/rooms/{room}/events" for room in rooms]}) as stream:
        visitor.until(lambda: all(feed.is_watched for feed in feeds))
        next(stream.iter_lines())
    client.close()
    visitor.until(lambda: not any(feed.is_watched for feed in feeds))
