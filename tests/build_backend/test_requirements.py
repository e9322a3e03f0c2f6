"""The locked packages: they satisfy the project's own requirements and install on every Python that it claims."""

import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
CLAIMED = ("3.11.0", "3.12.0", "3.13.0", "3.14.0")


def locked(name: str) -> list[Requirement]:
    return [Requirement(line) for line in (ROOT / f"requirements/{name}.txt").read_text().splitlines()]


def applies(pin: Requirement, python: str) -> bool:
    version = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    return pin.marker is None or pin.marker.evaluate(version)


@pytest.mark.parametrize("name", ["run", "develop"])
def test_every_pin_installs_on_every_python(name: str) -> None:
    installed = [pin for pin in locked(name) if pin.marker is None or pin.marker.evaluate()]
    assert len(installed) > 10
    for pin in installed:
        metadata = distribution(pin.name).metadata
        assert pin.specifier.contains(metadata["Version"]), pin
        claimed = [python for python in CLAIMED if applies(pin, python)]
        supported = SpecifierSet(str(metadata.json.get("requires_python", "")))
        assert [python for python in claimed if not supported.contains(python)] == [], pin


@pytest.mark.parametrize("name", ["run", "build", "develop", "train"])
def test_each_lock_file_satisfies_its_group(name: str) -> None:
    wanted = PROJECT["project"]["dependencies"] if name == "run" else PROJECT["dependency-groups"][name]
    for python in CLAIMED:
        pins = {canonicalize_name(pin.name): pin for pin in locked(name) if applies(pin, python)}
        for requirement in map(Requirement, wanted):
            [specifier] = pins[canonicalize_name(requirement.name)].specifier
            assert requirement.specifier.contains(specifier.version), requirement


def test_the_sets_agree() -> None:
    """Each can be installed on top of the one before."""
    pins: dict[tuple[str, str], str] = {}
    for pin in [pin for name in ("run", "build", "develop", "train") for pin in locked(name)]:
        for python in CLAIMED:
            if applies(pin, python):
                assert pins.setdefault((canonicalize_name(pin.name), python), str(pin.specifier)) == str(pin.specifier)


def test_a_player_needs_no_developer_tools() -> None:
    names = {canonicalize_name(pin.name) for pin in locked("run")}
    assert names.isdisjoint({"torch", "scipy", "playwright", "open-spiel", "mkdocs", "pytest", "cmake", "dask"})
