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
        ({}, r"install one and run: make run PYTHON=python3\.12"),
        ({"python3.11": "", "python3.13": ""}, r"run: make run PYTHON=python3\.13"),
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
        ({}, r"No C\+\+ compiler \(c\+\+\) found; on Debian: sudo apt-get install g\+\+$"),
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
    with pytest.raises(SetupError, match="check the network and run the same command again"):
        environment.pip(Path(sys.prefix), "--no-index", "no-such-package")
    assert "No matching distribution" in capfd.readouterr().err  # what pip itself says is shown


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A `.venv` in which nothing is installed yet, with build tools and pages."""
    for folder in (tmp_path / "venv", tmp_path / "tools"):
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/python").touch()
    monkeypatch.setattr(environment, "VENV", tmp_path / "venv")
    monkeypatch.setattr(environment, "TOOLS", tmp_path / "tools")
    monkeypatch.setattr(environment, "STATE", tmp_path / "venv/crownbridge.json")
    monkeypatch.setattr(environment, "pages_are_stale", lambda: False)
    environment.write_state({})
    return tmp_path


def test_only_what_has_changed_is_done(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.stale_parts(["develop"]) == ["run", "develop", "native"]
    with environment.recorded(["run", "develop", "native"]):
        assert environment.stale_parts([]) == ["run", "native"]
    assert environment.stale_parts(["develop"]) == []
    monkeypatch.setattr(environment, "run", lambda *_, **__: pytest.fail("something was run"))
    environment.main(["develop"])
    monkeypatch.setattr(environment, "pages_are_stale", lambda: True)
    assert environment.stale_parts([]) == ["native"]
    monkeypatch.setattr(environment, "pages_are_stale", lambda: False)
    (empty / "tools/bin/python").unlink()
    assert environment.stale_parts([]) == ["native"]


def test_a_step_that_fails_is_done_again(empty: Path) -> None:
    assert empty.exists()
    with environment.recorded(["run", "native"]):
        pass
    with pytest.raises(KeyboardInterrupt), environment.recorded(["run"]):
        raise KeyboardInterrupt
    assert environment.stale_parts([]) == ["run"]


@pytest.mark.parametrize("other", [{"folder": "elsewhere"}, {"python": "3.11.0"}])
def test_an_environment_that_was_moved_is_made_anew(empty: Path, other: dict[str, str]) -> None:
    assert empty.exists()
    with environment.recorded(["run"]):
        pass
    state = environment.read_state()
    assert "run" in state
    environment.STATE.write_text(json.dumps({**state, **other}))
    assert environment.read_state() == {}
    environment.STATE.write_text("{ half")
    assert environment.read_state() == {}
