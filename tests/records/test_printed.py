"""The output of programs in a game, as text by moves."""

from crownbridge.games import Hex, Outcome, Termination
from crownbridge.records import Decision, GameRecord, PlainLine, printed
from crownbridge.records.printed import Printed

RED, BLUE = Hex.sides


def test_what_belongs_to_no_move_belongs_to_the_one_that_was_not_made() -> None:
    start = Hex(3, first="blue").initial()
    first, second, third = start.legal_moves()[:3]
    decisions = (
        Decision(first, 0.0, stdout=b"one"),
        Decision(second, 0.0, stderr=b"two\xff", dropped=5),
        Decision(third, 0.0),
    )
    assert decisions[2].memory == 0  # not measured
    late = {BLUE: Decision(None, 0.0, stdout=b"after"), RED: Decision(None, 0.0, stderr=b"half")}
    outcome = Outcome(BLUE, Termination.CRASH)
    red, blue = printed(GameRecord(start.game, ("a", "b"), start, PlainLine(decisions), outcome, late))
    assert blue == [Printed(1, "stdout", "one"), Printed(5, "stdout", "after")]
    assert red == [
        Printed(2, "stderr", "two\\xff"),
        Printed(2, "stderr", "\n[5 bytes were omitted]\n"),
        Printed(4, "stderr", "half"),
    ]
