"""Tournaments in the browser, from the form to the final standings."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

ROOT = Path(__file__).parents[2]
Shot = Callable[[Page, str], None]
Audit = Callable[[Page], list[str]]


def config(name: str, **rest: Any) -> dict[str, Any]:
    """Return a configuration with two fast agents and one that always crashes."""
    engines = {"level-2": "checkers:2", "dice": "random"}
    agents: list[dict[str, str]] = [{"id": id_, "type": "engine", "engine": text} for id_, text in engines.items()]
    agents.append({"id": "broken", "type": "executable", "command": "/bin/false", "protocol": "kth"})
    return {"id": name, "tournamentType": "roundRobin", "timeLimit": 20_000, "agents": agents, **rest}


def begin(site: "Site", name: str, **rest: Any) -> str:
    """Start a tournament and return its address."""
    tournament: str = site.post("/api/tournaments", {"config": config(name, **rest)})["id"]
    return f"{site.address}/tournaments/{tournament}"


def finished(page: Page) -> None:
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "over")


def stop(page: Page) -> None:
    """Stop a tournament after its current games."""
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "stopped")


def test_from_the_form_to_the_finished_table(
    page: Page, site: "Site", screenshot: Shot, audit: Audit, tmp_path: Path
) -> None:
    page.goto(site.address + "/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).first.fill("by form")
    page.get_by_role("button", name="Add agent").click()
    third = page.get_by_role("group", name="Agent 3")
    third.get_by_label("Name").fill("dice")
    third.get_by_label("Type").select_option("random")
    page.get_by_role("group", name="Agent 2").get_by_role("combobox", name="Level").select_option("2")
    page.get_by_label("Seconds per player").fill("20")
    page.get_by_text("Rules and advanced settings").click()
    page.get_by_label("Move limit (then").fill("60")
    screenshot(page, "tournament-form")
    assert audit(page) == []
    page.get_by_role("button", name="Start tournament").click()
    page.wait_for_url("**/tournaments/by%20form")
    finished(page)
    expect(page.locator("[data-played]")).to_have_text("6 of 6 games")
    table = page.get_by_role("table", name="Standings")
    expect(table.get_by_role("rowheader")).to_have_count(3)
    expect(table.locator(".interval")).not_to_have_count(0)
    expect(page.get_by_role("img", name=re.compile("Running ratings after 6 games: .*dice"))).to_be_visible()
    games = page.get_by_role("table", name="Finished games")
    expect(games.get_by_role("link")).to_have_count(6)
    page.get_by_label("Agent").select_option("dice")
    expect(games.get_by_role("link")).to_have_count(4)
    page.get_by_label("Agent").select_option("")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="games.pdn").click()
    waiting.value.save_as(tmp_path / "games.pdn")
    assert (tmp_path / "games.pdn").read_text(encoding="utf-8").count("[Result") == 6
    games.get_by_role("cell").last.click(force=True)  # the link covers its whole row
    expect(page.locator("[data-result]")).to_be_visible()
    page.go_back()
    games.get_by_role("link").first.press("Enter")
    expect(page.locator("[data-result]")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "2")
    page.get_by_role("main").get_by_role("link", name="Analyse").click()
    expect(page.locator(".study")).to_be_visible()
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("data-ply", "1")


def test_problems_stand_at_their_places(page: Page, site: "Site") -> None:
    page.goto(site.address + "/tournaments/new")
    page.get_by_role("group", name="Agent 2").get_by_label("Name").fill("level-3")
    page.get_by_role("button", name="Start tournament").click()
    error = page.get_by_role("group", name="Agent 2").get_by_role("alert")
    expect(error).to_contain_text("same id")
    page.get_by_role("group", name="Agent 2").get_by_label("Name").fill("another")
    expect(error).to_have_count(0)


def test_a_file_starts_a_tournament(page: Page, site: "Site") -> None:
    page.goto(site.address + "/tournaments/new")
    page.get_by_text("File", exact=True).click()
    text = page.get_by_label("Configuration (TOML or JSON)")
    text.fill('id = "by file"\nsize = 3\n')
    page.get_by_role("button", name="Start tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("tournamentType")
    text.fill(
        'id = "by file"\ntournamentType = "match"\nrounds = 1\ngame = "hex"\n'
        "timeLimit = 20000\ngameOptions = {size = 4}\n"
        '[[agents]]\nid = "a"\ntype = "engine"\nengine = "random"\n'
        '[[agents]]\nid = "b"\ntype = "engine"\nengine = "random"\n'
    )
    page.get_by_role("button", name="Start tournament").click()
    finished(page)
    expect(page.get_by_role("link", name="games.sgf")).to_be_visible()
    page.get_by_role("link", name="Copy settings").click()
    expect(page.get_by_label("Configuration (TOML or JSON)")).to_have_value(re.compile('"id": "by file 2"'))


def test_failures_have_their_reasons(page: Page, site: "Site") -> None:
    page.goto(begin(site, "failing"))
    finished(page)
    failures = page.get_by_role("region", name="Failures")
    expect(failures).to_contain_text("broken")
    expect(failures).to_contain_text("exited with status 1")
    failures.get_by_role("link").first.click()
    expect(page.locator("[data-result]")).to_contain_text("exited with status 1")
    expect(page.get_by_role("region", name=re.compile("Output of"))).to_contain_text("exited with status 1")


def test_forfeits_have_their_reasons(page: Page, site: "Site") -> None:
    page.goto(begin(site, "forfeiting", maxFaults=1, gamesPerPairing=10, concurrency=1))
    finished(page)
    failures = page.get_by_role("region", name="Failures")
    expect(failures).to_contain_text("broken forfeits its remaining games, because it lost")
    failures.get_by_role("listitem").filter(has_text="forfeits").get_by_role("link").first.click()
    expect(page.locator("[data-result]")).to_contain_text("broken forfeits its remaining games")


def test_where_the_second_side_begins_table_and_game_show_the_same_points(page: Page, site: "Site") -> None:
    page.goto(begin(site, "ballots", openings="ballots", gamesPerPairing=1, maxMoves=8))
    finished(page)
    games = page.get_by_role("table", name="Finished games")
    won = games.get_by_role("row").filter(has_text=re.compile(r"[01]\u2013[01]"))
    for number in range(won.count()):
        row = won.nth(number)
        points = row.get_by_role("link").inner_text()
        names = [row.get_by_role("cell").nth(column).inner_text() for column in (0, 1)]
        row.get_by_role("link").press("Enter")
        expect(page.locator("[data-result]")).to_contain_text(points)
        expect(page.get_by_role("heading", name=" - ".join(names))).to_be_attached()
        page.go_back()
        finished(page)


def test_boards_now_being_played_and_stopping(
    page: Page, site: "Site", screenshot: Shot, audit: Audit, tmp_path: Path
) -> None:
    bot = (ROOT / "examples/kth_bot.py").read_text("utf-8")
    (tmp_path / "slow.py").write_text(
        "import time\n" + bot.replace("in sys.stdin:", "in sys.stdin:\n        time.sleep(0.1)")
    )
    command = f"{sys.executable} {tmp_path / 'slow.py'}"
    agents = [{"id": f"slow-{n}", "type": "executable", "command": command, "protocol": "kth"} for n in (1, 2)]
    games = {"gamesPerPairing": 100, "maxMoves": 20, "timeLimit": 60_000, "concurrency": 2}
    page.goto(begin(site, "long", agents=agents, **games))
    boards = page.locator("[data-live-boards]")
    expect(boards.get_by_role("img")).to_have_count(2)
    expect(boards.get_by_role("img").first).to_have_accessible_name(re.compile("slow-. against slow-., move"))
    screenshot(page, "tournament-wall")
    assert audit(page) == []
    stop(page)
    expect(boards).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    expect(boards.get_by_role("img")).to_have_count(2)
    stop(page)


def test_a_person_is_led_to_the_board(page: Page, site: "Site") -> None:
    agents = [{"id": "me", "type": "player"}, {"id": "dice", "type": "engine", "engine": "random"}]
    page.goto(begin(site, "with me", agents=agents, timeLimit=600_000))
    tournament = page.url
    page.get_by_role("main").get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/room/*")
    expect(page.locator('[data-cell][aria-label$="can be chosen"]')).not_to_have_count(0)
    page.goto(tournament)
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Stop now").click()
    expect(page.locator("[data-state]")).to_have_attribute("data-state", "stopped")


@pytest.mark.parametrize("has_clock", [True, False])
def test_people_have_a_running_clock_if_the_form_says_so(page: Page, site: "Site", *, has_clock: bool) -> None:
    page.goto(site.address + "/tournaments/new")
    page.get_by_label("Name", exact=True).first.fill(f"people {has_clock}")
    page.get_by_label("Seconds per player").fill("600")
    people = page.get_by_label("People have the same clock")
    expect(people).to_have_count(0)
    page.get_by_role("group", name="Agent 1").get_by_label("Type").select_option("human")
    people.set_checked(has_clock)
    page.get_by_role("button", name="Start tournament").click()
    page.get_by_role("main").get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/room/*")
    expect(page.locator('[data-cell][aria-label$="can be chosen"]')).not_to_have_count(0)
    expect(page.get_by_role("timer")).to_have_count(2 if has_clock else 1)
    expect(page.locator(".clock.running")).to_have_count(1 if has_clock else 0)
    page.go_back()
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Stop now").click()


def test_pages(site: "Site", page: Page, inspect: Callable[..., None]) -> None:
    address = begin(site, "seen", rounds=3)
    page.goto(address)
    finished(page)
    game = page.get_by_role("table", name="Finished games").get_by_role("link").first.get_attribute("href")
    pages = {"tournament": address, "tournament-game": site.address + str(game)}
    pages["tournaments"] = site.address + "/tournaments"
    pages["tournament-new"] = site.address + "/tournaments/new"
    for name, where in pages.items():
        page.goto(where)
        page.locator("h1").first.wait_for(state="attached")
        page.locator("main").get_by_role("link").or_(page.locator("form")).first.wait_for()
        inspect(page, name)
