"""Write the types of the API for the pages, `ui/src/lib/schema.ts`, from the schema that the server publishes.

Run it with `make schema` after a change of the API's types.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from crownbridge.web.app import create_app, services_of
from crownbridge.web.settings import Settings

UI = Path(__file__).resolve().parents[1]
TARGET = UI / "src/lib/schema.ts"
sys.path.insert(0, str(UI.parent / "build_backend"))

import pages  # noqa: E402 (not a package)

# Fields with a default are optional in requests; responses always contain them, so their schema requires them.
FLAGS = ("--root-types", "--root-types-no-schema-prefix", "--alphabetize", "--default-non-nullable=false")


def published() -> dict[str, Any]:
    """Return the server's OpenAPI schema without its paths, which the pages do not use."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)))
        try:
            schema = app.openapi()
            return {**schema, "paths": {}, "components": _untitled(schema["components"])}
        finally:
            services_of(app).close()


def _untitled(part: Any) -> Any:
    """Return a part of the schema without titles, which repeat the names."""
    if isinstance(part, list):
        return list(map(_untitled, part))
    if not isinstance(part, dict):
        return part
    return {key: _untitled(value) for key, value in part.items() if not (key == "title" and isinstance(value, str))}


def write(target: Path = TARGET) -> None:
    """Write the types to a file."""
    npm = pages.npm_command()
    pages.install_node_modules(npm)
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "openapi.json"
        schema.write_text(json.dumps(published()), encoding="utf-8")
        node = Path(npm[0]).with_name("node")
        command = [node, "node_modules/openapi-typescript/bin/cli.js", schema, "--output", target.resolve(), *FLAGS]
        subprocess.run(command, cwd=UI, check=True, capture_output=True)


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
