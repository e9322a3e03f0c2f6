"""One turn of a player."""

from typing import Annotated, Any, NamedTuple

from annotated_types import Ge, Le

LARGEST = 2**63 - 1
"""Largest whole number that a database stores."""

Seconds = Annotated[float, Ge(0)]
Count = Annotated[int, Ge(0), Le(LARGEST)]


class Decision(NamedTuple):
    """One turn of a player: the move with its time, output and evaluation.

    The JSON form of records, with its checks, is derived from these fields.
    """

    move: Any
    seconds: Seconds = 0.0
    """Wall-clock time from the request to the reply, without `waited`."""
    cpu_seconds: Seconds = 0.0
    """CPU time that the program used during the turn."""
    memory: Count = 0
    """Peak memory of the program so far in bytes; 0 if not measured."""
    stdout: bytes = b""
    """Output of the program on stdout during the turn; of long output, the first and the last part."""
    stderr: bytes = b""
    """Output of the program on stderr during the turn; of long output, the first and the last part."""
    dropped: Count = 0
    """Number of bytes of output that were omitted."""
    line: bytes | None = None
    """Line with the move, if it came from a program."""
    claim: str | None = None
    """Text of the position after the move according to the program, if its protocol includes it."""
    says_over: bool = False
    """True if the program claims that the move ends the game."""
    search: str = ""
    """Summary of an engine's search: depth, score, nodes and principal variation."""
    score: Annotated[int, Ge(-LARGEST), Le(LARGEST)] | None = None
    """Score of the position according to the engine, in hundredths of a man."""
    win_chance: Annotated[float, Ge(0), Le(1)] | None = None
    """Probability to win according to the engine, if it computes one."""
    waited: Seconds = 0.0
    """Seconds that were added to the time for the turn, because other programs kept the processors from the program."""

    @property
    def has_computed(self) -> bool:
        """True if the program computed for a good part of the turn, instead of waiting for input."""
        return self.cpu_seconds > self.seconds / 4
