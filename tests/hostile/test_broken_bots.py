"""The mistakes that students make, in three languages: the doctor's first line about each has its true cause."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crownbridge.arena import Checkup, Finding, TimeControl
from crownbridge.cli.doctor import report, verdict
from crownbridge.errors import OptionError
from crownbridge.games import Checkers, Hex, RuleCheck
from crownbridge.players import ProgramPlayer, player_named
from crownbridge.protocols.kth import Kth

FOLDER = Path(__file__).with_name("broken")
ENOUGH = TimeControl(per_move=60.0)
CONTROLS = {"slow": TimeControl(per_move=0.5), "no_flush": TimeControl(per_move=0.5, startup=0.5)}
# The words of the first line that fails, and what is to be done first.
EXPECTED = {
    "illegal": ("made an illegal move in its 1st move (ply 1): 1-5 is illegal: square 5 is occupied", "move generator"),
    "missed_jump": ("must continue jumping; a capture continues as long as the piece can jump", "move generator"),
    "slow": ("did not answer in time in its 2nd move (ply 3): it had not answered after ", "make it answer faster"),
    "debug": ("not a message of the protocol: 'choosing from 7 moves'", "print diagnostics to stderr"),
    "crash": ("", "correct the error"),
    "no_flush": ("flush", "flush stdout after every line"),
}
CRASHES = {
    "python": "exited with status 1 in its 5th move (ply 9): IndexError: pop index out of range (bot.py, line ",
    "java": "exited with status 1 in its 5th move (ply 9): java.lang.IndexOutOfBoundsException: Index ",
    "c++": "crashed in its 5th move (ply 9): segmentation fault (signal 11)",
}
NAMES = {"python": "bot.py", "java": "Bot", "c++": "bot"}


def built(language: str, folder: Path) -> str:
    """Return how the bot in that language is started."""
    if language == "python":
        return f"'{sys.executable}' '{FOLDER / 'bot.py'}'"
    compiler = {"java": "javac", "c++": "c++"}[language]
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} on this machine")
    if language == "java":
        subprocess.run([compiler, "-d", str(folder), str(FOLDER / "Bot.java")], check=True)
        return f"java -XX:TieredStopAtLevel=1 -Xshare:auto -cp '{folder}' Bot"
    subprocess.run([compiler, "-std=c++17", "-o", str(folder / "bot"), str(FOLDER / "bot.cpp")], check=True)
    return f"'{folder / 'bot'}'"


def examined(command: str, fault: str, control: TimeControl) -> list[Finding]:
    """All findings up to the first that fails."""
    player = player_named(f"kth:{command} {fault}", "checkers")
    assert isinstance(player, ProgramPlayer)
    findings = []
    for finding in Checkup(Checkers(), lambda: player, control).run():
        findings.append(finding)
        if finding.problem:
            break
    return findings


@pytest.mark.parametrize("language", NAMES)
def test_the_first_line_has_the_cause(language: str, tmp_path: Path) -> None:
    command = built(language, tmp_path)
    for fault, (cause, remedy) in EXPECTED.items():
        findings = examined(command, fault, CONTROLS.get(fault, ENOUGH))
        first, *more = report(findings[-1])
        assert first.startswith("FAIL "), fault
        assert f" {NAMES[language]} (" in first, first
        assert (CRASHES[language] if fault == "crash" else cause) in first
        silent = (language, fault) == ("c++", "crash")
        assert ("run it in a debugger" if silent else remedy) in verdict("bot", findings), fault
        traceback = [line for line in more if "stderr: " in line]
        assert bool(traceback) == (fault == "crash" and language != "c++"), more


@pytest.mark.parametrize(("end", "wanted"), [*zip(("-3", "-4"), Kth.endings, strict=True)])
def test_a_bot_that_does_not_say_how_its_game_ends(end: str, wanted: RuleCheck, tmp_path: Path) -> None:
    *_, finding = findings = examined(built("python", tmp_path), f"silent{end}", ENOUGH)
    assert (finding.name, finding.problem, finding.advice) == (wanted.name, wanted.advice, wanted.advice)
    assert verdict("bot", findings).endswith(f"First: {wanted.advice}.")


@pytest.mark.parametrize(
    ("protocol", "code", "advice"),
    [
        ("kth", "pass", "flush stdout after every line, and check that it speaks the kth protocol"),
        ("htp", "print('hello', flush=True)", "check that it speaks the htp protocol: no line of its output is a move"),
    ],
)
def test_a_bot_of_another_protocol(protocol: str, code: str, advice: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(f"import sys\nfor line in sys.stdin:\n    {code}\n", encoding="utf-8")
    game = Checkers() if protocol == "kth" else Hex(3)
    player = player_named(f"{protocol}:'{sys.executable}' '{bot}'", game.name)
    assert isinstance(player, ProgramPlayer)
    *_, finding = Checkup(game, lambda: player, TimeControl(per_move=0.2, startup=1.0)).run()
    assert finding.advice == advice


@pytest.mark.parametrize(
    ("bot", "suggestion"),
    [
        ("./bot", "such as 'lines:./bot'; protocols for checkers are kth, lines, reblexis"),
        ("bot", "such as 'lines:./bot'; "),
        ("bot.py", "such as 'lines:python3 bot.py'; "),
        ("sh bot", "such as 'lines:sh bot'; "),
        ("line:./bot", "there is no protocol called 'line'; did you mean lines?"),
    ],
)
def test_a_bot_without_its_protocol(bot: str, suggestion: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bot").touch()
    Path("bot.py").touch()
    with pytest.raises(OptionError, match=re.escape(suggestion)):
        player_named(bot, "checkers")


def test_advice_for_an_illegal_move_follows_the_protocol(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import sys\nfor line in sys.stdin:\n    line == 'move\\n' and print('move 1-1', flush=True)\n")
    player = player_named(f"lines:'{sys.executable}' '{bot}'", "checkers")
    assert isinstance(player, ProgramPlayer)
    *_, finding = Checkup(Checkers(), lambda: player, TimeControl(per_move=1.0, startup=5.0)).run()
    assert finding.advice == "reply with 'move' and exactly one of the moves in the last 'legal' line"


def test_a_bot_without_a_mistake(tmp_path: Path) -> None:
    findings = examined(built("python", tmp_path), "none", ENOUGH)
    assert verdict("bot", findings) == f"Verdict: bot passes all {len(findings)} checks."
