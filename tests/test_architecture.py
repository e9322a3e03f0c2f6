"""Which folder may import which, what is public, and what importing costs."""

import ast
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import crownbridge

ROOT = Path(crownbridge.__file__).parent

# From the lowest level to the highest: a folder may import from those before it, never from those after it.
LEVELS = (
    *(
        "errors",
        "spelling",
        "files",
        "plugins",
        "_core",
        "games",
        "engines",
        "protocols",
        "records",
        "players",
        "arena",
        "bugfinder",
    ),
    *(
        "ratings",
        "store",
        "explorer",
        "tournaments",
        "tuning",
        "analysis",
        "reports",
        "programs",
        "web",
        "hextk",
        "cli",
    ),
)

# What each public module offers. Whatever is not listed may change without notice.
PUBLIC = {
    "crownbridge.games": (
        "Batch Checkers DEFAULT_GAME Game Geometry Hex Move Option Outcome Piece Position RandomGamesResult "
        "RuleCheck Side Termination available load"
    ),
    "crownbridge.games.checkers": "Checkers Move Position Side fen",
    "crownbridge.games.hex": "Hex Move Position Side columns format_moves parse_moves",
    "crownbridge.engines": "Candidate Engine EngineWrapper Limit Pondering SearchRequest Thought",
    "crownbridge.engines.checkers": "AgentWarning Hyperparameters LEVELS Level load parse save",
    "crownbridge.engines.hex": (
        "Connection HexEngine HexSearch LEVELS Level Network NetworkWarning Parameters Proof Solver connections"
    ),
    "crownbridge.tournaments": (
        "Agent Finished Openings Pairing Scheduler Terms Tournament available_formats canonical encounter load "
        "make_scheduler parse schema template"
    ),
    "crownbridge.tuning": "Parameter Spsa usual_rate",
    "crownbridge.ratings": (
        "Counts CrossTable Estimate Evidence ROUND_ROBIN Rating RatingList Result SWISS Score Sprt Standing "
        "Standings Verdict cross_table elo_at elo_difference exchange expected_score normalized_elo plain rate "
        "running_elo standings superiority"
    ),
    "crownbridge.errors": (
        "AmbiguousMoveError ConfigurationChangedError ConfigurationError ConfigurationWarning ConflictError "
        "CrownbridgeError FileError ForbiddenError FullStoreError IllegalMoveError InputError InvalidMoveError "
        "MoveError NotFoundError OptionError PositionError SandboxWarning ShortageError StoreError TableError "
        "UnknownGameError"
    ),
    "crownbridge.analysis": (
        "Annotation Annotations Answer AnswerJudge Cache Judgement MISTAKES MoveVerdict Puzzle PuzzleBook PuzzleFinder "
        "Summary Verdict annotate annotations mistakes usual_effort with_verdicts"
    ),
    "crownbridge.explorer": ("Collection Found FoundGame ImportedFile Library MoveCount find index_record seed_of"),
    "crownbridge.reports": "Report ReportedGame Table check_target tournament_report",
    "crownbridge.records": (
        "Decision DrawnShape Entry FORMATS Format GameRecord Node Notice Place PlainLine Printed Problem "
        "ReadGame Tree arbi_log check_writable format_named format_of format_of_name format_to_write hexworld "
        "json_lines kth_log pdn played_at printed read_file read_games read_text sgf writable_formats"
    ),
    "crownbridge.store": "PackedGame Store StoredGame Tournament pack",
}

FOREIGN = ("ClassVar", "Sequence")

FOREIGN_AT_IMPORT = ("rich", "typer", "numpy", "fastapi", "uvicorn", "sqlalchemy", "importlib.metadata")


def level(module: str) -> str:
    return module.split(".")[1] if module.count(".") else ""


