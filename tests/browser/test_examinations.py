"""The search for programming errors, from the page Watch, and its report as a file."""

import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from crownbridge.bugfinder.examination import Examination
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.games import Checkers
from crownbridge.reports.examination import write_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

Inspect = Callable[[Page, str], None]
EXAMPLE = Example(
    "B:W20,26,27:B15,11,K3", ("a line",), "15-18", ("3-7",), "Proven by the endgame table.", ("15-18", "26-23"), 5
)
EXAMINATION = Examination(
    bot="kth:python3 bot.py",
    protocol="kth",
    game=Checkers(),
    seconds_per_move=1.0,
    minutes=2.0,
    seed=0,
    seconds=119.6,
    questions=312,
    is_complete=True,
    facts=(Fact("depth", "looks about 5 plies ahead"),),
    findings=(
        Finding("It gives up a man.", (Cause("sign", "Look."),), 0.97, "4 of 5", (EXAMPLE, EXAMPLE), "tactics"),
        Finding("It exits.", (), 0.8, "1 of 5", (EXAMPLE._replace(played="exited", refutation=()),), "state"),
    ),
)


def test_a_program_is_examined_from_the_page_watch(page: Page, site: "Site", inspect: Inspect) -> None:
    bot = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'lines_bot.py'}"
    page.goto(site.address + "/watch")
    page.get_by_label("Protocol").select_option("hex lines")
    expect(page.get_by_role("button", name="Red: find bugs")).to_have_count(0)
    page.get_by_label("Red: command line").fill(bot)
    page.get_by_role("button", name="Red: find bugs").click()
    page.wait_for_url("**/examinations/*")
    expect(page.locator("h1")).to_have_text("Examination of lines_bot.py")
    page.locator("[data-state=examining], [data-findings]").first.wait_for()
    stop = page.get_by_role("button", name="Stop and show the report")
    if stop.is_visible():  # otherwise it is over
        stop.click()
    expect(page.locator("[data-findings]")).to_be_visible()
    expect(page.get_by_role("heading", name="Verdict")).to_be_visible()
    inspect(page, "examination")


def test_the_report_is_stepped_through(page: Page, tmp_path: Path, inspect: Inspect) -> None:
    write_page(tmp_path / "bugs.html", EXAMINATION)
    page.goto((tmp_path / "bugs.html").as_uri())
    expect(page.locator("h1")).to_have_text("Examination of bot.py")
    assert page.locator("[data-findings]").get_attribute("data-findings") == "2"
    first = page.locator("[data-example]").first
    expect(first.locator(".arrow")).to_have_count(2)
    first.get_by_role("button", name="26-23").click()
    expect(first.get_by_role("img")).to_have_attribute("aria-label", "checkers board after 15-18 26-23")
    expect(first.locator('[data-piece="22"]')).to_have_count(1)
    first.get_by_role("button", name="3-7").click()
    expect(first.get_by_role("img")).to_have_attribute("aria-label", "checkers board after the right move 3-7")
    first.get_by_role("button", name="Position").click()
    expect(first.locator(".arrow")).to_have_count(2)
    page.get_by_text("One more example").click()
    expect(page.locator("[data-example]").nth(1)).to_be_visible()
    inspect(page, "examination-report")
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(first.get_by_role("img")).to_be_visible()
