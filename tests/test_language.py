"""The repository is written in plain technical English: phrases to avoid, and what to write instead.

    python tests/test_language.py [PATH ...]

lists the lines to change. Python is read for docstrings, comments, messages and names of variables; other files as
they are. Add a phrase only if it never is the right one.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = [
    "benchmarks",
    "build_backend",
    "cpp",
    "docs",
    "examples",
    "libhex",
    "src",
    "supervisor",
    "training",
    "ui/src",
]
PAGES = ["CONTRIBUTING.md", "README.md", "SECURITY.md"]
ENDINGS = {".c", ".cpp", ".h", ".hpp", ".md", ".py", ".svelte", ".ts"}
LEFT_OUT = {
    "node_modules",
    "static",
    "negascout.py",
    "paths.py",
    "uct.cpp",
}  # the last three as students write

PHRASES = {
    r"\b(tells?|told|telling)\b": "state who sends, returns, prints, shows or reports it; 'distinguish', 'indicate'",
    r"\b(hears?|heard)\b": "'is notified', 'receives'",
    r"\b(by lots?|draws? lots?|lots)\b": "'random', 'at random', 'random numbers'",
    r"(?<!there )(?<!There )\b(is|are|was|were) no (?!longer\b|more\b|less\b|fewer\b|need\b)\w+": "'is not a ...'",
    r"^\W*What (?!if\b|do\b|does\b|is new\b)\w+ [^?]*$": "name the thing: 'The output of a program', 'Return the ...'",
    r"\bwhatever\b": "'any', 'regardless of'",
    r"\banew\b": "'again', 'restart'",
    r"\b(go|goes|going|went|gone) on\b": "'continue', 'resume'",
    r"\b(break|breaks|broke|broken|breaking) (it |the game |a game )?off\b": "'interrupt', 'abort', 'stop'",
    r"\b(leave|leaves|left|leaving) (it |them |this )?out\b": "'omit', 'skip', 'exclude'",
    r"\bgives? (it )?up\b": "'resign', 'abandon'",
    r"\b(nobody|somebody)\b": "name the subject: 'no client', 'another process', 'a user'",
    r"\b(is|are|was|were) asked (for|about|to)?\b": "'is requested', 'must move', 'the side to move'",
    r"(^|[,;] |\b(for|of|by|after) )so (many|long|much)\b(?! (that|as)\b)": "'N', 'that many', 'the given number of'",
    r"\b(is|are|was|has|have) gone\b": "'has ended', 'has exited', 'is deleted'",
    r"\bthe house\b": "'Crownbridge'",
}
"""Patterns of turns of phrase, and what to write instead."""
PARTICIPLES = {"asked", "found", "given", "heard", "shown", "told"}
"""As names of variables. A noun says what the variable holds."""


class Hit(NamedTuple):
    """A turn of phrase in a line."""

    path: Path
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text.strip()[:90]!r}: {self.advice}"


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files to read."""
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in ENDINGS and not LEFT_OUT.intersection(file.parts):
                yield file


def python_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of docstrings, messages and comments with their numbers."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            if " " in text:
                yield from enumerate(text.splitlines(), node.lineno)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def python_names(source: str) -> Iterator[tuple[int, str]]:
    """Yield the names of variables and parameters with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def hits(file: Path) -> Iterator[Hit]:
    """Yield what to change in a file."""
    source = file.read_text(encoding="utf-8")
    is_python = file.suffix == ".py"
    texts = python_texts(source) if is_python else enumerate(source.splitlines(), 1)
    for line, text in texts:
        for pattern, advice in PHRASES.items():
            if re.search(pattern, text):
                yield Hit(file, line, text, advice)
    for line, name in python_names(source) if is_python else ():
        if name in PARTICIPLES:
            yield Hit(file, line, name, "a noun that says what it holds")


@pytest.mark.parametrize("name", [*FOLDERS, *PAGES])
def test_plain_words(name: str) -> None:
    assert [str(hit) for file in files([ROOT / name]) for hit in hits(file)] == []


@pytest.mark.parametrize(
    "text",
    [
        "What a program prints",
        "The file is no record",
        "an opening is drawn by lot",
        "who hears of it",
        "the game goes on",
        "Tells whether it has begun, and what it was told",
    ],
)
def test_a_phrase_that_is_put_back_is_seen(tmp_path: Path, text: str) -> None:
    (tmp_path / "page.md").write_text(text + "\n", encoding="utf-8")
    (tmp_path / "module.py").write_text(f'"""{text}."""\n', encoding="utf-8")
    assert all(any(hits(file)) for file in files([tmp_path]))


def test_plain_sentences_pass(tmp_path: Path) -> None:
    text = "Return True if there is no legal move; the program is no longer running. What is new?"
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert not any(hits(tmp_path / "page.md"))


if __name__ == "__main__":
    paths = [Path(argument) for argument in sys.argv[1:]] or [ROOT / name for name in [*FOLDERS, *PAGES]]
    listed = [hit for file in files(paths) for hit in hits(file)]
    sys.stdout.writelines(f"{line}\n" for line in (*listed, f"{len(listed)} to change"))
