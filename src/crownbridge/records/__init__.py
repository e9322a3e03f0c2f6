"""What is left of a game when it is over: the record, and the files that hold such."""

from crownbridge.records import arbi_log, hexworld, json_lines, kth_log, pdn, sgf
from crownbridge.records.formats import (
    FORMATS,
    Format,
    format_of,
    format_of_name,
    format_to_write,
    read_file,
    read_games,
    read_text,
)
from crownbridge.records.printed import Printed, printed
from crownbridge.records.reading import Entry, Notice, Place, Problem, ReadGame
from crownbridge.records.record import Decision, GameRecord, played_at

__all__ = [
    "FORMATS",
    "Decision",
    "Entry",
    "Format",
    "GameRecord",
    "Notice",
    "Place",
    "Printed",
    "Problem",
    "ReadGame",
    "arbi_log",
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
]
