"""Count the planted faults that the bug finder names, and its accusations of sound bots.

python benchmarks/bug_finder.py --minutes 2
python benchmarks/bug_finder.py --minutes 1 --jobs 2 --only thumb --log build/bug_finder.jsonl

The faulty bots are in `benchmarks/faulty_bots/`: each is a sound bot with one planted fault and the words by which a
finding may name it. A fault counts as found if one of these words is among the first three causes of the findings, or
strictly, if it is the first word. The sound bots are the originals, our levels and the examples. With `--log`, results
are kept in a file, and bots that are in the file are not examined again. With `--paste 10`, the lines of the first
example of every finding that has lines are given to the bot ten times, each time in a new process; an example is
reproduced if the last line of output is the same every time. Peers: we know of no other program that does
this; with `--doctor`, the figure beside ours is that of `crownbridge doctor`, which checks only rules and protocol.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks" / "faulty_bots"))

from make import BASES, build_named, read_mutants  # type: ignore[import-not-found]  # noqa: E402 (the path comes first)

from crownbridge.arena import Checkup, TimeControl  # noqa: E402
from crownbridge.bugfinder.finder import BugFinder  # noqa: E402
from crownbridge.bugfinder.finding import Example  # noqa: E402
from crownbridge.games.game import load_with  # noqa: E402
from crownbridge.players import ProgramPlayer, player_named  # noqa: E402
from crownbridge.protocols import dialogue_class  # noqa: E402

NAMED = 3
"""Number of causes that count."""
SHORT = 10
"""Number of plies up to which an example is short."""
HEX_SIZE = 7
LEVELS = 10


class Case(NamedTuple):
    """A bot to examine."""

    name: str
    game: str
    kinds: tuple[str, ...] = ()
    """Words for the planted fault; empty for a sound bot."""
    bot: str = ""
    """Its name as a player; empty if it must be built."""


def cases() -> list[Case]:
    """Return all bots: the faulty ones first."""
    faulty = [Case(mutant.name, BASES[mutant.base].game, mutant.kinds) for mutant in read_mutants()]
    originals = [Case(name, base.game) for name, base in BASES.items()]
    levels = [
        Case(f"{game}:{level}", game, bot=f"{game}:{level}")
        for game in ("checkers", "hex")
        for level in range(1, LEVELS + 1)
    ]
    examples = [
        Case(f"{protocol}: {file} ({game})", game, bot=f"{protocol}:{program} {ROOT / 'examples' / file}")
        for protocol, program, file, game in (
            ("kth", sys.executable, "kth_bot.py", "checkers"),
            ("lines", "python3", "lines_bot.py", "checkers"),
            ("lines", "python3", "lines_bot.py", "hex"),
            ("htp", "sh", "htp_bot.sh", "hex"),
        )
    ]
    return [*faulty, *originals, *levels, *examples]


def examine(case: Case, options: argparse.Namespace) -> dict[str, Any]:
    """Examine a bot; return the findings as JSON-compatible values."""
    game = load_with(case.game, None, {"size": HEX_SIZE, "swap": True} if case.game == "hex" else {})
    with tempfile.TemporaryDirectory() as folder:
        bot = case.bot or build_named(case.name, Path(folder))
        began = time.monotonic()
        finder = BugFinder(
            game,
            lambda: player_named(bot, game.name),
            seconds=options.per_move,
            minutes=options.minutes,
            seed=options.seed,
        )
        for _ in finder.run():
            pass
        elapsed = time.monotonic() - began
        return {
            "name": case.name,
            "kinds": case.kinds,
            "seconds": elapsed,
            "asked": len(finder.bot.answers),
            "facts": [f"{fact.name}: {fact.text}" for fact in finder.facts],
            "findings": [
                {
                    "causes": [cause.kind for cause in finding.causes],
                    "symptom": finding.symptom,
                    "confidence": round(finding.confidence, 3),
                    "evidence": finding.evidence,
                    "plies": [max(len(example.refutation), 1) for example in finding.examples[:1]],
                    "position": [example.position for example in finding.examples[:1]],
                }
                for finding in finder.findings
            ],
            "reproduced": pastes(bot, game, finder, options.paste) if options.paste and case.kinds else [],
            "doctor": doctor_fails(bot, game) if options.doctor and case.kinds else None,
        }


def pastes(bot: str, game: Any, finder: BugFinder, count: int) -> list[bool]:
    """Return for the first example of every finding that has lines to paste whether the bot always answers alike."""
    player = player_named(bot, game.name)
    if not isinstance(player, ProgramPlayer):
        return []
    lists = ([example for example in finding.examples if example.lines] for finding in finder.findings)
    examples = [pasteable[0] for pasteable in lists if pasteable]
    return [
        len({pasted(player, game, example, 20 * finder.bot.seconds) for _ in range(count)}) == 1 for example in examples
    ]


def pasted(player: ProgramPlayer, game: Any, example: Example, timeout: float) -> str:
    """Return the last line that a bot prints after the lines of an example; empty if it takes too long."""
    side = game.parse(example.position).side_to_move
    dialogue = dialogue_class(player.protocol or "")(game, side)
    text = "\n".join([*example.lines, ""])
    try:
        done = subprocess.run(
            [*player.command(game, side), *dialogue.arguments()],
            input=text.encode(),
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    lines = [line for line in done.stdout.splitlines() if line]
    return lines[-1].decode("utf-8", "replace") if lines else ""


def doctor_fails(bot: str, game: Any) -> bool:
    """Return True if the ordinary checks find something."""
    player = player_named(bot, game.name)
    if not isinstance(player, ProgramPlayer):
        return False
    return any(finding.problem for finding in Checkup(game, lambda: player, TimeControl(per_move=1.0)).run())


def named(result: dict[str, Any]) -> list[str]:
    """Return the first causes of the findings."""
    return [cause for finding in result["findings"] for cause in finding["causes"]][:NAMED]


def show(result: dict[str, Any]) -> str:
    """Return one line about a bot."""
    causes = named(result)
    if result["kinds"]:
        mark = "found " if set(causes) & set(result["kinds"]) else "MISSED"
    else:
        mark = "ACCUSED" if causes else "sound "
    wanted = f" (planted: {', '.join(result['kinds'])})" if result["kinds"] else ""
    return f"{mark} {result['name']:32} {', '.join(causes) or '-'}{wanted}"


def summary(results: list[dict[str, Any]]) -> list[str]:
    """Return the figures."""
    faulty = [result for result in results if result["kinds"]]
    sound = [result for result in results if not result["kinds"]]
    correct = sum(bool(set(named(result)) & set(result["kinds"])) for result in faulty)
    strict = sum(result["kinds"][0] in named(result) for result in faulty)
    reproduced = [alike for result in faulty for alike in result["reproduced"]]
    plies = [count for result in faulty for finding in result["findings"] for count in finding["plies"]]
    accused = sum(len(result["findings"]) for result in sound)
    checked = [result["doctor"] for result in faulty if result["doctor"] is not None]
    return [
        f"faults named among the first {NAMED} causes: {correct} of {len(faulty)}",
        f"by the first word that the author of the fault gave: {strict} of {len(faulty)}",
        f"bots with a fault about which `crownbridge doctor` alone complains: {sum(checked)} of {len(checked)}",
        f"findings on {len(sound)} sound bots: {accused}",
        f"examples that the bots always answer alike: {sum(reproduced)} of {len(reproduced)}",
        f"examples of at most {SHORT} plies from a position: {sum(count <= SHORT for count in plies)} of {len(plies)}",
        f"longest examination: {max((result['seconds'] for result in results), default=0):.0f} s",
    ]


def main() -> None:
    """Examine the bots and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0, help="time for each bot")
    parser.add_argument("--per-move", type=float, default=1.0, help="seconds per move")
    parser.add_argument("--jobs", type=int, default=1, help="bots examined at a time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="examine the bots whose name contains this")
    parser.add_argument("--doctor", action="store_true", help="also run the ordinary checks on every faulty bot")
    parser.add_argument("--paste", type=int, default=0, help="number of times that examples are reproduced")
    parser.add_argument("--log", type=Path, help="file of results, from which an interrupted run continues")
    options = parser.parse_args()
    results = []
    if options.log is not None and options.log.exists():
        results = [json.loads(line) for line in options.log.read_text("utf-8").splitlines()]
    known = {result["name"] for result in results}
    waiting = [case for case in cases() if options.only in case.name and case.name not in known]
    with ProcessPoolExecutor(options.jobs) as pool:
        running = [pool.submit(examine, case, options) for case in waiting]
        for finished in as_completed(running):
            result = finished.result()
            results.append(result)
            print(show(result), flush=True)
            if options.log is not None:
                with options.log.open("a", encoding="utf-8") as log:
                    log.write(json.dumps(result) + "\n")
    print(*summary(results), sep="\n")


if __name__ == "__main__":
    main()
