"""Time of our programs from their start to their first answer, without search.

Each gets a message with a time limit of a millisecond. The peer is Python's own start.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("crownbridge"))
RUNS = 20
HANDSHAKE = b"O:"
BEGINNING = b"rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\n"
ROWS = b". b . b . b . b\nb . b . b . b .\n" * 2 + b". . . . . . . .\n" + b"w . w . w . w .\n. w . w . w . w\n" * 2
BOARD = b"1000\nblack\n1\n" + b"".join(ROWS.splitlines(keepends=True)[index] for index in (0, 1, 2, 4, 4, 5, 6, 7))


def milliseconds(command: list[str], typed: bytes) -> float:
    """Return the minimum of several runs."""
    taken = []
    for _ in range(RUNS):
        began = time.perf_counter()
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None  # noqa: S101 (a pipe)
            assert process.stdout is not None  # noqa: S101 (a pipe)
            process.stdin.write(typed)
            process.stdin.flush()
            while process.stdout.readline().startswith(HANDSHAKE):
                pass
            taken.append(time.perf_counter() - began)
            process.stdin.close()
    return 1000 * min(taken)


def main() -> None:
    """Print a line per program."""
    with tempfile.TemporaryDirectory() as folder:
        agent = Path(folder) / "agent.json"
        agent.write_text("{}")
        python = milliseconds([sys.executable, "-c", "print()"], b"")
        print(f"{'python':<28}{python:>6.0f} ms")
        for name, arguments, typed in (
            ("crownbridge checkers", ["checkers", "--per-move", "0.001"], BEGINNING),
            ("crownbridge agent FILE", ["agent", str(agent)], BOARD),
            ("crownbridge hexai O", ["hexai", "O", "11", "1"], b"Xf6 #1 t=0ms\n"),
            ("crownbridge htp", ["htp", "--iterations", "1"], b"genmove black\n"),
            ("crownbridge lines", ["lines"], b"game checkers\ntime move 1\nmove\n"),
        ):
            ours = milliseconds([COMMAND, *arguments], typed)
            print(f"{name:<28}{ours:>6.0f} ms {ours / python:>6.1f}x")


if __name__ == "__main__":
    main()
