"""Every example bot is built, examined, and played; the recipes of the checkers documents work with named pipes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests import forked

from crownbridge.games import available

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
KTH_BOT = f"'{sys.executable}' '{EXAMPLES / 'kth_bot.py'}'"
LINES_BOT = f"'{sys.executable}' '{EXAMPLES / 'lines_bot.py'}'"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments)


def bot(name: str, folder: Path) -> str:
    """The command that runs an example, built where it has to be; skips where there is no compiler for it."""
    if name == "kth":
        return KTH_BOT
    if name == "reblexis":
        subprocess.run(["c++", "-std=c++20", "-O1", "-o", folder / "bot", EXAMPLES / "reblexis_bot.cpp"], check=True)  # noqa: S607 (the system's)
        return str(folder / "bot")
    if name == "lines":
        return LINES_BOT
    if name == "htp":
        return f"sh '{EXAMPLES / 'htp_bot.sh'}'"
    if shutil.which("javac") is None:
        pytest.skip("there is no Java compiler")
    subprocess.run(["javac", "-d", folder, EXAMPLES / "HexaiBot.java"], check=True)  # noqa: S607 (the system's)
    return f"java -cp {folder} HexaiBot"


@pytest.mark.parametrize("protocol", ["kth", "reblexis", "hexai", "htp", "lines"])
def test_the_doctor_finds_nothing(protocol: str, tmp_path: Path) -> None:
    size = ["--size", "5"] if protocol in ("hexai", "htp") else []
    done = run("doctor", f"{protocol}:{bot(protocol, tmp_path)}", "--per-move", "5", *size)
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("checks.\n")


@pytest.mark.parametrize("game", available())
def test_a_bot_without_rules_plays_any_game(game: str) -> None:
    done = run("doctor", f"lines:{LINES_BOT}", "--game", game, "--per-move", "5")
    assert done.stdout.endswith("checks.\n")
    done = run("match", f"lines:{LINES_BOT}", f"{game}:3", "--per-move", "0.5", "--sandbox", "none")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("game ") == 2
    assert "lost" not in done.stdout


def test_checkers_protocols_against_each_other(tmp_path: Path) -> None:
    saved = tmp_path / "games.jsonl"
    arguments = [f"kth:{KTH_BOT}", f"reblexis:{bot('reblexis', tmp_path)}", "--games", "4", "--save", str(saved)]
    done = run("match", *arguments, "--per-move", "5", "--sandbox", "none")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("game ") == 4
    assert "lost" not in done.stdout
    assert len(saved.read_text().splitlines()) == 4


def shared_object(source: str, library: Path) -> Path:
    """An example in C, built as it says itself, but strictly."""
    flags = run("libhex", "--cflags", "--libs").stdout.split()
    strict = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(["cc", "-O2", *strict, "-shared", "-fPIC", "-o", library, EXAMPLES / source, *flags], check=True)  # noqa: S607 (the system's)
    return library


def test_every_example_is_listed_and_played() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.suffix != ".md" and path.is_file()}
    listed = set(re.findall(r"\| `(\w+\.\w+)` \|", (EXAMPLES / "README.md").read_text("utf-8")))
    assert files == listed
    here = Path(__file__).read_text("utf-8")
    assert [name for name in files if name not in here] == []


@pytest.mark.parametrize("size", [7, 11])
def test_pathfinder_beats_random_always(tmp_path: Path, size: int) -> None:
    library = shared_object("libhex_bot.c", tmp_path / "libpathfinder.so")
    done = run(
        *("match", str(library), "random", "--game", "hex", "--size", str(size), "--games", "4"),
        *("--per-move", "10", "--sandbox", "none"),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" against random: +4 =0 -0 in 4 games\n"), done.stdout


@pytest.mark.parametrize("size", [1, 2, 3, 6])
def test_pathfinder_plays_any_size_and_depth(tmp_path: Path, size: int) -> None:
    library = shared_object("libhex_bot.c", tmp_path / "libpathfinder.so")
    options = [f"{library}:1", f"{library}:3"]
    done = run(
        *("match", *options, "--game", "hex", "--size", str(size), "--games", "2"),
        *("--per-move", "20", "--sandbox", "none"),
    )
    assert done.returncode == 0, done.stderr
    assert "lost" not in done.stdout, done.stdout


def test_an_option_hides_no_shared_object_from_the_sandbox(tmp_path: Path) -> None:
    library = shared_object("libhex_bot.c", tmp_path / "libpathfinder.so")
    done = run("match", f"{library}:1", "random", "--game", "hex", "--size", "3", "--per-move", "10")
    assert done.stdout.endswith(" in 2 games\n"), done.stderr
    assert "lost" not in done.stdout, done.stdout


def test_hex_protocols_against_each_other(tmp_path: Path) -> None:
    library = shared_object("hexmon_bot.c", tmp_path / "libbot.so")
    for other in (f"htp:{bot('htp', tmp_path)}", f"hexai:{bot('hexai', tmp_path)}", f"{library}:option", "random"):
        done = run(
            "match", str(library), other, "--game", "hex", "--size", "5", "--per-move", "10", "--sandbox", "none"
        )
        assert done.returncode == 0, done.stderr
        assert "lost" not in done.stdout, done.stdout


def test_arbi_appends_to_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    java = bot("hexai", tmp_path)
    for _ in range(2):
        done = run("arbi", java, java, str(log), "20", "10", "--size", "3")
        assert done.returncode == 0, done.stderr
    matches = log.read_text().split("\n\n")
    assert len(matches) == 3
    assert matches[2] == ""
    lines = matches[0].splitlines()
    assert lines[0].startswith(f"Match {java} X@20 vs {java} O@10 on ")
    assert "X: random bot in Java" in lines
    assert lines[-1].startswith("Ended on ")
    assert any("." in line[:5] for line in lines if line[0] in "XO" and line[1] != ":")


def test_the_doctor_says_what_is_wrong() -> None:
    hostile = ROOT / "tests" / "hostile" / "programs.py"
    done = run("doctor", f"'{sys.executable}' '{hostile}' wrong_counter", "--protocol", "kth")
    assert done.returncode == 1
    assert "FAIL whole game as red" in done.stdout
    assert "but it claims" in done.stdout
    assert "> rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50" in done.stdout


def test_mistakes_in_naming_players() -> None:
    for arguments, words in (
        (["match", "chess", "random"], "'chess' is not a player; expected PROTOCOL:COMMAND"),
        (["match", "kth:nothing-like-it", "random"], "program 'nothing-like-it' not found"),
        (["match", "kth:'", "random"], "is not a valid command line: No closing quotation"),
        (["match", "kth:cat", "random", "--game", "hex"], "the kth protocol is for checkers, not for hex"),
        (["match", "libnone.so", "random", "--game", "hex"], "shared object 'libnone.so' not found"),
        (
            ["match", str(EXAMPLES / "any.so"), "random", "--game", "checkers"],
            "the hexmon protocol is for hex, not for checkers",
        ),
        (["match", "random", "random", "--sandbox", "none", "--memory", "9"], "--sandbox none does not support limits"),
        (["match", "random", "random", "--per-game", "soon"], "the time for a game is 'soon'; expected seconds"),
        (["match", "random", "random", "--save", "no/such/file"], "no/such/file cannot be written: No such file"),
        (["doctor", "cat", "--protocol", "hexmon"], "the players of hexmon are shared objects"),
        (["doctor", "cat", "--protocol", "uci"], "there is no protocol called 'uci'"),
        (["doctor", "checkers:3"], "'checkers:3' is not a program; expected PROTOCOL:COMMAND or libNAME.so"),
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert words in done.stderr


@pytest.mark.parametrize("recipe", ["one terminal", "two terminals"])
def test_the_recipes_with_named_pipes(tmp_path: Path, recipe: str) -> None:
    """`./agentX init verbose < pipe | ./checkers > pipe`, and the same with two pipes."""
    if recipe == "one terminal":
        os.mkfifo(tmp_path / "pipe")
        script = f"{KTH_BOT} init verbose < pipe | {KTH_BOT} > pipe"
    else:
        os.mkfifo(tmp_path / "pipe1")
        os.mkfifo(tmp_path / "pipe2")
        script = f"{KTH_BOT} verbose > pipe1 < pipe2 & {KTH_BOT} init verbose < pipe1 > pipe2; wait"
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, stderr=subprocess.PIPE, timeout=60, check=False)  # noqa: S607 (any shell)
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert b" r " in done.stderr  # boards, drawn on stderr
