"""Which command was meant by a word that is none."""

from collections.abc import Iterable

from crownbridge.spelling import similar_name


def meant(word: str, command: str, words: Iterable[str]) -> str | None:
    """The nearest of the words that may follow a command, as a question, if one is near."""
    near = similar_name(word, words, likeness=0.6)  # short words that can be nothing else
    return f"did you mean: {command} {near}?" if near else None
