"""Questions: positions with moves that are known to be right and moves that are known to be wrong."""

from pathlib import Path
from typing import NamedTuple


class Question(NamedTuple):
    """A position in which a bot must move."""

    position: str
    """Text of the position, in a notation that the game parses."""
    right: tuple[str, ...]
    """Moves that are proven or far better; the text of each is complete."""
    wrong: tuple[str, ...]
    """Moves that are proven or far worse. A move that is in neither list is ignored."""
    group: str
    """Topic of the question, such as `take`; the probes define their groups."""
    depth: int = 1
    """Plies that a plain search must look ahead to find the right moves."""
    features: tuple[str, ...] = ()
    """Properties of the deciding move, such as `triple` or `backward`."""
    why: str = ""
    """Why the answer is certain."""

    def dumps(self) -> str:
        """Return the question as a line of text."""
        lists = (" ".join(field) for field in (self.right, self.wrong, self.features))
        right, wrong, features = lists
        return "\t".join((self.group, str(self.depth), features, self.position, right, wrong, self.why))

    @classmethod
    def loads(cls, line: str) -> "Question":
        """Return the question on a line that `dumps` wrote."""
        group, depth, features, position, right, wrong, why = line.rstrip("\n").split("\t")
        return cls(
            position, tuple(right.split()), tuple(wrong.split()), group, int(depth), tuple(features.split()), why
        )


def load_questions(path: Path) -> list[Question]:
    """Return the questions in a file, one per line."""
    return [Question.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
