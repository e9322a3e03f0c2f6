"""What `make` says about a machine that something is missing on, and when it has nothing to do."""

import json
import os
import sys
import sysconfig
from pathlib import Path

import environment
import pytest
from environment import SetupError


def with_programs(folder: Path, monkeypatch: pytest.MonkeyPatch, **scripts: str) -> None:
    """Leave only these programs in PATH, as shell scripts."""
    for name, script in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CXX", raising=False)


@pytest.mark.parametrize(
    ("others", "remedy"),
    [
        ({}, r"install one and run: make PYTHON=python3\.12"),
        ({"python3.11": "", "python3.13": ""}, r"run: make PYTHON=python3\.13"),
    ],
)
def test_old_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: dict[str, str], remedy: str) -> None:
    with_programs(tmp_path, monkeypatch, **others)
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    monkeypatch.setattr(sys, "version", "3.10.13 (main)")
    with pytest.raises(SetupError, match=rf"needs Python 3\.11 or newer, and this is 3\.10\.13; {remedy}$"):
        environment.check_python()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_no_venv_module(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SetupError, match=r"no venv module; on Debian: sudo apt-get install python3-venv$"):
        environment.check_machine()


def test_no_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    with pytest.raises(SetupError, match=r"C headers are missing; on Debian: sudo apt-get install python3-dev$"):
        environment.check_machine()


@pytest.mark.parametrize(
    ("compilers", "message"),
    [
        ({}, r"c\+\+ is missing, a C\+\+ compiler; on Debian: sudo apt-get install g\+\+$"),
        (
            {"c++": "exit 1"},
            r"c\+\+ cannot compile C\+\+20; install GCC 12 or newer, and name it: CXX=g\+\+-12 make run$",
        ),
    ],
)
def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compilers: dict[str, str], message: str) -> None:
    with_programs(tmp_path, monkeypatch, **compilers)
    with pytest.raises(SetupError, match=message):
        environment.check_machine()


def test_no_write_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write everywhere
    with pytest.raises(SetupError, match=r"is not writable; clone Crownbridge into a folder of your own$"):
        environment.check_machine()


def test_a_failing_pip_names_a_remedy(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(environment, "VENV", Path(sys.prefix))
    with pytest.raises(SetupError, match="if the network was away, run the same command again"):
        environment.pip(Path(sys.prefix), "--no-index", "no-such-package")
    assert "No matching distribution" in capfd.readouterr().err  # what pip itself says is shown


def test_nothing_is_done_when_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    locks = {name: environment.digest([environment.ROOT / f"requirements/{name}.txt"]) for name in ("run", "develop")}
    state = {**locks, "native": environment.digest(environment.native_sources())}
    monkeypatch.setattr(environment, "read_state", lambda: state)
    monkeypatch.setattr(environment, "pages_are_stale", lambda: False)
    monkeypatch.setattr(environment, "run", lambda *_, **__: pytest.fail("something was run"))
    environment.main(["develop"])
    state["develop"] = "another digest"
    with pytest.raises(pytest.fail.Exception, match="something was run"):
        environment.main(["develop"])


@pytest.mark.parametrize("other", [{"folder": "elsewhere"}, {"python": "3.11.0"}])
def test_an_environment_that_was_moved_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: dict[str, str]
) -> None:
    python = tmp_path / "bin/python"
    python.parent.mkdir()
    python.touch()
    monkeypatch.setattr(environment, "VENV", tmp_path)
    monkeypatch.setattr(environment, "STATE", tmp_path / "crownbridge.json")
    environment.write_state({"run": "digest"})
    state = environment.read_state()
    assert state["run"] == "digest"
    environment.STATE.write_text(json.dumps({**state, **other}))
    assert environment.read_state() == {}
    environment.STATE.write_text("{ half")
    assert environment.read_state() == {}
