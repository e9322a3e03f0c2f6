"""Hex as its players know it: swap, orientations, the winning chain, maps and links to HexWorld."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Hand, Site

Shot = Callable[[Page, str], None]
LINK = "https://hexworld.org/board/#5c1,c2:sc3d2,b4"


def box(page: Page) -> tuple[float, float]:
    """Return width and height of the board's view box."""
    text = page.locator(".board svg").first.get_attribute("viewBox") or ""
    return float(text.split()[2]), float(text.split()[3])


def test_swap_is_on_and_explained(page: Page, site: "Site", hand: "Hand", screenshot: Shot) -> None:
    page.goto(site.address + "/play?game=hex")
    page.get_by_text("Rules and number of games").click()
    expect(page.get_by_label("Swap rule")).to_be_checked()
    page.goto(site.open_room("hex", ("human", "human"), options={"swap": True}))
    expect(page.locator("[data-advice]")).to_contain_text("Blue may take over this stone")
    hand.click(12)  # b2
    expect(page.locator("[data-offer]")).to_contain_text("red b2 becomes blue b2")
    screenshot(page, "hex-swap-offer")
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(page.get_by_role("option", name="[B] swap-pieces")).to_be_visible()
    expect(page.locator("[data-offer]")).to_have_count(0)


def test_the_orientation_is_kept_and_the_winning_chain_lit(page: Page, site: "Site", screenshot: Shot) -> None:
    page.goto(site.open_room("hex", ("random", "random"), options={"size": 5}))
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator(".chain")).to_have_count(1)
    expect(page.locator("polygon.won").nth(4)).to_be_attached()
    flat = box(page)
    page.get_by_role("button", name="Pointed").click()
    assert box(page)[0] < box(page)[1]
    page.get_by_role("button", name="Diamond").click()
    assert box(page) != flat
    screenshot(page, "hex-diamond")
    page.reload()
    expect(page.get_by_role("button", name="Diamond")).to_have_attribute("aria-pressed", "true")
    assert box(page)[0] > 1.4 * box(page)[1]


def test_keys_and_clicks_on_a_diamond(page: Page, site: "Site", hand: "Hand") -> None:
    page.goto(site.open_room("hex", ("human", "human"), options={"size": 3}))
    page.get_by_role("button", name="Diamond").click()
    hand.wait()
    hand.click(0)
    expect(page.get_by_role("option", name="[R] a1")).to_be_visible()
    page.locator('[data-cell="6"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-cell="4"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("option", name="[B] b2")).to_be_visible()


def test_a_link_of_hexworld_is_opened_and_copied(page: Page, site: "Site", screenshot: Shot) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site.address + "/analyse")
    page.get_by_label("Paste a game").fill(LINK)
    page.get_by_role("button", name="Load game").click()
    expect(page.locator("[data-announce]")).to_contain_text("Move 4")
    page.keyboard.press("End")
    page.get_by_role("checkbox", name="Value map").check()
    expect(page.locator("text.value").first).to_be_visible()
    screenshot(page, "hex-value-map")
    page.get_by_role("checkbox", name="Policy map").check()
    expect(page.get_by_role("checkbox", name="Value map")).not_to_be_checked()
    expect(page.locator("polygon.heat").first).to_be_attached()
    page.get_by_role("button", name="Copy HexWorld link").click()
    expect(page.get_by_text("HexWorld link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "https://hexworld.org/board/#5c1,c2:sc3d2b4"


@pytest.mark.parametrize("shape", ["Flat", "Pointed"])
def test_a_saved_picture_has_the_orientation(page: Page, site: "Site", shape: str) -> None:
    page.goto(site.address + "/analyse?of=hex&options=size%3D4")
    page.get_by_role("button", name=shape, exact=True).click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="SVG").click()
    text = saved.value.path().read_text(encoding="utf-8")
    width, height = (float(found) for found in re.findall(r'(?:width|height)="(\d+)"', text[:400])[:2])
    assert (width > height) == (shape == "Flat")
    assert text.count("<text") >= 8  # the coordinates
