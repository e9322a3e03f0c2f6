"""The board of hextk: a canvas that draws a position and reports the cell that the user selects."""

import tkinter as tk
from collections.abc import Callable, Iterable
from typing import Any

from crownbridge.games.geometry import Geometry, Point
from crownbridge.games.hex import Position, Side

BACKGROUND = "#faf8f3"
_GRID = "#c9c1ad"
_CHAIN = "#f2b705"
_CURSOR = "#4a4437"
_STONE = {Side.RED: ("#d8443f", "#a52c28"), Side.BLUE: ("#3f86d0", "#285f9b")}  # fill and rim
_GHOST = {Side.RED: "#efb1ae", Side.BLUE: "#aecbea"}
_RADIUS = 0.4
_LEAST_SCALE = 8.0
_STEPS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


class Board(tk.Canvas):
    """A canvas that draws a position as large as possible. A click, or Return after arrow keys, selects a cell."""

    def __init__(self, parent: tk.Misc, choose: Callable[[int], object]) -> None:
        super().__init__(parent, background=BACKGROUND, highlightthickness=0, width=760, height=500, takefocus=True)
        self._choose = choose
        self._position: Position | None = None
        self._last: int | None = None
        self._chain: tuple[int, ...] = ()
        self._ghost: Side | None = None
        self._hovered: int | None = None
        self._cursor: int | None = None
        self._scale, self._left, self._top = 1.0, 0.0, 0.0
        self.bind("<Configure>", lambda _: self._draw())
        self.bind("<Button-1>", self._click)
        self.bind("<Motion>", lambda event: self._hover(self.cell_at(event.x, event.y)))
        self.bind("<Leave>", lambda _: self._hover(None))
        self.bind("<Return>", lambda _: self._choose_cursor())
        for key in _STEPS:
            self.bind(f"<{key}>", lambda event: self._step(event.keysym))

    def show(self, position: Position, last: int | None, chain: Iterable[int], ghost: Side | None) -> None:
        """Draw a position with its last move and winning chain; `ghost` is the side whose stone follows the mouse."""
        if self._position is None or position.game.size != self._position.game.size:
            self._cursor = None
        self._position, self._last, self._chain, self._ghost = position, last, tuple(chain), ghost
        self._draw()

    def centre(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell in pixels."""
        return self._at(self._geometry().cells[cell].centre)

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the cell at a point in pixels, or None."""
        if self._position is None:
            return None
        place = Point((x - self._left) / self._scale, (y - self._top) / self._scale)
        centres = [cell.centre for cell in self._geometry().cells]
        distances = [(place.x - centre.x) ** 2 + (place.y - centre.y) ** 2 for centre in centres]
        nearest = min(range(len(distances)), key=distances.__getitem__)
        return nearest if distances[nearest] <= 0.25 else None  # noqa: PLR2004 (inside the circle of the cell)

    # -- input

    def _click(self, event: "tk.Event[tk.Canvas]") -> None:
        self.focus_set()
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self._choose(cell)

    def _choose_cursor(self) -> None:
        if self._cursor is not None:
            self._choose(self._cursor)

    def _step(self, key: str) -> None:
        if self._position is None:
            return
        size = self._position.game.size
        if self._cursor is None:
            self._cursor = (size // 2) * size + size // 2
        else:
            down, right = _STEPS[key]
            row, column = divmod(self._cursor, size)
            self._cursor = min(max(row + down, 0), size - 1) * size + min(max(column + right, 0), size - 1)
        self._draw()

    def _hover(self, cell: int | None) -> None:
        if cell != self._hovered:
            self._hovered = cell
            self._draw_ghost()

    # -- drawing

    def _geometry(self) -> Geometry:
        assert self._position is not None, "show() comes first"  # noqa: S101 (an internal error)
        return self._position.game.geometry

    def _at(self, point: Point) -> tuple[float, float]:
        return self._left + point.x * self._scale, self._top + point.y * self._scale

    def _draw(self) -> None:
        self.delete("all")
        if self._position is None:
            return
        geometry = self._geometry()
        width, height = self.winfo_width(), self.winfo_height()
        self._scale = max(min(width / geometry.width, height / geometry.height), _LEAST_SCALE)
        self._left = (width - geometry.width * self._scale) / 2
        self._top = (height - geometry.height * self._scale) / 2
        for shape in geometry.scenery:
            colour = geometry.palette[shape.tone]
            self._polygon(shape.polygon, fill=colour, outline=colour)
        chain = set(self._chain)
        for index, cell in enumerate(geometry.cells):
            self._polygon(cell.polygon, fill=_CHAIN if index in chain else geometry.palette[cell.tone], outline=_GRID)
        font = ("TkDefaultFont", -max(round(self._scale * 0.38), 7), "bold")
        for label in geometry.labels:
            self.create_text(self._at(label.centre), text=label.text, fill=geometry.palette[label.tone], font=font)
        for index, piece in self._position.pieces().items():
            fill, rim = _STONE[Side(piece.side)]
            self._disc(index, _RADIUS, fill=fill, outline=rim, width=max(self._scale / 22, 1), tags="stone")
        if self._last is not None:
            self._disc(self._last, 0.14, fill="white", outline="", tags="last")
        if self._cursor is not None:
            corners = geometry.cells[self._cursor].polygon
            self._polygon(corners, fill="", outline=_CURSOR, width=max(self._scale / 12, 2), tags="cursor")
        self._draw_ghost()

    def _draw_ghost(self) -> None:
        """Show where a click would place a stone."""
        self.delete("ghost")
        cell = self._hovered
        if cell is None or self._ghost is None or self._position is None or cell in self._position.pieces():
            return
        self._disc(cell, _RADIUS, fill=_GHOST[self._ghost], outline="", tags="ghost")

    def _polygon(self, points: Iterable[Point], **options: Any) -> None:
        self.create_polygon([value for point in points for value in self._at(point)], **options)

    def _disc(self, cell: int, radius: float, **options: Any) -> None:
        x, y = self.centre(cell)
        reach = radius * self._scale
        self.create_oval(x - reach, y - reach, x + reach, y + reach, **options)
