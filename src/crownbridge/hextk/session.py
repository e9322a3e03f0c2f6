"""The state of a game of hextk: turns, commands to hexmon, undo and pause. Independent of windows and processes."""

from collections.abc import Callable
from typing import Protocol

from crownbridge.errors import CrownbridgeError, MoveError
from crownbridge.games.hex import Move, Position, Side
from crownbridge.games.hex.chain import winning_chain
from crownbridge.hextk.monitor import Ended, Event, Notify, Stone
from crownbridge.hextk.setup import Setup
from crownbridge.players import FaultError

_EDGES = {Side.RED: "top and bottom", Side.BLUE: "left and right"}


class Link(Protocol):
    """A running hexmon."""

    def send(self, command: str) -> None:
        """Send a command, which results in one event."""

    def close(self) -> None:
        """End hexmon."""


Connect = Callable[[Setup, Notify], Link]
Call = Callable[[], None]


class Session:
    """A sequence of games, each with its own hexmon.

    hexmon cannot remove a stone: undo starts another hexmon and sends it the remaining stones.
    """

    def __init__(self, connect: Connect, post: Callable[[Call], None], later: Callable[[Call], None]) -> None:
        """Use `post` to run a call in the session's thread, and `later` to run it after the pause between AI moves."""
        self._connect = connect
        self._post = post
        self._later = later
        self._link: Link | None = None
        self._generation = 0  # of the link; events and delayed calls of earlier ones are ignored
        self._echoes = 0
        self.changed: Call = lambda: None
        """Callback after every change."""
        self.setup = Setup()
        self.position: Position = self.setup.game.initial()
        self.moves: tuple[Move, ...] = ()
        self.is_waiting = False
        """True while waiting for a reply of hexmon."""
        self.is_paused = False
        self.failure: Ended | None = None

    # -- state

    @property
    def turn(self) -> Side | None:
        """The side to move, or None when the game is over."""
        return self.position.side_to_move if self.winner is None else None

    @property
    def winner(self) -> Side | None:
        """The winner, or None."""
        outcome = self.position.outcome()
        winner = None if outcome is None else outcome.winner
        return winner if isinstance(winner, Side) else None

    @property
    def chain(self) -> tuple[int, ...]:
        """The cells of the winning chain."""
        return winning_chain(self.position)

    @property
    def accepts_stone(self) -> bool:
        """True if a human is to move."""
        return self._link is not None and self.turn in self.setup.humans and not self.is_waiting

    @property
    def can_undo(self) -> bool:
        """True if there is a move to undo."""
        return self._undo_count() > 0

    @property
    def can_pause(self) -> bool:
        """True if an AI is playing and the game is not over."""
        return len(self.setup.humans) < len(Side) and self.turn is not None and self.failure is None

    @property
    def status(self) -> str:
        """One sentence about the state of the game."""
        if self.failure is not None:
            return f"The game has stopped: {self.failure.reason}"
        if self._link is None:
            return "Choose New game to select the players."
        winner, side = self.winner, self.position.side_to_move
        if winner is not None:
            return f"{self._described(winner)} wins with move {len(self.moves)}, connecting {_EDGES[winner]}."
        if self.is_paused and side not in self.setup.humans:
            return f"Paused. {self._described(side)} is to move."
        if side in self.setup.humans:
            return f"{self._described(side)} is to move and connects {_EDGES[side]}."
        return f"{self._described(side)} is thinking …"

    def _described(self, side: Side) -> str:
        return f"{str(side).capitalize()} ({self.setup.seat(side).name})"

    # -- actions

    def start(self, setup: Setup) -> None:
        """Start a game. Raise OptionError, and leave the current game unchanged, if the setup is invalid."""
        setup.command()
        self.setup = setup
        self.is_paused = False
        self._restart(())

    def play(self, cell: int) -> bool:
        """Place a human's stone on a cell. Return False if that is not possible now."""
        move = Move(*divmod(cell, self.setup.size))
        if not self.accepts_stone or move not in self.position.legal_moves():
            return False
        self._ask(f"{self.turn} {move.row} {move.column}")
        self.changed()
        return True

    def undo(self) -> None:
        """Undo the last move of a human and the moves after it; if both are AIs, undo the last move and pause."""
        count = self._undo_count()
        if count:
            self.is_paused = self.is_paused or not self.setup.humans
            self._restart(self.moves[:-count])

    def toggle_pause(self) -> None:
        """Pause or resume the AIs. A move that has already been requested is still played."""
        if self.can_pause:
            self.is_paused = not self.is_paused
            self._continue()

    def close(self) -> None:
        """End hexmon."""
        self._generation += 1
        if self._link is not None:
            self._link.close()
        self._link = None

    # -- communication with hexmon

    def _restart(self, moves: tuple[Move, ...]) -> None:
        """Start another hexmon, and send it the moves of a game."""
        self.close()
        generation = self._generation
        position = self.setup.game.initial()
        stones = []
        for move in moves:
            stones.append(f"{position.side_to_move} {move.row} {move.column}")
            position = position.play(move)
        self.position, self.moves = position, moves
        self.failure, self.is_waiting, self._echoes = None, False, len(stones)
        try:
            self._link = self._connect(
                self.setup, lambda event: self._post(lambda: self._handle(event) if self._is(generation) else None)
            )
        except (FaultError, CrownbridgeError) as error:
            self.failure = Ended(str(error))
            self.changed()
            return
        for stone in stones:
            self._link.send(stone)
        self._continue()

    def _is(self, generation: int) -> bool:
        return generation == self._generation

    def _continue(self) -> None:
        """Request a move if an AI is to move."""
        is_free = not (self.is_waiting or self.is_paused)
        if is_free and self.turn is not None and self.turn not in self.setup.humans:
            self._ask(f"move {self.turn}")
        self.changed()

    def _ask(self, command: str) -> None:
        if self._link is not None:
            self.is_waiting = True
            self._link.send(command)

    def _handle(self, event: Event) -> None:
        match event:
            case Stone() if self._echoes:
                self._echoes -= 1
            case Stone(side, move):
                self._take(side, move)
            case Ended():
                self._fail(event)

    def _take(self, side: Side, move: Move) -> None:
        self.is_waiting = False
        try:
            if side != self.turn:
                raise MoveError(f"it is not {side}'s turn")
            self.position = self.position.play(move)
        except MoveError as error:
            self._fail(Ended(f"hexmon placed a {side} stone on {move}, which is not legal: {error}"))
            return
        self.moves += (move,)
        if self.setup.humans:
            self._continue()
            return
        generation, count = self._generation, len(self.moves)
        self.changed()
        self._later(lambda: self._continue() if self._is(generation) and len(self.moves) == count else None)

    def _fail(self, failure: Ended) -> None:
        self.close()
        self.failure, self.is_waiting = failure, False
        self.changed()

    def _undo_count(self) -> int:
        """Return the number of moves that undo removes."""
        if not self.setup.humans:
            return min(1, len(self.moves))
        first = self.setup.game.initial().side_to_move
        for count in range(1, len(self.moves) + 1):
            ply = len(self.moves) - count
            if (first if ply % 2 == 0 else first.other) in self.setup.humans:
                return count
        return 0
