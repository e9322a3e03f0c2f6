"""The command line as a user meets it: real processes, their output and their exit status."""

import errno
import os
import platform
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from tests import forked
from tests.processes import cpu_seconds
from typer.testing import CliRunner

from crownbridge.arena import Checkup, Finding, TimeControl
from crownbridge.cli import _reason, doctor
from crownbridge.cli.commands import SUMMARIES, load
from crownbridge.cli.match import _control
from crownbridge.cli.support.arguments import wants_colour
from crownbridge.cli.support.game_input import reading

COMMAND = Path(sys.executable).with_name("crownbridge")


def run(*arguments: str | bytes, typed: str = "") -> subprocess.CompletedProcess[str]:
    return forked.run(*arguments, typed=typed)


def output(*arguments: str, typed: str = "") -> str:
    done = run(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("command", SUMMARIES)
def test_help_has_examples(command: str) -> None:
    """Each is started as a user does, not forked."""
    done = subprocess.run([COMMAND, command, "--help"], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Examples:" in done.stdout
    assert f"crownbridge {command}" in done.stdout


def test_all_commands_are_listed() -> None:
    listed = re.findall(r"^  ([a-z-]+) {2}", output("--help").split("Commands:")[1], re.MULTILINE)
    assert listed == list(SUMMARIES)


@pytest.mark.parametrize("command", SUMMARIES)
def test_the_list_of_commands_has_the_first_sentence_of_each(command: str) -> None:
    module = load(command)
    own = typer.main.get_command(module.app).get_short_help_str(200) if hasattr(module, "app") else module.SUMMARY
    assert SUMMARIES[command] == own


@pytest.mark.parametrize("players", [("hex:1", "random"), ("random", "hex:1")])
def test_a_match_is_of_the_game_that_a_player_plays(players: tuple[str, str]) -> None:
    assert "red wins" in output("match", *players, "--size", "1", "--games", "1")


def test_version() -> None:
    assert output("--version").startswith("crownbridge 0.")


def test_the_package_can_be_executed() -> None:
    command = [sys.executable, "-m", "crownbridge", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == output("--version")


@pytest.mark.parametrize("options", [("--version", "--verbose"), ("--verbose", "--version")])
def test_verbose_version_tells_what_a_report_of_a_fault_needs(options: tuple[str, str]) -> None:
    first, *lines = output(*options).splitlines()
    rows = dict(line.split(": ", 1) for line in lines)
    assert first == output("--version").strip()
    assert rows["Python"].startswith(platform.python_version())
    assert f"numpy {version('numpy')}" in rows["packages"]
    assert "checkers-4" in rows["checkers endgame tables"]
    assert rows["hex network"].startswith("version ")
    assert rows["sandbox"].split()[0] in {"strict", "limits;"}
    assert rows["pages"] == "built"
    assert platform.machine() in rows["system"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("turnament x.toml", "there is no command 'turnament'; did you mean: crownbridge tournament?"),
        ("radnom-games hex", "there is no command 'radnom-games'; did you mean: crownbridge random-games?"),
        ("qqq", "there is no command 'qqq'; see crownbridge --help"),
        ("agent nwe x.json", "there is no file 'nwe'; did you mean: crownbridge agent new?"),
        ("tournament standing x", "there is no file 'standing'; did you mean: crownbridge tournament standings?"),
    ],
)
def test_a_mistyped_command_is_told_which_was_meant(typed: str, told: str) -> None:
    done = run(*typed.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"crownbridge: {told}\n")


def test_a_mistyped_command_of_a_command_or_option_is_told_which_was_meant() -> None:
    assert "No such command 'shwo'. Did you mean 'show'?" in run("tables", "shwo").stderr
    assert "--games" in run("match", "random", "random", "--gmaes", "2").stderr


def test_perft() -> None:
    lines = output("perft", "checkers", "6").splitlines()
    assert [line.split()[1] for line in lines] == ["7", "49", "302", "1,469", "7,361", "36,768"]
    divided = output("perft", "hex", "2", "--size", "3", "--divide", "--position", "b2")
    assert [line.split() for line in divided.splitlines()[2:4]] == [["a1", "7"], ["b1", "7"]]


def test_bench_repeats_its_signature() -> None:
    first, second = (run("bench", "--depth", "6", "--threads", threads).stdout.splitlines() for threads in "12")
    signature = [line for line in first if line.startswith("signature: ")]
    assert len(signature) == 1
    assert signature[0] in second
    hex_signatures = {output("bench", "hex", "--nodes", "300").split("signature: ")[1].split()[0] for _ in range(2)}
    assert len(hex_signatures) == 1
    assert second[-1].startswith("speedup to the same depth: ")


def test_bench_takes_every_evaluation_that_its_help_lists() -> None:
    told = output("bench", "--help")
    signatures = {}
    for evaluation in ("network", "hand-written", "piece-tables"):
        assert evaluation in told
        text = output("bench", "--depth", "5", "--evaluation", evaluation)
        signatures[evaluation] = text.partition("signature: ")[2].split()[0]
    assert len(set(signatures.values())) == 3


def test_a_match_tells_of_the_sandbox_where_a_program_plays() -> None:
    assert run("match", "random", "random", "--games", "1").stderr == ""
    program = f"kth:'{COMMAND}' checkers"
    assert (
        run("match", program, "random", "--games", "1", "--per-move", "0.001", "--sandbox", "none").stderr
        == "sandbox: none; programs run with your permissions and can access all your files\n"
    )


def test_show() -> None:
    text = output("show", "checkers", "rrrrrrrrrr.r..r.....wwwwwwwwwwww 0_11_15 w 49")
    assert "KTH: 'rrrrrrrrrr.r..r.....wwwwwwwwwwww -1 w 49'" in text
    assert "FEN: W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15" in text
    assert "white to move, 7 legal: 21-17 22-17 22-18 23-18 23-19 24-19 24-20" in text
    assert "over: red wins" in output("show", "hex", "--size", "1", "a1")


def test_show_writes_a_picture_whole(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    output("show", "hex", "--size", "5", "--svg", str(picture))
    assert picture.read_text().startswith("<svg ")
    assert picture.read_text().endswith("</svg>\n")
    assert list(tmp_path.iterdir()) == [picture]


def test_colours_only_when_wanted() -> None:
    assert "\x1b[" not in output("show", "checkers")
    assert "\x1b[" in output("show", "checkers", "--colour")


@pytest.mark.parametrize(
    ("asked", "terminal", "environment", "wanted"),
    [
        (None, True, {"TERM": "xterm"}, True),
        (None, True, {}, True),
        (None, True, {"TERM": "dumb"}, False),
        (None, True, {"TERM": "xterm", "NO_COLOR": ""}, False),
        (None, False, {"TERM": "xterm"}, False),
        (True, False, {"TERM": "dumb", "NO_COLOR": "1"}, True),
        (False, True, {"TERM": "xterm"}, False),
    ],
)
def test_who_wants_colours(
    monkeypatch: pytest.MonkeyPatch, *, asked: bool | None, terminal: bool, environment: dict[str, str], wanted: bool
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    stdout = SimpleNamespace(isatty=lambda: terminal)
    monkeypatch.setattr("crownbridge.games.terminal.sys", SimpleNamespace(stdout=stdout))
    assert wants_colour(asked) is wanted


def test_random_games_repeat_with_their_seed() -> None:
    once = run("random-games", "hex", "--size", "5", "-n", "1000", "--seed", "3").stdout.splitlines()
    again = run("random-games", "hex", "--size", "5", "-n", "1000", "--seed", "3").stdout.splitlines()
    assert once[:4] == again[:4]
    assert once[2].split() == ["draws", "0", "0.0%"]
    assert sum(int(line.split()[1]) for line in once[:3]) == 1000


def test_hex_is_played_against_the_engine() -> None:
    text = output("play", "hex", "--size", "2", "--level", "7", "--as", "blue", "--seed", "1", typed="b2\nb1\n")
    assert "blue, against hex:7" in text
    assert "  won: " in text
    assert text.endswith("red wins\n")


def test_a_game_can_be_played_to_its_end() -> None:
    text = output("play", "hex", "--size", "2", "--opponent", "human", typed="b1\nmoves\na1\nundo\na1\na2\n")
    assert "a1 a2 b2" in text
    assert text.endswith("red wins\n")


def test_a_game_can_be_left() -> None:
    assert output("play", typed="11-15\n").endswith("unfinished\n")
    assert output("play", typed="resign\n").endswith("white wins (resignation)\n")
    nothing = "There is no move to undo."
    assert nothing in output("play", typed="undo\nquit\n")
    assert nothing not in output("play", "--opponent", "human", typed="11-15\n21-17\nundo\nundo\nquit\n")
    assert output("play", "--opponent", "human", typed="11-15\nundo\nundo\nquit\n").count(nothing) == 1
    assert "white plays" in output("play", typed="11-15\nquit\n")
    assert "against checkers:3." in output("play", "--level", "3", "--per-move", "0.01", typed="quit\n")
    assert "against random." in output("play", "--opponent", "random", typed="quit\n")
    assert "a capture is mandatory" not in output("play", typed="9-14\n12-12\nquit\n")


def test_a_program_can_be_the_opponent() -> None:
    bot = Path(__file__).parents[2] / "examples" / "kth_bot.py"
    done = run("play", "--opponent", f"kth:{sys.executable} {bot}", "--per-move", "20", typed="11-15\nquit\n")
    assert done.stderr.startswith("sandbox: ")
    assert "red> white plays " in done.stdout
    assert done.stdout.endswith("unfinished\n")


def test_a_program_that_starts_at_the_beginning_takes_no_move_back() -> None:
    bot = f"hexai:'{COMMAND}' hexai --per-move 0.01"
    arguments = ("play", "hex", "--size", "3", "--per-move", "20", "--opponent", bot)
    done = run(*arguments, typed="a1\nundo\nquit\n")
    assert "does not support undo" in done.stdout
    done = run(*arguments, "--position", "a1b3")
    assert done.returncode == 2
    assert "cannot start from a position" in done.stderr


def test_the_engine_gives_a_hint() -> None:
    text = output("play", "hex", "--size", "3", "--opponent", "random", "--per-move", "0.1", typed="hint\nquit\n")
    assert "red> The engine would play b2.\nred> " in text


def test_a_move_is_taken_back_together_with_the_answer() -> None:
    text = output("play", "--opponent", "random", typed="9-14\nundo\n9-13\nquit\n")
    start = text.split("\n\n")[1]
    assert text.count(start) == 2, "as it was at the start"
    assert text.count("white plays") == 2


def test_an_engine_shows_what_it_thought() -> None:
    arguments = ("play", "--level", "10", "--per-move", "1")
    plain = output(*arguments, "--plain", typed="11-15\nquit\n")
    assert re.search(r"^red> white plays (\S+)\n  depth \d+, [+-]\d\.\d\d: \1\b", plain, re.MULTILINE)
    assert "\x1b[2m  depth " in output(*arguments, "--colour", typed="11-15\nquit\n")


@pytest.mark.parametrize("opponent", [["--level", "3"], ["--opponent", "random"]])
def test_a_game_repeats_with_its_seed(opponent: list[str]) -> None:
    games = [output("play", *opponent, "--seed", seed, typed="11-15\n12-16\n10-14\n9-13\nquit\n") for seed in "1123"]
    assert games[0] == games[1]
    assert len(set(games)) > 1


def test_a_bad_move_is_explained_and_asked_again() -> None:
    text = output("play", "--opponent", "human", typed="12-20\nknight\n12-16\nquit\n")
    assert "12-20 is illegal" in text
    assert "'knight' is not a checkers move" in text
    assert "white> " in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "chess"], "there is no game called 'chess'; there are: checkers, hex"),
        (["show", "checkers", "r"], "a checkers board has 32 squares, but 1 are given"),
        (["show", "checkers", "--size", "8"], "checkers has no option 'size'"),
        (["show", "hex", "--size", "27"], "the option size is 27; expected a whole number from 1 to 26"),
        (["show", "hex", "z99"], "rows are 1 to 26"),
        (["show", "checkers", "--rules", "chess"], "checkers has no preset 'chess'; it has: kth, tournament"),
        (["perft", "hex", "2", "--first", "green"], "expected red or blue"),
        (["perft", "checkers"], "Missing argument"),
        (["play", "--as", "blue"], "expected red or white"),
        (["play", "--level", "3", "--opponent", "random"], "--opponent and --level are mutually exclusive"),
        (["play", "hex", "--opponent", "checkers:3"], "'checkers:3' plays checkers, not hex"),
        (["bench", "chess"], "there is no game called 'chess'; there are: checkers, hex"),
        (["play", "--opponent", "kth:./none"], "program './none' not found"),
        (["fly"], "there is no command 'fly'"),
        (["show", "hex", "--size", "9" * 30], "expected a whole number from 1 to 26"),
        (["random-games", "hex", "-n", "9" * 30], "less than or equal to 1000000000000"),
        (["show", "checkers", b"\xff\xfe"], "32 squares"),
        (["show", "checkers", "--svg", "/"], "/ cannot be written: Is a directory"),
        (["show", "checkers", "--svg", "no/such/folder.svg"], "no/such/folder.svg cannot be written: No such file"),
    ],
)
def test_a_mistake_is_one_line_and_status_2(arguments: list[str | bytes], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == "" or "--svg" in arguments


@pytest.mark.parametrize(
    "command",
    ["show hex", "perft hex 2", "random-games hex", "play hex", "match random random --game hex", "doctor hexai:true"],
)
@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--rules chess", "hex has no preset 'chess'"),
        ("--size 27", "the option size is 27"),
        ("--first green", "the option first is 'green'"),
        ("--set size=27", "the option size is 27"),
        ("--swap", "checkers has no option 'swap'"),
    ],
)
def test_every_command_about_a_game_takes_the_options_of_games(command: str, option: str, message: str) -> None:
    """Each is given a value that the game refuses, and so has come to it."""
    if option == "--swap":
        command = command.replace("hexai", "kth").replace("hex", "checkers")
    assert message in run(*command.split(), *option.split()).stderr


