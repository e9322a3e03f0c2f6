"""The command line of the training."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch
from training.hex.network import Shape
from training.hex.plan import DEFAULT_PLAN, single_size
from training.hex.training import Settings, Training

_EXAMPLES = """examples:
  python -m training.hex --minutes 25 --resume /tmp/hex                      start a training, on an accelerator
  python -m training.hex --minutes 25 --resume training/hex/run               resume the last run
  python -m training.hex --minutes 25 --resume training/hex/run --search 8    use a search in self-play
  python -m training.hex --minutes 10 --resume DIR --since 36.2 --total 61.2  finish an interrupted run
  python -m training.hex --minutes 2 --resume /tmp/five --size 5 --games 256 --channels 16 --blocks 2
"""

_LARGEST = 26
"""Largest board that the engine plays."""
_GAMES = 1024


def _seconds(minutes: str) -> float:
    return 60 * float(minutes)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train until the time is over or Ctrl-C is pressed, printing the progress; save the state in both cases."""
    parser = argparse.ArgumentParser(
        prog="python -m training.hex",
        description="Train the Hex network by self-play, resuming from the state in the folder if there is one.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--resume", type=Path, required=True, metavar="DIR", help="folder of the training")
    parser.add_argument("--minutes", type=float, default=25.0, help="duration of this run (default 25)")
    parser.add_argument(
        "--since",
        type=_seconds,
        metavar="MINUTES",
        help="total training time at which the learning rate starts to fall (default: the start of this run)",
    )
    parser.add_argument(
        "--total",
        type=_seconds,
        metavar="MINUTES",
        help="total training time at which it has fallen (default: the end of this run)",
    )
    parser.add_argument(
        "--size",
        type=int,
        choices=range(2, _LARGEST + 1),
        metavar="N",
        help="train a single board size",
    )
    parser.add_argument("--games", type=int, help=f"number of parallel games of that size (default {_GAMES})")
    for name in ("channels", "blocks"):
        default = getattr(Shape, name)
        parser.add_argument(
            f"--{name}",
            type=int,
            default=0,
            help=f"{name} of a new network (default {default}); a smaller network grows",
        )
    parser.add_argument("--rate", type=float, default=Settings.rate, help="peak learning rate")
    parser.add_argument("--save-every", type=float, default=Settings.save_every, metavar="SECONDS")
    parser.add_argument("--log-every", type=float, default=Settings.log_every, metavar="SECONDS")
    parser.add_argument(
        "--compile", type=int, nargs="*", default=[], metavar="SIZE", help="sizes for which the network is compiled"
    )
    parser.add_argument(
        "--search",
        type=int,
        choices=(0, 2, 4, 8, 16),
        default=0,
        metavar="N",
        help="candidates of the search in self-play, a power of two up to 16 (default 0: no search)",
    )
    parser.add_argument(
        "--updates-per-step",
        "--lessons",
        type=int,
        choices=range(1, 9),
        default=1,
        metavar="N",
        help="updates of the network per move of self-play (default 1)",
    )
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    if args.since is not None and args.total is not None and args.since >= args.total:
        parser.error("--since: must be less than --total")
    if args.games is not None and (args.size is None or args.games < 1):
        parser.error("--games: requires --size and at least 1 game")
    if args.minutes <= 0:
        parser.error("--minutes: must be greater than 0")
    if args.size and args.search > args.size**2:
        parser.error(f"--search: the board has only {args.size**2} cells; use fewer candidates")
    torch.manual_seed(args.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    settings = Settings(
        args.resume,
        seconds=60 * args.minutes,
        plan=single_size(args.size, args.games or _GAMES) if args.size else DEFAULT_PLAN,
        since_seconds=args.since,
        total_seconds=args.total,
        channels=args.channels,
        blocks=args.blocks,
        rate=args.rate,
        save_every=args.save_every,
        log_every=args.log_every,
        compiled=frozenset(args.compile),
        updates_per_step=args.updates_per_step,
        candidates=args.search,
    )
    try:
        Training(settings, device, lambda line: print(line, flush=True)).run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except (FloatingPointError, ValueError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
