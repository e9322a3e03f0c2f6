"""Who is let in, and what is refused."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from crownbridge.errors import OptionError
from crownbridge.games import available
from crownbridge.players.process import Sandbox, limits
from crownbridge.web.settings import Settings
from crownbridge.web.static_files import STATIC

TOKEN = "correct horse"  # noqa: S105 (of a test)
DEFAULT_LAUNCH = "0.0.0.0"  # noqa: S104 (what is to be guarded)
ROOM = {"game": "checkers", "players": ["human", "human"]}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.1.7", "", "[::1"]
)
def test_a_rebound_name_is_refused(visitor: Any, host: str) -> None:
    for path in ("/", "/api/catalogue"):
        assert visitor.http.get(path, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:9000", "127.0.0.1", "[::1]:80", "LOCALHOST"])
def test_this_machine_has_several_names(visitor: Any, host: str) -> None:
    assert visitor.http.get("/api/catalogue", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://evil-{host}", "null", "http://127.0.0.1:1", "https://localhost", "http://["],
)
def test_other_sites_are_refused(visitor: Any, origin: str) -> None:
    origin = origin.format(host=visitor.address.removeprefix("http://"))
    for method, path in (("POST", "/api/rooms"), ("GET", "/api/rooms"), ("DELETE", "/api/rooms/abc")):
        answer = visitor.http.request(method, path, headers={"Origin": origin}, json=ROOM)
        assert answer.status_code == 403, (method, path)
    assert visitor.get("/rooms") == []


def test_our_own_page_is_served(visitor: Any) -> None:
    assert visitor.http.post("/api/rooms", json=ROOM, headers={"Origin": visitor.address}).status_code == 201


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_has_a_browser_fetch(visitor: Any, site: str) -> None:
    """A link to the page may be followed, but the API is not for others."""
    assert visitor.http.get("/api/rooms", headers={"Sec-Fetch-Site": site}).status_code == 403
    assert visitor.http.get("/", headers={"Sec-Fetch-Site": site}).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_forms_of_other_sites_are_refused(visitor: Any, kind: str) -> None:
    answer = visitor.http.post("/api/rooms", content=b'{"game": "checkers"}', headers={"Content-Type": kind})
    assert answer.status_code == 415


def test_a_title_is_bounded(visitor: Any) -> None:
    for length, status in ((200, 201), (201, 422)):
        assert visitor.post("/rooms", {**ROOM, "title": "x" * length}).status_code == status


def test_a_body_is_bounded(visitor: Any) -> None:
    large = {**ROOM, "title": "x" * 300_000}
    assert visitor.post("/rooms", large).status_code == 413

    def pieces() -> Any:
        for _ in range(100):
            yield b" " * 10_000
        yield json.dumps(ROOM).encode()

    try:
        answer = visitor.http.post("/api/rooms", content=pieces(), headers={"Content-Type": "application/json"})
        assert answer.status_code >= 400
    except httpx.TransportError:
        pass  # it was hung up on
    assert visitor.get("/rooms") == []


def test_every_answer_is_guarded(visitor: Any) -> None:
    for path in ("/", "/api/catalogue", "/api/nothing", "/play/anything", "/api/rooms/x/events"):
        headers = visitor.http.get(path).headers
        assert "default-src 'none'; script-src 'self';" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers


def test_a_token_is_asked_for(start: Any) -> None:
    running = start(token=TOKEN)
    http = running.visitor.http
    assert http.get("/").status_code == 401
    assert http.get("/?token=wrong").status_code == 401
    assert http.get("/api/rooms", headers={"Authorization": "Bearer wrong"}).status_code == 401
    assert http.post("/api/rooms?token=correct+horse", json=ROOM).status_code == 401
    assert http.get("/api/rooms", headers={"Authorization": "Bearer correct horse"}).status_code == 200
    answer = http.get("/play?token=correct+horse&level=3")
    assert (answer.status_code, answer.headers["location"]) == (303, "/play?level=3")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert http.get("/api/rooms").status_code == 200  # by the cookie
    assert running.server.address("/").endswith("/?token=correct%20horse")


def test_a_token_leads_nowhere_else(start: Any) -> None:
    running = start(token=TOKEN)
    for path in ("//evil.example/", "/%5Cevil.example/", "/%2F%2Fevil.example"):
        answer = httpx.get(f"{running.visitor.address}{path}?token=correct+horse")
        assert answer.status_code == 303
        assert answer.headers["location"].strip("/").startswith(("evil", "%5C"))
        assert not answer.headers["location"].startswith(("//", "/\\"))


def test_an_open_address_needs_a_token(tmp_path: Path) -> None:
    for host in (DEFAULT_LAUNCH, "::", "192.168.1.7", "my.machine"):
        with pytest.raises(OptionError, match="--token"):
            Settings(tmp_path, host)
    with pytest.raises(OptionError, match="too short"):
        Settings(tmp_path, token=TOKEN[:3])


def test_no_name_server_is_asked_for_a_strangers_request(start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(host=DEFAULT_LAUNCH, token=TOKEN)

    def asked() -> str:
        raise AssertionError("this may take seconds, in which nobody is services")

    monkeypatch.setattr("socket.getfqdn", asked)
    address = f"http://127.0.0.1:{running.server.port}/"
    assert httpx.get(address, headers={"Host": "evil.example"}).status_code == 421
    assert httpx.get(address, headers={"Host": "localhost"}).status_code == 401


PROGRAM = "kth:true"


@pytest.mark.parametrize("allow", [False, True])
def test_programs_from_elsewhere(start: Any, allow: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 (a case)
    """Only those listed, and only where that is allowed."""
    running = start(host=DEFAULT_LAUNCH, token=TOKEN, allow_programs=allow, programs={"mine": PROGRAM})
    visitor = running.visitor
    visitor.http.base_url = f"http://127.0.0.1:{running.server.port}"
    visitor.http.headers["Authorization"] = f"Bearer {TOKEN}"
    monkeypatch.delattr("crownbridge.web.rooms.player_factory.player_named")  # which games they play is known already
    assert visitor.get("/catalogue")["programs"] == ("listed" if allow else "none")
    assert [one["game"] for one in visitor.get("/catalogue")["listed"]] == ["checkers"] * allow
    monkeypatch.undo()
    for text in (PROGRAM, "reblexis:true", "agent.json", "/etc/passwd.json", "./libfoo.so", "hexai:sh -c ls"):
        for relay in (False, True):
            setup = {"game": "checkers", "players": ["human", text], "run": False, "relay": relay}
            assert visitor.post("/rooms", setup).status_code in (403, 422), text
    assert visitor.get("/rooms") == []
    answer = visitor.post("/rooms", {"game": "checkers", "players": ["human", "@mine"], "run": False})
    assert answer.status_code == (201 if allow else 422)
    assert visitor.post("/rooms", {"game": "checkers", "players": ["human", "@other"]}).status_code == 422


def test_programs_of_others_need_a_sandbox_without_gaps_or_a_named_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sandbox, "resolved", lambda kind: Sandbox.STRICT if kind is Sandbox.AUTO else kind)

    def settings(sandbox: Sandbox) -> Settings:
        return Settings(tmp_path, DEFAULT_LAUNCH, TOKEN, allow_programs=True, sandbox=sandbox)

    monkeypatch.setattr(limits, "_gaps", lambda _: iter(["programs can see your other processes"]))
    with pytest.raises(OptionError, match=r"gaps: .*can see your other processes; accept this with --sandbox strict$"):
        settings(Sandbox.AUTO)
    settings(Sandbox.STRICT)
    monkeypatch.setattr(limits, "_gaps", lambda _: iter(()))
    settings(Sandbox.AUTO)


def test_a_listed_program_for_any_game_is_offered_with_each(start: Any) -> None:
    listed = start(programs={"any": "lines:true", "mine": PROGRAM}).visitor.get("/catalogue")["listed"]
    expected = [*(("any", game) for game in available()), ("mine", "checkers")]
    assert [(one["name"], one["game"]) for one in listed] == expected


def test_static_files_stay_in_their_folder(visitor: Any) -> None:
    for path in ("/..%2f..%2fapp.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/%00", "//etc/passwd"):
        answer = visitor.http.get(path)
        assert "create_app" not in answer.text
        assert "root:" not in answer.text
        assert answer.status_code in (200, 404)


def test_the_page_answers_every_path_of_its_own(visitor: Any) -> None:
    home = visitor.http.get("/")
    assert home.headers["content-type"].startswith("text/html")
    assert visitor.http.get("/room/abc").text == home.text
    assert visitor.http.get("/assets/none.js").status_code == 404
    for file in STATIC.glob("assets/*.js"):
        assert "immutable" in visitor.http.get(f"/assets/{file.name}").headers["cache-control"]


def test_files_are_sent_in_the_smallest_form_that_is_accepted(visitor: Any) -> None:
    script = next((STATIC / "assets").glob("index-*.js"))
    for accepted, encoding in (
        ("gzip, br", "br"),
        ("gzip", "gzip"),
        ("identity", None),
        ("br;q=0, gzip;q=0.5", "gzip"),
    ):
        answer = visitor.http.get(f"/assets/{script.name}", headers={"Accept-Encoding": accepted})
        assert (answer.status_code, answer.headers.get("content-encoding")) == (200, encoding)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
    page = visitor.http.get("/play", headers={"Accept-Encoding": "br"})
    assert (page.headers["content-encoding"], page.headers["cache-control"]) == ("br", "no-cache")
    manifest = visitor.http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        assert visitor.http.get(icon["src"]).headers["content-type"] == "image/png"
