"""A position as an SVG picture, drawn from the game's geometry."""

from collections.abc import Iterable
from html import escape
from typing import Any

from crownbridge.errors import OptionError
from crownbridge.games.geometry import Geometry, Point, rotated
from crownbridge.games.position import Piece, Position

_PIECE_RADIUS = 0.38
_CROWN = ((-0.22, 0.14), (-0.22, -0.14), (-0.11, -0.01), (0, -0.2), (0.11, -0.01), (0.22, -0.14), (0.22, 0.14))


def svg(
    position: Position[Any],
    *,
    last_move: Any = None,
    marked: Iterable[int] = (),
    pixels_per_cell: int = 48,
    orientation: str | None = None,
) -> str:
    """Return an SVG document in which the cells of the last move and those in `marked` are highlighted.

    `orientation` is one of the game's orientations. Raise OptionError if it is not.
    """
    geometry = _oriented(position.game.geometry, orientation)
    marks = {*marked, *(() if last_move is None else position.cells_of(last_move))}
    shapes = [_polygon(shape.polygon, geometry.palette[shape.tone]) for shape in geometry.scenery]
    for index, cell in enumerate(geometry.cells):
        shapes.append(_polygon(cell.polygon, geometry.palette[cell.tone]))
        if index in marks:
            shapes.append(_polygon(cell.polygon, "#ffd54a", ' fill-opacity="0.55"'))
        if geometry.names_on_cells:
            corner = Point(cell.centre.x - 0.46, cell.centre.y - 0.38)
            shapes.append(_text(cell.name, corner, geometry.palette["label"], 0.17, "start"))
    shapes += [
        _text(label.text, label.centre, geometry.palette[label.tone], 0.42, "middle") for label in geometry.labels
    ]
    shapes += [
        _piece(piece, geometry.cells[cell].centre, geometry.palette) for cell, piece in position.pieces().items()
    ]
    width, height = geometry.width, geometry.height
    title = escape(f"{position.game.name}: {position}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * pixels_per_cell:.0f}" height="{height * pixels_per_cell:.0f}" role="img">'
        f"<title>{title}</title>{''.join(shapes)}</svg>\n"
    )


def _oriented(geometry: Geometry, orientation: str | None) -> Geometry:
    if orientation is None:
        return geometry
    if orientation not in geometry.orientations:
        known = " or ".join(geometry.orientations) or "none: this board has only one"
        raise OptionError(f"the option orientation is {orientation!r}; expected {known}")
    return rotated(geometry, geometry.orientations[orientation])


def _polygon(points: Iterable[Point], fill: str, extra: str = "") -> str:
    corners = " ".join(f"{x:.3f},{y:.3f}" for x, y in points)
    return f'<polygon points="{corners}" fill="{fill}" stroke="#00000030" stroke-width="0.03"{extra}/>'


def _text(text: str, at: Point, fill: str, size: float, anchor: str) -> str:
    return (
        f'<text x="{at.x:.3f}" y="{at.y:.3f}" font-family="sans-serif" font-size="{size}" fill="{fill}" '
        f'text-anchor="{anchor}" dominant-baseline="central">{escape(text)}</text>'
    )


def _piece(piece: Piece, centre: Point, palette: Any) -> str:
    fill = palette[f"side{piece.side:d}"]
    circle = (
        f'<circle cx="{centre.x:.3f}" cy="{centre.y:.3f}" r="{_PIECE_RADIUS}" fill="{fill}" '
        'stroke="#00000080" stroke-width="0.04"/>'
    )
    if not piece.crowned:
        return circle
    return circle + _polygon((Point(centre.x + dx, centre.y + dy) for dx, dy in _CROWN), "#f2b632")
