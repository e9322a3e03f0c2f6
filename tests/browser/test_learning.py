"""The explorer, learning from mistakes, and puzzles in the browser."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from crownbridge.analysis import Puzzle, PuzzleBook
from crownbridge.analysis.puzzles import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

Inspect = Callable[..., None]

GAMES = """[Black "Bob"]
[White "Ann"]
[Result "0-1"]
1. 11-15 23-19 2. 8-11 22-17 0-1

[Black "Carl"]
[White "Dora"]
[Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 1-0
"""
MISTAKE = """[Black "Bob"]
[White "Ann"]
[FEN "B:WK14:BK13,K24"]
1. 13-9 14x5 *
"""
"""Red gives up a king, which only draws; so does 13-17, and all other moves win."""


def test_the_explorer_shows_imported_games(mortal_site: "Site", page: Page, tmp_path: Path, inspect: Inspect) -> None:
    file = tmp_path / "club.pdn"
    file.write_text(GAMES, encoding="utf-8")
    page.goto(mortal_site.address + "/analyse?of=checkers")
    page.get_by_role("button", name="Explorer").click()
    expect(page.locator("[data-explored]")).to_have_attribute("data-explored", "0")
    page.get_by_label("Files of games").set_input_files(file)
    expect(page.locator("[data-explored]")).to_have_attribute("data-explored", "2")
    panel = page.get_by_role("region", name="Explorer")
    panel.get_by_role("button", name="11-15", exact=True).click()
    expect(panel.get_by_role("button", name="22-18", exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="Red won 0 %, drawn 0 %, white won 100 %")).to_be_visible()
    inspect(page, "explorer")
    page.get_by_role("textbox", name="Player").fill("dora")
    expect(page.locator("[data-explored]")).to_have_attribute("data-explored", "1")
    page.get_by_role("link", name=re.compile("Carl . Dora")).click()
    expect(page.locator(".study")).to_contain_text("Dora")
    page.get_by_role("button", name="Delete club.pdn").click()
    page.get_by_role("button", name="Confirm: delete club.pdn").click()
    expect(page.locator("[data-explored]")).to_have_attribute("data-explored", "0")


def test_a_mistake_is_asked_and_a_better_move_accepted(page: Page, site: "Site", inspect: Inspect) -> None:
    page.goto(site.address + "/analyse")
    page.get_by_label("Paste a game").fill(MISTAKE)
    page.get_by_role("button", name="Load game").click()
    page.get_by_role("button", name="Analyse the whole game").click()
    page.get_by_role("link", name="Learn from your mistakes").click()
    lesson = page.locator("[data-lesson]")
    expect(lesson).to_contain_text("missed a proven win")
    inspect(page, "learn")
    page.locator('[data-cell="12"]').click()
    page.locator('[data-cell="16"]').click()
    expect(lesson).to_contain_text("Not better")
    expect(page.locator('[data-piece="16"]')).to_be_attached()
    reply = lesson.locator(".line button").nth(1)
    reply.click()
    expect(reply).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-piece="16"]')).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    page.locator('[data-cell="23"]').click()
    page.locator('[data-cell="18"]').click()
    expect(lesson).to_contain_text("Yes")
    page.get_by_role("button", name="Next").click()
    expect(lesson).to_contain_text("You found 0 of 1 better move at the first try")


def test_a_puzzle_is_solved_and_rated(mortal_site: "Site", page: Page, tmp_path: Path, inspect: Inspect) -> None:
    evidence = (Evidence("24-19", 1.0, exact=True, effort=0.2),)
    puzzle = Puzzle("ab", "checkers", {}, "B:WK14:BK13,K24", "win", "24-19", ("24-19",), evidence, 1200.0)
    PuzzleBook(tmp_path / "puzzles").add(puzzle)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url.removeprefix(mortal_site.address)))
    page.goto(mortal_site.address + "/puzzles")
    panel = page.locator("[data-phase]")
    expect(panel).to_contain_text("Red to move and win")
    inspect(page, "puzzles")
    assert requests.count("/api/puzzles") == 1
    page.locator('[data-cell="12"]').click()
    page.locator('[data-cell="16"]').click()
    expect(panel).to_contain_text("Not this move")
    expect(page.locator("[data-rating]")).to_contain_text("1184")
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    page.locator('[data-cell="23"]').click()
    page.locator('[data-cell="18"]').click()
    expect(panel).to_contain_text("Solved")
    expect(panel).to_contain_text("Proven")
    expect(page.locator("[data-rating]")).to_contain_text("1184")
    expect(page.locator("[data-streak]")).to_have_text("0")
    page.reload()
    expect(page.locator("[data-rating]")).to_contain_text("1184")
    page.get_by_role("button", name="Show solution").click()
    expect(panel).to_contain_text("The solution is 24-19")
