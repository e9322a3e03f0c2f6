"""The cause of a crash, from tracebacks of several languages."""

import pytest

from crownbridge.players.crash_cause import crash_cause

PYTHON = """depth 4
Traceback (most recent call last):
  File "/home/ada/bot.py", line 30, in <module>
    main()
  File "/home/ada/bot.py", line 12, in choose
    return moves[9]
           ~~~~~^^^
IndexError: list index out of range
"""
JAVA = """Exception in thread "main" java.lang.RuntimeException: no move
\tat Bot.choose(Bot.java:7)
\tat Bot.main(Bot.java:2)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 9 out of bounds for length 7
\tat Bot.pick(Bot.java:12)
\t... 1 more
"""
JAVA_WITHOUT_MESSAGE = """Exception in thread "main" java.lang.NullPointerException
\tat Bot.main(Bot.java:2)
"""
CPP = """terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 9) >= this->size() (which is 7)
"""


@pytest.mark.parametrize(
    ("stderr", "cause"),
    [
        (PYTHON, "IndexError: list index out of range (bot.py, line 12)"),
        (
            JAVA,
            "java.lang.ArrayIndexOutOfBoundsException: Index 9 out of bounds for length 7 at Bot.pick(Bot.java:12)",
        ),
        (JAVA_WITHOUT_MESSAGE, "java.lang.NullPointerException at Bot.main(Bot.java:2)"),
        (CPP, "std::out_of_range: vector::_M_range_check: __n (which is 9) >= this->size() (which is 7)"),
        ("one\n\x1b[1mtwo\n\n", "\x1b[1mtwo"),
        ("", ""),
    ],
)
def test_the_cause(stderr: str, cause: str) -> None:
    assert crash_cause(stderr.encode()) == cause


def test_it_is_bounded() -> None:
    assert len(crash_cause(b"x" * 100_000)) == 300


def test_a_java_crash_in_the_library_is_placed_where_the_program_called_it() -> None:
    stderr = (
        b'Exception in thread "main" java.lang.IndexOutOfBoundsException: Index 7 out of bounds for length 7\n'
        b"\tat java.base/jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)\n"
        b"\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n"
        b"\tat Bot.main(Bot.java:97)\n"
    )
    assert crash_cause(stderr).endswith("for length 7 at Bot.main(Bot.java:97)")
