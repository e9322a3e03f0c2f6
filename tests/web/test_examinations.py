"""Examinations of programs over the API: one at a time, in the background, within the rules for programs."""

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.web.examinations import service

LINES_BOT = f"lines:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'lines_bot.py'}"
TOKEN = "correct horse"  # noqa: S105 (of a test)
POSITION = "B:W20,26,27:B15,11,K3"
FAULT = Finding(
    "It errs.",
    (Cause("sign", "Look at the evaluation."),),
    0.9,
    "4 of 5",
    (Example(POSITION, ("a line",), "15-18", ("3-7",), "Proven.", ("15-18", "26-23")),),
)


class Quick(Probe):
    """Asks one question."""

    name = "quick"

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:  # noqa: ARG002 (the interface)
        bot.ask(POSITION)
        yield Fact("depth", "about 3 plies")
        yield FAULT


class Endless(Quick):
    """Asks until it is stopped."""

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        yield from super().examine(bot, chance)
        for attempt in range(1, 1_000_000):
            bot.ask(POSITION, attempt)


class Broken(Quick):
    """Has an error of its own."""

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        yield from super().examine(bot, chance)
        raise ZeroDivisionError


@pytest.fixture
def probes(monkeypatch: pytest.MonkeyPatch) -> Any:
    def use(*found: Probe) -> None:
        monkeypatch.setattr("crownbridge.bugfinder.finder.probes_of", lambda _: list(found))

    use(Quick())
    return use


def begin(visitor: Any, bot: str, **rest: Any) -> str:
    answer = visitor.post("/examinations", {"game": "checkers", "bot": bot, "seconds": 1, **rest})
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def over(visitor: Any, name: str) -> Any:
    """The examination, when it is over."""
    visitor.until(lambda: visitor.get(f"/examinations/{name}")["state"] not in {"checking", "examining"})
    return visitor.get(f"/examinations/{name}")


@pytest.mark.usefixtures("probes")
def test_a_program_is_examined_in_the_background(visitor: Any) -> None:
    name = begin(visitor, LINES_BOT, minutes=0.5, seed=4)
    status = over(visitor, name)
    assert (status["state"], status["name"], status["board"]["game"]) == ("over", "lines_bot.py", "checkers")
    assert (status["probe"], status["questions"], status["problems"]) == ("quick", 1, [])
    report = status["report"]
    assert (report["questions"], report["minutes"], report["seed"], report["is_complete"]) == (1, 0.5, 4, True)
    assert report["verdict"].startswith("1 suspected fault of lines_bot.py in 1 question.")
    assert report["facts"] == [{"name": "depth", "text": "about 3 plies"}]
    [example] = report["findings"][0]["examples"]
    assert [frame["ply"] for frame in example["frames"]] == [0, 1, 2]
    [listed] = visitor.get("/examinations")
    assert (listed["id"], listed["report"]) == (name, None)


def test_one_at_a_time_and_stopped(visitor: Any, probes: Any) -> None:
    probes(Endless())
    name = begin(visitor, LINES_BOT, minutes=10)
    visitor.until(lambda: visitor.get(f"/examinations/{name}")["questions"] > 1)
    second = visitor.post("/examinations", {"game": "checkers", "bot": "checkers:1"})
    assert (second.status_code, second.json()["detail"]) == (
        409,
        "the server examines lines_bot.py; wait until that is over, or stop it",
    )
    assert visitor.post(f"/examinations/{name}/stop").status_code == 204
    status = visitor.get(f"/examinations/{name}")
    assert (status["state"], status["report"]["is_complete"]) == ("over", False)
    assert len(status["report"]["findings"]) == 1
    assert visitor.post(f"/examinations/{name}/stop").status_code == 204
    assert begin(visitor, "checkers:1", seconds=0.1) != name


def test_a_program_that_thinks_is_interrupted(visitor: Any, probes: Any, tmp_path: Path) -> None:
    probes(Endless())
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(100)\n", encoding="utf-8")
    name = begin(visitor, f"lines:{sys.executable} {tmp_path / 'slow.py'}", seconds=10)
    time.sleep(0.5)
    began = time.monotonic()
    assert visitor.post(f"/examinations/{name}/stop").status_code == 204
    assert time.monotonic() - began < 5
    status = visitor.get(f"/examinations/{name}")
    assert (status["state"], status["problems"]) == ("stopped", [])


@pytest.mark.usefixtures("probes")
def test_a_program_that_fails_the_checks_is_not_examined(visitor: Any) -> None:
    status = over(visitor, begin(visitor, "lines:false"))
    assert (status["state"], status["report"], status["questions"]) == ("rejected", None, 0)
    assert status["problems"]


def test_an_internal_error_is_reported(visitor: Any, probes: Any, capsys: pytest.CaptureFixture[str]) -> None:
    probes(Broken())
    status = over(visitor, begin(visitor, "checkers:1", seconds=0.1))
    assert (status["state"], status["problems"]) == ("failed", [])
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_end_of_the_server_stops_it(start: Any, probes: Any) -> None:
    probes(Endless())
    server = start()
    begin(server.visitor, "checkers:1", seconds=0.1)
    server.end()
    assert not server.thread.is_alive()


@pytest.mark.usefixtures("probes")
def test_the_rules_for_programs_hold(start: Any) -> None:
    """The command of a listed program is not shown."""
    running = start(host="0.0.0.0", token=TOKEN, allow_programs=True, programs={"mine": LINES_BOT})  # noqa: S104 (guarded)
    visitor = running.visitor
    visitor.http.base_url = f"http://127.0.0.1:{running.server.port}"
    visitor.http.headers["Authorization"] = f"Bearer {TOKEN}"
    forbidden = visitor.post("/examinations", {"game": "checkers", "bot": LINES_BOT})
    assert forbidden.status_code == 403
    assert visitor.post("/examinations", {"game": "checkers", "bot": "@other"}).status_code == 422
    status = over(visitor, begin(visitor, "@mine"))
    assert (status["state"], status["name"]) == ("over", "mine")
    assert "lines_bot" not in str(status)


@pytest.mark.usefixtures("probes")
def test_refused_requests(visitor: Any) -> None:
    for body in (
        {"game": "checkers", "bot": "human"},
        {"game": "chess", "bot": "random"},
        {"game": "hex", "bot": "checkers:1"},
        {"game": "checkers", "bot": "random", "minutes": 1000},
        {"game": "checkers", "bot": "random", "seconds": 1000},
        {"game": "checkers", "bot": "random", "more": 1},
    ):
        assert visitor.post("/examinations", body).status_code == 422, body
    assert visitor.http.get("/api/examinations/unknown").status_code == 404
    assert visitor.post("/examinations/unknown/stop").status_code == 404


@pytest.mark.usefixtures("probes")
def test_the_oldest_are_forgotten(visitor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST_KEPT", 2)
    names = []
    for _ in range(3):
        names.append(begin(visitor, "checkers:1", seconds=0.1))
        over(visitor, names[-1])
    assert [one["id"] for one in visitor.get("/examinations")] == names[:0:-1]
