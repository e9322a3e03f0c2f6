"""`crownbridge doctor --deep` with a probe of its own."""

import os
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from crownbridge.bugfinder import examination
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.finder import Progress
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.probe import Probe
from crownbridge.cli import doctor
from crownbridge.cli.support.examination_progress import summary
from crownbridge.cli.support.examination_text import report_lines
from crownbridge.errors import FileError, InputError, OptionError
from crownbridge.games import Checkers

POSITION = "B:W18:B15"
EXAMPLE = Example(POSITION, ("a line",), "15-19", ("15x22",), "A capture is compulsory.", ("15-19", "18-15"), 5)
FAULT = Finding(
    "It does not capture\x1b[31m.",
    (Cause("capture", "Look at the move generator."), Cause("square numbers", "Check the directions.")),
    0.96,
    "4 of 5 captures missed",
    (EXAMPLE, EXAMPLE._replace(lines=("one", "two"))),
)


class Stub(Probe):
    """Asks one question and yields the given findings."""

    name = "stub"

    def __init__(self, *results: Finding | Fact, interrupts: bool = False) -> None:
        self._results = results
        self._interrupts = interrupts

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        bot.ask(POSITION)
        yield Fact("time", f"drew {chance.random():.3f}")
        yield from self._results
        if self._interrupts:
            os.kill(os.getpid(), signal.SIGINT)
            bot.ask(POSITION, 1)
            yield Fact("never", "comes")


def invoke(monkeypatch: pytest.MonkeyPatch, probe: Probe, *arguments: str) -> Result:
    monkeypatch.setattr("crownbridge.bugfinder.finder.probes_of", lambda _: [probe])
    result = CliRunner().invoke(doctor.app, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_report_of_a_faulty_bot(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "new" / "bugs.json"
    result = invoke(monkeypatch, Stub(FAULT), "checkers:1", "--deep", "--per-move", "0.1", "--json", str(target))
    assert result.exit_code == 1
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Examined checkers:1 in checkers: 1 question in 0 s, 0.1 s per move, seed 0")
    for expected in (
        "   time: drew 0.844",
        "1. It does not capture\\x1b[31m (almost certain, 96 %)",
        "   Evidence: 4 of 5 captures missed",
        "      - capture: Look at the move generator.",
        "      red to move",
        "      a line",
        "   It played: 15-19, 5 times out of 5",
        "   Right: 15x22",
        "   Why: A capture is compulsory.",
        "   Refutation: 15-19 18-15",
        f"wrote {target}",
    ):
        assert expected in lines
    assert "Verdict: 1 suspected fault of checkers:1 in 1 question. First: Look at the move generator." in lines
    assert "      two" not in lines
    written = examination.loads(target.read_text(encoding="utf-8"))
    assert [finding.examples for finding in written.findings] == [FAULT.examples]


def test_the_side_has_its_name_in_the_protocol() -> None:
    result = examination.Examination(
        "bot", "reblexis", Checkers(), 1.0, 2.0, 0, 9.0, 40, is_complete=True, facts=(), findings=(FAULT,)
    )
    assert any(line.endswith("red (black in reblexis) to move") for line in report_lines(result))
    assert any(line.endswith(" red to move") for line in report_lines(result._replace(protocol="")))


def test_many_lines_to_paste_are_left_to_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    long = FAULT._replace(examples=(EXAMPLE._replace(lines=tuple(map(str, range(99)))),))
    result = invoke(monkeypatch, Stub(long), "random", "--deep")
    assert "Paste into the bot's input: 99 lines, in the file that --report or --json writes." in result.output


def test_a_sound_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    result = invoke(monkeypatch, Stub(), "checkers:1", "--deep", "--per-move", "0.1", "--seed", "5")
    assert result.exit_code == 0
    assert "   time: drew 0.623" in result.stdout
    assert "Verdict: no programming error of checkers:1 found in 1 question." in result.stdout


def test_ctrl_c_prints_the_report_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    result = invoke(monkeypatch, Stub(FAULT, interrupts=True), "checkers:1", "--deep", "--per-move", "0.1")
    assert result.exit_code == 1
    assert result.stderr == "interrupted; this is the report so far\n"
    assert "1. It does not capture" in result.stdout
    assert "The examination was stopped early." in result.stdout
    assert "never" not in result.stdout


def test_a_bot_that_fails_the_checks_is_not_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    result = invoke(monkeypatch, Stub(FAULT), "lines:false", "--deep")
    assert result.exit_code == 1
    assert "FAIL starts" in result.stdout or "FAIL first move" in result.stdout
    assert result.stdout.endswith("is skipped; correct what the checks report first.\n")
    assert "Examined" not in result.stdout


def test_a_program_that_passes_the_checks_is_examined(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = f"lines:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'lines_bot.py'}"
    result = invoke(monkeypatch, Stub(), bot, "--deep", "--minutes", "0.5")
    assert result.exit_code == 0
    assert "Verdict: lines_bot.py passes all" in result.stdout
    assert "Examined lines_bot.py in checkers: 1 question" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (["checkers:1"], OptionError, "is not a program"),
        (["human", "--deep"], OptionError, "is not a program"),
        (["lines:cat", "--minutes", "3"], OptionError, "--minutes needs --deep"),
        (["lines:cat", "--json", "x.json"], OptionError, "--json needs --deep"),
        (["checkers:1", "--deep", "--json", "/"], FileError, "/ is a folder"),
    ],
)
def test_wrong_options(arguments: list[str], kind: type[InputError], message: str) -> None:
    result = CliRunner().invoke(doctor.app, arguments)
    assert isinstance(result.exception, kind)
    assert message in str(result.exception)


def test_progress_tells_probe_questions_and_findings() -> None:
    assert summary(Progress("tactics", 0.5, 1200, 2)) == "tactics: 1,200 questions, 2 findings"
    assert summary(Progress("time", 0.5, 1, 1)) == "time: 1 question, 1 finding"


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Progress] = []

    def show(progress: Progress) -> str:
        shown.append(progress)
        return progress.probe

    monkeypatch.setenv("FORCE_COLOR", "1")  # taken for a terminal
    monkeypatch.setattr("crownbridge.cli.support.examination_progress.summary", show)
    result = invoke(monkeypatch, Stub(), "checkers:1", "--deep", "--per-move", "0.1")
    assert result.exit_code == 0
    assert "stub" in result.stderr
    assert (shown[-1].probe, shown[-1].answers) == ("stub", 1)
