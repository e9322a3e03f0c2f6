"""Studies in the browser: a tree of moves is edited, kept, shared, saved as a file and opened again."""

import json
import random
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from crownbridge.games import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

Audit = Callable[[Page], list[str]]
Inspect = Callable[[Page, str], None]


def make_tree(game: str, options: dict[str, Any], variations: int, seed: int = 1) -> list[dict[str, Any]]:
    """Return a tree with a main line of twenty moves and variations at random depths, some with comments and marks."""
    choose = random.Random(seed)
    tree: list[dict[str, Any]] = [{"comment": "Before the first move."}]
    positions = [load(game, **options).initial()]
    moves: list[set[str]] = [set()]

    def extend(parent: int) -> int | None:
        left = [move for move in positions[parent].legal_moves() if str(move) not in moves[parent]]
        if not left:
            return None
        move = choose.choice(left)
        moves[parent].add(str(move))
        moves.append(set())
        positions.append(positions[parent].play(move))
        tree.append({"parent": parent, "move": str(move)})
        return len(tree) - 1

    at: int | None = 0
    for _ in range(20):
        at = extend(at) if at is not None else None
    made = 0
    while made < variations:
        parent = choose.randrange(len(tree) - 1)
        if not moves[parent]:
            continue
        at, length = parent, choose.randint(1, 4)
        for _ in range(length):
            at = extend(at) if at is not None else None
        if len(moves[parent]) > 1:
            made += 1
            tree[-1] |= {"comment": f"Variation {made}: (a) {{b}} \\ ] “c”", "nags": [choose.randint(1, 6)]}
            tree[-1]["shapes"] = [{"colour": "red", "cells": [3]}, {"colour": "green", "cells": [4, 8]}]
    return tree


def get(site: "Site", path: str) -> Any:
    with urllib.request.urlopen(site.address + path, timeout=30) as answer:  # noqa: S310 (ours)
        return json.loads(answer.read())


def stored_tree(site: "Site", address: str) -> list[dict[str, Any]]:
    """Return the tree of the study at an address, as it is stored."""
    match = re.search(r"/study/(\w+)", address)
    assert match is not None
    return list(get(site, f"/api/studies/{match[1]}")["document"]["tree"])


def saved(page: Page) -> None:
    """Wait until the last edit is stored."""
    expect(page.locator("[data-saving]")).to_have_attribute("data-saving", "saved")


def drag(page: Page, start: int, end: int) -> None:
    """Draw on the board with the right button."""
    for cell, press in ((start, page.mouse.down), (end, page.mouse.up)):
        box = page.locator(f'[data-cell="{cell}"]').bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        press(button="right")


def new_study(site: "Site", game: str, options: dict[str, Any], variations: int) -> str:
    body = {
        "name": f"{game} with {variations} variations",
        "game": game,
        "options": options,
        "players": ["Bob", "Ann"],
        "headers": {"Event": "Club"},
        "tree": make_tree(game, options, variations),
    }
    return f"{site.address}/study/{site.post('/api/studies', body)['id']}"


