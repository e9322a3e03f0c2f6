"""Tuning as a tournament, with games that end at once as the values decide."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownbridge.store import PackedGame, Store, StoredGame
from crownbridge.tournaments import Finished, Pairing
from crownbridge.tournaments.executor import Inline, Played
from crownbridge.tournaments.random_numbers import random_below
from crownbridge.tournaments.runner import GameEnded, Runner
from crownbridge.tuning import Parameter, Spsa, usual_rate
from crownbridge.tuning.trials import Trials

PARAMETERS = (Parameter("king_value", 130.0, 100.0, 250.0, 7.5), Parameter("trade_bonus", 0.0, 0.0, 20.0, 1.0))
BEST = {"king_value": 180.0, "trade_bonus": 8.0}
ITERATIONS, GAMES = 150, 8


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "games.db") as opened:
        opened.begin("tuning", "{}")
        yield opened


def elo(agent: str) -> float:
    values: dict[str, float] = json.loads(agent)
    return -10 * sum(((values[one.name] - BEST[one.name]) / one.step) ** 2 for one in PARAMETERS)


def instant(pairing: Pairing) -> Played:
    """A game that the better values win more often; which games depends on its identity alone."""
    one, other = pairing.agents
    chance = 1 / (1 + 10 ** ((elo(other) - elo(one)) / 400))
    winner = one if random_below(10**6, pairing.identity) < chance * 10**6 else other
    game = StoredGame(pairing.identity, pairing.agents, winner, "normal", "", pairing.pair, 0, 0.0, counts=True)
    return Played(pairing, PackedGame(game, b""))


def trials() -> Trials:
    return Trials(Spsa(PARAMETERS, ITERATIONS, usual_rate(ITERATIONS * GAMES)), GAMES, seed=1)


def tuned(store: Store, most: int = ITERATIONS * GAMES) -> tuple[Trials, list[GameEnded]]:
    """Run it to its end, or for `most` games."""
    scheduler, heard = trials(), list[GameEnded]()
    Runner("tuning", scheduler, store, Inline(instant), [heard.append]).run(
        lambda: sum(not ended.resumed for ended in heard) >= most
    )
    return scheduler, heard


def test_the_values_that_win_are_found(store: Store) -> None:
    scheduler, heard = tuned(store)
    assert scheduler.over
    assert len(heard) == scheduler.total == ITERATIONS * GAMES
    found = scheduler.values
    for one in PARAMETERS:
        assert abs(found[one.name] - BEST[one.name]) < 2 * one.step


def test_games_come_in_pairs_with_colours_changed(store: Store) -> None:
    tuned(store, 5 * GAMES)
    games = list(store.games("tuning"))
    assert len(games) == 5 * GAMES
    assert set(Counter(game.pair for game in games).values()) == {2}
    for game, second in zip(games[::2], games[1::2], strict=True):
        assert game.agents == second.agents[::-1]
    assert len({frozenset(game.agents) for game in games}) == 5


def test_a_tuning_that_was_broken_off_goes_on_to_the_same_values(store: Store, tmp_path: Path) -> None:
    with Store.open(tmp_path / "whole.db") as other:
        other.begin("tuning", "{}")
        whole, _ = tuned(other)
    for most in (0, 1, 7, 8, 100, 333):
        tuned(store, most)
    scheduler, heard = tuned(store)
    assert sum(ended.resumed for ended in heard) == 449
    assert scheduler.last == whole.last
    assert len(store.identities("tuning")) == ITERATIONS * GAMES


def test_void_games_move_nothing() -> None:
    scheduler = trials()
    start = scheduler.last.values
    given = [scheduler.next() for _ in range(GAMES)]
    assert scheduler.next() is None
    for pairing in given:
        assert pairing
        scheduler.report(Finished(pairing, None))
    assert scheduler.last == (1, 0.0, start)
    with pytest.raises(KeyError):
        scheduler.report(Finished(given[0], None))  # type: ignore[arg-type]
