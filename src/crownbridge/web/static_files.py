"""Serve the built front end: its files, and the page for every other path."""

from pathlib import Path

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).with_name("static")
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_FRESH = {"Cache-Control": "no-cache"}
_UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Crownbridge</title>
<h1>Crownbridge</h1><p>The pages are not built: run <code>make setup</code>."""


def serve_static(app: FastAPI, folder: Path = STATIC) -> None:
    """Add the front end after all other routes."""

    @app.get("/api/{path:path}", include_in_schema=False)
    def no_such_api(path: str) -> Response:
        raise HTTPException(404, f"there is no /api/{path[:60]}; see /api/openapi.json")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        file = _file(folder, path)
        if file is not None and file.name != "index.html":
            return FileResponse(file, headers=_FOREVER if path.startswith("assets/") else _FRESH)
        if path.startswith("assets/"):
            raise HTTPException(404, "there is no such file; reload the page")
        index = folder / "index.html"
        return FileResponse(index, headers=_FRESH) if index.is_file() else HTMLResponse(_UNBUILT)


def _file(folder: Path, path: str) -> Path | None:
    """Return the file at a path in a folder, if there is one."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # not a valid path
        return None
