"""The client's side of the KTH checkers protocol, for the built-in engine. Pure, like the host's side."""

from crownbridge.errors import InputError, PositionError, quoted
from crownbridge.games.checkers import Checkers, Move
from crownbridge.games.checkers import Position as CheckersPosition
from crownbridge.protocols.kth import BEGINNING, ENDS, Message, describe, describe_problem, message_for, parse_message


class KthClient:
    """Parse the opponent's messages and format the engine's. The client plays the side to move of any message."""

    def __init__(self) -> None:
        self._game = Checkers()
        self.position: CheckersPosition = self._game.initial()
        """The current position, with the known history."""
        self.last_message = message_for(self.position, BEGINNING)
        """The last message, sent or received."""

    def begin(self) -> str:
        """Return white's first message."""
        return str(message_for(self.position, BEGINNING))

    def read(self, line: bytes) -> bool:
        """Read a message; return False if it ends the game. Raise InputError."""
        message = parse_message(line)
        if message is None:
            example = str(message_for(self._game.initial(), BEGINNING))
            problem = describe_problem(line)
            raise InputError(f"not a message of the protocol: {quoted(line.strip())}: {problem}; example: {example!r}")
        self.position = self._follow(message)
        self.last_message = message
        return not message.ends_game

    def _follow(self, message: Message) -> CheckersPosition:
        """Return the position of a message, with the history if a legal move leads to it."""
        for move in self.position.legal_moves():
            if describe(move) == message.description:
                after = self.position.play(move)
                if str(after) == message.state:
                    return after
        try:
            return self._game.parse(message.state)
        except PositionError as error:
            raise InputError(f"{quoted(str(message))} does not contain a valid position: {error}") from error

    def play(self, move: Move) -> str:
        """Play a move of the engine; return its message."""
        self.position = self.position.play(move)
        self.last_message = message_for(self.position, describe(move))
        return str(self.last_message)

    def end(self) -> str | None:
        """Return the message that ends the game, or None if it is not over.

        The side to move sends it and names the other side as the next player.
        """
        outcome = self.position.outcome()
        if outcome is None:
            return None
        message = message_for(self.position, ENDS[outcome.winner])
        return str(message._replace(next_player="r" if message.next_player == "w" else "w"))
