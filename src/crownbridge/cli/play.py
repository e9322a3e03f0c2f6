"""`crownbridge play`: play a game in the terminal."""

import re
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from crownbridge.arena import Event, Moved, Referee, TimeControl
from crownbridge.cli.support.arguments import Colour, examples, subcommand, wants_colour
from crownbridge.cli.support.game_options import GameOptions, takes_game_options
from crownbridge.cli.support.output import echo, echo_drawing
from crownbridge.cli.support.positions import chosen_position
from crownbridge.engines import Engine, Limit
from crownbridge.engines.provider import engine
from crownbridge.errors import OptionError, printable, quoted
from crownbridge.games import DEFAULT_GAME, Game, Position, Side, Termination
from crownbridge.games.terminal import draw
from crownbridge.players import FaultError, HumanPlayer, Player, ProgramPlayer, player_named
from crownbridge.players.human import Terminal
from crownbridge.players.process import LaunchOptions, Sandbox

_LEVEL = 5
_NEVER_LATE = 3600.0
"""Seconds by which an opponent may be late without losing on time."""

app = subcommand()


@app.command(
    epilog=examples(
        "play", "play --level 3 --as white", "play --opponent agent.json", "play hex --size 7 --swap --level 2"
    )
)
@takes_game_options
def play(
    game_name: Annotated[str, typer.Argument(metavar="GAME", help="The game.")] = DEFAULT_GAME,
    *,
    side: Annotated[
        str | None, typer.Option("--as", metavar="SIDE", help="Your colour (default: the side that moves first).")
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            help=f"PROTOCOL:COMMAND, GAME:LEVEL, an agent's file, random or human (default: engine, level {_LEVEL})."
        ),
    ] = None,
    level: Annotated[
        int | None, typer.Option(min=1, help="The engine's strength; short for --opponent GAME:N.")
    ] = None,
    per_move: Annotated[float, typer.Option(min=0.001, max=1e6, help="Seconds per move of the opponent.")] = 1.0,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Seed of the opponent's random choices.")
    ] = None,
    position: Annotated[
        str | None, typer.Option(help="Start from this position, in any text form or as a HexWorld link.")
    ] = None,
    colour: Colour = None,
    options: GameOptions,
) -> None:
    """Play a game in the terminal."""
    start = chosen_position(game_name, position, options)
    game = start.game
    by_name = {str(known): known for known in game.sides}
    if side is not None and side not in by_name:
        raise typer.BadParameter(
            f"{side!r} is not a side of {game.name}; expected {' or '.join(by_name)}", param_hint="--as"
        )
    other = _opponent(game, opponent, level, seed)
    if isinstance(other, ProgramPlayer) and not other.starts_anywhere and start != game.initial():
        raise OptionError(
            f"{quoted(other.name)} cannot start from a position: its protocol supports only the initial position"
        )
    humans = {by_name[side] if side else start.side_to_move} if other else set(game.sides)
    who = f"you are {next(iter(humans))}, against {other.name}" if other else "two humans at this terminal"
    echo(f"{game.name.capitalize()}: {game.goal}. {who.capitalize()}.")
    try:
        _Session(start, humans, other, per_move).play(colour=wants_colour(colour))
    finally:
        if other:
            other.close()


def _opponent(game: Game[Any], named: str | None, level: int | None, seed: int | None) -> Player | None:
    """Return the player on the other side, or None for a second human. Raise OptionError."""
    if named is not None and level is not None:
        raise OptionError("--opponent and --level are mutually exclusive")
    if named is None:
        named = f"{game.name}:{level or _LEVEL}"
    if named == "human":
        return None
    sandbox = Sandbox.AUTO.resolved()
    player = player_named(named, game.name, LaunchOptions(sandbox=sandbox), seed)
    if isinstance(player, ProgramPlayer):
        echo(f"sandbox: {sandbox.described()}", err=True)
    return player


