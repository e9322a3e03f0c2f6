"""Play a game of each saboteur against an honest program, and print what became of them, as JSON.

    sabotage.py USER SANDBOX NAMESPACES MISDEED ...

For each misdeed: `honest` is empty, or what the honest program suffered; `left` is what remained of the game on the
machine after two seconds; `late` are the seconds by which the verdict came after the end of the saboteur's time.
"""

import importlib.metadata  # noqa: F401 (before the user changes, who may not read it)
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.hostile.attempts import PYTHON, become, left_groups, left_processes, mounts

from crownbridge.arena import Referee, Thinking, TimeControl
from crownbridge.games import Hex, Outcome, Termination
from crownbridge.players import ProgramPlayer
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.protocols.lines import Lines

PER_MOVE, STARTUP = 1.0, 5.0
MEMORY = 256 << 20
EXAMPLES = Path(__file__).parents[2] / "examples"
SABOTEUR, HONEST = Hex.sides


def main() -> None:
    user, sandbox, namespaces, *misdeeds = sys.argv[1:]
    become(int(user), namespaces)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps({misdeed: play(Path(folder), Sandbox(sandbox), misdeed) for misdeed in misdeeds}))


def play(place: Path, sandbox: Sandbox, misdeed: str) -> dict[str, Any]:
    before = mounts(place)
    bots = []
    for number, source in enumerate((Path(__file__).with_name("saboteurs.py"), EXAMPLES / "lines_bot.py")):
        folder = place / f"{misdeed}-{number}"
        folder.mkdir()
        launch_options = LaunchOptions(folder, Limits(address_space=MEMORY), sandbox)
        command = [PYTHON, str(shutil.copy(source, folder)), misdeed]
        bots.append(ProgramPlayer(source.stem, command, Lines, launch_options))
    seats = (bots[0], bots[1])
    control = TimeControl(per_move=PER_MOVE, startup=STARTUP)
    supervisors: set[int] = set()

    def watch(event: object) -> None:
        if isinstance(event, Thinking):
            supervisors.update(bot._running()._guard.process.pid for bot in bots)

    record = Referee(Hex(3), seats, control, observers=[watch]).play()
    outcome, turn = record.outcome, record.leftover.get(SABOTEUR)
    is_timeout = outcome.termination is Termination.TIMEOUT and turn is not None
    deadline = time.monotonic() + 2
    while (left := left_of(supervisors, place)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return {
        "honest": harm(outcome),
        "left": [*left, *({"mounts"} if mounts(place) != before else ())],
        "late": round(turn.seconds - PER_MOVE - STARTUP, 2) if is_timeout and turn is not None else None,
        "outcome": str(outcome),
    }


def left_of(supervisors: set[int], place: Path) -> list[Any]:
    """Return what is left of two programs; not of other games on this machine."""
    return [*left_processes(str(place)), *(group for pid in supervisors for group in left_groups(pid))]


def harm(outcome: Outcome) -> str:
    """Return the outcome if the honest program has neither won nor lost by the rules, else an empty text."""
    return "" if outcome.termination is Termination.NORMAL or outcome.winner is HONEST else str(outcome)


if __name__ == "__main__":
    main()
