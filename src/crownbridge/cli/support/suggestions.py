"""Suggestions for misspelled commands."""

from collections.abc import Iterable

from crownbridge.spelling import similar_name


def meant(word: str, command: str, words: Iterable[str]) -> str | None:
    """Return a question that suggests the most similar word after a command, or None."""
    near = similar_name(word, words, likeness=0.6)  # lower than usual, because the words are short
    return f"did you mean: {command} {near}?" if near else None
