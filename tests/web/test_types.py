"""The types that the pages have of the API: generated from its schema, and committed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_committed_types_are_the_generated_ones(tmp_path: Path) -> None:
    """Run `make schema` to update them."""
    made = tmp_path / "schema.ts"
    subprocess.run([sys.executable, ROOT / "ui/scripts/schema.py", made], check=True)
    assert made.read_text() == (ROOT / "ui/src/lib/schema.ts").read_text()
