"""`crownbridge play`: a game in the terminal."""

import re
import sys
from typing import Annotated, Any

import typer

from crownbridge.cli.arguments import Colour, examples, subcommand, wants_colour
from crownbridge.cli.game_options import GameOptions, takes_game_options
from crownbridge.cli.output import echo, echo_drawing
from crownbridge.cli.positions import chosen_position
from crownbridge.errors import MoveError, OptionError, printable, quoted
from crownbridge.games import DEFAULT_GAME, Game, Outcome, Position, Side, Termination
from crownbridge.games.terminal import draw
from crownbridge.players import EnginePlayer, Player, RandomPlayer, TimeLimit, player_named

_LEVEL = 5
_HELP = "Type a move, or: {swap}moves (list them), undo, resign, quit."

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
    side: Annotated[str | None, typer.Option("--as", metavar="SIDE", help="Your colour (default: who begins).")] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            help=f"An engine's level, an agent's file, random, or human (default: the engine at level {_LEVEL})."
        ),
    ] = None,
    level: Annotated[
        int | None, typer.Option(min=1, help="The engine's strength; short for --opponent GAME:N.")
    ] = None,
    per_move: Annotated[float, typer.Option(min=0.001, max=1e6, help="Seconds for a move of the opponent.")] = 1.0,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="Have a level or the random player repeat itself.")
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
        raise typer.BadParameter(f"{side!r} plays no {game.name}; expected {' or '.join(by_name)}", param_hint="--as")
    other = _opponent(game, opponent, level, seed)
    humans = {by_name[side] if side else start.side_to_move} if other else set(game.sides)
    who = f"you are {next(iter(humans))}, against {other.name}" if other else "two humans at this keyboard"
    echo(f"{game.name.capitalize()}: {game.goal}. {who.capitalize()}.")
    try:
        _Table(start, humans, other, TimeLimit(per_move), colour=wants_colour(colour)).play()
    finally:
        if other:
            other.close()


def _opponent(game: Game[Any], named: str | None, level: int | None, seed: int | None) -> Player | None:
    """The player on the other side, or `None` for a second human. Raises OptionError."""
    if named is not None and level is not None:
        raise OptionError("--opponent and --level both choose an opponent; give one of them")
    if named is None:
        named = f"{game.name}:{level or _LEVEL}"
    player = None if named == "human" else player_named(named, game.name, seed=seed)
    if not isinstance(player, EnginePlayer | RandomPlayer | None):
        raise OptionError(f"{quoted(named)} is a program; have it play with: crownbridge match {named} human")
    return player


class _Table:
    """A game under way: the positions so far, the moves between them, and who sits where."""

    def __init__(
        self, start: Position[Any], humans: set[Side], opponent: Player | None, limit: TimeLimit, *, colour: bool
    ) -> None:
        self._positions = [start]
        self._moves: list[Any] = []
        self._humans = humans
        self._opponent = opponent
        self._limit = limit
        self._colour = colour

    def play(self) -> None:
        """Goes on until the game is over or a human ends it."""
        echo(self._help())
        ended: Outcome | None = None
        drawn: Position[Any] | None = None
        while (outcome := ended or self._positions[-1].outcome()) is None:
            position = self._positions[-1]
            if self._opponent is None or position.side_to_move in self._humans:
                if drawn is not position:
                    self._draw()
                    drawn = position
                ended = self._obey(_read_line(f"{position.side_to_move}> "), position)
            else:
                decision = self._opponent.choose(position, None, self._limit)
                echo(f"{position.side_to_move} plays {position.format_move(decision.move)}")
                self._explain(decision.search)
                self._advance(decision.move)
        if drawn is not self._positions[-1]:
            self._draw()
        echo(outcome)

    def _explain(self, search: str) -> None:
        """Shows what an engine thought, less its nodes and seconds, which would differ from one run to the next."""
        if search:
            thought = re.sub(r", [0-9,]+ nodes, [0-9.]+ s:", ":", search)
            shown = f"  {printable(thought)}"
            echo_drawing(typer.style(shown, dim=True) if self._colour else shown, colour=self._colour)

    def _draw(self) -> None:
        last = self._moves[-1] if self._moves else None
        drawing = draw(self._positions[-1], colour=self._colour, last_move=last)
        echo_drawing(f"\n{drawing}\n", colour=self._colour)

    def _advance(self, move: Any) -> None:
        self._positions.append(self._positions[-1].play(move))
        self._moves.append(move)

    def _obey(self, line: str | None, position: Position[Any]) -> Outcome | None:
        """Does what a human's line says; gives the outcome when it ends the game."""
        match line.lower() if line else line:
            case None | "quit" | "exit":
                return Outcome(None, Termination.INTERRUPTED)
            case "resign":
                return Outcome(position.side_to_move.other, Termination.RESIGNATION)
            case "undo":
                self._undo()
            case "moves":
                echo(" ".join(map(position.format_move, position.legal_moves())))
            case "" | "help" | "?":
                echo(self._help())
            case move:
                try:
                    self._advance(position.parse_move(move))
                except MoveError as error:
                    echo(error)
        return None

    def _help(self) -> str:
        """What can be typed; the swap where the rules have it."""
        swap = "swap (after the first move), " if getattr(self._positions[0].game, "swap", False) else ""
        return _HELP.format(swap=swap)

    def _undo(self) -> None:
        """Goes back to the last turn of a human."""
        for turn in reversed(range(len(self._moves))):
            if self._positions[turn].side_to_move in self._humans:
                del self._positions[turn + 1 :], self._moves[turn:]
                return
        echo("There is nothing to take back.")


def _read_line(prompt: str) -> str | None:
    """A line from the keyboard, or `None` when there will be no more."""
    if sys.stdin is None:  # closed by whoever started us
        return None
    if sys.stdin.isatty():
        import readline  # noqa: F401, PLC0415 (gives input() line editing; not needed for a pipe)
    try:
        return input(prompt).strip()
    except EOFError:
        echo()
        return None
    except KeyboardInterrupt:
        echo()
        raise
