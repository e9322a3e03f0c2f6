"""Fixtures: a browser, a server, and a player that clicks without knowing the rules."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright
from tests import third_game

ROOT = Path(__file__).parents[2]
COMMAND = Path(sys.executable).with_name("crownbridge")
SCREENSHOTS = ROOT / "build" / "screenshots"
SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 360, "height": 740}}
OTHER_SIZES = ((768, 1024), (844, 390))
"""Sizes of a tablet and of a phone in landscape."""
FITS = "document.documentElement.scrollWidth <= innerWidth"
VIEWS: tuple[tuple[str, Literal["light", "dark"]], ...] = (
    ("phone", "light"),
    ("desktop", "dark"),
    ("desktop", "light"),
)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
PATIENCE = 30_000
"""Timeout in milliseconds for something to appear; generous, for slow machines."""


class Site:
    """A server process with its own port and data, which can be killed and restarted."""

    def __init__(self, data: Path, environment: dict[str, str] | None = None) -> None:
        self._data = data
        self._environment = environment
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [str(COMMAND), "serve", "--no-browser", "--port", str(self._port), "--data", str(self._data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self._environment)
        assert self._process.stdout is not None
        assert self.address in self._process.stdout.readline()

    def end(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.communicate(timeout=60)
        self._process = None

    def post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "Origin": self.address}
        request = urllib.request.Request(self.address + path, json.dumps(body).encode(), headers)  # noqa: S310 (ours)
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 (the same)
            return json.loads(answer.read())

    def open_room(self, game: str, players: tuple[str, str], **rest: Any) -> str:
        """Create a room and return its address."""
        setup = {"game": game, "options": {}, "players": players, "time": {}, **rest}
        return f"{self.address}/room/{self.post('/api/rooms', setup)['id']}"


class Hand:
    """Play by clicking on cells that the page offers."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self._page = page
        self._random = random.Random(seed)

    def moves(self) -> int:
        """Return the number of moves on the page."""
        return int(self._page.locator(".replay").get_attribute("data-moves") or 0)

    def offered(self) -> list[int]:
        """Return the cells that can be selected now."""
        cells = "[...document.querySelectorAll('[data-cell][aria-label$=\"can be chosen\"]')].map(c => +c.dataset.cell)"
        return list(self._page.evaluate(cells))

    def wait(self) -> bool:
        """Wait until it is the user's turn or the game is over; return True if a move can be made."""
        selector = '[data-result], [data-cell][aria-label$="can be chosen"]'
        self._page.locator(selector).first.wait_for(state="attached", timeout=PATIENCE)
        return self._page.locator("[data-result]").count() == 0

    def click(self, cell: int) -> None:
        self._page.locator(f'[data-cell="{cell}"]').click()

    def move(self) -> None:
        """Play a move, cell by cell."""
        before = self.moves()
        for _ in range(12):
            self.click(self._random.choice(self.offered()))
            if self._page.locator('[data-cell][aria-pressed="true"]').count() == 0:
                break
        expect(self._page.locator(".replay")).not_to_have_attribute("data-moves", str(before))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is missing; as root: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    assert (ROOT / "src/crownbridge/web/static/index.html").exists(), "the pages are not built: make setup"
    site = Site(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.end()


@pytest.fixture(scope="session")
def third_game_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start a server with the game of examples/breakthrough installed."""
    site = Site(tmp_path_factory.mktemp("site"), third_game.install(tmp_path_factory.mktemp("packages")))
    site.start()
    yield site
    site.end()


@pytest.fixture
def mortal_site(tmp_path: Path) -> Iterator[Site]:
    """Start a server for a single test, which may kill it."""
    site = Site(tmp_path)
    site.start()
    yield site
    site.end()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that opens pages; fail at the end if any of them reported an error."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    def make(*, quiet: bool = True, pause: bool = False, touch: bool = False) -> Page:
        """Return a page; engines reply at once unless `pause` is set."""
        context = browser.new_context(viewport=SIZES["desktop"], color_scheme="light", has_touch=touch)
        if not pause:
            context.add_init_script("if (origin !== 'null') localStorage.setItem('crownbridge.reply-pause', '0')")
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        if quiet:
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        return page

    expect.set_options(timeout=PATIENCE)
    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def make_hand() -> type[Hand]:
    return Hand


@pytest.fixture
def hand(page: Page) -> Hand:
    return Hand(page)


@pytest.fixture(scope="session")
def bot() -> Callable[..., str]:
    """Return a function that makes the player text of a program in this folder (protocol kth)."""

    def command(name: str, *arguments: str) -> str:
        program = Path(__file__).with_name(name)
        return " ".join(("kth:" + sys.executable, os.fspath(program), *arguments))

    return command


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Page, str], None]:
    """Return a function that saves a screenshot of a page if the variable SCREENSHOTS is set."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        if "SCREENSHOTS" not in os.environ:
            return
        page.wait_for_timeout(250)  # let animations finish
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    return take


@pytest.fixture(scope="session")
def audit() -> Callable[[Page], list[str]]:
    """Return a function that lists the accessibility violations that axe-core reports for a page."""
    axe = (ROOT / "ui/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")

    def violations(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(axe)
        page.evaluate(
            "document.getAnimations().forEach((one) => { try { one.finish() } catch { /* it has no end */ } })"
        )
        reports: list[dict[str, Any]] = page.evaluate("axe.run().then(({violations}) => violations)")
        return [
            f"{report['id']}: {node['html'][:200]} {node['failureSummary']}"
            for report in reports
            for node in report["nodes"]
        ]

    return violations


@pytest.fixture(scope="session")
def inspect(screenshot: Callable[[Page, str], None], audit: Callable[[Page], list[str]]) -> Callable[..., None]:
    """Return a function that checks a page on desktop and phone, light and dark: accessible and not too wide."""

    def check(page: Page, name: str) -> None:
        for width, height in OTHER_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(FITS), f"{name} is too wide for {width}x{height}"
        for size, scheme in VIEWS:
            page.set_viewport_size(SIZES[size])
            page.emulate_media(color_scheme=scheme)
            screenshot(page, f"{name}-{size}-{scheme}")
            assert audit(page) == [], (name, size, scheme)
            assert page.evaluate(FITS), f"{name} is too wide"

    return check
