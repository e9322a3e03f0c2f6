"""Reports opened from a file."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from crownbridge.games import Checkers, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, json_lines

PATIENCE = 30_000


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """Open a page without a network; fail at the end if it reported an error or requested anything but the file."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, offline=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    errors: list[str] = []
    urls: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type in {"error", "warning"} else None)
    page.on("request", lambda request: urls.append(request.url))
    yield page
    context.close()
    assert errors == []
    assert {url.partition("#")[0].rpartition(".")[2] for url in urls if not url.startswith("data:")} == {"html"}
    assert all(url.startswith(("file:", "data:")) for url in urls)


@pytest.fixture(scope="session")
def report(ten_games: Any, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Create a report on ten games with the command; return its address."""
    program = Path(sys.executable).with_name("crownbridge")
    target = tmp_path_factory.mktemp("report") / "report3.html"
    subprocess.run([program, "analyze", ten_games.path, target, "--nodes", "20"], check=True, capture_output=True)
    return target.as_uri()


def test_the_overview_has_the_right_numbers(reader: Page, report: str, ten_games: Any, screenshot: Any) -> None:
    reader.goto(report)
    expect(reader.locator("h1")).to_have_text("log3.txt")
    figures = {name: reader.locator(f"[data-figure={name}] dd").inner_text() for name in ("games", "moves", "failures")}
    assert figures == {"games": "10", "moves": str(sum(ten_games.moves)), "failures": "1"}
    rows = reader.locator("[data-game]")
    assert rows.count() == 10
    results = {"red": "1–0", "blue": "0–1", "unfinished": "–"}  # noqa: RUF001 (as they are shown)
    scores = [rows.nth(at).locator("td").nth(3).inner_text() for at in range(10)]
    assert scores == [results[winner] for winner in ten_games.winners]
    assert [int(rows.nth(at).locator("td").nth(5).inner_text()) for at in range(10)] == ten_games.moves
    red = ten_games.winners.count("red")
    won = reader.locator("section", has_text="By colour").locator("tr.all", has_text="red").locator("td").nth(3)
    assert won.inner_text() == str(red)
    reader.get_by_role("searchbox").fill("illegal")
    expect(rows).to_have_count(1)
    reader.get_by_role("searchbox").fill("")
    screenshot(reader, "report-overview")


def test_a_game_is_stepped_through(reader: Page, report: str, ten_games: Any, screenshot: Any) -> None:
    reader.goto(report)
    reader.locator("[data-game='1'] a").click()
    replay = reader.locator(".replay")
    expect(replay).to_have_attribute("data-moves", str(ten_games.moves[0]))
    pieces = replay.locator("[data-piece]")
    expect(pieces).to_have_count(ten_games.moves[0])
    reader.get_by_role("button", name="First").click()
    expect(pieces).to_have_count(0)
    for stones in (1, 2, 3):
        reader.keyboard.press("ArrowRight")
        expect(pieces).to_have_count(stones)
    assert set(replay.locator("svg g > circle + text").all_text_contents()) == {"1", "2", "3"}
    selected = reader.locator("[aria-selected=true]")
    milliseconds = ten_games.milliseconds[0][2]
    expect(selected).to_contain_text(f"{milliseconds} ms")
    assert reader.url.endswith("#1/3")
    reader.get_by_role("button", name="Previous move").click()
    expect(pieces).to_have_count(2)
    reader.reload()
    expect(pieces).to_have_count(2)
    reader.keyboard.press("End")
    expect(pieces).to_have_count(ten_games.moves[0])
    assert reader.locator("[data-mistakes] li").count() > 0
    reader.get_by_role("slider").press("ArrowLeft")
    screenshot(reader, "report-game")


def test_failures_lead_to_their_games(reader: Page, report: str) -> None:
    reader.goto(report)
    expect(reader.get_by_role("group", name="Standings").locator("th").last).to_have_text("faults")
    failures = reader.get_by_role("group", name="Failures")
    expect(failures.locator("tbody tr")).to_have_count(1)
    expect(failures.locator("td").nth(1)).to_have_text("illegal move")
    failures.get_by_role("link", name="4").click()
    expect(reader.get_by_text("Game 4 of 10")).to_be_visible()


def test_what_went_wrong_is_told(reader: Page, report: str) -> None:
    reader.goto(f"{report}#4")
    expect(reader.locator("[data-result]")).to_contain_text("is illegal: the cell is taken by red")
    reader.get_by_label("Next game").click()
    expect(reader.get_by_text("Game 5 of 10")).to_be_visible()
    reader.goto(f"{report}#7")
    expect(reader.locator(".on-screen [data-remarks]")).to_contain_text("False claim:")
    reader.goto(f"{report}#10")
    expect(reader.locator("[data-result]")).to_contain_text("Unfinished")


def test_a_phone_and_paper(
    reader: Page, report: str, screenshot: Any, audit: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    reader.set_viewport_size({"width": 360, "height": 740})
    for address, name in ((report, "report-overview-phone"), (f"{report}#2/9", "report-game-phone")):
        reader.goto(address)
        reader.locator("main").wait_for()
        assert reader.evaluate("document.documentElement.scrollWidth") <= 360
        screenshot(reader, name)
        assert audit(reader) == []
        reader.emulate_media(color_scheme="dark")
        assert audit(reader) == []
    reader.emulate_media(media="print")
    expect(reader.locator("article")).to_be_visible()
    expect(reader.locator(".replay")).to_be_hidden()
    reader.pdf(path=tmp_path / "game.pdf", format="A4")
    assert (tmp_path / "game.pdf").stat().st_size > 10_000


def test_all_games_are_printed(reader: Page, report: str) -> None:
    reader.add_init_script("window.print = () => { window.sheets = document.querySelectorAll('article').length }")
    reader.goto(report)
    reader.get_by_role("button", name="Print all games").click()
    reader.wait_for_function("window.sheets === 10")


def test_what_programs_print_is_text(reader: Page, tmp_path: Path) -> None:
    position = Checkers().initial()
    decision = Decision(position.legal_moves()[0], 0.5, stdout=b"<img src=x onerror=alert(1)>\n", stderr=b"depth 7\n")
    unfinished = Outcome(None, Termination.INTERRUPTED)
    record = GameRecord(Checkers(), ("<b>ann</b>", "bob"), position, PlainLine((decision,)), unfinished)
    (tmp_path / "games.jsonl").write_text(json_lines.dumps_line(record))
    program = Path(sys.executable).with_name("crownbridge")
    target = tmp_path / "report.html"
    subprocess.run([program, "analyze", tmp_path / "games.jsonl", target], check=True, capture_output=True)
    reader.goto(f"{target.as_uri()}#1")
    expect(reader.locator("[data-stream=stdout]").first).to_have_text("<img src=x onerror=alert(1)>")
    expect(reader.locator("[data-stream=stderr]").first).to_have_text("depth 7")
    expect(reader.get_by_text("<b>ann</b>").first).to_be_visible()
