"""Puzzles: every solution is proven or searched with ten times the effort, and it alone is good."""

import random
from pathlib import Path
from typing import Any

import pytest

from crownbridge._core import StopFlag
from crownbridge.analysis import Puzzle, PuzzleBook, PuzzleFinder
from crownbridge.analysis.judging import judge_of
from crownbridge.analysis.puzzles import LOST, NOT_WON, SAVED, WON
from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.provider import engine
from crownbridge.errors import NotFoundError
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination, load
from crownbridge.records import Decision, GameRecord, PlainLine

EFFORTS = {"checkers": Limit(nodes=10_000), "hex": Limit(nodes=40)}


def played(game: Game[Any], seed: int) -> GameRecord:
    """A game of a weak level against itself."""
    player, rng = engine(game.name, 2, seed), random.Random(seed)
    position, decisions = game.initial(), list[Decision]()
    while position.outcome() is None and len(decisions) < 80:
        random_move = rng.choice(position.legal_moves())
        thought = player.think(SearchRequest(position, Limit()))
        decisions.append(Decision(random_move if len(decisions) < 4 else thought.move, 0.0))
        position = position.play(decisions[-1].move)
    outcome = position.outcome() or Outcome(None, Termination.INTERRUPTED)
    return GameRecord(game, ("Anna", "Bert"), game.initial(), PlainLine(decisions), outcome, headers={"Event": "Cup"})


def found(game: Game[Any], seeds: int) -> list[Puzzle]:
    finder = PuzzleFinder(game, EFFORTS[game.name])
    return [puzzle for seed in range(seeds) for puzzle in finder.puzzles(played(game, seed))]


@pytest.mark.parametrize(("game", "seeds"), [(Checkers(), 8), (Hex(5), 6)])
def test_every_solution_is_proven_or_searched_ten_times_as_deep(game: Game[Any], seeds: int) -> None:
    puzzles = found(game, seeds)
    assert puzzles, "no puzzles: choose other seeds"
    effort = EFFORTS[game.name]
    deep = judge_of(game, effort._replace(nodes=10 * (effort.nodes or 0)))
    for puzzle in puzzles:
        assert all(one.exact or one.effort >= 10 for one in puzzle.evidence)
        assert puzzle.evidence[0].move == puzzle.solution == puzzle.line[0]
        position = load(puzzle.game, **puzzle.options).parse(puzzle.position)
        judged = {str(move): deep.judge(position.play(move), StopFlag()) for move in position.legal_moves()}
        chances = {move: 1 - one.win_chance for move, one in judged.items() if one is not None}
        solution = chances.pop(puzzle.solution)
        least, most = (WON, NOT_WON) if puzzle.goal == "win" else (SAVED, LOST)
        assert solution >= least
        assert max(chances.values()) <= most
        assert puzzle.source == "Anna - Bert, Cup"


def test_a_draw_that_one_move_alone_saves_is_found_in_the_tables() -> None:
    finder, rng = PuzzleFinder(Checkers(), Limit(nodes=200)), random.Random(1)
    goals = set()
    for _ in range(400):
        squares = [f"{rng.choice(['', 'K'])}{square}" for square in rng.sample(range(5, 29), 3)]
        position = Checkers().parse(f"{rng.choice('WB')}:W{squares[0]}:B{squares[1]},{squares[2]}")
        if position.outcome() is None and (puzzle := finder.puzzle(position)) is not None:
            assert puzzle.proven
            goals.add(puzzle.goal)
    assert goals == {"win", "save"}


def test_a_position_with_several_winning_moves_is_no_puzzle() -> None:
    finder = PuzzleFinder(Checkers(), Limit(nodes=500))
    assert finder.puzzle(Checkers().initial()) is None
    assert finder.puzzle(Checkers().parse("B:WK15:BK2,K3,K7")) is None


def test_a_stopped_finder_finds_nothing() -> None:
    stop = StopFlag()
    finder = PuzzleFinder(Checkers(), Limit(nodes=500), stop)
    stop.set()
    assert list(finder.puzzles(played(Checkers(), 1))) == []


def puzzle(name: str, rating: float) -> Puzzle:
    return Puzzle(name, "checkers", {}, str(Checkers().initial()), "win", "11-15", ("11-15",), (), rating)


def test_a_book_keeps_puzzles_and_ratings(tmp_path: Path) -> None:
    book = PuzzleBook(tmp_path)
    assert book.add(puzzle("a", 1200.0))
    assert not book.add(puzzle("a", 1300.0))
    assert book.add(puzzle("b", 2000.0))
    solved = book.rate("a", 1200.0, solved=True)
    assert solved.player == 1216.0
    assert solved.puzzle == 1184.0
    missed = book.rate("b", 1200.0, solved=False)
    assert 1199 < missed.player < 1200
    again = PuzzleBook(tmp_path)
    assert {one.id: (one.rating, one.tried) for one in again.all("checkers")} == {
        "a": (1184.0, 1),
        "b": (missed.puzzle, 1),
    }
    assert again.all("hex") == []
    rng = random.Random(1)
    assert again.next("checkers", 1200.0, {"a"}, rng).id == "b"
    assert again.next("checkers", 1200.0, {"a", "b"}, rng).id in {"a", "b"}
    with pytest.raises(NotFoundError):
        again.next("hex", 1200.0, set(), rng)
    (tmp_path / "c.json").write_text("{}")
    assert len(PuzzleBook(tmp_path).all()) == 2
