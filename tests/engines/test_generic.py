"""The generic engine, on games with known best moves."""

from typing import Any

import pytest

from crownbridge._core import StopFlag
from crownbridge.engines import Limit, SearchRequest, Thought
from crownbridge.engines.generic import GenericProvider, TreeSearch
from crownbridge.engines.hex import Solver
from crownbridge.engines.provider import BenchOptions
from crownbridge.games import Checkers, Hex


def test_a_win_is_proven() -> None:
    position = Hex(3).initial()
    thought = TreeSearch(seed=1).think(SearchRequest(position, Limit(nodes=20_000)))
    assert thought.win_chance == 1
    after = position.play(thought.move)
    assert Solver(1).prove(after).winner is position.side_to_move
    assert thought.nodes < 20_000


def test_a_loss_is_proven() -> None:
    position = Hex(3).parse("b2")
    thought = TreeSearch(seed=1).think(SearchRequest(position, Limit(nodes=20_000)))
    assert thought.win_chance == 0
    assert thought.move in position.legal_moves()


def test_a_winning_capture_is_found() -> None:
    position = Checkers().parse("B:W22:B18")
    thought = TreeSearch(seed=1).think(SearchRequest(position, Limit(nodes=50)))
    assert str(thought.move) == "18x25"
    assert thought.win_chance == 1


def test_a_seed_repeats_the_search() -> None:
    position = Checkers().initial()
    one, other, third = (TreeSearch(seed=seed).think(SearchRequest(position, Limit(nodes=30))) for seed in (3, 3, 4))
    assert one.candidates == other.candidates
    assert one.candidates != third.candidates
    assert sum(candidate.visits for candidate in one.candidates) == one.nodes == 30


def test_the_tree_is_kept_for_the_next_move_and_forgotten_for_the_next_game() -> None:
    engine, position = TreeSearch(seed=1), Checkers().initial()
    move = engine.play(position, Limit(nodes=200))
    after = position.play(move)
    later = after.play(after.legal_moves()[0])
    kept = engine.think(SearchRequest(later, Limit(nodes=1)))
    assert sum(candidate.visits for candidate in kept.candidates) > 1
    engine.forget()
    assert sum(candidate.visits for candidate in engine.think(SearchRequest(later, Limit(nodes=1))).candidates) == 1


def test_a_stopped_search_still_has_a_move() -> None:
    stop = StopFlag()
    stop.set()
    position = Checkers().initial()
    assert TreeSearch().think(SearchRequest(position, Limit(), stop)).move in position.legal_moves()


def test_progress_is_told() -> None:
    stop = StopFlag()
    reports: list[Thought] = []

    def note(thought: Thought) -> None:
        reports.append(thought)
        stop.set()

    TreeSearch(seed=1).think(SearchRequest(Checkers().initial(), Limit(), stop, note))
    assert reports[0].nodes > 0
    assert reports[0].candidates


@pytest.mark.parametrize("level", [1, 4, 10])
def test_levels_have_their_numbers_of_playouts(level: int) -> None:
    provider = GenericProvider("checkers")
    position = Checkers().initial()
    thought = provider.engine(level, seed=5).think(SearchRequest(position, Limit(nodes=60)))
    assert thought.move in position.legal_moves()
    if level > 3:  # others blunder now and then
        assert thought.nodes == min(60, provider.levels[level - 1].nodes or 60)


def test_any_position_is_judged_and_analysed() -> None:
    provider = GenericProvider("hex")
    position: Any = Hex(3).parse("b2")
    judgement = provider.judge(Limit(nodes=5_000)).judge(position, StopFlag())
    assert judgement is not None
    assert (judgement.win_chance, judgement.exact) == (0.0, True)
    stop = StopFlag()
    reports: list[Any] = []
    provider.analyser().analyse(position, 2, stop, reports.append)
    assert reports[-1].verdict == "lost"
    assert len(reports[-1].lines) == 2
    assert max(reports[-1].heat) == 1.0


def test_the_signature_repeats() -> None:
    chosen = BenchOptions(nodes=20)
    one, other = (list(GenericProvider("hex").bench(chosen)) for _ in range(2))
    assert one[:-1] == other[:-1]
    assert one[-2].startswith("signature: ")


def test_only_a_proof_is_certain() -> None:
    position = Checkers().initial()
    for seed in range(4):
        for nodes in (1, 5, 20):
            thought = TreeSearch(seed=seed).think(SearchRequest(position, Limit(nodes=nodes)))
            assert thought.win_chance not in {0.0, 1.0}
            assert all(candidate.win_chance not in {0.0, 1.0} for candidate in thought.candidates)


def test_a_judgement_does_not_depend_on_earlier_ones() -> None:
    judge = GenericProvider("checkers").judge(Limit(nodes=30))
    one, other = (judge.judge(Checkers().initial(), StopFlag()) for _ in range(2))
    assert one == other
