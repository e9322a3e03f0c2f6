"""The pool of engines for hints."""

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from crownbridge.engines import Engine, SearchRequest, Thought
from crownbridge.errors import ConflictError
from crownbridge.games import Checkers, Hex
from crownbridge.players import TimeLimit
from crownbridge.web import engine_pool
from crownbridge.web.engine_pool import MEGABYTES, MOST_LENT, EnginePool


class Forgetful(Engine):
    """Does nothing but forget."""

    def think(self, request: SearchRequest) -> Thought:  # noqa: ARG002 (it knows no move)
        return Thought(None)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose engines were made."""
    games: list[str] = []

    def make(game: str) -> Engine:
        games.append(game)
        return Forgetful()

    def provider(game: str) -> SimpleNamespace:
        return SimpleNamespace(engine=lambda megabytes: make(game) if megabytes == MEGABYTES else None)

    monkeypatch.setattr(engine_pool, "provider_of", provider)
    return games


def test_one_engine_answers_one_question_after_another(made: list[str]) -> None:
    pool = EnginePool(0.0)
    for game in ("hex", "checkers", "hex", "checkers", "hex"):
        with pool.player(game):
            pass
    assert sorted(made) == ["checkers", "hex"]


def test_no_more_engines_are_made_than_are_lent(made: list[str]) -> None:
    pool = EnginePool(0.0)
    all_lent, answered = threading.Barrier(MOST_LENT + 1), threading.Event()

    def ask() -> None:
        with pool.player("hex"):
            all_lent.wait()
            answered.wait()

    threads = [threading.Thread(target=ask) for _ in range(MOST_LENT)]
    for thread in threads:
        thread.start()
    all_lent.wait()
    with pytest.raises(ConflictError, match="too many concurrent hint requests"), pool.player("hex"):
        pass
    answered.set()
    for thread in threads:
        thread.join()
    with pool.player("hex"):
        pass
    assert made == ["hex"] * MOST_LENT


def test_an_engine_that_fails_is_not_lent_again(made: list[str]) -> None:
    pool = EnginePool(0.0)
    with pytest.raises(ZeroDivisionError), pool.player("hex"):
        raise ZeroDivisionError
    with pool.player("hex"):
        pass
    assert made == ["hex", "hex"]


@pytest.mark.parametrize("game", [Checkers(), Hex(4), Hex(3)])
def test_engines_play(game: Any) -> None:
    pool = EnginePool(0.0)
    position = game.initial()
    for _ in range(2):
        with pool.player(game.name) as player:
            position = position.play(player.choose(position, None, TimeLimit(0.01)).move)
