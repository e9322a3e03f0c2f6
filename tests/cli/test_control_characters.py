"""No text of a program, of a file or of a network peer reaches a terminal with control characters."""

import logging
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests import forked

from crownbridge.errors import printable
from crownbridge.games import Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, json_lines
from crownbridge.store import Store, StoredGame
from crownbridge.web.log import PrintableFormatter, print_traceback

EVIL = "\x1b]0;title\x07\x9b2J\u202e\x08"
"""Sets the terminal's title, rings, clears the screen, turns the rest of the line round, and deletes."""


def check(text: str) -> None:
    """Nothing of a text can be obeyed, and what was meant to be is shown."""
    assert printable(text, keep="\n\t") == text
    assert "\\x1b]0;title\\x07" in text


def bot(folder: Path) -> str:
    """A program that complains and exits on any request."""
    path = folder / "bot.py"
    path.write_text(f"import sys\nprint({EVIL!r})\nsys.exit({EVIL + 'I failed'!r})\n")
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def output(*arguments: str) -> str:
    done = forked.run(*arguments)
    return done.stdout + done.stderr


@pytest.mark.parametrize("text", [EVIL, "".join(map(chr, range(0x3000))), "\ud800\U000e0001"])
def test_printable_leaves_nothing_to_obey(text: str) -> None:
    assert printable(text).isprintable()
    assert printable(text, keep="\n").replace("\n", "").isprintable()
    assert printable("Äß ♔ 中") == "Äß ♔ 中"


def test_a_program_is_quoted_without_control_characters_by_match(tmp_path: Path) -> None:
    for protocol in ("hexai", "htp"):
        check(output("match", f"{protocol}:{bot(tmp_path)}", "random", "--games", "1", "--sandbox", "none"))


def test_a_program_is_quoted_without_control_characters_by_doctor(tmp_path: Path) -> None:
    for protocol in ("hexai", "kth", "htp"):
        check(output("doctor", bot(tmp_path), "--protocol", protocol, "--per-move", "0.2"))


def test_a_program_is_quoted_without_control_characters_by_arbi(tmp_path: Path) -> None:
    path = tmp_path / "stop.py"
    path.write_text(f"import sys\nprint('X. E: ' + {EVIL!r})\n")
    program = f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"
    check(output("arbi", program, program, str(tmp_path / "log.txt")))


def test_files_are_shown_without_control_characters(tmp_path: Path) -> None:
    game = Hex(2)
    move = game.initial().legal_moves()[0]
    decision = Decision(move, 0.0, stdout=EVIL.encode(), search=EVIL)
    outcome = Outcome(game.sides[0], Termination.CRASH, EVIL)
    record = GameRecord(game, (f"ann{EVIL}", f"bob{EVIL}"), game.initial(), PlainLine((decision,)), outcome)
    games = tmp_path / "games.jsonl"
    games.write_text(json_lines.dumps_line(record))
    check(output("replay", str(games), "--plain"))
    store = tmp_path / "games.db"
    with Store.open(store) as opened:
        opened.begin(f"cup{EVIL}", "{}")
        opened.add(f"cup{EVIL}", StoredGame.of(f"1{EVIL}", record), record)
    check(output("tournament", "list", "--store", str(store)))
    check(output("replay", str(tmp_path / f"absent{EVIL}")))


def test_an_unexpected_error_is_printed_without_control_characters() -> None:
    code = f"""
import crownbridge.cli

def fail(arguments):
    raise RuntimeError({EVIL!r})

crownbridge.cli._run = fail
crownbridge.cli.main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)
    assert "RuntimeError" in done.stderr
    check(done.stderr)


def test_the_server_logs_without_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception: %s", (EVIL,), None)
    check(PrintableFormatter("%(levelname)s: %(message)s").format(record))
    try:
        raise RuntimeError(EVIL)
    except RuntimeError:
        print_traceback()
    check(capsys.readouterr().err)
