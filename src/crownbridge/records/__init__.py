"""Records of finished games, and the file formats that store them."""

from crownbridge.records import arbi_log, hexworld, json_lines, kth_log, pdn, sgf
from crownbridge.records.decision import Decision
from crownbridge.records.formats import (
    FORMATS,
    Format,
    check_writable,
    format_named,
    format_of,
    format_of_name,
    format_to_write,
    read_file,
    read_games,
    read_text,
    writable_formats,
)
from crownbridge.records.printed import Printed, printed
from crownbridge.records.reading import Entry, Notice, Place, Problem, ReadGame
from crownbridge.records.record import GameRecord, played_at
from crownbridge.records.tree import DrawnShape, Node, PlainLine, Tree

__all__ = [
    "FORMATS",
    "Decision",
    "DrawnShape",
    "Entry",
    "Format",
    "GameRecord",
    "Node",
    "Notice",
    "Place",
    "PlainLine",
    "Printed",
    "Problem",
    "ReadGame",
    "Tree",
    "arbi_log",
    "check_writable",
    "format_named",
    "format_of",
    "format_of_name",
    "format_to_write",
    "hexworld",
    "json_lines",
    "kth_log",
    "pdn",
    "played_at",
    "printed",
    "read_file",
    "read_games",
    "read_text",
    "sgf",
    "writable_formats",
]
