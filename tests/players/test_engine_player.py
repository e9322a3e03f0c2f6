"""Our own engine as a player."""

import threading
from pathlib import Path

import pytest
from tests.recording import RecordingEngine

from crownbridge.arena import Referee, TimeControl
from crownbridge.engines import Limit, SearchRequest
from crownbridge.errors import InputError, OptionError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.players import EnginePlayer, RandomPlayer, TimeLimit, game_of, player_named
from crownbridge.records import json_lines

LATE = 30.0
"""Seconds by which a busy machine may be late without a game being lost."""


@pytest.mark.parametrize(
    "control", [TimeControl(per_move=0.02, margin=LATE), TimeControl(per_game=1.0, increment=0.01, margin=LATE)]
)
def test_a_whole_game_in_time(control: TimeControl) -> None:
    player = player_named("checkers", "checkers")
    record = Referee(Checkers(), (player, RandomPlayer(1)), control).play()
    assert str(record.outcome) == "red wins"
    assert any(decision.search.startswith("depth ") for decision in record.decisions[::2])
    assert record.decisions[1].search == ""
    assert json_lines.loads(json_lines.dumps(record)) == record


def test_a_whole_game_of_hex() -> None:
    seats = player_named("hex", "hex", seed=1), player_named("hex:2", "hex", seed=1)
    record = Referee(Hex(6, swap=True), seats, TimeControl(per_move=0.05, margin=LATE)).play()
    assert record.outcome.termination is Termination.NORMAL
    assert json_lines.loads(json_lines.dumps(record)) == record


def test_background_search_ends_with_the_game(tmp_path: Path) -> None:
    file = tmp_path / "thinker.json"
    file.write_text('{"ponder": true}')
    threads = threading.active_count()
    seats = player_named(str(file), "checkers"), player_named("checkers:3", "checkers")
    record = Referee(Checkers(move_limit=20), seats, TimeControl(per_move=0.02, margin=LATE)).play()
    assert record.outcome.termination in (Termination.MOVE_LIMIT, Termination.NORMAL)
    assert threading.active_count() == threads


@pytest.mark.parametrize(
    ("time_limit", "limit"),
    [
        (TimeLimit(60.0, increment=0.5, clock=60.0), Limit(clock=60.0, increment=0.5)),
        (TimeLimit(2.0, increment=0.5, clock=60.0), Limit(2.0, 60.0, 0.5)),
        (TimeLimit(3.0, allowance=1.0), Limit(3.0)),
        (TimeLimit(1e6), Limit(1.0)),
    ],
)
def test_the_engine_is_given_the_time_of_its_move(time_limit: TimeLimit, limit: Limit) -> None:
    engine, position = RecordingEngine(), Checkers().initial()
    player = EnginePlayer("recorded", engine)
    player.start(Checkers(), Checkers.sides[0], time_limit)
    assert engine.forgotten == 1
    decision = player.choose(position, None, time_limit)
    assert engine.limits == [limit]
    assert engine.pondered == [position.play(decision.move)]
    player.finish(Outcome(None, Termination.NORMAL), None)
    assert engine.rests == 1


def test_names() -> None:
    assert isinstance(player_named("checkers:10", "checkers"), EnginePlayer)
    for name in ("checkers:0", "checkers:11", "checkers:", "checkers:x", "checkers:²"):
        with pytest.raises(OptionError, match="is not a level; expected checkers:1 to checkers:10"):
            player_named(name, "checkers")
    with pytest.raises(OptionError, match="plays checkers, not hex"):
        player_named("checkers:3", "hex")
    assert isinstance(player_named("hex:3", "hex", seed=4), EnginePlayer)
    with pytest.raises(OptionError, match="is not a level; expected hex:1 to hex:10"):
        player_named("hex:11", "hex")
    with pytest.raises(OptionError, match="plays hex, not checkers"):
        player_named("hex", "checkers")
    with pytest.raises(InputError, match="cannot be read"):
        player_named("no/such.json", "checkers")


@pytest.mark.parametrize(
    ("name", "varies"), [("checkers:1", True), ("checkers:9", True), ("checkers:10", False), ("checkers", False)]
)
def test_levels_below_full_strength_vary_their_openings(name: str, *, varies: bool) -> None:
    """Such an opening move is random, without a search."""
    player = player_named(name, "checkers", seed=1)
    assert isinstance(player, EnginePlayer)
    nodes = SearchRequest(Checkers().initial(), Limit(nodes=1000))  # a time might be over before depth 1
    thought = player._engine.think(nodes)  # noqa: SLF001 (a player is given a time only)
    assert str(thought).startswith("depth ") is not varies


def test_a_name_tells_its_game() -> None:
    names = ("checkers", "checkers:3", "kth:./bot", "reblexis:./bot", "agent.json")
    assert {game_of(name) for name in names} == {"checkers"}
    assert {game_of(name) for name in ("hex", "hex:7", "hexai:./bot", "htp:./bot", "./libbot.so:3")} == {"hex"}
    assert {game_of(name) for name in ("random", "human", "no such player")} == {None}
