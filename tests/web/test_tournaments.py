"""Tournaments as a page uses them. `visitor` and `start` are described in conftest.py."""

import io
import json
import sqlite3
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from crownbridge.players.process import Sandbox
from crownbridge.records import json_lines
from crownbridge.store import Store, StoredGame
from crownbridge.tournaments import Tournament, canonical
from crownbridge.tournaments.executor import Inline
from crownbridge.tournaments.game_runner import GameRunner
from crownbridge.tournaments.runner import Runner
from crownbridge.tournaments.scheduler import Finished
from crownbridge.web.journal import Journal
from crownbridge.web.rooms import registry
from crownbridge.web.tournaments.room_executor import RoomExecutor
from crownbridge.web.tournaments.run import TournamentRun
from crownbridge.web.tournaments.schemas import CrosstableScore, StateChanged
from crownbridge.web.tournaments.stats import TournamentStats

Events = list[dict[str, Any]]


def config(**keys: Any) -> dict[str, Any]:
    """Return the configuration of a tournament of instant games, with `keys` replaced."""
    return {
        "id": "cup",
        "agents": [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert", "carl")],
        "tournamentType": "roundRobin",
        "timeLimit": 60_000,
        "game": "hex",
        "gameOptions": {"size": 3},
        "openings": "random",
        "concurrency": 2,
        **keys,
    }


HOSTILE = f"{sys.executable} {Path(__file__).parents[1] / 'hostile' / 'programs.py'}"
RANDOM = {"type": "engine", "engine": "random"}
LONG = config(
    agents=[{"id": name, "type": "engine", "engine": "checkers"} for name in ("anna", "bert")],
    game="checkers",
    gameOptions={},
    timeLimit=None,
    timePerMove=100,
    rounds=1000,
    maxMoves=12,
)
"""Configuration of a long tournament with games of about a second."""


SECRET = "a long secret"  # noqa: S105 (it protects nothing)
PATIENCE = 60.0


def stream(visitor: Any, path: str, kind: str) -> Iterator[Any]:
    """Yield the messages of one kind of an event stream."""
    with visitor.http.stream("GET", f"/api{path}") as answer:
        assert answer.status_code == 200
        event, deadline = "", time.monotonic() + PATIENCE
        for line in answer.iter_lines():
            assert time.monotonic() < deadline, "it never came to that"
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: ") and event == kind:
                yield json.loads(line.removeprefix("data: "))


def log(visitor: Any, name: str = "cup", after: int = 0, *, until: Callable[[Events], bool]) -> Events:
    found: Events = []
    for events in stream(visitor, f"/tournaments/{name}/events?after={after}", "log"):
        found += events
        if until(found):
            break
    return found


def states(events: Events) -> list[str]:
    return [event["state"] for event in events if event["type"] == "state"]


def is_over(events: Events) -> bool:
    return states(events)[-1:] == ["over"]


def open_journals() -> set[str]:
    """Return the tournaments whose journals are open in this process."""
    found = set()
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # it was closed in the meantime
            found.add(descriptor.readlink())
    return {path.stem for path in found if path.suffix == ".jsonl"}


def begin(visitor: Any, given: dict[str, Any] | str) -> None:
    answer = visitor.post("/tournaments", {"config": given})
    assert (answer.status_code, answer.json()) == (201, {"id": "cup"}), answer.text


def test_a_tournament_from_its_form_to_its_table(visitor: Any) -> None:
    assert visitor.post("/tournaments/check", {"config": config()}).json() == {
        "problems": [],
        "warnings": [],
        "id": "cup",
    }
    begin(visitor, config())
    events = log(visitor, until=is_over)
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["config"] == config()
    games = [event["game"] for event in events if event["type"] == "game"]
    found = visitor.get("/tournaments/cup")
    assert (found["state"], found["played"], found["total"]) == ("over", len(games), 6)
    assert sum(line["points"] for line in found["standings"]) == len(games)
    assert found["standings"][0]["rank"] == 1
    assert all(line["error_low"] < line["elo"] < line["error_high"] for line in found["standings"])
    (top, *_) = found["cross"]
    assert top["scores"][0] is None
    assert sum(score["wins"] + score["losses"] for score in top["scores"] if score) == 4
    assert [one["identity"] for one in games] == [
        one["identity"] for one in visitor.get("/tournaments/cup/games")["games"]
    ]
    assert visitor.get("/tournaments/cup/games?after=5&limit=3") == {"games": games[5:], "total": 6}
    series = visitor.get("/tournaments/cup/ratings")
    assert (series["games"], len(series["ratings"])) == (list(range(7)), 3)
    running = {line["agent"]: line["running_elo"] for line in found["standings"]}
    last = {agent: row[-1] for agent, row in zip(series["agents"], series["ratings"], strict=True)}
    assert last == pytest.approx(running, abs=0.01)
    assert [(one["id"], one["state"]) for one in visitor.get("/tournaments")] == [("cup", "over")]
    visitor.until(lambda: not open_journals())  # a finished tournament closes its journal
    assert visitor.post("/tournaments/cup/resume").json() == {"detail": "the tournament is over"}


def test_where_the_second_side_begins_table_and_game_name_the_same_player_first(visitor: Any) -> None:
    """After a three-move ballot, white, the second side, is to move."""
    begin(visitor, config(game="checkers", gameOptions={}, openings="ballots", maxMoves=4))
    for row in (event["game"] for event in log(visitor, until=is_over) if event["type"] == "game"):
        game = visitor.get(f"/tournaments/cup/games/{row['identity']}")
        assert game["first"] == game["frames"][0]["to_move"] == 1
        assert game["players"] == row["players"][::-1]  # by side
        assert game["title"] == " - ".join(row["players"])


def test_reasons_are_spelled_with_spaces(visitor: Any) -> None:
    bad = {"id": "bad", "type": "executable", "command": f"{HOSTILE} illegal_move", "protocol": "kth"}
    agents = [bad, {"id": "dice", **RANDOM}, {"id": "more dice", **RANDOM}]
    begin(visitor, config(game="checkers", gameOptions={}, maxMoves=30, agents=agents, sandbox="none"))
    games = [event["game"] for event in log(visitor, until=is_over) if event["type"] == "game"]
    assert {game["termination"] for game in games} == {"illegal move", "move limit"}
    assert {one["termination"] for one in visitor.get("/tournaments/cup")["failures"]} == {"illegal move"}


def test_every_game_is_a_document(visitor: Any) -> None:
    begin(visitor, config())
    log(visitor, until=is_over)
    row = visitor.get("/tournaments/cup/games")["games"][0]
    played = visitor.get(f"/tournaments/cup/games/{row['identity']}")
    assert len(played["frames"]) == row["moves"] + 1 == len(played["turns"]) + 1
    assert played["frames"][-1]["to_move"] is None
    assert sorted(played["players"]) == sorted(row["players"])
    assert played["players"][played["outcome"]["winner"]] == row["winner"]
    assert visitor.http.get(f"/api/tournaments/cup/games/{row['identity']}x").status_code == 404
    assert visitor.http.get("/api/tournaments/cop/games/x").status_code == 404


def test_downloads(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(visitor, config())
    log(visitor, until=is_over)

    def file(name: str) -> Any:
        return visitor.http.get(f"/api/tournaments/cup/download/{name}")

    assert len(list(json_lines.read(io.BytesIO(file("games.jsonl").content)))) == 6
    assert file("games.sgf").text.count("(;") == 6
    assert file("games.pdn").status_code == 422
    assert json.loads(file("configuration.json").text) == config()
    assert "<title>cup" in file("report.html").text
    monkeypatch.setattr("crownbridge.web.routes.tournaments.MOST_REPORTED", 5)
    assert "6 games are too many" in file("report.html").json()["detail"]
    with zipfile.ZipFile(io.BytesIO(file("statistics.zip").content)) as archive:
        assert sorted(archive.namelist()) == ["anna.json", "bert.json", "carl.json"]
    assert file("passwords").status_code == 404
    assert file("other.jsonl").status_code == 404


def test_all_problems_are_told_with_their_places(visitor: Any) -> None:
    wrong = config(agents=[{"id": "a", "type": "engine", "engine": "hex:99"}, {"id": "a", "type": "robot"}], rounds=0)
    answer = visitor.post("/tournaments", {"config": wrong})
    assert answer.status_code == 422
    places = [problem["place"] for problem in answer.json()["problems"]]
    assert places == ["agents[0].engine", "agents[1].id", "agents[1].type", "rounds"]
    assert visitor.post("/tournaments/check", {"config": wrong}).json()["problems"] == answer.json()["problems"]
    for text in ("{", "x = ", '{"id": "\\ud800"}', "[1]", "", '{"a": [1, {"b": NaN}]}'):
        assert visitor.post("/tournaments/check", {"config": text}).json()["problems"], text
    assert visitor.http.post(
        "/api/tournaments/check",
        content='{"config": {"id": "\\ud800"}}',
        headers={"content-type": "application/json"},
    ).json()["problems"]
    assert visitor.get("/tournaments") == []


def test_what_may_be_begun_may_be_checked(visitor: Any) -> None:
    large = json.dumps(config()) + " " * 500_000
    assert visitor.post("/tournaments/check", {"config": large}).json() == {"problems": [], "warnings": [], "id": "cup"}


def test_a_file_may_be_sent_as_it_is(visitor: Any) -> None:
    toml = visitor.get("/tournaments/template")["toml"]
    assert visitor.post("/tournaments/check", {"config": toml}).json()["problems"] == []
    sent = visitor.post("/tournaments/check", {"config": json.dumps({**config(), "saveReplays": True})}).json()
    warning = {"place": "saveReplays", "message": "unknown key; it has no effect"}
    assert sent == {"problems": [], "warnings": [warning], "id": "cup"}
    dated = visitor.post("/tournaments/check", {"config": f"played = 2026-01-31\n{toml}"}).json()
    assert dated["warnings"] == [{**warning, "place": "played"}]


def test_stop_and_resume(visitor: Any) -> None:
    begin(visitor, LONG)
    log(visitor, until=lambda events: events[-1]["type"] == "game")
    assert visitor.post("/tournaments", {"config": LONG}).status_code == 409
    assert visitor.post("/tournaments/cup/stop").status_code == 204
    events = log(visitor, until=lambda events: states(events)[-1] == "stopped")
    assert states(events) == ["playing", "stopping", "stopped"]
    assert visitor.post("/tournaments/cup/stop").status_code == 409
    assert visitor.get("/tournaments/cup")["resumable"]
    assert visitor.post("/tournaments/cup/resume").status_code == 204
    more = log(visitor, after=events[-1]["seq"], until=lambda events: events[-1]["type"] == "game")
    visitor.post("/tournaments/cup/stop")
    visitor.post("/tournaments/cup/stop")
    identities = [event["game"]["identity"] for event in events + more if event["type"] == "game"]
    assert len(identities) == len(set(identities))


def test_a_resumed_tournament_tells_of_damaged_games(visitor: Any, tmp_path: Path) -> None:
    begin(visitor, LONG)
    log(visitor, until=lambda events: events[-1]["type"] == "game")
    visitor.post("/tournaments/cup/stop")
    log(visitor, until=lambda events: states(events)[-1] == "stopped")
    with closing(sqlite3.connect(tmp_path / "tournaments.db")) as database, database:
        database.execute("UPDATE games SET detail = 'x' WHERE number = 1")
    assert visitor.post("/tournaments/cup/resume").status_code == 204
    said = "1 stored game is damaged and may count wrongly; crownbridge tournament verify cup --store "
    visitor.until(lambda: visitor.get("/tournaments/cup")["detail"].startswith(said))
    visitor.post("/tournaments/cup/stop")
    visitor.post("/tournaments/cup/stop")


def test_the_wall_shows_the_boards_now_being_played(visitor: Any) -> None:
    begin(visitor, LONG)
    seen: dict[str, int] = {}
    for boards in stream(visitor, "/tournaments/cup/wall", "boards"):
        for board in boards:
            assert len(board["frame"]["pieces"]) == 32
            assert sorted(board["players"]) == ["anna", "bert"]
            seen[board["identity"]] = max(seen.get(board["identity"], 0), board["frame"]["ply"])
        if len(boards) == 2 and any(ply > 1 for ply in seen.values()):
            break
    visitor.post("/tournaments/cup/stop")
    visitor.post("/tournaments/cup/stop")
    log(visitor, until=lambda events: states(events)[-1] == "stopped")


def test_failures_are_told_with_their_reasons(visitor: Any, tmp_path: Path) -> None:
    program = tmp_path / "bad.sh"
    program.write_text("#!/bin/sh\necho nonsense\n")
    program.chmod(0o755)
    bad, good = {"type": "executable", "path": "bad.sh"}, {"type": "engine", "engine": "random"}
    agents = [{"id": "bad", **bad}, {"id": "good", **good}]
    given = config(agents=agents, game="checkers", gameOptions={}, openings="initial", sandbox="none")
    answer = visitor.post("/tournaments", {"config": given, "folder": str(tmp_path)})
    assert answer.status_code == 201, answer.text
    log(visitor, until=is_over)
    found = visitor.get("/tournaments/cup")
    assert len(found["failures"]) == 2
    assert all(one["agent"] == "bad" and one["reason"] for one in found["failures"])
    assert next(line["faults"] for line in found["standings"] if line["agent"] == "bad") == 2
    outputs = visitor.get(f"/tournaments/cup/games/{found['failures'][0]['game']}")["outputs"]
    assert "nonsense" in str(outputs)


@pytest.mark.skipif(Sandbox.AUTO.resolved() is Sandbox.LIMITS, reason="limits leave no trace to look for")
def test_no_tournament_has_a_weaker_sandbox_than_its_server(start: Any, tmp_path: Path) -> None:
    """Neither a new tournament nor a resumed one, regardless of its configuration."""
    trace = tmp_path / "written"
    program = tmp_path / "writer.sh"
    program.write_text("#!/bin/sh\ntouch written\necho nonsense\n")
    program.chmod(0o755)
    agents = [{"id": "writer", "type": "executable", "path": "writer.sh"}, {"id": "anna", **RANDOM}]
    given = config(agents=agents, game="checkers", gameOptions={}, openings="initial", sandbox="none", rounds=1000)

    def play_on(name: str, sandbox: Sandbox, path: str, body: Any = None) -> None:
        """Play some games of a tournament on a server of its own."""
        running = start(sandbox=sandbox)
        answer = running.visitor.post(path, body)
        assert answer.status_code in (201, 204), answer.text
        before = running.visitor.get(f"/tournaments/{name}")["played"]
        running.visitor.until(lambda: running.visitor.get(f"/tournaments/{name}")["played"] > before)
        for _ in range(2):
            running.visitor.post(f"/tournaments/{name}/stop")
        running.end()

    for name, sandbox in (("free", Sandbox.NONE), ("confined", Sandbox.AUTO)):
        play_on(name, sandbox, "/tournaments", {"config": {**given, "id": name}, "folder": str(tmp_path)})
        assert trace.exists() is (name == "free")
        trace.unlink(missing_ok=True)
    play_on("free", Sandbox.AUTO, "/tournaments/free/resume")
    assert not trace.exists()


def test_games_of_other_runs_are_shown(start: Any, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere.db"
    played = Tournament.model_validate(config())
    with Store.open(place) as store:
        store.begin(played.id, canonical(played))
        Runner(played.id, played.scheduler(), store, Inline(GameRunner(played))).run()
    visitor = start(store=str(place)).visitor
    found = visitor.get("/tournaments/cup")
    assert (found["played"], found["state"], found["resumable"]) == (6, "over", False)
    assert len(log(visitor, until=is_over)) == 8
    assert visitor.post("/tournaments/cup/resume").status_code == 409


def test_a_log_that_is_behind_the_store_catches_up(start: Any, tmp_path: Path) -> None:
    """A kill between writing to the store and to the log loses events."""
    first = start()
    begin(first.visitor, config())
    whole = log(first.visitor, until=is_over)
    first.end()
    journal = tmp_path / "tournaments" / "cup.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:4]) + b'{"seq":5,"type":"ga')
    second = start().visitor
    second.get("/tournaments/cup")
    events = log(second, until=is_over)
    assert [event.get("game") for event in events[:8]] == [event.get("game") for event in whole[:8]]
    assert states(events) == ["playing", "stopped", "over"]


def test_the_cross_table_is_read_along_its_rows() -> None:
    stats = TournamentStats(Tournament.model_validate(config()))
    for identity, winner in (("1", "anna"), ("2", "anna"), ("3", None)):
        stats.add(StoredGame(identity, ("anna", "bert"), winner, "normal", "", "", 5, 1.0, counts=True))
    scores = {row.agent: row.scores for row in stats.cross()}
    assert scores["anna"] == [None, CrosstableScore(wins=2, draws=1, losses=0), None]
    assert scores["bert"] == [CrosstableScore(wins=0, draws=1, losses=2), None, None]


def test_the_standings_follow_the_ranking_of_the_format() -> None:
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in ("anna", "bert", "carl", "dora")]
    tournament = Tournament.model_validate(config(agents=agents, tournamentType="knockout"))
    stats, scheduler = TournamentStats(tournament), tournament.scheduler()
    while (pairing := scheduler.next()) is not None:
        winner = max(pairing.agents)
        points = float(winner == pairing.agents[0])
        scheduler.report(Finished(pairing, points))
        stats.add(StoredGame(pairing.identity, pairing.agents, winner, "normal", "", "", 5, 1.0, counts=True))
    assert [(row.rank, row.agent) for row in stats.standings()] == list(enumerate(scheduler.ranking or (), 1))
    assert stats.standings()[0].agent == "dora"


def test_tournaments_that_nobody_plays_are_closed_when_many_are_open(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.web.tournaments.registry._MOST_OPEN", 2)
    running = start()
    tournaments = running.server.services.tournaments
    names = ["busy", "one", "two", "three", "four"]
    for name in names:
        tournaments.store.begin(name, canonical(Tournament.model_validate(config(id=name))))
    tournaments.get("busy").run(Tournament.model_validate({**LONG, "id": "busy"}))
    for name in names[1:]:
        tournaments.get(name)
    assert open_journals() == set(tournaments._runs) == {"busy", "three", "four"}  # noqa: SLF001 (what is open)
    assert [known.id for known, _ in tournaments.newest()] == names[::-1]


@pytest.mark.parametrize("state", ["playing", "stopping"])
def test_a_tournament_that_was_killed_is_stopped(tmp_path: Path, state: Any) -> None:
    journal = Journal(tmp_path / "cup.jsonl")
    given = Tournament.model_validate(config())
    with Store.open(tmp_path / "games.db") as store:
        store.begin("cup", canonical(given))
        registry: Any = None
        TournamentRun("cup", store, journal, registry)
        journal.append(StateChanged(seq=2, state=state).model_dump_json().encode())
        journal.close_file()
        run = TournamentRun("cup", store, Journal(journal.path), registry)
        assert (run.state, run.detail) == ("stopped", "the server was stopped")
        run.close()


def test_programs_are_the_owners_to_allow(start: Any, tmp_path: Path) -> None:
    visitor = start(
        data=tmp_path / "open",
        host="0.0.0.0",  # noqa: S104 (that is what is tested)
        token=SECRET,
        allow_programs=True,
        programs={"level": "hex:1"},
    ).visitor
    visitor.http.headers["authorization"] = f"Bearer {SECRET}"

    def problems(**keys: Any) -> list[str]:
        found = visitor.post("/tournaments/check", {"config": config(**keys)}).json()["problems"]
        return [problem["place"] for problem in found]

    other = {"id": "b", "type": "engine", "engine": "random"}
    for bad in ({"command": "sh"}, {"path": "/bin/sh"}, {"type": "hyperparameters", "path": "/etc/passwd.json"}):
        places = problems(agents=[{"id": "a", "type": "executable", "protocol": "hexai", **bad}, other])
        assert places == [f"agents[0].{'command' if 'command' in bad else 'path'}"]
    assert problems(openings={"kind": "file", "path": "/etc/passwd"}) == ["openings.path"]
    assert problems(agents=[{"id": "a", "type": "executable", "command": "@nobody"}, other]) == ["agents[0].command"]
    assert problems(agents=[{"id": "a", "type": "executable", "command": "@level"}, other]) == []
    assert visitor.post("/tournaments/check", {"config": config(), "folder": "/"}).status_code == 403


def test_a_format_has_its_own_ranking(visitor: Any) -> None:
    begin(visitor, config(tournamentType="swiss", rounds=2))
    log(visitor, until=is_over)
    lines = visitor.get("/tournaments/cup")["standings"]
    assert [line["rank"] for line in lines] == [1, 2, 3]
    assert sum(line["byes"] for line in lines) > 0


def test_a_human_plays_in_a_room(visitor: Any) -> None:
    agents = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    begin(visitor, config(agents=agents, openings="initial"))
    seen: set[str] = set()
    for _ in range(2):
        events = log(visitor, until=lambda events: events[-1]["type"] == "table" and events[-1]["room"] not in seen)
        seen.add(room := events[-1]["room"])
        assert visitor.get("/tournaments/cup")["tables"] == [{"game": events[-1]["game"], "room": room}]
        while visitor.move(room) is not None:
            pass
        assert visitor.post(f"/rooms/{room}/undo").status_code == 409
    log(visitor, until=is_over)
    found = visitor.get("/tournaments/cup")
    assert (found["played"], found["tables"]) == (2, [])
    assert {line["agent"] for line in found["standings"]} == {"me", "it"}
    assert sum(line["points"] for line in found["standings"]) == 2


@pytest.mark.parametrize("has_clock", [False, True])
def test_people_have_the_clock_if_the_tournament_says_so(visitor: Any, *, has_clock: bool) -> None:
    agents = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    keys = {"clockForPeople": True, "timePerMove": 500} if has_clock else {}
    begin(visitor, config(agents=agents, openings="initial", gamesPerPairing=1, startSeconds=0, **keys))
    room = log(visitor, until=lambda events: events[-1]["type"] == "table")[-1]["room"]
    asked = next(event for event in visitor.asked(room) if event["type"] == "thinking" and event["legal"])
    if has_clock:
        assert (asked["seconds"], asked["clock"][asked["side"]]) == (0.5, 60.0)
        log(visitor, until=is_over)
        (row,) = visitor.get("/tournaments/cup/games")["games"]
        assert (row["winner"], row["termination"]) == ("it", "timeout")
    else:
        assert (asked["seconds"], asked["clock"]) == (
            None,
            [60.0 if side != asked["side"] else None for side in (0, 1)],
        )
        visitor.post("/tournaments/cup/stop")
        visitor.post("/tournaments/cup/stop")


def test_games_of_people_have_the_margin_and_the_ends_of_the_tournament(visitor: Any) -> None:
    agents = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    begin(visitor, config(agents=agents, openings="initial", gamesPerPairing=1, maxMoves=2, margin=7000))
    room = log(visitor, until=lambda events: events[-1]["type"] == "table")[-1]["room"]
    while visitor.move(room) is not None:
        pass
    log(visitor, until=is_over)
    (row,) = visitor.get("/tournaments/cup/games")["games"]
    assert (row["termination"], row["moves"]) == ("move limit", 2)
    tournament = Tournament.model_validate(config(agents=agents, margin=7000, startSeconds=2))
    rooms: Any = None
    assert RoomExecutor(tournament, rooms, print)._agents.control == tournament.time_control()  # noqa: SLF001 (of its rooms)


def test_a_human_who_goes_away_is_not_waited_for(visitor: Any) -> None:
    agents = [{"id": "me", "type": "player"}, {"id": "it", "type": "engine", "engine": "random"}]
    begin(visitor, config(agents=agents, openings="initial", timeLimit=None))
    events = log(visitor, until=lambda events: events[-1]["type"] == "table")
    visitor.post("/tournaments/cup/stop")
    visitor.post("/tournaments/cup/stop")
    log(visitor, until=lambda events: states(events)[-1] == "stopped")
    assert visitor.get("/tournaments/cup")["played"] == 0
    assert visitor.http.get(f"/api/rooms/{events[-1]['room']}").status_code == 404


def test_a_room_that_is_deleted_is_opened_anew(visitor: Any) -> None:
    agents = [{"id": "m" * 100, "type": "player"}, {"id": "i" * 100, "type": "engine", "engine": "random"}]
    begin(visitor, config(agents=agents, openings="initial"))
    first = log(visitor, until=lambda events: events[-1]["type"] == "table")[-1]
    assert visitor.http.delete(f"/api/rooms/{first['room']}").status_code == 204
    second = log(visitor, until=lambda events: events[-1]["type"] == "table" and events[-1] != first)[-1]
    assert (second["game"], second["room"] != first["room"]) == (first["game"], True)
    assert visitor.move(second["room"]) == 204


def test_a_game_of_a_person_that_was_put_away_goes_on_where_it_was(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_BUSY", 1)
    running = start()
    visitor = running.visitor
    agents = [{"id": name, "type": "player"} for name in ("ann", "bob")]
    begin(visitor, config(agents=agents, openings="initial"))
    table = log(visitor, until=lambda events: events[-1]["type"] == "table")[-1]
    room = table["room"]
    assert visitor.move(room, "a1") == 204
    visitor.asked(room)
    visitor.until(lambda: not running.server.rooms.opened(room).feed.is_watched)
    other = visitor.open("human", "random")
    assert running.server.rooms.opened(room).is_paused
    assert visitor.http.delete(f"/api/rooms/{other}").status_code == 204
    assert visitor.move(room, "b2") == 204
    assert visitor.post(f"/rooms/{room}/resign", {"side": 0}).status_code == 204
    events = log(visitor, until=lambda events: any(event["type"] == "game" for event in events))
    assert events[events.index(table) + 1]["type"] == "game"
    game = visitor.get(f"/tournaments/cup/games/{table['game']}")
    assert [frame["move"]["text"] for frame in game["frames"][1:]] == ["a1", "b2"]
