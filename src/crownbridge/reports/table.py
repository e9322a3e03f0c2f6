"""Tables of a report, in Markdown and CSV."""

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

Row = tuple[str, ...]
_NUMBER = re.compile(r"[-+±]?[\d.,/]*( ?(%|ms|s|MB))?|[\d:.]+|[-?]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class Table:
    """Rows of text with a header."""

    title: str
    head: Row
    rows: tuple[Row, ...]
    note: str = ""
    """Explanation for the reader."""

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Whether each column is numeric, and thus aligned to the right."""
        return tuple(all(_NUMBER.fullmatch(cell) for cell in column) for column in zip(*self.rows, strict=True))

    def shape(self) -> dict[str, Any]:
        """Return the table as JSON."""
        return {
            "title": self.title,
            "note": self.note,
            "head": self.head,
            "numeric": self.numeric,
            "rows": self.rows,
        }


def markdown(table: Table) -> str:
    """Return the table with its title in Markdown."""
    marks = ["---:" if numeric else "---" for numeric in table.numeric] or ["---"] * len(table.head)
    lines = [table.head, marks, *table.rows]
    rows = "\n".join(f"| {' | '.join(map(escaped, line))} |" for line in lines)
    note = f"\n{table.note}\n" if table.note else ""
    return f"## {table.title}\n\n{rows}\n{note}"


def comma_separated(table: Table) -> str:
    """Return the table as CSV, header first, with cells escaped that a spreadsheet would treat as formulas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.head)
    writer.writerows([_harmless(cell) for cell in row] for row in table.rows)
    return text.getvalue()


def escaped(text: str) -> str:
    """Return a text on one line, with Markdown's special characters escaped, so that it appears as it is."""
    return " ".join(re.sub(r"([\\`*_~\[\]<>&|$]|(?<!\S)#)", r"\\\1", text).split())


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell) else cell