class _Front(Terminal):
    """The terminal of a game with undo and hints."""

    def __init__(self, session: "_Session", *, colour: bool) -> None:
        super().__init__(colour=colour)
        self._session = session
        self.drawn: Position[Any] | None = None
        self.takes_back = False
        """True if the user has requested an undo."""
        swap = "swap (after the first move), " if getattr(session.position.game, "swap", False) else ""
        self._hints: Engine | None = None
        self.help = f"Type a move, or: {swap}moves (list them), hint, undo, resign, quit."

    def show(self, position: Position[Any], last_move: Any) -> None:
        """Draw the board; after an undo, the last move is that of the session."""
        self.drawn = position
        last_move = last_move or self._session.last_move
        echo_drawing(f"\n{draw(position, colour=self.colour, last_move=last_move)}\n", colour=self.colour)

    def say(self, text: str) -> None:
        """Print a line."""
        echo(text)

    def execute(self, line: str, position: Position[Any]) -> Any:
        """Return the move of a line; None after a command or an invalid move."""
        match line.lower():
            case "quit" | "exit":
                raise FaultError(Termination.INTERRUPTED, "left")
            case "undo" if self._session.opponent_starts_at_the_beginning:
                echo(f"{self._session.opponent_name} does not support undo: its protocol cannot set a position.")
            case "undo" if self._session.can_undo:
                self.takes_back = True
                raise FaultError(Termination.INTERRUPTED, "takes a move back")
            case "undo":
                echo("There is no move to undo.")
            case "hint":
                self._hints = self._hints or engine(position.game.name)
                move = self._hints.play(position, Limit(self._session.seconds))
                echo(f"The engine would play {position.format_move(move)}.")
            case _:
                return super().execute(line, position)
        return None

    def read(self, prompt: str) -> str | None:
        """Return a line; the end of the input is `quit`."""
        line = super().read(prompt)
        if line is None:
            echo()
        return "quit" if line is None else line


class _Session:
    """A game in the terminal: its positions, moves and players."""

    def __init__(self, start: Position[Any], humans: set[Side], opponent: Player | None, seconds: float) -> None:
        self._positions = [start]
        self._moves: list[Any] = []
        self._humans = humans
        self._opponent = opponent
        self.seconds = seconds

    @property
    def opponent_name(self) -> str:
        """The name of the opponent."""
        return self._opponent.name if self._opponent else "human"

    @property
    def opponent_starts_at_the_beginning(self) -> bool:
        """True if the opponent's protocol supports only the initial position."""
        return isinstance(self._opponent, ProgramPlayer) and not self._opponent.starts_anywhere

    @property
    def position(self) -> Position[Any]:
        """The current position."""
        return self._positions[-1]

    @property
    def last_move(self) -> Any:
        """The last move, or `None`."""
        return self._moves[-1] if self._moves else None

    @property
    def can_undo(self) -> bool:
        """True if a human has moved."""
        return any(position.side_to_move in self._humans for position in self._positions[:-1])

    def play(self, *, colour: bool) -> None:
        """Play until the game is over or a human quits."""
        game, front = self.position.game, _Front(self, colour=colour)
        echo(front.help)
        human = HumanPlayer(front)
        first, second = (human if side in self._humans else self._opponent or human for side in game.sides)
        control = TimeControl(per_move=self.seconds, margin=_NEVER_LATE)
        observers = [partial(self._observe, colour=colour)]
        while True:
            referee = Referee(game, (first, second), control, start=self.position, observers=observers)
            outcome = referee.play().outcome
            if not front.takes_back:
                break
            front.takes_back = False
            self._undo()
        if front.drawn is not self.position:
            front.show(self.position, self.last_move)
        by_human = outcome.termination in (Termination.RESIGNATION, Termination.INTERRUPTED)
        echo(replace(outcome, detail="") if by_human else outcome)

    def _observe(self, event: Event, *, colour: bool) -> None:
        """Record a move, and show the opponent's move with its search information."""
        if not isinstance(event, Moved):
            return
        if event.side not in self._humans:
            echo(f"{event.side} plays {self.position.format_move(event.decision.move)}")
            if event.decision.search:  # without nodes and seconds, which differ between runs
                thought = re.sub(r", [0-9,]+ nodes, [0-9.]+ s:", ":", event.decision.search)
                line = f"  {printable(thought)}"
                echo_drawing(typer.style(line, dim=True) if colour else line, colour=colour)
        self._positions.append(event.position)
        self._moves.append(event.decision.move)

    def _undo(self) -> None:
        """Return to the last turn of a human."""
        turns = (
            turn for turn in reversed(range(len(self._moves))) if self._positions[turn].side_to_move in self._humans
        )
        turn = next(turns)
        del self._positions[turn + 1 :], self._moves[turn:]
