"""The `crownbridge` command. Imports little: what a subcommand needs is loaded when it is called."""

import errno
import os
import sys
from types import TracebackType
from typing import NoReturn

from crownbridge.cli.support.option_names import current_names
from crownbridge.errors import CrownbridgeError, format_warning, printable, show_plain_warnings

AGENT_COMMANDS = ("new", "show", "diff", "list")
"""Those of `agent.py`, as a test sees to: with anything else, `crownbridge agent` is a program."""
_OPTIONS = ("-h", "--help", "--verbose", "--version")
"""Those of no command; all others are for `serve`."""
_INTERRUPTED = 130
_LOST_OUTPUT = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def main() -> None:
    """Runs the command line; an error becomes a message on stderr and the exit status of its class."""
    show_plain_warnings()
    sys.excepthook = _print_traceback
    try:
        arguments, old_names = current_names(sys.argv[1:])
        for message in old_names:
            print(format_warning(message), end="", file=sys.stderr)  # noqa: T201 (typer is not loaded)
        _run(arguments)
    except CrownbridgeError as error:
        _give_up(str(error), error.exit_status)
    except KeyboardInterrupt:
        _give_up("", _INTERRUPTED)
    except BrokenPipeError:
        _give_up("", 0)  # nobody reads any more: an opponent may leave as it likes
    except MemoryError:
        _give_up("there is not enough memory", CrownbridgeError.exit_status)
    except OSError as error:
        _give_up(_reason(error), CrownbridgeError.exit_status)


def hextk() -> None:
    """Run `crownbridge hextk`: the program `hextk`."""
    sys.argv[:1] = ["crownbridge", "hextk"]
    main()


def _run(arguments: list[str]) -> None:
    """Runs a program that is started once a game at once, and anything else through typer; no command is `serve`."""
    match arguments:
        case ["checkers", *rest]:
            from crownbridge.cli.checkers.checkers import main as program  # noqa: PLC0415 (each pays only for its own imports)
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
    """Why the system refused something; only an error in writing that names no file is one of the output."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason}"
    return f"{reason}: output is lost" if error.errno in _LOST_OUTPUT else reason


def _give_up(message: str, status: int) -> NoReturn:
    if message and sys.stderr is not None:
        print(printable(f"crownbridge: {message}", keep="\n"), file=sys.stderr)  # noqa: T201 (typer is not loaded)
    # What could not be written would be tried, and complained about, once more at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(status)


def _print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an unexpected error, whose message may quote a program or a file."""
    import traceback  # noqa: PLC0415 (only a fault of ours needs it)

    text = "".join(traceback.format_exception(kind, error, trace))
    print(printable(text, keep="\n"), end="", file=sys.stderr)  # noqa: T201 (typer may not be loaded)
