"""A checkers client over the KTH protocol that plays well-behaved random moves until it misbehaves in one way.

    programs.py MISDEED [init]

Each misdeed is a function here; the verdict that it must get stands in test_verdicts.py.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable

from crownbridge.games.checkers import Checkers, Position
from crownbridge.protocols.kth import BEGINNING, Message, describe, message_for, parse_message

GAME = Checkers()
MOVES_BEFORE = 3
choose = random.Random(5)


def say(text: object) -> None:
    os.write(1, f"{text}\n".encode())


def answer(position: Position) -> Message:
    """An honest answer."""
    move = choose.choice(position.legal_moves())
    return message_for(position.play(move), describe(move))


def hang(position: Position) -> None:  # noqa: ARG001 (whatever the position)
    time.sleep(3600)


def crash(position: Position) -> None:  # noqa: ARG001
    os.kill(os.getpid(), signal.SIGSEGV)


def leave(position: Position) -> None:  # noqa: ARG001
    os._exit(3)


def ignore_term(position: Position) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang(position)


def stop(position: Position) -> None:  # noqa: ARG001
    os.kill(os.getpid(), signal.SIGSTOP)


def endless_line(position: Position) -> None:  # noqa: ARG001
    while True:
        os.write(1, b"x" * 4096)


def flood_stdout(position: Position) -> None:  # noqa: ARG001
    while True:
        os.write(1, b"debug\n" * 1000)


def flood_stderr(position: Position) -> None:  # noqa: ARG001
    while True:
        os.write(2, b"debug\n" * 1000)


def chatter_on_stderr(position: Position) -> None:
    os.write(2, b"debug\n" * 50_000)
    say(answer(position))


def close_stdout(position: Position) -> None:
    os.close(1)
    hang(position)


def leave_a_child(position: Position) -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(2, f"{os.getpid()}\n".encode())
            hang(position)
        os._exit(0)
    os.wait()
    say(answer(position))


def eat_memory(position: Position) -> None:  # noqa: ARG001
    hoard = []
    while True:
        hoard.append(bytearray(16 << 20))


def binary(position: Position) -> None:  # noqa: ARG001
    os.write(1, bytes(range(256)) + b"\n")


def too_early(position: Position) -> None:
    """Plays, and at once plays again for the position that it hopes for."""
    move = choose.choice(position.legal_moves())
    after = position.play(move)
    guessed = after.play(after.legal_moves()[0])
    os.write(1, f"{message_for(after, describe(move))}\n{answer(guessed)}\n".encode())


def too_early_after_a_while(position: Position) -> None:
    """The same, but the second line comes when the first has long been read."""
    move = choose.choice(position.legal_moves())
    after = position.play(move)
    say(message_for(after, describe(move)))
    time.sleep(0.05)
    say(answer(after.play(after.legal_moves()[0])))


def two_at_once(position: Position) -> None:
    honest = answer(position)
    os.write(1, f"{honest}\n{honest}\n".encode())


def illegal_move(position: Position) -> None:
    say(message_for(position, "0_1_5")._replace(next_player="w" if position.side_to_move == 0 else "r"))


def wrong_board(position: Position) -> None:
    say(answer(position)._replace(board="." * 32))


def wrong_counter(position: Position) -> None:
    say(answer(position)._replace(moves_left=50))


def false_claim(position: Position) -> None:
    say(message_for(position, "-2" if position.side_to_move == 0 else "-3"))


def resign(position: Position) -> None:
    say(message_for(position, "-3" if position.side_to_move == 0 else "-2"))


def stop_reading(position: Position) -> None:
    os.close(0)
    hang(position)


def moves_after_the_end(position: Position) -> None:
    say(answer(position))


def main() -> None:
    misdeed: Callable[[Position], None] = globals()[sys.argv[1]]
    if misdeed is exit_at_once:
        sys.exit(4)
    if "init" in sys.argv:
        say(message_for(GAME.initial(), BEGINNING))
    for moves, line in enumerate(iter(sys.stdin.buffer.readline, b"")):
        found = parse_message(line.rstrip(b"\n"))
        assert found is not None
        position = GAME.parse(found.state)
        if position.outcome() is not None:
            if misdeed is moves_after_the_end:
                for _ in range(100):
                    say(answer(GAME.initial()))
            break
        if moves >= MOVES_BEFORE and misdeed is not moves_after_the_end:
            misdeed(position)
        else:
            say(answer(position))


def exit_at_once(position: Position) -> None:
    """Done before the first line is read."""


if __name__ == "__main__":
    main()
