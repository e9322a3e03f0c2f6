"""The package of examples/breakthrough, as if it were installed."""

import os
import shutil
import tomllib
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "examples" / "breakthrough"


def install(folder: Path) -> dict[str, str]:
    """Put the package and its metadata into a folder, and return an environment in which it is found."""
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(PACKAGE / "src", folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    metadata = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n")
    groups = project["entry-points"].items()
    lines = [line for group, names in groups for line in (f"[{group}]", *(f"{a} = {b}" for a, b in names.items()))]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))}
