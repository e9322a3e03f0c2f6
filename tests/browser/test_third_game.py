"""A game of another package in the browser: every page works with it unchanged."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Hand, Site

BOT = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'lines_bot.py'}"


def test_it_is_played(page: Page, third_game_site: "Site", hand: "Hand", inspect: Callable[..., None]) -> None:
    page.goto(third_game_site.address)
    expect(page.get_by_text("Play checkers, Hex and Breakthrough against engines")).to_be_visible()
    expect(page.get_by_text("Reach the other side's first row")).to_be_visible()
    inspect(page, "third-game-home")
    page.get_by_role("link", name="Play Breakthrough").click()
    expect(page.get_by_role("radio", name="Breakthrough")).to_be_checked()
    page.locator("#size").fill("5")
    page.get_by_role("slider", name="Level").fill("1")
    inspect(page, "third-game-play")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/room/*")
    page.set_viewport_size({"width": 1440, "height": 900})
    while hand.wait():
        hand.move()
    expect(page.locator("[data-result]")).to_contain_text(re.compile("White wins|Black wins"))
    inspect(page, "third-game-room")
    page.get_by_text("Save", exact=True).click()
    expect(page.locator(".menu a")).to_have_text(["JSON lines"])


def test_programs_are_watched(page: Page, third_game_site: "Site") -> None:
    page.goto(third_game_site.address + "/watch")
    page.get_by_label("Protocol").select_option("breakthrough lines")
    page.get_by_label("White: command line").fill(BOT)
    page.get_by_label("Black: command line").fill(BOT)
    page.get_by_label("Board size").fill("4")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/room/*")
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator("[data-status]")).to_have_text([re.compile("^exited with status 0; ")] * 2)


def test_it_is_set_up_and_analysed(
    new_page: Callable[..., Page], third_game_site: "Site", inspect: Callable[..., None]
) -> None:
    page = new_page(quiet=False)  # while the board is empty, there is no such position
    page.goto(third_game_site.address + "/analyse")
    row = page.locator(".board").filter(has_text="Breakthrough")
    row.get_by_role("link", name="Set up").click()
    page.get_by_label("Board size").fill("4")
    page.get_by_label("Board size").blur()
    expect(page.locator("[data-cell]")).to_have_count(16)
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="White piece").click()
    page.locator('[data-cell="4"]').click()
    page.get_by_role("button", name="Black piece").click()
    page.locator('[data-cell="7"]').click()
    expect(page.get_by_label("Position as text")).to_have_value("..../..../w..b/.... w")
    inspect(page, "third-game-set-up")
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("[data-engine]")).to_have_text(re.compile(" playouts"))
    expect(page.locator("[data-proven]")).to_have_text("Proven: Black wins")
    expect(page.locator("[data-layers] label")).to_have_count(2)
    inspect(page, "third-game-study")


def test_a_tournament_with_its_report(page: Page, third_game_site: "Site", tmp_path: Path) -> None:
    page.goto(third_game_site.address + "/tournaments/new")
    page.get_by_label("Name", exact=True).first.fill("third")
    page.get_by_text("Breakthrough", exact=True).click()
    expect(page.get_by_label("Games start from").locator("option")).to_have_text(
        ["Start position", "Random moves", "From a file"]
    )
    page.get_by_text("Rules and advanced settings").click()
    page.get_by_label("Board size").fill("4")
    page.get_by_role("group", name="Agent 1").get_by_label("Type").select_option("random")
    page.get_by_role("group", name="Agent 2").get_by_label("Type").select_option("random")
    page.get_by_role("group", name="Agent 2").get_by_label("Name").fill("dice")
    page.get_by_role("button", name="Start tournament").click()
    page.wait_for_url("**/tournaments/third")
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "over")
    expect(page.get_by_text(re.compile(r"Round robin, Breakthrough 4 . 4,\s+2 agents"))).to_be_visible()
    expect(page.get_by_role("link", name="games.jsonl")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("link", name="report.html").click()
    report = tmp_path / "report.html"
    saving.value.save_as(report)
    page.goto(report.as_uri())
    page.locator("[data-game] a").first.click()
    expect(page.locator("[data-result]")).to_contain_text("wins")
