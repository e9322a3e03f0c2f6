"""The examples in README and docs are run: Python prompts as doctests, `$` lines of consoles as commands."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import crownbridge

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "SECURITY.md", *(ROOT / "docs").rglob("*.md")])
FENCE = re.compile(r"^```(python|console|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(kind: str) -> list[tuple[str, str]]:
    """The fenced blocks of one kind, a page at a time, each with the place where it stands."""
    texts = [(page.name, page.read_text(encoding="utf-8")) for page in PAGES]
    return [
        (f"{name}:{text.count(chr(10), 0, match.start()) + 1}", match[2])
        for name, text in texts
        for match in FENCE.finditer(text)
        if match[1] == kind
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if "```python" in page.read_text(encoding="utf-8")], ids=str)
def test_python_examples(page: Path) -> None:
    """The blocks of a page build on each other."""
    blocks = [body for place, body in examples("python") if place.startswith(f"{page.name}:")]
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    report: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)


@pytest.mark.parametrize(("place", "session"), examples("console"), ids=[place for place, _ in examples("console")])
def test_console_examples(place: str, session: str) -> None:
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE):
        program, *arguments = shlex.split(command)
        assert program == "crownbridge", place
        shown = subprocess.check_output([Path(sys.executable).with_name(program), *arguments], text=True)
        assert shown == expected


@pytest.mark.parametrize(("place", "lines"), examples("sh"), ids=[place for place, _ in examples("sh")])
def test_shell_examples(place: str, lines: str, tmp_path: Path) -> None:
    """Those of our own commands that wait for nobody and need no game; without a subcommand it serves."""
    others = "play|match|doctor|serve|visualizer|analyze"
    for line in re.findall(rf"^crownbridge (?! |{others})(?:'[^'\n]*'|[^#\n])*", lines, re.MULTILINE):
        program, *arguments = shlex.split(line)
        done = subprocess.run([Path(sys.executable).with_name(program), *arguments], cwd=tmp_path, check=False)
        assert done.returncode == 0, f"{place}: {line}"


def test_the_bot_of_the_readme_passes_the_doctor(tmp_path: Path) -> None:
    """The doctor checks it at both games, and it plays a match."""
    [bot] = [body for place, body in examples("python") if place.startswith("README.md:") and ">>>" not in body]
    (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
    program, player = Path(sys.executable).with_name("crownbridge"), f"lines:{sys.executable} bot.py"
    for arguments in (["doctor", player], ["doctor", player, "--game", "hex"], ["match", player, "checkers:1"]):
        subprocess.run([program, *arguments], cwd=tmp_path, check=True)


def test_the_bots_with_planted_errors_pass_the_doctor(tmp_path: Path) -> None:
    """As the page about them says: their errors are in how they play."""
    text = (ROOT / "docs" / "why-does-my-bot-lose.md").read_text(encoding="utf-8")
    sign, line, search, edges = re.findall(r"^```py\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    sound = re.sub(r"^ +value \+= .*\n", line, sign, flags=re.MULTILINE)
    jumps = re.sub(r"^def search.*?\n\n", lambda _: f"{search}\n", sound, flags=re.MULTILINE | re.DOTALL)
    assert len({sign, sound, jumps}) == 3
    program = Path(sys.executable).with_name("crownbridge")
    for bot, *options in ((sign,), (jumps,), (edges, "--game", "hex", "--size", "5")):
        (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
        command = [str(program), "doctor", f"lines:{sys.executable} bot.py", "--per-move", "20", *options]
        subprocess.run(command, cwd=tmp_path, check=True)


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_readme_lists_every_page() -> None:
    """Those of the protocols have a list of their own; the site has its own front page, and a reference made by it."""
    listed = set(
        re.findall(r"^- \[.*?\]\(docs/(.*?)\)", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    )
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md", "reference.md"}
    assert listed == pages | {"protocols/index.md"}


def test_the_benchmarks_that_are_not_run_together_are_told() -> None:
    programs = {path.name for path in (ROOT / "benchmarks").glob("*.py") if "__main__" in path.read_text("utf-8")}
    run = set(re.findall(r"benchmarks/(\w+\.py)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    told = re.search(r"all but\s(.*?), which", (ROOT / "docs" / "speed.md").read_text("utf-8"), re.DOTALL)
    assert told
    assert set(re.findall(r"`(\w+\.py)`", told[1])) == programs - run


def test_the_changelog_begins_with_this_version() -> None:
    [version] = re.findall(r"^## \[(\d[\d.]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)[:1]
    assert version == crownbridge.__version__


def test_prose_is_wrapped_at_100_columns() -> None:
    """Tables, code and headings are as wide as they need to be."""
    pages = [*PAGES, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *(ROOT / "examples").rglob("*.md")]
    for page in pages:
        prose = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        wide = [line for line in prose.splitlines() if len(line) > 100 and not line.startswith(("|", "#", "    "))]
        assert wide == [], page
