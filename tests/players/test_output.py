"""The bounded buffer for a program's output."""

import pytest

from crownbridge.players.process.output import Output


@pytest.mark.parametrize(
    ("parts", "kept", "dropped"),
    [
        ([], b"", 0),
        ([b"abc", b"d"], b"abcd", 0),
        ([b"abc", b"defgh"], b"abcdefgh", 0),
        ([b"abcd", b"efgh", b"i"], b"abcdfghi", 1),
        ([b"abcdefghijklm", b"n"], b"abcdklmn", 6),
    ],
)
def test_the_first_and_the_last_part_of_a_turn_are_kept(
    monkeypatch: pytest.MonkeyPatch, parts: list[bytes], kept: bytes, dropped: int
) -> None:
    monkeypatch.setattr("crownbridge.players.process.output.KEPT", 4)
    output = Output()
    for _ in range(2):
        for part in parts:
            output.add(part)
        assert output.total == len(b"".join(parts))
        head, tail, lost = output.take()
        assert (head + tail, lost) == (kept, dropped)
