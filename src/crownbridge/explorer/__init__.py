"""The explorer: which moves were played in a position, in the games of files and tournaments, and with what results."""

from crownbridge.explorer.collection import Collection
from crownbridge.explorer.finding import Found, FoundGame, MoveCount, find
from crownbridge.explorer.keys import index_record, seed_of
from crownbridge.explorer.library import ImportedFile, Library

__all__ = [
    "Collection",
    "Found",
    "FoundGame",
    "ImportedFile",
    "Library",
    "MoveCount",
    "find",
    "index_record",
    "seed_of",
]
