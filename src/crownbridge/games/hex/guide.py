"""The rules of Hex in words and pictures."""

from crownbridge.games.guide import Picture, Section

_SMALL = {"size": 5}
_SWAP = {"size": 5, "swap": True}

GUIDE = (
    Section(
        "Goal",
        (
            (
                "Connect your two edges with a chain of stones of your colour. Red connects the top with the bottom, "
                "blue the left with the right; the edges of the board have the colours."
            ),
            "A game of Hex is never drawn: when the board is full, exactly one side is connected.",
        ),
        (
            Picture("Red has connected top and bottom", "..r../.br../.rbb./.rb../.r... b", options=_SMALL),
            Picture("Blue has connected left and right", "...rb/.rbb./bb.r./..r../.r... r", options=_SMALL),
        ),
    ),
    Section(
        "Moves",
        (
            "The players take turns to put a stone on any empty cell. Stones are never moved or removed.",
            "A cell has six neighbours, fewer at the edge. Cells are named by column and row: a1 is at the top left.",
        ),
        (Picture("Blue answers in the centre", "...../...r./...../...../..... b", "c3", _SMALL),),
    ),
    Section(
        "The swap rule",
        (
            (
                "The first stone is a large advantage. With the swap rule the second player may, instead of placing a "
                "stone, take over the first one: press Swap. The stone changes its colour and is mirrored on the long "
                "diagonal, where it is worth the same to its new owner."
            ),
            "So the first player should choose a stone that is neither too strong nor too weak.",
        ),
        (
            Picture("A stone in the centre is strong: swap it", "...../...../..r../...../..... b", options=_SWAP),
            Picture("A stone in the corner is weak: play on", "r..../...../...../...../..... b", options=_SWAP),
        ),
    ),
    Section(
        "The bridge",
        (
            (
                "Two stones with two common empty neighbours form a bridge: if the opponent takes one of the two "
                "cells, you take the other. A chain of bridges is as good as a chain of stones."
            ),
        ),
        (
            Picture(
                "Red's stones are bridges: the chain cannot be cut", "...r./..b../..r../.b.../.r... b", options=_SMALL
            ),
        ),
    ),
)
