"""Analysis of games and positions in the browser."""

import re
import struct
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

Shot = Callable[[Page, str], None]
Audit = Callable[[Page], list[str]]

GAME = """[Event "Club"]
[Black "Bob"]
[White "Ann"]
[Result "*"]
1. 9-14 23-19 2. 6-9 22-18 3. 14x23 27x18 4. 11-16 26-23 5. 10-14 24-20 *
"""
BLUNDER = GAME.replace(
    "22-18 3. 14x23 27x18 4. 11-16 26-23 5. 10-14 24-20", "19-16 3. 11x20 22-17 4. 8-11 24-19 5. 4-8 26-22"
)
"""White's second move gives up a man."""
HEX_GAME = "https://hexworld.org/board/#6c1,c2e1a4d2f6e5f3c4"
"""Red must stop blue after the last move; every layer has something to draw."""


def paste(page: Page, site: "Site", text: str) -> None:
    page.goto(site.address + "/analyse")
    page.get_by_label("Paste a game").fill(text)
    page.get_by_role("button", name="Load game").click()


def step(page: Page, key: str, ply: int) -> None:
    page.locator(".study").wait_for()
    page.keyboard.press(key)
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("data-ply", str(ply))


def saved(page: Page, button: str, folder: Path) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button, exact=True).click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def test_a_pasted_game_is_analysed(page: Page, site: "Site", screenshot: Shot, audit: Audit, tmp_path: Path) -> None:
    paste(page, site, BLUNDER)
    page.get_by_role("button", name="Analyse the whole game").click()
    report = page.get_by_role("table", name="Accuracy and mistakes")
    expect(report.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    expect(page.locator("[role=option]")).to_have_count(11)
    expect(page.locator("[role=option] .note")).not_to_have_count(0)
    graph = page.get_by_role("slider", name="Winning chances by move")
    graph.focus()
    step(page, "End", 10)
    step(page, "ArrowLeft", 9)
    expect(graph).to_have_attribute("aria-valuenow", "9")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"^Move 9, red 4 to 8"))
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] * 0.4, "y": 20})
    expect(graph).to_have_attribute("aria-valuenow", "4")
    expect(page).to_have_url(site.address + "/analyse?pasted=1#4")
    comment = page.locator("[data-comment]")
    expect(comment).to_contain_text("Better:")
    screenshot(page, "analysed")
    assert audit(page) == []
    assert "win chance" in saved(page, "PDN", tmp_path).read_text(encoding="utf-8")
    graph.hover(position={"x": 5, "y": 20})
    expect(page.locator(".tip")).to_contain_text(re.compile("Start|1. 9-14"))
    page.reload()  # the finished analysis is stored
    expect(report.get_by_role("row", name=re.compile("^Accuracy"))).to_contain_text("%")
    better = comment.get_by_role("button").first
    move = better.inner_text()
    better.click()
    selected = page.locator('[aria-selected="true"]')
    expect(selected).to_contain_text(move)
    page.keyboard.press("Home")
    page.keyboard.press("n")  # the next mistake, in the game
    expect(selected).to_have_attribute("data-ply", "4")
    expect(selected).to_contain_text("19-16")
    expect(page.locator("[data-comment]")).to_be_visible()


def test_several_games_are_chosen_from(page: Page, site: "Site", audit: Audit) -> None:
    paste(page, site, GAME + GAME.replace("Bob", "Eve"))
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()
    assert audit(page) == []
    page.get_by_role("link", name="Eve").click()
    expect(page.locator(".study")).to_contain_text("Eve")


def test_what_cannot_be_read_is_told(new_page: Callable[..., Page], site: "Site") -> None:
    page = new_page(quiet=False)  # the browser itself reports a refused request
    paste(page, site, GAME.replace("22-18", "22-16"))
    expect(page.get_by_role("alert")).to_contain_text("22-16")


def test_lines_can_be_played_and_branch_off(page: Page, site: "Site") -> None:
    paste(page, site, GAME)
    step(page, "ArrowRight", 1)
    engine = page.get_by_role("region", name="Engine")
    expect(engine.get_by_role("listitem").first.get_by_role("button")).not_to_have_count(0)
    expect(page.locator(".arrow.best")).to_be_visible()
    engine.get_by_label("Number of lines").select_option("1")
    expect(engine.get_by_role("listitem")).to_have_count(1)
    engine.get_by_role("switch").uncheck()
    expect(engine.get_by_role("listitem")).to_have_count(0)
    expect(page.locator(".arrow.best")).to_have_count(0)
    page.locator('[data-cell="20"]').click()
    page.locator('[data-cell="16"]').click()
    expect(page.locator('[aria-selected="true"]')).to_have_text("1…white 21-17")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[aria-selected="true"]')).to_have_text("white 23-19")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(page.get_by_role("option", name="white 21-17")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.get_by_role("option", name="white 21-17")).to_be_visible()


def test_a_line_of_the_engine_is_shown_on_a_small_board(page: Page, site: "Site") -> None:
    paste(page, site, GAME)
    engine = page.get_by_role("region", name="Engine")
    line = engine.get_by_role("listitem").first
    line.get_by_role("button", name="All moves of line 1").click()
    move = line.get_by_role("button").nth(1)
    move.hover()
    expect(page.locator("[data-line-board] [data-piece]")).not_to_have_count(0)
    expect(engine).to_contain_text(re.compile(r"depth \d+ · .* nodes · .*/s"))
    engine.get_by_role("button", name="Scores for red").click()
    expect(engine.get_by_role("button", name="Scores for the side to move")).to_be_visible()


