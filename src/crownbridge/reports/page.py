"""The HTML page of a report, a single file without external resources."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crownbridge import __version__
from crownbridge.errors import FileError

STATIC = Path(__file__).with_name("static")
_SCRIPT, _STYLE, _LICENCES = "report.js", "report.css", "licences.txt"


def page_parts(title: str, data: dict[str, Any]) -> Iterator[str]:
    """Yield the page in parts; raise FileError if its script is not built."""
    script, style, licences = (_built(name) for name in (_SCRIPT, _STYLE, _LICENCES))
    script = re.sub(r"<(?=/script|script|!--)", r"\\x3c", script, flags=re.IGNORECASE)
    return _parts(html.escape(title), data, script, style.replace("</", "<\\/"), licences.replace("<", "&lt;"))


def check_built() -> None:
    """Raise FileError if the page's script is not built."""
    for name in (_SCRIPT, _STYLE, _LICENCES):
        _built(name)


def _built(name: str) -> str:
    try:
        return (STATIC / name).read_text(encoding="utf-8")
    except OSError as error:
        raise FileError(
            f"{STATIC / name} is needed for HTML reports but cannot be read: {error.strerror}; run: make setup"
        ) from error


def _parts(title: str, data: dict[str, Any], script: str, style: str, licences: str) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; font-src data:"
    )
    yield f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Crownbridge {__version__}">
<link rel="icon" href="data:,">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<noscript><h1>{title}</h1><p>Boards and tables need JavaScript, which is disabled.</p></noscript>
<script type="application/json" id="report">"""
    yield json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    yield f"""</script>
<script>{script}</script>
<script type="text/plain" id="licences">
{licences}</script>
</body>
</html>
"""
