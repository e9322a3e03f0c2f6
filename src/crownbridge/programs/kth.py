"""The client's side of the KTH checkers protocol, spoken by our own engine. Pure, like the host's side."""

from crownbridge.errors import InputError, PositionError, quoted
from crownbridge.games.checkers import Checkers, Move
from crownbridge.games.checkers import Position as CheckersPosition
from crownbridge.protocols.kth import BEGINNING, ENDS, Message, describe, message, parse_message, what_is_wrong


class KthClient:
    """Reads states, and tells the next one. Plays whichever side is to move, so that any state can be given to it."""

    def __init__(self) -> None:
        self._game = Checkers()
        self.position: CheckersPosition = self._game.initial()
        """Where the game stands, with what was seen of its past."""
        self.last_message = message(self.position, BEGINNING)
        """The one that led there, ours or the opponent's."""

    def begin(self) -> str:
        """White's first message."""
        return str(message(self.position, BEGINNING))

    def read(self, line: bytes) -> bool:
        """Takes a message in; whether the game goes on. Raises InputError."""
        found = parse_message(line)
        if found is None:
            example = str(message(self._game.initial(), BEGINNING))
            wrong = what_is_wrong(line)
            raise InputError(
                f"not a message of the protocol: {quoted(line.strip())}: {wrong}; a message is such as {example!r}"
            )
        self.position = self._follow(found)
        self.last_message = found
        return not found.ends_game

    def _follow(self, found: Message) -> CheckersPosition:
        """The position that a message tells: with the past, where it follows from the one before."""
        for move in self.position.legal_moves():
            if describe(move) == found.description:
                after = self.position.play(move)
                if str(after) == found.state:
                    return after
        try:
            return self._game.parse(found.state)
        except PositionError as error:
            raise InputError(f"{quoted(str(found))} tells no position: {error}") from error

    def play(self, move: Move) -> str:
        """The message after a move of ours."""
        self.position = self.position.play(move)
        self.last_message = message(self.position, describe(move))
        return str(self.last_message)

    def end(self) -> str | None:
        """The message that ends the game, if it is over: the side to move sends it, and names the other as the next."""
        outcome = self.position.outcome()
        if outcome is None:
            return None
        told = message(self.position, ENDS[outcome.winner])
        return str(told._replace(next_player="r" if told.next_player == "w" else "w"))
