"""Games between programs: their output is shown beside the move during which it was printed."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

Shot = Callable[[Page, str], None]


def lit(page: Page, side: int, stream: str) -> str:
    return page.locator(f'.program[data-side="{side}"] [data-stream="{stream}"] .lit').inner_text()


def test_each_step_lights_what_its_player_printed(
    page: Page, site: "Site", bot: Callable[..., str], screenshot: Shot
) -> None:
    page.goto(site.address + "/watch")
    page.get_by_label("Red: command line").fill(bot("talking_bot.py").removeprefix("kth:"))
    page.get_by_label("White: command line").fill(bot("talking_bot.py", "init").removeprefix("kth:"))
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/room/*")
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator("[data-status]")).to_have_text([re.compile("^exited with status 0; ")] * 2)
    last = int(page.locator(".replay").get_attribute("data-moves") or 0)
    page.keyboard.press("Home")
    for ply in range(1, min(last, 25) + 1):
        page.keyboard.press("ArrowRight")
        option = page.locator('[role="option"][aria-selected="true"]')
        expect(option).to_have_attribute("aria-posinset", str(ply + 1))
        side = 1 - ply % 2
        label = option.locator(".text").inner_text()
        assert label.startswith("[W]" if side else "[R]")
        path = label[4:].replace("-", "_").replace("x", "_")
        assert f"_{path} " in lit(page, side, "stdout")
        assert lit(page, side, "stderr").strip() == f"thinking of move {ply}."
        assert page.locator(f'.program[data-side="{1 - side}"] .lit').count() == 0
    screenshot(page, "watching")


def test_programs_for_any_game(page: Page, site: "Site") -> None:
    bot = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'lines_bot.py'}"
    page.goto(site.address + "/watch")
    page.get_by_label("Protocol").select_option("hex lines")
    expect(page.get_by_text("without a referee")).to_have_count(0)
    page.get_by_label("Red: command line").fill(bot)
    page.get_by_label("Blue: command line").fill(bot)
    page.get_by_label("Board size").fill("4")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/room/*")
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator("[data-status]")).to_have_text([re.compile("^exited with status 0; ")] * 2)


def test_the_keys_and_the_address(page: Page, site: "Site") -> None:
    address = site.open_room("checkers", ("random", "random"))
    page.goto(address)
    expect(page.locator("[data-result]")).to_be_visible()
    last = int(page.locator(".replay").get_attribute("data-moves") or 0)
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        page.keyboard.press(key)
        expect(page).to_have_url(f"{address}#{ply}")
    page.goto("about:blank")
    page.goto(f"{address}#7")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "8")
    expect(page.locator(".arrow.move")).to_be_visible()


def test_the_animation_runs_to_the_end_and_stops(page: Page, site: "Site") -> None:
    page.goto(site.open_room("hex", ("random", "random"), options={"size": 3}) + "?animate=1&step=10")
    expect(page.locator('[aria-selected="true"]')).not_to_have_attribute("aria-posinset", "1")
    expect(page.get_by_role("button", name="Animate")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Animate")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Animate")).to_have_attribute("aria-pressed", "false")


def test_the_step_time_of_the_address_is_obeyed_and_commands_are_run_again(
    page: Page, site: "Site", bot: Callable[..., str], screenshot: Shot
) -> None:
    players = (bot("talking_bot.py"), bot("talking_bot.py", "init"))
    page.goto(site.open_room("checkers", players, relay=True) + "?animate=1&step=300")
    timer = page.get_by_label("Animation timer, milliseconds")
    expect(page).to_have_url(re.compile(r"animate=1&step=300#[1-9]"))
    expect(timer).to_have_value("300")
    page.reload()
    expect(timer).to_have_value("300")
    timer.fill("70")
    expect(page).to_have_url(re.compile(r"animate=1&step=70#"))
    screenshot(page, "visualizer")
    first = page.url
    page.get_by_label("White: command line").fill(players[0].removeprefix("kth:"))
    page.get_by_role("button", name="Run these").click()
    page.wait_for_url(lambda address: address.partition("?")[0] != first.partition("?")[0])
    expect(timer).to_have_value("70")


def test_the_command_line_with_the_opening_word_has_the_colour_of_the_second_side(
    page: Page, site: "Site", bot: Callable[..., str]
) -> None:
    second, first = bot("talking_bot.py", "init"), bot("talking_bot.py")
    page.goto(site.open_room("checkers", (second, first), relay=True))
    commands = page.locator(".commands input")
    expect(commands.nth(0)).to_have_accessible_name("White: command line")
    expect(commands.nth(1)).to_have_accessible_name("Red: command line")
    commands.nth(0).fill(first.removeprefix("kth:"))
    expect(commands.nth(0)).to_have_accessible_name("Red: command line")


def test_a_running_game_is_stopped(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("checkers", "checkers"), time={"move_seconds": 30}))
    expect(page.get_by_text("Checkers engine is thinking")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-result]")).to_contain_text("Unfinished")


def test_games_one_after_another(page: Page, site: "Site") -> None:
    address = site.open_room("hex", ("random", "random"), options={"size": 4}, games=3)
    page.goto(address)
    games = page.get_by_role("navigation", name="Games of this room").get_by_role("button")
    expect(games).to_have_count(3)
    expect(page.locator("[data-result]")).to_be_visible()
    games.first.click()
    expect(page).to_have_url(f"{address}?game=1")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(f"{address}?game=1#1")
    page.reload()
    expect(games.first).to_have_attribute("aria-current", "true")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "2")


def test_a_fast_game_is_followed_to_its_end(page: Page, site: "Site") -> None:
    page.goto(site.open_room("hex", ("random", "random"), options={"size": 26}))
    expect(page.locator("[data-result]")).to_be_visible()
    assert int(page.locator(".replay").get_attribute("data-moves") or 0) > 300
    assert page.locator('[role="option"]').count() < 100


def test_hostile_output_is_shown_and_harmless(
    page: Page, site: "Site", bot: Callable[..., str], screenshot: Shot
) -> None:
    page.goto(site.open_room("checkers", (bot("talking_bot.py", "hostile"), "random"), time={"move_seconds": 20}))
    expect(page.locator("[data-result]")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    printed = page.locator('.program[data-side="0"] [data-stream="stderr"] .lit')
    expect(printed).to_contain_text("<script>window.hacked = 1</script><img src=x")
    expect(printed).to_contain_text("^[[2J^[]0;title^G^@^H \\xff\\xfe <202E> turned")
    expect(printed).to_contain_text("more characters")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0
    screenshot(page, "hostile")


def test_a_message_that_makes_no_sense_is_marked(page: Page, site: "Site", bot: Callable[..., str]) -> None:
    page.goto(site.open_room("checkers", (bot("talking_bot.py"), bot("silly_bot.py")), relay=True))
    expect(page.locator(".move.problem")).not_to_have_count(0)
    page.locator(".move.problem").first.click()
    expect(page.locator(".program .problem")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[aria-selected="true"]')).to_contain_text("[W] beginning")
    assert "wwww -1 r 50" in lit(page, 1, "stdout")


def test_the_end_of_the_traceback_of_a_crash_is_lit_and_in_sight(page: Page, site: "Site") -> None:
    broken = Path(__file__).parents[1] / "hostile" / "broken" / "bot.py"
    page.goto(site.open_room("checkers", (f"kth:'{sys.executable}' '{broken}' crash", "random")))
    expect(page.locator("[data-result]")).to_contain_text("bot.py (red) exited with status 1 in its 5th move (ply 9)")
    stderr = page.locator('.program[data-side="0"] [data-stream="stderr"]')
    expect(stderr.locator(".lit")).to_contain_text("IndexError: pop index out of range")
    expect(stderr).to_be_in_viewport()
    assert stderr.evaluate("pane => pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 24")
    page.keyboard.press("Home")
    expect(stderr.locator(".lit")).to_have_count(0)


def test_output_is_searched_and_its_numbers_are_charted(
    page: Page, site: "Site", bot: Callable[..., str], audit: Callable[[Page], list[str]], screenshot: Shot
) -> None:
    page.goto(site.open_room("checkers", (bot("talking_bot.py", "info"), bot("talking_bot.py", "init", "info"))))
    expect(page.locator("[data-result]")).to_be_visible()
    page.keyboard.press("Home")
    page.get_by_label("Search the output").fill("OF MOVE 12.")
    page.keyboard.press("Enter")
    expect(page.locator(".match.current")).to_have_text("of move 12.")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "13")
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    expect(page.get_by_role("img", name="depth over the moves")).to_be_visible()
    expect(page.locator("figure", has_text="depth").locator(".value")).to_have_text(["5", "9"])
    page.get_by_role("img", name="nodes over the moves").click(position={"x": 1, "y": 9})
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "1")
    page.set_viewport_size({"width": 768, "height": 1024})
    board, output = page.locator(".board").bounding_box(), page.locator(".wing").bounding_box()
    assert board is not None
    assert output is not None
    assert output["x"] >= board["x"] + board["width"]
    assert output["height"] > 900
    page.get_by_role("separator", name="Width of board and moves").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    wider = page.locator(".board").bounding_box()
    assert wider is not None
    assert wider["width"] > board["width"]
    page.get_by_role("group", name="Output of").get_by_text("White").click()
    expect(page.locator(".program")).to_have_count(1)
    screenshot(page, "watching-tablet")
    assert audit(page) == []


def test_a_program_plays_against_a_level(page: Page, site: "Site", bot: Callable[..., str]) -> None:
    page.goto(site.address + "/watch")
    page.get_by_label("White: player").select_option("checkers:1")
    expect(page.get_by_text("without a referee")).to_have_count(0)
    page.get_by_label("Red: command line").fill(bot("talking_bot.py").removeprefix("kth:"))
    page.get_by_label("Seconds per move").fill("0.1")
    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/room/*")
    expect(page.locator(".program")).to_have_count(1)
    page.get_by_text("Command lines").click()
    page.get_by_label("White: player").select_option("checkers:2")
    first = page.url.partition("?")[0]
    page.get_by_role("button", name="Run these").click()
    page.wait_for_url(lambda address: address.partition("?")[0] != first)
    expect(page.locator(".plate", has_text="Level 2")).to_be_visible()
    page.goto(site.address + "/watch")
    expect(page.get_by_label("White: player")).to_have_value("checkers:1")
