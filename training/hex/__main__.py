"""The command line of the training."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from training.hex.network import Shape
from training.hex.plan import ACCELERATOR, single
from training.hex.training import Settings, Training

_EXAMPLES = """examples:
  python -m training.hex --minutes 25 --resume /tmp/hex                      a new one, on an accelerator
  python -m training.hex --minutes 25 --resume training/hex/run               goes on from the last run
  python -m training.hex --minutes 25 --resume training/hex/run --search 8    with a search
  python -m training.hex --minutes 10 --resume DIR --since 36.2 --total 61.2  the rest of a run that was interrupted
  python -m training.hex --minutes 2 --resume /tmp/five --size 5 --games 256 --channels 16 --blocks 2
"""

_LARGEST = 26
"""Board that the engine plays."""
_GAMES = 1024


def _seconds(minutes: str) -> float:
    return 60 * float(minutes)


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, and says how it goes, until the time is over or Ctrl-C; what was learnt is saved in any case."""
    parser = argparse.ArgumentParser(
        prog="python -m training.hex",
        description="Trains the Hex network by self-play. What the folder holds is gone on with.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--resume", type=Path, required=True, metavar="DIR", help="the folder of the training")
    parser.add_argument("--minutes", type=float, default=25.0, help="of this run (default 25)")
    parser.add_argument(
        "--since",
        type=_seconds,
        metavar="MINUTES",
        help="of all runs: from then on the learning rate falls (default the start of this run)",
    )
    parser.add_argument(
        "--total", type=_seconds, metavar="MINUTES", help="until then it falls (default the end of this run)"
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=range(2, _LARGEST + 1),
        metavar="N",
        help="of the board, where only one is to be learnt",
    )
    parser.add_argument("--games", type=int, help=f"that are played at a time, on that one size (default {_GAMES})")
    for name in ("channels", "blocks"):
        usual = getattr(Shape, name)
        parser.add_argument(f"--{name}", type=int, default=0, help=f"of a new network ({usual}); a smaller one grows")
    parser.add_argument("--rate", type=float, default=Settings.rate, help="of learning, at its highest")
    parser.add_argument("--save-every", type=float, default=Settings.save_every, metavar="SECONDS")
    parser.add_argument("--log-every", type=float, default=Settings.log_every, metavar="SECONDS")
    parser.add_argument("--compile", type=int, nargs="*", default=[], metavar="SIZE", help="sizes to compile for")
    parser.add_argument(
        "--search",
        type=int,
        choices=(0, 2, 4, 8, 16),
        default=0,
        metavar="N",
        help="candidates of a small search before every move of self-play, a power of two up to 16 (default 0: none)",
    )
    parser.add_argument(
        "--lessons", type=int, choices=range(1, 9), default=1, metavar="N", help="times to learn for a move (default 1)"
    )
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(arguments)
    if asked.since is not None and asked.total is not None and asked.since >= asked.total:
        parser.error("--since: the learning rate must begin to fall before --total")
    if asked.games is not None and (asked.size is None or asked.games < 1):
        parser.error("--games: give a --size too, and at least 1 game")
    if asked.minutes <= 0:
        parser.error("--minutes: give more than 0")
    if asked.size and asked.search > asked.size**2:
        parser.error(f"the board has only {asked.size**2} cells: give --search fewer candidates")
    torch.manual_seed(asked.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    settings = Settings(
        asked.resume,
        seconds=60 * asked.minutes,
        plan=single(asked.size, asked.games or _GAMES) if asked.size else ACCELERATOR,
        since_seconds=asked.since,
        total_seconds=asked.total,
        channels=asked.channels,
        blocks=asked.blocks,
        rate=asked.rate,
        save_every=asked.save_every,
        log_every=asked.log_every,
        compiled=frozenset(asked.compile),
        lessons=asked.lessons,
        candidates=asked.search,
    )
    try:
        Training(settings, device, lambda line: print(line, flush=True)).run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except (FloatingPointError, ValueError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
