"""The `crownbridge` command, which imports the modules of a subcommand only when it is called."""

import errno
import os
import sys
from types import TracebackType
from typing import NoReturn

from crownbridge.cli.support.option_names import with_game_first
from crownbridge.errors import CrownbridgeError, printable, show_plain_warnings

AGENT_COMMANDS = ("new", "show", "diff", "list")
"""Subcommands of `agent.py`, as a test checks; with any other argument, `crownbridge agent` plays a game."""
_OPTIONS = ("-h", "--help", "--verbose", "--version")
"""Options without a command; all others belong to `serve`."""
_INTERRUPTED = 130
_LOST_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main() -> None:
    """Run the command line; an error becomes a message on stderr and the exit status of its class."""
    show_plain_warnings()
    sys.excepthook = _print_traceback
    try:
        _run(with_game_first(sys.argv[1:]))
    except CrownbridgeError as error:
        _exit(str(error), error.exit_status)
    except KeyboardInterrupt:
        _exit("", _INTERRUPTED)
    except BrokenPipeError:
        _exit("", 0)  # the reader has closed the pipe, such as an opponent that exits
    except MemoryError:
        _exit("out of memory", CrownbridgeError.exit_status)
    except OSError as error:
        _exit(_reason(error), CrownbridgeError.exit_status)


def hextk() -> None:
    """Run `crownbridge hextk`, as the program `hextk`."""
    sys.argv[:1] = ["crownbridge", "hextk"]
    main()


def _run(arguments: list[str]) -> None:
    """Run a program that is started once per game directly, and any other command through typer (default: `serve`)."""
    match arguments:
        case ["checkers", *rest]:
            from crownbridge.cli.checkers.checkers import main as program  # noqa: PLC0415 (loads only what it needs)
        case ["hexai", *rest]:
            from crownbridge.cli.hex.hexai import main as program  # noqa: PLC0415 (the same)
        case ["htp", *rest]:
            from crownbridge.cli.hex.htp import main as program  # noqa: PLC0415 (the same)
        case ["lines", *rest]:
            from crownbridge.cli.lines import main as program  # noqa: PLC0415 (the same)
        case ["agent", file, *_] if not file.startswith("-") and file not in AGENT_COMMANDS:
            from crownbridge.cli.checkers.agent_program import main as program  # noqa: PLC0415 (the same)

            rest = arguments[1:]
        case _:
            from crownbridge.cli.commands import app  # noqa: PLC0415 (the same)

            named = arguments and (not arguments[0].startswith("-") or arguments[0] in _OPTIONS)
            app(arguments if named else ["serve", *arguments])
            return
    program(rest)


def _reason(error: OSError) -> str:
    """Return the reason of a system error; a write error without a file name concerns the output."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason}"
    return f"{reason}: output is lost" if error.errno in _LOST_OUTPUT else reason


def _exit(message: str, status: int) -> NoReturn:
    if message and sys.stderr is not None:
        print(printable(f"crownbridge: {message}", keep="\n"), file=sys.stderr)  # noqa: T201 (typer is not loaded)
    # Without this, Python would try to flush the lost output again at exit, and report another error.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)


def _print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an unexpected error, whose message may quote a program or a file."""
    import traceback  # noqa: PLC0415 (only needed for an internal error)

    text = "".join(traceback.format_exception(kind, error, trace))
    print(printable(text, keep="\n"), end="", file=sys.stderr)  # noqa: T201 (typer may not be loaded)