def reopen(page: Page, site: "Site", path: Path) -> None:
    """Open a saved file."""
    page.goto(site.address + "/analyse")
    page.get_by_label("Paste a game").fill(path.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Load game").click()
    expect(page.get_by_role("listbox", name="Moves")).to_have_text(re.compile("Typed in the browser"))
    expect(page.locator(".study")).to_contain_text("Ann")


@pytest.mark.parametrize(("game", "options", "form"), [("checkers", {}, "PDN"), ("hex", {"size": 9}, "SGF")])
def test_a_large_tree_is_edited_saved_and_opened_again(
    page: Page, site: "Site", audit: Audit, tmp_path: Path, game: str, options: dict[str, Any], form: str
) -> None:
    page.goto(new_study(site, game, options, 50))
    moves = page.get_by_role("listbox", name="Moves")
    moves.locator(".line").first.wait_for()
    all_moves = moves.get_by_role("option")
    before = all_moves.count()
    assert moves.locator(".line").count() >= 50
    page.get_by_role("region", name="Engine").get_by_role("switch").uncheck()
    page.keyboard.press("End")

    moves.locator(".line .move").nth(20).click()
    page.keyboard.press("3")
    page.keyboard.press("c")
    page.keyboard.type("Typed in the browser")
    page.keyboard.press("Escape")
    drag(page, 5, 9)
    drag(page, 7, 7)
    expect(page.locator(".arrow.drawn-green")).not_to_have_count(0)
    page.keyboard.press("p")  # promote
    moves.locator(".line .move").last.click(button="right")
    page.get_by_role("menu").get_by_role("menuitem", name="Make main line").click()
    moves.locator(".line .move").nth(5).click()
    page.keyboard.press("Delete")
    expect(all_moves).not_to_have_count(before)
    page.keyboard.press("Control+z")
    expect(all_moves).to_have_count(before)
    moves.locator(".line .move").nth(9).click()
    page.keyboard.press("Delete")
    saved(page)
    text = moves.text_content()  # includes rows outside the visible part, unlike inner_text
    assert text is not None
    assert "Typed in the browser" in text
    tree = stored_tree(site, page.url)
    assert len(tree) < before

    with page.expect_download() as waiting:
        page.get_by_role("button", name=form, exact=True).click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    page.reload()
    expect(moves).to_have_text(re.compile("Typed in the browser"))
    assert moves.text_content() == text
    reopen(page, site, path)
    assert moves.text_content() == text
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.wait_for_url("**/study/*")
    page.keyboard.press("Control+z")
    saved(page)
    assert stored_tree(site, page.url) == tree
    assert audit(page) == []


def test_a_game_that_was_studied_links_to_its_study(page: Page, site: "Site") -> None:
    room = site.post("/api/rooms", {"game": "checkers", "players": ["random", "random"]})["id"]
    page.goto(f"{site.address}/room/{room}")
    expect(page.locator(".won, .drawn").first.or_(page.get_by_text("Draw")).first).to_be_visible()
    game = f"{site.address}/analyse?room={room}&game=1&flipped=1"
    page.goto(game)
    expect(page.locator("[data-cell]").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    page.wait_for_url("**/study/*")
    saved(page)
    study = page.url.partition("#")[0].removeprefix(site.address)
    page.goto(game)
    expect(page.get_by_role("link", name="a study of this game")).to_have_attribute("href", study)


def test_studies_are_shared_renamed_listed_and_deleted(
    new_page: Callable[..., Page], site: "Site", inspect: Inspect
) -> None:
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.address + "/analyse?of=checkers&moves=11-15,23-19")
    page.locator('[data-ply="2"]').wait_for()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    page.evaluate("delete navigator.clipboard")
    assert "/analyse?of=checkers" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("End")
    page.keyboard.press("5")
    page.wait_for_url("**/study/*")
    page.get_by_label("Name of the study").fill("Double corner")
    page.keyboard.press("Tab")
    saved(page)
    inspect(page, "study-edited")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_text("Link copied").first).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")

    other = new_page()
    other.goto(link)
    expect(other.get_by_label("Name of the study")).to_have_value("Double corner")
    expect(other.locator('[aria-selected="true"]')).to_have_text("white 23-19 !?")
    other.get_by_role("link", name="Studies").click()
    other.get_by_role("button", name="Rename Double corner").click()
    other.get_by_label("Name", exact=True).fill("Single corner")
    other.get_by_role("button", name="Rename", exact=True).click()
    entry = other.get_by_role("link", name="Single corner")
    expect(entry).to_be_visible()
    inspect(other, "studies")
    other.get_by_role("button", name="Delete Single corner").click()
    other.get_by_role("button", name="Delete", exact=True).click()
    expect(entry).to_have_count(0)


def test_an_edit_elsewhere_is_not_overwritten(new_page: Callable[..., Page], site: "Site") -> None:
    pages = [new_page(quiet=False) for _ in range(2)]  # the browser itself reports the refused request
    address = new_study(site, "checkers", {}, 2)
    for page in pages:
        page.goto(address)
        page.locator('[data-ply="1"]').first.wait_for()
    for page, key in zip(pages, "12", strict=True):
        page.keyboard.press("ArrowRight")
        page.keyboard.press(key)
        expect(page.locator("[data-saving]")).not_to_have_attribute("data-saving", "saving")
    expect(pages[1].get_by_role("alert")).to_contain_text("changed in another window")
    assert stored_tree(site, address)[1]["nags"] == [1]
    pages[1].get_by_role("button", name="Keep this one").click()
    saved(pages[1])
    assert stored_tree(site, address)[1]["nags"] == [2]
