"""Games played in the browser with mouse and keyboard."""

import re
import signal
from collections.abc import Callable

from playwright.sync_api import Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Hand, Site

Shot = Callable[[Page, str], None]


def test_a_whole_game_of_checkers(page: Page, site: "Site", hand: "Hand", screenshot: Shot) -> None:
    page.goto(site.address + "/play")
    page.get_by_role("slider", name="Level").fill("1")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/room/*")
    while hand.wait():
        hand.move()
        if hand.moves() in (11, 12):
            screenshot(page, "checkers-playing")
    expect(page.locator("[data-result]")).to_contain_text(re.compile("wins|Draw"))
    screenshot(page, "checkers-over")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Rematch").click()
    expect(page.get_by_role("navigation", name="Games of this room")).to_contain_text("Game 2")
    expect(page.locator("[data-result]")).to_be_hidden()
    assert hand.wait()
    hand.move()


def test_a_whole_game_of_hex(page: Page, site: "Site", hand: "Hand", screenshot: Shot) -> None:
    page.goto(site.address + "/play")
    page.get_by_role("radio", name="Hex").check(force=True)
    page.get_by_label("Board", exact=False).first.fill("5")
    page.get_by_role("slider", name="Level").fill("1")
    page.get_by_text("Rules and number of games").click()
    page.get_by_label("Swap rule").check()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/room/*")
    while hand.wait():
        hand.move()
    expect(page.locator("[data-result]")).to_contain_text("wins")
    screenshot(page, "hex-over")


def test_swap_is_a_button(page: Page, site: "Site") -> None:
    page.goto(site.open_room("hex", ("random", "human"), options={"size": 5, "swap": True}))
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("option", name="[B] swap-pieces")).to_be_visible()


def test_undo_redo_hint_and_resignation(page: Page, site: "Site", hand: "Hand") -> None:
    page.goto(site.open_room("checkers", ("human", "checkers:1")))
    hand.wait()
    hand.move()
    hand.wait()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "2")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "0")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "2")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".arrow.hint")).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign?").click()
    expect(page.locator("[data-result]")).to_contain_text("White wins")


def test_the_past_can_be_looked_at_while_a_move_is_asked_for(page: Page, site: "Site", hand: "Hand") -> None:
    page.goto(site.open_room("checkers", ("human", "checkers:1"), time={"game_seconds": 600, "increment": 2}))
    expect(page.get_by_role("timer")).to_have_count(2)
    hand.wait()
    hand.move()
    hand.wait()
    page.keyboard.press("Home")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "1")
    assert hand.offered() == []
    page.get_by_role("button", name="Go to the latest move").click()
    hand.move()


def test_a_piece_is_dragged(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "human")))
    page.locator('[data-cell="10"]').drag_to(page.locator('[data-cell="14"]'))
    expect(page.get_by_role("option", name="[R] 11-15")).to_be_visible()


def test_the_keyboard_alone(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "human")))
    page.locator('[data-cell="8"]').focus()
    for key in ("Enter", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".replay")).to_have_attribute("data-moves", "1")
    expect(page.locator("[data-announce]")).to_contain_text("Move 1: red 9 to 1")


def test_captures_are_chosen_step_by_step(page: Page, site: "Site") -> None:
    """A man on 2 captures on 7, then on 15 or 16."""
    page.goto(site.open_room("checkers", ("human", "human"), start="B:W7,15,16,32:B2,1"))
    expect(page.get_by_text("You must capture.")).to_be_visible()
    expect(page.locator("circle.must")).to_have_count(1)
    page.locator('[data-cell="1"]').click()
    expect(page.locator("circle.target")).to_have_count(1)
    page.locator('[data-cell="10"]').click()
    expect(page.locator("circle.target")).to_have_count(2)
    expect(page.locator(".ghost")).to_have_count(1)
    page.locator('[data-cell="19"]').click()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "1")
    expect(page.locator('[data-cell="15"]')).to_have_attribute("aria-label", re.compile("16, empty"))
    expect(page.locator('[data-cell="14"]')).to_have_attribute("aria-label", re.compile("15, white"))


def test_a_reload_in_mid_game(page: Page, site: "Site", hand: "Hand") -> None:
    page.goto(site.open_room("checkers", ("human", "checkers:1")))
    for _ in range(3):
        assert hand.wait()
        hand.move()
    hand.wait()
    before = page.get_by_role("listbox", name="Moves").inner_text()
    page.reload()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "6")
    assert page.get_by_role("listbox", name="Moves").inner_text() == before
    hand.move()


def test_the_server_dies_and_comes_back(
    new_page: Callable[..., Page], mortal_site: "Site", make_hand: "type[Hand]"
) -> None:
    page = new_page(quiet=False)  # the browser itself reports the lost connection
    hand = make_hand(page)
    page.goto(mortal_site.open_room("checkers", ("human", "checkers:1")))
    for _ in range(2):
        assert hand.wait()
        hand.move()
    hand.wait()
    mortal_site.end(signal.SIGKILL)
    expect(page.get_by_text("Connection lost")).to_be_visible()
    mortal_site.start()
    expect(page.get_by_text("Connection lost")).to_be_hidden()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "4")
    assert hand.wait()
    hand.move()