def test_the_keys_are_listed(page: Page, site: "Site", audit: Audit) -> None:
    paste(page, site, GAME)
    page.locator(".study").wait_for()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_contain_text("Next mistake")
    assert audit(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_play_from_here(page: Page, site: "Site") -> None:
    paste(page, site, GAME)
    step(page, "End", 10)
    page.get_by_role("button", name="Play from here").click()
    dialog = page.get_by_role("dialog", name="Play from here")
    dialog.get_by_label("Computer").select_option(index=0)
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/room/*")
    expect(page.locator("[data-piece]")).to_have_count(22)


def test_a_game_of_a_room(page: Page, site: "Site") -> None:
    address = site.open_room("checkers", ("random", "random"))
    page.goto(address)
    expect(page.locator("[data-result]")).to_be_visible()
    page.get_by_role("link", name="Analyse", exact=True).last.click()
    expect(page.locator(".study")).to_contain_text("Random moves")


LAYERS = {
    "Visit heat map": "polygon.heat",
    "Virtual connections": "line.bridge",
    "Must-play region": "polygon.must",
    "Dead and captured cells": "polygon.dead",
    "Cells of the proof": "polygon.carrier",
    "Best moves": "circle.spot.best",
}


def test_layers_of_hex(page: Page, site: "Site", screenshot: Shot, audit: Audit) -> None:
    paste(page, site, HEX_GAME)
    step(page, "End", 8)
    for name in LAYERS:
        page.get_by_label(name).uncheck()
    for name, drawn in LAYERS.items():
        expect(page.locator(drawn)).to_have_count(0)
        page.get_by_label(name).check()
        expect(page.locator(drawn).first, name).to_be_visible()
        page.get_by_label(name).uncheck()
    for name in LAYERS:
        page.get_by_label(name).check()
    page.wait_for_timeout(300)
    screenshot(page, "hex-layers")
    assert audit(page) == []


def test_a_proven_win_is_shown_as_proven(page: Page, site: "Site") -> None:
    page.goto(site.address + "/analyse?of=hex&options=size%3D5")
    expect(page.locator("[data-proven]")).to_have_text("Proven: Red wins")


def test_the_verdict_of_the_endgame_tables(page: Page, site: "Site") -> None:
    page.goto(site.address + "/analyse?of=checkers&position=B%3AWK32%3ABK1%2CK2")
    expect(page.locator("[data-proven]")).to_contain_text("Endgame tables:")


def test_a_position_is_set_up(new_page: Callable[..., Page], site: "Site", screenshot: Shot, audit: Audit) -> None:
    page = new_page(quiet=False)  # the browser itself reports what the server refuses
    page.goto(site.address + "/analyse?setup=1&of=checkers")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("button", name="Analyse this position")).to_be_disabled()
    page.get_by_role("button", name="White king").click()
    page.locator('[data-cell="31"]').click()
    page.get_by_role("button", name="Red king").click()
    page.locator('[data-cell="0"]').click()
    page.locator('[data-cell="1"]').focus()
    page.keyboard.press("Enter")
    page.get_by_text("White", exact=True).click()
    expect(page.locator("dl")).to_contain_text("W:WK32:BK1,K2")
    screenshot(page, "set-up")
    assert audit(page) == []
    page.get_by_role("button", name="Analyse this position").click()
    expect(page.locator("[data-proven]")).to_contain_text("Endgame tables: ")
    page.get_by_role("link", name="Edit position").click()
    page.get_by_label("Position as text").fill("B:W21:B9")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("[data-piece]")).to_have_count(2)
    page.get_by_label("Position as text").fill("nonsense")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("status").filter(has_text="8 are given")).to_be_visible()


def test_games_and_pictures_are_saved(page: Page, site: "Site", tmp_path: Path) -> None:
    paste(page, site, GAME)
    step(page, "End", 10)
    pdn = saved(page, "PDN", tmp_path).read_text(encoding="utf-8")
    assert "24-20" in pdn
    assert "Bob" in pdn
    svg = saved(page, "SVG", tmp_path).read_text(encoding="utf-8")
    assert svg.startswith("<svg")
    assert "var(" not in svg
    png = saved(page, "PNG", tmp_path).read_bytes()
    assert png.startswith(b"\x89PNG")
    assert struct.unpack(">I", png[16:20]) == (1800,)
    paste(page, site, HEX_GAME)
    assert "SZ[6]" in saved(page, "SGF", tmp_path).read_text(encoding="utf-8")


def test_only_forms_are_offered_in_which_the_game_can_be_saved(page: Page, site: "Site") -> None:
    forms = page.get_by_role("group", name="Save").get_by_role("button")
    page.goto(site.address + "/analyse?of=checkers")
    expect(forms).to_have_text(["KTH log", "PDN", "JSON lines", "SVG", "PNG"])
    paste(page, site, GAME)  # by the rules of tournaments, which KTH has no words for
    expect(forms).to_have_text(["PDN", "JSON lines", "SVG", "PNG"])
    page.goto(site.address + "/analyse?of=hex&options=size%3D7%26swap%3Dtrue")
    expect(forms).to_have_text(["HexWorld links", "SGF", "JSON lines", "SVG", "PNG", "Copy HexWorld link"])


def test_pages(site: "Site", page: Page, inspect: Callable[..., None]) -> None:
    pages = {
        "analyse": ("/analyse", "form"),
        "set-up-hex": ("/analyse?setup=1&of=hex&options=size%3D7", ".setup"),
        "study": ("/analyse?of=checkers", "[data-engine]"),
        "study-hex": ("/analyse?of=hex&options=size%3D7", "[data-engine]"),
    }
    for name, (path, selector) in pages.items():
        page.goto(site.address + path)
        page.locator(selector).wait_for()
        inspect(page, name)