@pytest.mark.parametrize(
    "arguments", [["perft", "checkers", "30"], ["random-games", "hex", "--size", "26", "-n", "1000000000"]], ids=str
)
def test_ctrl_c_ends_a_long_job(arguments: list[str]) -> None:
    process = subprocess.Popen([COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while cpu_seconds(process.pid) < 1:  # by then it is at work, however slow the machine
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, b"")


def test_lost_output_is_an_error() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([COMMAND, "show", "hex"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (1, b"crownbridge: No space left on device: output is lost\n")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            FileNotFoundError(errno.ENOENT, "No such file or directory", "gone.txt"),
            "gone.txt: No such file or directory",
        ),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"), "Connection refused"),
        (OSError("of a library"), "of a library"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device: output is lost"),
    ],
)
def test_only_a_failed_write_is_lost_output(error: OSError, told: str) -> None:
    assert _reason(error) == told


def test_closed_streams_are_no_crash() -> None:
    for redirection in ("show hex >&-", "play <&-"):
        done = subprocess.run(
            ["sh", "-c", f"'{COMMAND}' {redirection}"],  # noqa: S607 (any shell will do)
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([COMMAND, "show", "hex"], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writing)
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("per_move", "time", "control"),
    [
        (None, None, TimeControl(per_move=1.0, margin=0.3, startup=7.0)),
        (2.0, None, TimeControl(per_move=2.0, margin=0.3, startup=7.0)),
        (None, "60", TimeControl(per_game=60.0, margin=0.3, startup=7.0)),
        (2.0, "60+0.5", TimeControl(2.0, 60.0, 0.5, 0.3, 7.0)),
    ],
)
def test_the_time_of_a_match(per_move: float | None, time: str | None, control: TimeControl) -> None:
    assert _control(per_move, time, 0.3, 7.0) == control._replace(options=("--per-move", "--per-game"))


def test_the_doctor_gives_a_bot_the_time_per_move(monkeypatch: pytest.MonkeyPatch) -> None:
    controls: list[TimeControl] = []

    class Healthy(Checkup):
        def run(self) -> Iterator[Finding]:
            controls.append(self._control)
            return iter(())

    monkeypatch.setattr("crownbridge.cli.doctor.Checkup", Healthy)
    assert CliRunner().invoke(doctor.app, ["kth:cat", "--per-move", "0.25"]).exit_code == 0
    assert [control.per_move for control in controls] == [0.25]


def test_progress_of_reading_is_shown_on_stderr(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # taken for a terminal
    (tmp_path / "games.pdn").write_text("1. 11-15 *\n")
    with reading(str(tmp_path / "games.pdn")) as entries:
        assert len(list(entries)) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err != ""
