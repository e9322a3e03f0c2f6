"""Positions of the Hex benchmark."""

POSITIONS = (
    (5, "c2c3a4"),
    (7, "c6d4e4f2e3e2"),
    (9, "g8f4g4g3"),
    (11, "f2"),
    (11, "d5f7d7b10e8e9"),
    (11, "h11f5d6e4c5d4c4d7b9c7e6e8f7f8"),
    (11, "a8e6b9b6c6b10d9f7h6d5c5c9d8c7g8j2g5g4i3i2h3h2g3g2"),
    (11, "f6e8d8e6e7g6g4d9c9g3h3f5g5b11c10c11d10d11a11b10e10e11f10f11g10g11a10b9a9b8h10h11a8b7"),
    (13, "e13g7f6e8h6h7k7j6"),
    (13, "f12b12f8f10g10g8h8h7i7j5i6i4h5h4g5g4f5f4d5e5d6e6d7f7e7f6g7e8d9d8"),
    (14, "c2f7j7k4c10i5g6g7h6g5h5i4h4h7i6i7j6i8k8j9"),
    (19, "g17j11h13q5e13j6p4o5h8g10i11i8"),
    (26, "n1d23n6h9f23"),
)
"""Board size and moves of positions from self-play games after a random first stone."""
