"""The results of a running tournament."""

import pytest

from crownbridge.store import StoredGame
from crownbridge.tournaments import Tournament
from crownbridge.tournaments.forfeits import Forfeits
from crownbridge.tournaments.runner import GameEnded
from crownbridge.tournaments.scheduler import Pairing
from crownbridge.tournaments.scoreboard import Scoreboard


def ended(number: int, winner: str | None, termination: str, detail: str = "") -> GameEnded:
    return GameEnded(
        StoredGame(str(number), ("a", "b"), winner, termination, detail, "", 1, 0.0, counts=True), resumed=False
    )


def test_faults_are_counted_and_the_first_of_each_agent_is_described() -> None:
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in "ab"]
    config = {"id": "test", "agents": agents, "tournamentType": "round-robin", "timeLimit": 1000, "game": "hex"}
    scoreboard = Scoreboard(Tournament.model_validate(config))
    for game in (
        ended(1, "a", "normal"),
        ended(2, "a", "resignation"),
        ended(3, "a", "timeout", "b (blue) did not answer in time"),
        ended(4, "a", "crash", "b (blue) crashed"),
        ended(5, "b", "crash"),
        ended(6, None, "normal"),
    ):
        scoreboard(game)
    assert scoreboard.faults == {"b": 2, "a": 1}
    assert scoreboard.fault_lines() == [
        "b lost 2 games by faults; the first: b (blue) did not answer in time",
        "a lost 1 game by faults; the first: crash",
    ]


@pytest.mark.parametrize(
    ("detail", "voids"),
    [
        ("played again after 2 void games of b (why; and why)", {"b": 2}),
        ("played again after 1 void game of b and 1 void game of a (why); a (red) crashed", {"a": 1, "b": 1}),
        ("played again after 1 void game of c (why)", {}),
        ("a (red) crashed: 'played again after 2 void games of b (why)'", {}),  # as a program may print
        ("", {}),
    ],
)
def test_void_games_are_counted_by_agent(detail: str, voids: dict[str, int]) -> None:
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in "ab"]
    config = {"id": "test", "agents": agents, "tournamentType": "match", "timeLimit": 1000, "rounds": 2}
    scoreboard = Scoreboard(Tournament.model_validate(config))
    scoreboard(ended(1, "a", "normal", detail))
    assert scoreboard.voids == voids
    assert len(scoreboard.void_lines()) == len(voids)


def test_a_person_who_loses_on_time_commits_no_fault() -> None:
    agents = [{"id": "a", "type": "engine", "engine": "random"}, {"id": "b", "type": "player"}]
    config = Tournament.model_validate(
        {"id": "test", "agents": agents, "tournamentType": "randomMatches", "timeLimit": 1000, "maxFaults": 1}
    )
    scoreboard, forfeits = Scoreboard(config), Forfeits(config)
    game = ended(1, "a", "timeout", "b (white) did not move in time")
    scoreboard(game)
    forfeits.count(game.game)
    assert not scoreboard.enough()
    assert scoreboard.fault_lines() == []
    assert forfeits.forfeited(Pairing("2", ("a", "b"), 0)) is None


def test_forfeits_count_as_faults_and_are_told() -> None:
    agents = [{"id": name, "type": "engine", "engine": "random"} for name in "ab"]
    config = {"id": "test", "agents": agents, "tournamentType": "match", "timeLimit": 1000, "maxFaults": 1}
    scoreboard = Scoreboard(Tournament.model_validate({**config, "rounds": 2}))
    for game in (ended(1, "a", "crash", "b (white) crashed"), ended(2, "a", "forfeit", "b forfeits")):
        scoreboard(game)
    assert not scoreboard.enough()
    assert scoreboard.fault_lines() == [
        "b lost 2 games by faults, 1 of them forfeited (maxFaults is 1); the first: b (white) crashed"
    ]
