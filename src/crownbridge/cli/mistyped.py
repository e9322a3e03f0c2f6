"""Which command was meant by a word that is none."""

from collections.abc import Iterable


def meant(word: str, command: str, words: Iterable[str]) -> str | None:
    """The nearest of the words that may follow a command, as a question, if one is near."""
    from difflib import get_close_matches  # noqa: PLC0415 (a program that is started once a game does not need it)

    near = get_close_matches(word, words, 1)
    return f"did you mean: {command} {near[0]}?" if near else None
