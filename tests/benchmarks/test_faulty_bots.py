"""The faulty bots by which the bug finder is judged can be made."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))

from faulty_bots import make

KINDS = {
    "evaluation sign",
    "side to move",
    "orientation",
    "depth",
    "window",
    "negation",
    "hash",
    "capture",
    "crowning",
    "horizon",
    "ending",
    "repetition",
    "resignation",
    "time",
    "buffering",
    "state",
    "randomness",
    "opening",
    "win in one",
    "block in one",
    "bridge",
    "edges",
    "transposed board",
    "swap",
    "dead cells",
    "material",
    "kings",
    "other",
}
MUTANTS = make.read_mutants()


def test_every_snippet_occurs_exactly_once_in_its_base() -> None:
    for mutant in MUTANTS:
        assert mutant.source() != (make.HERE / mutant.base).read_text("utf-8"), mutant.name


def test_names_are_unique() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert len(names) == len(set(names))


def test_every_mutant_has_a_fault_and_known_kinds() -> None:
    for mutant in MUTANTS:
        assert mutant.fault.endswith("."), mutant.name
        assert mutant.kinds, mutant.name
        assert KINDS.issuperset(mutant.kinds), mutant.name


def test_faulty_python_is_valid_python() -> None:
    for mutant in MUTANTS:
        if mutant.base.endswith(".py"):
            compile(mutant.source(), mutant.name, "exec")


def test_a_bot_is_built_by_its_name(tmp_path: Path) -> None:
    assert make.build_named("thumb-king-value", tmp_path) == f"reblexis:python3 {tmp_path}/thumb.py"
    assert "KING = 100, 50" in (tmp_path / "thumb.py").read_text("utf-8")
    with pytest.raises(ValueError, match="no mutant 'unknown'"):
        make.build_named("unknown", tmp_path)
