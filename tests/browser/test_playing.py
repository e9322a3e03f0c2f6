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
    expect(page.locator("[data-result]")).to_contain_text(re.compile("You (won|lost)|Draw"))
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
    expect(page.locator("[data-result]")).to_contain_text(re.compile("You (won|lost)"))
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
    hint = page.locator("button", has_text=re.compile("Hint|Thinking"))
    hint.click()
    expect(hint).to_have_attribute("aria-busy", "true")
    expect(hint).to_have_text("Thinking…")
    expect(page.locator(".arrow.hint")).to_be_visible()
    expect(hint).to_have_text("Hint")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign?").click()
    expect(page.locator("[data-result]")).to_contain_text("You lost")
    expect(page.locator("[data-result]")).to_contain_text("You resigned")


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
    expect(page.get_by_text("A capture is mandatory.")).to_be_visible()
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


def test_the_form_is_remembered(page: Page, site: "Site") -> None:
    page.goto(site.address + "/play")
    page.get_by_role("slider", name="Level").fill("2")
    page.get_by_label("Name (optional)").fill("Ada")
    page.get_by_text("Clock", exact=True).click()
    page.get_by_label("Minutes per player").fill("7")
    page.get_by_role("button", name="Start game").click()
    expect(page).to_have_title(re.compile("^Your turn · Ada . Level 2"))
    page.goto(site.address + "/play")
    expect(page.get_by_label("Name (optional)")).to_have_value("Ada")
    expect(page.get_by_role("slider", name="Level")).to_have_value("2")
    expect(page.get_by_label("Minutes per player")).to_have_value("7")


def test_a_win_leads_to_the_next_level(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "checkers:3"), start="B:W29:B22,21", names=("Ada", "")))
    page.locator('[data-cell="20"]').click()
    page.locator('[data-cell="24"]').click()
    expect(page.locator("[data-result]")).to_contain_text("You won")
    first = page.url
    page.get_by_role("button", name="Try level 4?").click()
    page.wait_for_url(lambda address: address != first)
    expect(page.get_by_text("Level 4")).to_be_visible()
    expect(page.locator(".plate", has_text="Ada")).to_be_visible()


def test_a_reply_waits_until_the_move_has_been_seen(new_page: Callable[..., Page], site: "Site") -> None:
    page = new_page(pause=True)
    page.goto(site.open_room("checkers", ("human", "random")))
    page.locator('[data-cell="8"]').click()
    page.evaluate(
        """() => { window.shown = []; new MutationObserver(() => shown.push([document.querySelector('.replay')
        .dataset.moves, performance.now()])).observe(document.querySelector('.replay'), {attributes: true}) }"""
    )
    page.locator('[data-cell="12"]').click()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "2")
    times = dict(page.evaluate("shown.reverse()"))
    assert times["2"] - times["1"] > 400  # the pause is half a second


def test_a_move_by_touch_is_confirmed_if_wanted(
    new_page: Callable[..., Page], site: "Site", audit: Callable[[Page], list[str]]
) -> None:
    page = new_page(touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(site.open_room("checkers", ("human", "human"), names=("Ada", "Grace")))
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm moves on touch screens").check()
    page.keyboard.press("Escape")
    page.locator('[data-cell="8"]').tap()
    page.locator('[data-cell="12"]').tap()
    expect(page.get_by_role("button", name="Play 9-13")).to_be_visible()
    assert audit(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator('[data-cell="8"]')).to_have_attribute("aria-label", re.compile("9, red"))
    page.locator('[data-cell="8"]').tap()
    page.locator('[data-cell="12"]').tap()
    page.get_by_role("button", name="Play 9-13").click()
    expect(page.locator(".replay")).to_have_attribute("data-moves", "1")
    expect(page.get_by_text("Grace to move")).to_be_visible()


def test_captured_pieces_are_counted(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "human"), start="B:W7,15,16,32:B2,1"))
    for cell in (1, 10, 19):
        page.locator(f'[data-cell="{cell}"]').click()
    expect(page.locator(".captured")).to_have_text(re.compile("captured . 2"))


def test_the_clock_of_the_loser_is_empty(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "human"), time={"game_seconds": 1}))
    expect(page.locator("[data-result]")).to_contain_text("did not move in time")
    expect(page.get_by_role("timer").filter(has_text=re.compile("^0:00$"))).to_have_count(1)


def test_the_arrow_keys_step_after_a_click_on_the_board(page: Page, site: "Site", hand: "Hand") -> None:
    page.goto(site.open_room("checkers", ("human", "human")))
    for _ in range(2):
        hand.wait()
        hand.move()
    page.locator('[data-cell="0"]').click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "2")
    page.get_by_role("button", name="Sound").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[aria-selected="true"]')).to_have_attribute("aria-posinset", "1")


def test_a_dragged_piece_is_above_all_others(page: Page, site: "Site") -> None:
    page.goto(site.open_room("checkers", ("human", "human")))
    box = page.locator('[data-cell="8"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2 * box["width"], box["y"], steps=4)
    assert page.evaluate("[...document.querySelectorAll('[data-piece]')].at(-1).classList.contains('lifted')")
    page.mouse.up()
    expect(page.locator(".lifted")).to_have_count(0)


def test_the_status_is_in_sight_on_every_screen(
    page: Page, site: "Site", hand: "Hand", audit: Callable[[Page], list[str]]
) -> None:
    for game in ("checkers", "hex"):
        page.goto(site.open_room(game, ("human", f"{game}:1"), time={"game_seconds": 600}))
        hand.wait()
        for width, height in ((1280, 720), (768, 1024), (720, 900), (390, 844), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            status = None
            while status is None:  # the page may just be drawing it again; the test has a time limit
                page.get_by_text("Your turn").wait_for()
                status = page.get_by_text("Your turn").bounding_box()
            assert status["y"] + status["height"] < height, (game, width, height)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (game, width, height)
        board = page.locator(".board").bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= 390
        assert audit(page) == []
