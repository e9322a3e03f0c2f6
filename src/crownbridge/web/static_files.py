"""Serve the built front end: its files, compressed where the browser accepts that, and the page for other paths."""

import mimetypes
from pathlib import Path
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response

STATIC = Path(__file__).with_name("static")
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
_FRESH = {"Cache-Control": "no-cache"}
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Suffixes of the compressed files beside the built ones, by content encoding, the smallest first."""
_OTHER_TYPES = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
"""Media types that Python may not know."""
_UNBUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Crownbridge</title>
<h1>Crownbridge</h1><p>The pages are not built: run <code>make setup</code>."""


def serve_static(app: FastAPI, folder: Path = STATIC) -> None:
    """Add the front end after all other routes."""

    @app.get("/api/{path:path}", include_in_schema=False)
    def no_such_api(path: str) -> Response:
        raise HTTPException(404, f"there is no /api/{path[:60]}; see /api/openapi.json")

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
        file = _file(folder, path)
        if file is not None and file.name != "index.html":
            return _sent(file, _FOREVER if path.startswith("assets/") else _FRESH, accept_encoding)
        if path.startswith("assets/"):
            raise HTTPException(404, "there is no such file; reload the page")
        index = folder / "index.html"
        return _sent(index, _FRESH, accept_encoding) if index.is_file() else HTMLResponse(_UNBUILT)


def _sent(file: Path, headers: dict[str, str], accepted: str) -> FileResponse:
    """Return a file, in the smallest form that the browser accepts."""
    kind = mimetypes.guess_type(file.name)[0] or _OTHER_TYPES.get(file.suffix)
    headers = {**headers, "Vary": "Accept-Encoding"}
    names = {
        part.partition(";")[0].strip() for part in accepted.split(",") if not part.replace(" ", "").endswith(";q=0")
    }
    for encoding, suffix in _ENCODINGS.items():
        small = file.with_name(file.name + suffix)
        if encoding in names and small.is_file():
            return FileResponse(small, media_type=kind, headers={**headers, "Content-Encoding": encoding})
    return FileResponse(file, media_type=kind, headers=headers)


def _file(folder: Path, path: str) -> Path | None:
    """Return the file at a path in a folder, if there is one."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):  # not a valid path
        return None