def imports(path: Path) -> set[str]:
    """The modules of ours that a file names in an import statement, wherever it stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.startswith("crownbridge.")}


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_downwards(path: Path) -> None:
    parts = path.relative_to(ROOT).with_suffix("").parts
    own = parts[0]
    if own == "__main__":
        assert {level(module) for module in imports(path)} == {"cli"}
        return
    if own == "__init__":
        assert imports(path) == set()
        return
    assert own in LEVELS, f"give {own} its place in LEVELS"
    for module in imports(path):
        if level(module) in LEVELS:
            assert LEVELS.index(level(module)) <= LEVELS.index(own), f"{path} imports {module}"
        else:
            assert module == "crownbridge.__version__", f"{path} imports {module}"


def test_contributing_lists_the_packages_in_this_order() -> None:
    guide = (ROOT.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    [table] = re.findall(r"^\| `src/crownbridge/` \|.*\n((?:\|.*\n)+)", guide, re.MULTILINE)
    assert tuple(re.findall(r"^\| `(\w+)", table, re.MULTILINE)) == LEVELS


def test_a_games_folder_imports_no_other_game() -> None:
    games = [folder.name for folder in (ROOT / "games").iterdir() if (folder / "__init__.py").exists()]
    assert sorted(games) == ["checkers", "hex"]
    for game in games:
        others = tuple(f"crownbridge.games.{other}" for other in games if other != game)
        for path in (ROOT / "games" / game).glob("*.py"):
            assert not [name for name in imports(path) if name.startswith(others)], path


def test_protocols_know_no_engine_and_no_io() -> None:
    for path in (ROOT / "protocols").glob("*.py"):
        allowed = tuple(f"crownbridge.{name}" for name in ("errors", "games", "plugins", "protocols"))
        assert [name for name in imports(path) if not name.startswith(allowed)] == [], path


GAME_FOLDERS = {"checkers", "hex"}
OF_ONE_GAME = (
    *("records", "protocols", "programs", "tuning", "hextk"),  # formats, protocols and programs of one game
    "games/__init__.py",  # offers both to users
)


def test_nothing_outside_its_folders_imports_a_game() -> None:
    of_a_game = re.compile(
        r"crownbridge\.(games|engines)\.(checkers|hex)\b|games\.(Checkers|Hex)$|_core\.(Checkers|Hex)"
    )
    for path in ROOT.rglob("*.py"):
        place = path.relative_to(ROOT)
        if GAME_FOLDERS & set(place.parent.parts) or str(place).startswith(OF_ONE_GAME):
            continue
        assert [name for name in imports(path) if of_a_game.search(name)] == [], path


def test_the_reference_shares_nothing_with_the_core() -> None:
    for game in ("checkers", "hex"):
        assert not any("_core" in name for name in imports(ROOT / "games" / game / "reference.py"))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_public_names(name: str) -> None:
    module = import_module(name)
    offered = getattr(module, "__all__", [item for item in vars(module) if item[0].isupper() and item not in FOREIGN])
    assert sorted(offered) == PUBLIC[name].split()
    for item in offered:
        assert getattr(module, item).__doc__, f"{name}.{item} has no docstring"


def test_importing_the_games_loads_nothing_heavy() -> None:
    program = "import crownbridge.games, json, sys; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.check_output([sys.executable, "-c", program]))
    assert "crownbridge.games.checkers" in loaded
    assert [name for name in FOREIGN_AT_IMPORT if name in loaded] == []


def test_a_worker_of_a_tournament_loads_no_database() -> None:
    program = "import crownbridge.tournaments.game_runner, sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"sqlalchemy", "numpy", "typer", "fastapi"} & set(loaded)


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    """`make stubs` writes it anew."""
    made = tmp_path / "_core.pyi"
    subprocess.run(
        [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "crownbridge._core", "-o", str(made)], check=True
    )
    assert made.read_text() == (ROOT / "_core.pyi").read_text()


def test_every_text_file_is_read_and_written_as_utf_8() -> None:
    """Without `encoding`, Python takes what the user's locale says."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                (mode, *_) = [*(one.value for one in node.args if isinstance(one, ast.Constant)), ""]
                is_text = node.func.attr == "open" and re.fullmatch("[rwax+]+", str(mode))
                if is_text or node.func.attr in {"read_text", "write_text"}:
                    assert "encoding" in {keyword.arg for keyword in node.keywords}, f"{path}:{node.lineno}"
