"""Write the schema of the API for the pages, `ui/openapi.json`; `npm run schema` makes the pages' types from it.

Run it with `make schema` after a change of the API's types.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from crownbridge.web.app import create_app, services_of
from crownbridge.web.settings import Settings

TARGET = Path(__file__).resolve().parents[1] / "openapi.json"


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
    """Write the schema to a file."""
    target.write_text(json.dumps(published(), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:]))
