"""Every hostile program gets the verdict it must, in time, in bounded memory, and leaves nothing behind."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crownbridge.arena import Output, TimeControl, play_game
from crownbridge.games import Checkers, Hex, Side, Termination
from crownbridge.players import ProgramPlayer, RandomPlayer
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.protocols.hexai import Hexai
from crownbridge.protocols.kth import BEGINNING, Kth, message_for
from crownbridge.records import GameRecord

PROGRAMS = Path(__file__).with_name("programs.py")
RED, WHITE = Checkers.sides
PER_MOVE = 0.5
ENOUGH = 10.0
"""For those that must not be stopped by the clock."""
MARGIN = 0.1
MOST_MEMORY = 200 << 20

# The misdeed of each program, the expected termination, and words of the expected reason.
VERDICTS = {
    "exit_at_once": (Termination.CRASH, "exited with status 4"),
    "leave": (Termination.CRASH, "exited with status 3"),
    "crash": (Termination.CRASH, "segmentation fault (signal 11)"),
    "hang": (Termination.TIMEOUT, "did not answer in time"),
    "ignore_term": (Termination.TIMEOUT, "did not answer in time"),
    "stop": (Termination.TIMEOUT, "did not answer in time"),
    "endless_line": (Termination.PROTOCOL_ERROR, "printed a line of more than"),
    "flood_stdout": (Termination.PROTOCOL_ERROR, "not a message of the protocol: 'debug'"),
    "flood_stderr": (Termination.TIMEOUT, "did not answer in time"),
    "close_stdout": (Termination.DISCONNECT, "closed its output"),
    "eat_memory": (Termination.CRASH, "exited with status 1"),
    "binary": (Termination.PROTOCOL_ERROR, "not a message of the protocol"),
    "too_early": (Termination.PROTOCOL_ERROR, "moved out of turn"),
    "two_at_once": (Termination.PROTOCOL_ERROR, "moved out of turn"),
    "illegal_move": (Termination.ILLEGAL_MOVE, "is illegal: "),
    "wrong_board": (Termination.PROTOCOL_ERROR, "but it claims"),
    "wrong_counter": (Termination.PROTOCOL_ERROR, "but it claims"),
    "false_claim": (Termination.PROTOCOL_ERROR, "claims that the game is over"),
    "resign": (Termination.RESIGNATION, "resigned"),
    "stop_reading": (Termination.TIMEOUT, "did not answer in time"),
}
SLOW = {misdeed for misdeed, (termination, _) in VERDICTS.items() if termination is Termination.TIMEOUT}
# Whether the second line comes before or after the next request, it is wrong.
VERDICTS_EITHER = {"too_early_after_a_while": {Termination.PROTOCOL_ERROR, Termination.ILLEGAL_MOVE}}
HARMLESS = ("chatter_on_stderr", "leave_a_child", "moves_after_the_end")


# Every program meets every sandbox; the sides take turns.
PLACES = [(Sandbox.AUTO, Checkers.sides[0]), (Sandbox.LIMITS, Checkers.sides[1]), (Sandbox.NONE, Checkers.sides[0])]


def player(misdeed: str, sandbox: Sandbox = Sandbox.AUTO) -> ProgramPlayer:
    launch_options = LaunchOptions(limits=Limits(address_space=300 << 20), sandbox=sandbox)
    return ProgramPlayer(misdeed, [sys.executable, str(PROGRAMS), misdeed], Kth, launch_options)


def play(misdeed: str, side: Side, sandbox: Sandbox = Sandbox.AUTO) -> GameRecord:
    """A game of that program against one that only plays."""
    players: list[Any] = [RandomPlayer(1), RandomPlayer(1)]
    players[side] = player(misdeed, sandbox)
    return play_game(
        Checkers(),
        (players[0], players[1]),
        TimeControl(per_move=PER_MOVE if misdeed in SLOW else ENOUGH, margin=MARGIN),
    )


@pytest.mark.parametrize(
    ("misdeed", "sandbox", "side"),
    [
        (misdeed, *place)
        for misdeed in VERDICTS
        for place in PLACES
        if (misdeed, place[0]) != ("eat_memory", Sandbox.NONE)  # there, only the machine's memory stops it
    ],
    ids=str,
)
def test_the_verdict(misdeed: str, sandbox: Sandbox, side: Side) -> None:
    termination, words = VERDICTS[misdeed]
    record = play(misdeed, side, sandbox)
    assert record.outcome.termination is termination, record.outcome
    assert record.outcome.winner is side.other
    assert words in record.outcome.detail, record.outcome
    assert record.outcome.detail.startswith(f"{misdeed} ({side}) ")
    if misdeed in SLOW:
        assert record.leftover[side].seconds > PER_MOVE


@pytest.mark.parametrize("misdeed", VERDICTS_EITHER)
def test_one_of_two_verdicts(misdeed: str) -> None:
    record = play(misdeed, Checkers.sides[0])
    assert record.outcome.termination in VERDICTS_EITHER[misdeed]
    assert record.outcome.winner is Checkers.sides[1]


@pytest.mark.parametrize("misdeed", HARMLESS)
def test_what_harms_nobody_is_no_fault(misdeed: str) -> None:
    record = play(misdeed, Checkers.sides[0])
    assert record.outcome.detail == "", record.outcome


def test_no_child_is_left_behind() -> None:
    """It prints its process id on stderr; when the game is over, it has exited."""
    record = play("leave_a_child", Checkers.sides[0], Sandbox.NONE)
    printed = b"".join(turn.stderr for turn in (*record.decisions, *record.leftover.values()))
    assert printed.split()
    assert not [pid for pid in map(int, printed.split()) if Path(f"/proc/{pid}").exists()]


def test_a_flood_of_lines_that_mean_nothing_is_stopped() -> None:
    """Hexai passes over lines that start with neither colour: their number is what is bounded."""
    flood = [sys.executable, "-c", "while True: print('thinking ' * 100)"]
    players = ProgramPlayer("flood", flood, Hexai), RandomPlayer(1)
    record = play_game(Hex(3), players, TimeControl(per_move=ENOUGH))
    assert record.outcome.termination is Termination.PROTOCOL_ERROR
    assert "printed more than 1048576 bytes in one turn" in record.outcome.detail


@pytest.mark.parametrize("words", [".", ". E: received illegal move a10"])
@pytest.mark.parametrize("side", list(Hex.sides), ids=str)
def test_a_program_that_stops_its_own_game_loses_it(side: Side, words: str) -> None:
    """Else a program that is about to lose would only have to stop."""
    stop = [sys.executable, "-c", f"import sys; print(sys.argv[1] + {words!r})"]
    players: list[Any] = [RandomPlayer(1), RandomPlayer(1)]
    players[side] = ProgramPlayer("stop", stop, Hexai)
    record = play_game(Hex(3), (players[0], players[1]), TimeControl(per_move=ENOUGH))
    assert record.outcome.winner is side.other
    assert record.outcome.termination is Termination.DISCONNECT
    assert "aborted the game in its 1st move" in record.outcome.detail


def test_both_sides_have_the_same_time_to_start() -> None:
    """White, which has to greet, no more than red, which starts with a move; nor a second time for its first move."""
    control = TimeControl(per_move=0.2, margin=MARGIN, startup=2.0)
    limit = control.startup + 0.2 + MARGIN
    greeting = message_for(Checkers().initial(), BEGINNING)
    scripts = {"silent": "", "late": f"time.sleep(0.8); print({str(greeting)!r}, flush=True);"}
    seconds = {}
    for name, side in (("silent", RED), ("silent", WHITE), ("late", WHITE)):
        players: list[Any] = [RandomPlayer(1), RandomPlayer(1)]
        command = [sys.executable, "-c", f"import time; {scripts[name]} time.sleep(60)"]
        players[side] = ProgramPlayer(name, command, Kth)
        record = play_game(Checkers(), (players[0], players[1]), control)
        assert record.outcome.termination is Termination.TIMEOUT
        seconds[name, side] = record.leftover[side].seconds
    assert limit < seconds["silent", RED] < limit + 0.5
    assert limit < seconds["silent", WHITE] < limit + 0.5
    assert seconds["late", WHITE] < limit - 0.5


def test_the_next_game_runs_as_if_nothing_had_happened() -> None:
    for misdeed in ("hang", "leave_a_child", "endless_line"):
        play(misdeed, Checkers.sides[0])
        assert play("moves_after_the_end", Checkers.sides[1]).outcome.detail == ""


def test_events_tell_output_as_it_comes() -> None:
    heard: dict[str, int] = {"stdout": 0, "stderr": 0}

    def watch(event: object) -> None:
        if isinstance(event, Output):
            assert event.side is Checkers.sides[0]
            heard[event.stream] += len(event.data)

    record = play_game(
        Checkers(), (player("chatter_on_stderr"), RandomPlayer(1)), TimeControl(per_move=ENOUGH), [watch]
    )
    printed = [*record.decisions, *record.leftover.values()]
    assert heard["stdout"] == sum(len(turn.stdout) for turn in printed)
    assert heard["stderr"] == sum(len(turn.stderr) + turn.dropped for turn in printed)
    status, none = record.statuses
    assert status.startswith("exited with status 0; ")
    assert none == ""


MEASURED = """
import sys
from crownbridge.cli import main
try:
    main()
except SystemExit:
    pass
status = open("/proc/self/status").read()
print("peak", status[status.index("VmHWM:") + 6 : status.index("kB", status.index("VmHWM:"))])
"""


@pytest.mark.parametrize("misdeed", ["endless_line", "flood_stdout", "flood_stderr"])
def test_our_memory_is_bounded(misdeed: str) -> None:
    """In a process of its own, so that nothing but the arena is measured."""
    bot = f"kth:'{sys.executable}' '{PROGRAMS}' {misdeed}"
    command = [sys.executable, "-c", MEASURED, "match", bot, "random", "--per-move", "1", "--sandbox", "none"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=60, check=True)
    *_, peak = done.stdout.splitlines()
    assert "+0 =0 -2" in done.stdout  # before it, games may be void because the machine was busy
    assert int(peak.split()[1]) * 1024 < MOST_MEMORY


def test_output_is_bounded_and_counted() -> None:
    record = play("chatter_on_stderr", Checkers.sides[0])
    noisy = [decision for decision in record.decisions if decision.stderr]
    assert noisy
    for decision in noisy:
        assert len(decision.stderr) <= 64 * 1024
        assert len(decision.stderr) + decision.dropped == 300_000
