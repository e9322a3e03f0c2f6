"""The benchmark of levels writes its ratings into a page."""

import sys
from pathlib import Path

import pytest

from crownbridge.ratings import Rating

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from levels import write  # noqa: E402 (the path comes first)


@pytest.mark.parametrize("name", ["engine.md", "hex-engine.md"])
def test_ratings_replace_those_of_the_page(tmp_path: Path, name: str) -> None:
    page = tmp_path / name
    before = (ROOT / "docs" / name).read_text("utf-8")
    page.write_text(before, "utf-8")
    write(
        page,
        [Rating(str(number), 100.0 * number, 100.0 * number - 7, 100.0 * number + 7, 9, 5, 0) for number in range(10)],
    )
    after = page.read_text("utf-8")
    assert "| 1 | newcomer |" in after
    assert "| +0 ± 7 |" in after
    assert "| +900 ± 7 |" in after
    changed = [line for line in after.splitlines() if line not in before.splitlines()]
    assert len(changed) == 10


def test_a_page_without_levels_is_refused(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("no table", "utf-8")
    with pytest.raises(SystemExit, match="no row"):
        write(page, [Rating("0", 0, -1, 1, 1, 1, 0)])
    assert page.read_text("utf-8") == "no table"
