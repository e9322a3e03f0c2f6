"""A human at the keyboard."""

import sys
import time
from typing import Any

from crownbridge.errors import MoveError
from crownbridge.games import Position, Termination
from crownbridge.games.terminal import draw
from crownbridge.players.player import FaultError, Player, TimeLimit
from crownbridge.protocols import Turn
from crownbridge.records import Decision


class HumanPlayer(Player):
    """Is shown the board, and types moves."""

    timed = False

    def __init__(self) -> None:
        self.name = "human"
        self.input_ended = False
        """Whether nobody is there any more."""

    def choose(self, position: Position[Any], last: Turn | None, limit: TimeLimit) -> Decision:  # noqa: ARG002 (humans are not hurried)
        """Asks until a legal move is typed; `resign` or the end of the input gives up."""
        began = time.monotonic()
        shown = draw(position, colour=sys.stdout.isatty(), last_move=None if last is None else last.move)
        print(f"\n{shown}\n")  # noqa: T201 (a conversation with a human)
        while True:
            try:
                typed = input(f"{position.side_to_move}> ").strip()
            except EOFError:
                self.input_ended = True
                raise FaultError(Termination.RESIGNATION, "resigned: the input ended") from None
            if typed == "resign":
                raise FaultError(Termination.RESIGNATION, "resigned")
            try:
                return Decision(position.parse_move(typed), time.monotonic() - began)
            except MoveError as error:
                print(error)  # noqa: T201 (a conversation with a human)
