"""Every page on phone and desktop, light and dark: complete, accessible, small."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Response, expect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tests.browser.conftest import Site


MOST_SCRIPT = 120_000


def test_pages(site: "Site", page: Page, bot: Callable[..., str], inspect: Callable[..., None]) -> None:
    rooms = {
        "room-playing": site.open_room("checkers", ("human", "checkers:2"), time={"game_seconds": 300}),
        "room-hex": site.open_room("hex", ("random", "random"), options={"size": 11}),
        "room-watching": site.open_room("checkers", (bot("talking_bot.py"), bot("talking_bot.py", "init"))) + "#9",
    }
    plain = {
        "home": "/",
        "play": "/play",
        "play-hex": "/play?game=hex",
        "watch": "/watch",
        "rooms": "/rooms",
        "rules": "/rules/checkers",
        "rules-hex": "/rules/hex",
        "missing": "/nothing",
    }
    for name, address in {**rooms, **{name: site.address + path for name, path in plain.items()}}.items():
        page.goto(address)
        page.locator("h1").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle") if name in plain else page.locator(".replay").wait_for()
        inspect(page, name)


def test_damaged_rooms_are_listed_as_damaged(
    mortal_site: "Site", page: Page, tmp_path: Path, inspect: Callable[..., None]
) -> None:
    mortal_site.open_room("checkers", ("human", "human"))
    (tmp_path / "rooms" / "damaged234.jsonl").write_text("nonsense\n")
    page.goto(mortal_site.address)
    damaged = page.get_by_role("listitem").filter(has_text="Damaged")
    expect(damaged).to_contain_text("damaged234.jsonl is damaged at line 1")
    expect(damaged.get_by_role("link")).to_have_count(0)
    expect(page.get_by_role("listitem").get_by_role("link")).to_have_count(1)
    inspect(page, "home-damaged")


def test_the_colours_are_the_readers_choice(page: Page, site: "Site") -> None:
    page.goto(site.address)
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Change to light").click()
    page.get_by_role("button", name="Change to dark").click()
    assert page.evaluate(ground) != light
    page.reload()
    assert page.evaluate(ground) != light


def scripts_of(page: Page, address: str) -> list[dict[str, str]]:
    """Return the headers of the scripts that a page loads."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 (playwright needs a function of Python)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    return [answer.headers for answer in answers if answer.url.endswith(".js")]


def test_the_scripts_of_a_first_load_are_small_and_compressed(new_page: Callable[..., Page], site: "Site") -> None:
    for path in ("/", "/play", "/analyse"):
        scripts = scripts_of(new_page(), site.address + path)
        assert scripts
        assert {headers.get("content-encoding") for headers in scripts} <= {"br", "gzip"}
        assert sum(int(headers["content-length"]) for headers in scripts) < MOST_SCRIPT


def test_nothing_comes_from_elsewhere(page: Page, site: "Site") -> None:
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(site.address + "/play")
    page.wait_for_load_state("networkidle")
    assert urls
    assert [url for url in urls if not url.startswith((site.address, "data:"))] == []


def test_rooms_are_named_filtered_and_deleted(mortal_site: "Site", page: Page, inspect: Callable[..., None]) -> None:
    mortal_site.open_room("checkers", ("human", "human"), names=("Ada", "Grace"))
    mortal_site.open_room("hex", ("random", "random"), options={"size": 3})
    page.goto(mortal_site.address + "/rooms")
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="Hex").locator(".result")).to_have_text(re.compile("1.0|0.1"))
    rows.filter(has_text="Ada \N{EN DASH} Grace").get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the room").fill("Final")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Final")).to_be_visible()
    page.get_by_label("Search").fill("fin")
    expect(rows).to_have_count(1)
    page.get_by_label("Search").fill("")
    page.get_by_label("Game").select_option("hex")
    expect(rows).to_have_count(1)
    rows.get_by_role("button", name="Delete").click()
    rows.get_by_role("button", name="Confirm: delete").click()
    expect(rows).to_contain_text("Deleted")
    page.reload()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Final")
    inspect(page, "rooms-named")


def test_rules_are_linked_from_the_board(page: Page, site: "Site") -> None:
    page.goto(site.open_room("hex", ("human", "hex:1")))
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", name="Rules of Hex")).to_be_visible()
    expect(page.get_by_role("heading", name="The swap rule")).to_be_visible()
    expect(page.locator("figure svg")).to_have_count(6)
    page.get_by_role("link", name="Play Hex").click()
    expect(page.get_by_role("radio", name="Hex")).to_be_checked()
