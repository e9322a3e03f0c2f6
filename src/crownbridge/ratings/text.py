"""Tables as plain text."""

from collections.abc import Sequence

Row = tuple[str, ...]


def plain(rows: Sequence[Row]) -> str:
    """The rows with their columns aligned: the agents to the left, all else to the right. The first row is the head."""
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
    """A rating, rounded; without the sign that nought would get."""
    return f"{elo:.0f}" if round(elo) else "0"
