"""A game of hextk: whose turn it is, what is asked of hexmon, undo and pause. Knows neither windows nor processes."""

from collections.abc import Callable
from typing import Protocol

from crownbridge.errors import CrownbridgeError, MoveError
from crownbridge.games.hex import Move, Position, Side
from crownbridge.hextk.chain import winning_chain
from crownbridge.hextk.monitor import Ended, Event, Notify, Stone
from crownbridge.hextk.setup import Setup
from crownbridge.players import FaultError

_EDGES = {Side.RED: "top and bottom", Side.BLUE: "left and right"}


class Link(Protocol):
    """A running hexmon."""

    def send(self, command: str) -> None:
        """Send a command, which is answered by an event."""

    def close(self) -> None:
        """End it."""


Connect = Callable[[Setup, Notify], Link]
Call = Callable[[], None]


class Session:
    """One game after another, each with a hexmon of its own.

    hexmon cannot take a stone back: to undo, another one is started, and gets the stones that are left.
    """

    def __init__(self, connect: Connect, post: Callable[[Call], None], later: Callable[[Call], None]) -> None:
        """`post` runs a call in the session's own thread; `later` does so after the pause between two AIs' moves."""
        self._connect = connect
        self._post = post
        self._later = later
        self._link: Link | None = None
        self._generation = 0  # of links and plans; what belongs to an earlier one is passed over
        self._echoes = 0
        self.changed: Call = lambda: None
        """Called after every change."""
        self.setup = Setup()
        self.position: Position = self.setup.game.initial()
        self.moves: tuple[Move, ...] = ()
        self.is_waiting = False
        """True while hexmon owes an answer."""
        self.is_paused = False
        self.failure: Ended | None = None

    # -- what the game looks like

    @property
    def turn(self) -> Side | None:
        """The side to move, or None when the game is over."""
        return self.position.side_to_move if self.winner is None else None

    @property
    def winner(self) -> Side | None:
        """Who has won, if anyone."""
        outcome = self.position.outcome()
        winner = None if outcome is None else outcome.winner
        return winner if isinstance(winner, Side) else None

    @property
    def chain(self) -> tuple[int, ...]:
        """The cells of the winning chain."""
        return winning_chain(self.position)

    @property
    def accepts_stone(self) -> bool:
        """True if a person is to move now."""
        return self._link is not None and self.turn in self.setup.humans and not self.is_waiting

    @property
    def can_undo(self) -> bool:
        """True if there is a move to take back."""
        return self._undo_count() > 0

    @property
    def can_pause(self) -> bool:
        """True if an AI plays, and the game is not over."""
        return len(self.setup.humans) < len(Side) and self.turn is not None and self.failure is None

    @property
    def status(self) -> str:
        """Return one sentence on how the game stands."""
        if self.failure is not None:
            return f"The game has stopped: {self.failure.reason}"
        if self._link is None:
            return "New game chooses the players."
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

    # -- what can be done

    def start(self, setup: Setup) -> None:
        """Begin a game. Raise OptionError, with the present game untouched, if its settings cannot be used."""
        setup.command()
        self.setup = setup
        self.is_paused = False
        self._restart(())

    def play(self, cell: int) -> bool:
        """Put a person's stone on a cell. Return False if that is not possible now."""
        move = Move(*divmod(cell, self.setup.size))
        if not self.accepts_stone or move not in self.position.legal_moves():
            return False
        self._ask(f"{self.turn} {move.row} {move.column}")
        self.changed()
        return True

    def undo(self) -> None:
        """Take back the last move of a person and what followed; without a person the last move, and pause."""
        count = self._undo_count()
        if count:
            self.is_paused = self.is_paused or not self.setup.humans
            self._restart(self.moves[:-count])

    def toggle_pause(self) -> None:
        """Have the AIs wait, or go on. A move that has been asked for is still played."""
        if self.can_pause:
            self.is_paused = not self.is_paused
            self._go_on()

    def close(self) -> None:
        """End hexmon."""
        self._generation += 1
        if self._link is not None:
            self._link.close()
        self._link = None

    # -- what hexmon says

    def _restart(self, moves: tuple[Move, ...]) -> None:
        """Start another hexmon, and give it the moves of a game."""
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
                self.setup, lambda event: self._post(lambda: self._hear(event) if self._is(generation) else None)
            )
        except (FaultError, CrownbridgeError) as error:
            self.failure = Ended(str(error))
            self.changed()
            return
        for stone in stones:
            self._link.send(stone)
        self._go_on()

    def _is(self, generation: int) -> bool:
        return generation == self._generation

    def _go_on(self) -> None:
        """Ask an AI for its move if it is its turn."""
        is_free = not (self.is_waiting or self.is_paused)
        if is_free and self.turn is not None and self.turn not in self.setup.humans:
            self._ask(f"move {self.turn}")
        self.changed()

    def _ask(self, command: str) -> None:
        if self._link is not None:
            self.is_waiting = True
            self._link.send(command)

    def _hear(self, event: Event) -> None:
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
                raise MoveError(f"it is not the turn of {side}")
            self.position = self.position.play(move)
        except MoveError as error:
            self._fail(Ended(f"hexmon put a {side} stone on {move}, which cannot be played: {error}"))
            return
        self.moves += (move,)
        if self.setup.humans:
            self._go_on()
            return
        generation, count = self._generation, len(self.moves)
        self.changed()
        self._later(lambda: self._go_on() if self._is(generation) and len(self.moves) == count else None)

    def _fail(self, failure: Ended) -> None:
        self.close()
        self.failure, self.is_waiting = failure, False
        self.changed()

    def _undo_count(self) -> int:
        """Return how many moves an undo takes back."""
        if not self.setup.humans:
            return min(1, len(self.moves))
        first = self.setup.game.initial().side_to_move
        for count in range(1, len(self.moves) + 1):
            ply = len(self.moves) - count
            if (first if ply % 2 == 0 else first.other) in self.setup.humans:
                return count
        return 0
