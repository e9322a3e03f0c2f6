"""Many tabs of one browser, which opens six connections to a server for all of them."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site

TABS = 10
NO_WORKER = "delete window.SharedWorker"
BROKEN_WORKER = """
const Original = window.SharedWorker
window.SharedWorker = function () { return new Original('/assets/none.js', { type: 'module' }) }
"""
HIDING = "Object.defineProperty(document, 'hidden', { get: () => window.away ?? false })"
"""All pages of a headless browser are visible; this lets a test hide them."""


def hide(tab: Page, *, away: bool = True) -> None:
    tab.evaluate("(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')) }", away)


def api(room: str) -> str:
    return room.replace("/room/", "/api/rooms/")


def play(context: BrowserContext, room: str, *moves: str, ply: int = 0) -> None:
    """Play moves of humans, without the browser."""
    for number, move in enumerate(moves, ply):
        assert context.request.post(f"{api(room)}/moves", data={"ply": number, "move": move}).status == 204


def expect_moves(tab: Page, moves: int) -> None:
    expect(tab.locator(".replay")).to_have_attribute("data-moves", str(moves))


@pytest.fixture
def humans(site: "Site") -> Callable[[], str]:
    return lambda: site.open_room("hex", ("human", "human"), options={"size": 4})


def test_ten_tabs_of_live_rooms_all_load_and_follow(page: Page, site: "Site", bot: Callable[..., str]) -> None:
    programs = bot("talking_bot.py"), bot("talking_bot.py", "init")
    players = (programs, ("checkers:2", "checkers:1"), ("random", "random"))
    rooms = [site.open_room("checkers", players[n % 3], run=False, time={"move_seconds": 20}) for n in range(TABS)]
    tabs = [page, *(page.context.new_page() for _ in range(TABS - 1))]
    for tab, room in zip(tabs, rooms, strict=True):
        tab.goto(room)
    for tab in tabs:
        tab.get_by_role("button", name="Run", exact=True).click()
    for tab, room in zip(tabs, rooms, strict=True):
        expect(tab.locator("[data-result]")).to_be_visible()
        expect_moves(tab, page.request.get(api(room)).json()["moves"])


@pytest.mark.parametrize("script", ["", BROKEN_WORKER], ids=["shared worker", "broken worker"])
def test_tabs_follow_games_that_last(new_page: Callable[..., Page], humans: Callable[[], str], script: str) -> None:
    """A tab that is hidden is not told of moves, and catches up when it is shown; two tabs may show the same game."""
    count = 4 if script else TABS
    page = new_page(quiet=not script)
    page.context.add_init_script(script + HIDING)
    rooms = [humans() for _ in range(count - 1)]
    rooms.append(rooms[0])
    tabs = [page, *(page.context.new_page() for _ in range(count - 1))]
    for tab, room in zip(tabs, rooms, strict=True):
        tab.goto(room)
        expect_moves(tab, 0)
    for room in rooms[1:]:
        play(page.context, room, "a1", "b2")
    for tab in tabs:
        expect_moves(tab, 2)
    hide(tabs[1])
    for room in rooms[1:]:
        play(page.context, room, "c3", ply=2)
    for tab in (*tabs[2:], tabs[0]):
        expect_moves(tab, 3)
    expect_moves(tabs[1], 2)
    hide(tabs[1], away=False)
    expect_moves(tabs[1], 3)


def test_the_tab_that_is_seen_works_without_shared_workers(
    new_page: Callable[..., Page], humans: Callable[[], str]
) -> None:
    page = new_page()
    page.context.add_init_script(NO_WORKER)
    page.context.add_init_script(HIDING)
    rooms = [humans() for _ in range(TABS)]
    tabs = [page, *(page.context.new_page() for _ in range(TABS - 1))]
    for tab, room in zip(tabs, rooms, strict=True):
        tab.goto(room)
        expect_moves(tab, 0)
        hide(tab)
    for room in rooms:
        play(page.context, room, "a1", "b2")
    for tab in tabs:
        hide(tab, away=False)
        expect_moves(tab, 2)
        hide(tab)


def test_a_game_that_another_tab_starts_again_is_seen(page: Page, site: "Site") -> None:
    """Although nothing is streamed once all games of programs are over."""
    room = site.open_room("hex", ("random", "random"), options={"size": 4})
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(room)
        expect(tab.locator("[data-result]")).to_be_visible()
    other.get_by_role("button", name="Run again").click()
    for tab in (page, other):
        expect(tab.get_by_role("button", name="Game 2")).to_be_visible()


@pytest.fixture
def protected_site(tmp_path: Path, site: "Site") -> Iterator["Site"]:
    """Start a server with a token."""
    protected = type(site)(tmp_path, {**os.environ, "CROWNBRIDGE_TOKEN": "long-secret"})
    protected.start()
    yield protected
    protected.end()


def test_the_shared_connection_has_the_token(page: Page, protected_site: "Site") -> None:
    page.goto(f"{protected_site.address}/?token=long-secret")
    setup = {"game": "hex", "options": {"size": 4}, "players": ["human", "human"]}
    name = page.request.post(f"{protected_site.address}/api/rooms", data=setup).json()["id"]
    room = f"{protected_site.address}/room/{name}"
    page.goto(room)
    expect_moves(page, 0)
    play(page.context, room, "a1")
    expect_moves(page, 1)
