"""The kinds of data that a record may have besides its moves, and that a file format may not support."""

from enum import StrEnum

from crownbridge.records.record import GameRecord
from crownbridge.records.sgf_root import NAMES, OTHER_NAMES
from crownbridge.records.tree import children_of, is_plain


class Content(StrEnum):
    """A kind of data of a record."""

    VARIATIONS = "variations"
    COMMENTS = "comments"
    SYMBOLS = "annotation symbols"
    SHAPES = "drawn shapes"
    CLOCKS = "clocks"
    PROPERTIES = "other properties of moves"
    HEADERS = "headers"
    PDN_HEADERS = "headers that SGF does not have"
    TIMES = "times of moves"
    OUTPUT = "output of programs"
    SEARCHES = "search results"


ANNOTATIONS = frozenset(
    (
        *(Content.VARIATIONS, Content.COMMENTS, Content.SYMBOLS, Content.SHAPES, Content.CLOCKS, Content.PROPERTIES),
        Content.HEADERS,
    )
)
"""Contents that both PDN and SGF support."""


def contents_of(record: GameRecord) -> frozenset[Content]:
    """Return the kinds of data of a record."""
    in_sgf = {name in NAMES or name in OTHER_NAMES for name in record.headers}
    decisions = (*record.decisions, *record.leftover.values())
    kinds = {
        Content.HEADERS: True in in_sgf,
        Content.PDN_HEADERS: False in in_sgf,
        Content.TIMES: any(decision.seconds or decision.cpu_seconds or decision.memory for decision in decisions),
        Content.OUTPUT: any(decision.stdout or decision.stderr for decision in decisions) or any(record.statuses),
        Content.SEARCHES: any(
            decision.search or decision.score is not None or decision.win_chance is not None for decision in decisions
        ),
    }
    if not is_plain(record.tree):
        kinds |= {
            Content.VARIATIONS: any(len(children) > 1 for children in children_of(record.tree)),
            Content.COMMENTS: any(node.comment for node in record.tree),
            Content.SYMBOLS: any(node.nags for node in record.tree),
            Content.SHAPES: any(node.shapes for node in record.tree),
            Content.CLOCKS: any(node.clock is not None for node in record.tree),
            Content.PROPERTIES: any(node.properties for node in record.tree),
        }
    return frozenset(kind for kind, present in kinds.items() if present)
