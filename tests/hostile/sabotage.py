"""Play a game of each saboteur against an honest program, and print what became of them, as JSON.

    sabotage.py USER SANDBOX NAMESPACES MISDEED ...

For each misdeed: `honest` is empty, or what the honest program lost by; `left` is what remained of the game on the
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

from crownbridge.arena import Referee, TimeControl, play_until_valid
from crownbridge.games import Hex, Termination
from crownbridge.players import ProgramPlayer
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.protocols.lines import Lines

PER_MOVE, STARTUP = 1.0, 5.0
MEMORY = 256 << 20
EXAMPLES = Path(__file__).parents[2] / "examples"


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
    *_, record = play_until_valid(lambda may_be_void: Referee(Hex(3), seats, control, may_be_void=may_be_void))
    outcome, turn = record.outcome, record.leftover.get(Hex.sides[0])
    honest_has_failed = outcome.termination is not Termination.NORMAL and outcome.winner != 0
    is_late = outcome.termination is Termination.TIMEOUT and turn is not None
    deadline = time.monotonic() + 2
    while (left := [*left_processes(str(place)), *left_groups()]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return {
        "honest": str(outcome) if honest_has_failed and outcome.winner is not Hex.sides[1] else "",
        "left": [*left, *({"mounts"} if mounts(place) != before else ())],
        "late": round(turn.seconds - PER_MOVE - STARTUP, 2) if is_late and turn is not None else None,
        "outcome": str(outcome),
    }


if __name__ == "__main__":
    main()
