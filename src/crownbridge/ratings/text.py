"""Plain-text tables."""

from collections.abc import Sequence

Row = tuple[str, ...]


def plain(rows: Sequence[Row]) -> str:
    """Return the rows, header first, with aligned columns: agents to the left, all others to the right."""
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if head == "agent" else cell.rjust(width)
            for head, cell, width in zip(rows[0], row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def signed(elo: float) -> str:
    """Return a rounded rating, without a negative zero."""
    return f"{elo:.0f}" if round(elo) else "0"
