"""What numbers the options of all commands take, and which they have by default, as their --help tells it.

`python tests/cli/test_option_ranges.py` updates the list in tests/golden.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tests import forked

from crownbridge.cli.commands import SUMMARIES

GOLDEN = Path(__file__).parents[1] / "golden" / "option-ranges.txt"
OF_THE_MACHINE = ("--threads", "--jobs", "--workers")
"""Options whose default depends on it."""


def ranges(*command: str) -> Iterator[str]:
    """A line for each option of a command, and of the commands that it has."""
    text = forked.run(*command, "--help").stdout
    for option, rest in re.findall(r"^  (?:-\w, )?(--[\w-]+)(.*(?:\n {3,}.*)*)", text, re.MULTILINE):
        told = " ".join(rest.split()).rpartition("[")[2]
        if told.endswith("]"):
            shown = re.sub(r"default: \d+; ", "", told) if option in OF_THE_MACHINE else told
            yield f"{' '.join(command)} {option}: {shown[:-1]}"
    for name in re.findall(r"^  ([a-z-]+) {2}", text.partition("\nCommands:\n")[2], re.MULTILINE):
        yield from ranges(*command, name)


def all_ranges() -> str:
    return "".join(f"{line}\n" for command in SUMMARIES for line in ranges(command))


def test_the_numbers_that_options_take_are_as_they_were() -> None:
    assert all_ranges() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    GOLDEN.write_text(all_ranges(), encoding="utf-8")
