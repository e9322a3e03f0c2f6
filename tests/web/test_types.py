"""The schema of the API that the pages' types are generated from: committed, and that of the server."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_committed_schema_is_the_published_one(tmp_path: Path) -> None:
    """Run `make schema` to update it."""
    made = tmp_path / "openapi.json"
    subprocess.run([sys.executable, ROOT / "ui/scripts/schema.py", made], check=True)
    assert made.read_text(encoding="utf-8") == (ROOT / "ui/openapi.json").read_text(encoding="utf-8")
