"""Full-screen replay of a game in the terminal."""

import os

from rich.console import Console, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.text import Text

from crownbridge.cli.support.arguments import wants_colour
from crownbridge.cli.support.game_view import Replayed
from crownbridge.cli.support.keys import END, keys
from crownbridge.errors import printable
from crownbridge.games import Side

_LOOK_EVERY = 0.2
"""Seconds between two checks of the terminal size."""
_BACK, _FORWARD = {"left", "up", "h", "k"}, {"right", "down", "l", "j", " ", "\n", "\r"}
_LEAVE = {"q", "escape", "\x04", END}
_HELP = "← → step   page up/down ten   home end   q quit"
_STRIDE = 10
_LEAST_OUTPUT = 5


def step_through(game: Replayed) -> None:
    """Show the game until the user quits, and restore the terminal."""
    console = Console()
    colour = wants_colour(None)
    ply = 0
    drawn: tuple[int, os.terminal_size] | None = None
    with keys() as pressed, console.screen(hide_cursor=True) as screen:
        while True:
            size = os.get_terminal_size()
            if drawn != (ply, size):
                drawn = ply, size
                screen.update(_page(game, ply, size.columns, size.lines, colour=colour))
            for key in pressed(_LOOK_EVERY):
                if key in _LEAVE:
                    return
                ply = max(0, min(game.last, _target(key, ply, game.last)))


def _target(key: str, ply: int, last: int) -> int:
    """Return the ply that a key selects."""
    if key in _BACK:
        return ply - 1
    if key in _FORWARD:
        return ply + 1
    return {"page up": ply - _STRIDE, "page down": ply + _STRIDE, "home": 0, "g": 0, "end": last, "G": last}.get(
        key, ply
    )


def _page(game: Replayed, ply: int, columns: int, lines: int, *, colour: bool) -> RenderableType:
    board = Text.from_ansi(game.board(ply, colour=colour))
    width = max((line.cell_len for line in board.split()), default=0)
    height = len(board.split())
    wide = columns >= width + 30
    top = min(height + 1 if wide else height + 7, max(1, lines - 3 - _LEAST_OUTPUT))
    middle = Layout(name="middle", size=top)
    about = Layout(_about(game, ply, min(top, height) if wide else 6))
    if wide:
        middle.split_row(Layout(board, size=width + 3), about)
    else:
        middle.split_column(Layout(board, size=height), about)
    page = Layout()
    page.split_column(
        Layout(_head(game, ply), size=2),
        middle,
        Layout(_outputs(game, ply, lines - 3 - top, colour=colour)),
        Layout(_text(_HELP, "dim"), size=1),
    )
    return page


def _head(game: Replayed, ply: int) -> Text:
    text = _text(f"move {ply} of {game.last}", "bold")
    if ply == game.last:
        text.append(printable(f"   {game.record.outcome}"), style="yellow")
    text.append(printable(f"   {game.title}"), style="not bold dim")
    return text


def _about(game: Replayed, ply: int, lines: int) -> Text:
    """Return the players, their used time, and the moves around the current one."""
    text = _text()
    for side, player in zip(game.record.game.sides, game.players, strict=True):
        to_move = ply < game.last and game.positions[ply].side_to_move == side
        text.append("▸ " if to_move else "  ", style="bold yellow")
        text.append(f"{side}", style=_ink(side))
        text.append(f"  {_clock(game.used(side, ply))}  {player}\n")
    text.append("\n")
    room = max(1, lines - 3)
    first = max(0, min(ply - room // 2, game.last + 1 - room))
    for at in range(first, min(game.last + 1, first + room)):
        line = "  0. start" if at == 0 else game.line(at)
        text.append(f"{line}\n", style="reverse" if at == ply else "")
    return text


def _outputs(game: Replayed, ply: int, lines: int, *, colour: bool) -> RenderableType:
    """Return the output of both programs side by side."""
    pages = Layout()
    pages.split_row(
        *(
            Layout(Padding(_output(side, game.output(side, ply, colour=colour), lines), (0, 1, 0, 0)))
            for side in game.record.game.sides
        )
    )
    return pages


def _output(side: Side, printed: list[str], lines: int) -> Text:
    text = _text()
    text.append(f"{side} printed\n" if printed else f"{side} printed nothing\n", style=f"underline {_ink(side)}")
    newest = Text.from_ansi("\n".join(printed)).split()[-max(1, lines - 1) :]
    return text.append_text(Text("\n").join(newest))


def _text(text: str = "", style: str = "") -> Text:
    """Return a text whose lines are truncated to the available width."""
    return Text(text, style=style, overflow="ellipsis", no_wrap=True)


def _ink(side: Side) -> str:
    return f"bold {side}"  # the names of the sides are colours


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes:.0f}:{rest:04.1f}" if seconds else "-:--.-"
