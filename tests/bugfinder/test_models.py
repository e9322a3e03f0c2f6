"""Small searches with a planted error, and the hypotheses that are built on them."""

import random
import time
from itertools import islice
from typing import Any

import pytest
from tests.bugfinder.checkers_players import PlainPlayer

from crownbridge._core import CheckersEvaluation
from crownbridge.bugfinder.answer import Answer
from crownbridge.bugfinder.bot import Bot
from crownbridge.bugfinder.checkers.bank import Bank, both_colours, questions
from crownbridge.bugfinder.checkers.hypotheses import Hypotheses, description, likelihoods, with_others
from crownbridge.bugfinder.checkers.models import Model, crowned_at_columns, never_crowned
from crownbridge.bugfinder.checkers.preferences import quiet_questions
from crownbridge.bugfinder.checkers.shallow import ONE, TWO, decided
from crownbridge.bugfinder.finding import Finding
from crownbridge.bugfinder.results import Result, Results
from crownbridge.games import load
from crownbridge.games.checkers import Side
from crownbridge.players import RandomPlayer

GAME = load("checkers")


def answered(model: Model, *, least_depth: int = 1, most_depth: int = 3) -> Results:
    """Return the answers that a bot would give that searches like a model."""
    sample = [question for question in questions() if least_depth <= question.depth <= most_depth]
    results = Results()
    for question in both_colours(random.Random(1).sample(sample, 60)):
        position: Any = GAME.parse(question.position)
        move = max(model.values(position).items(), key=lambda item: item[1])[0]
        results.append(Result(question, Answer(position, move, None, 0.0, 0.0, 0, ())))
    return results


@pytest.mark.parametrize(
    "model",
    [
        Model.search(2, sign=-1),
        Model.search(2, view=int(Side.WHITE)),
        Model.search(2, cooperates=True),
        Model.search(2, negates_captures=False),
        Model.search(2, king=50, enemy_king=50),
        Model.search(2, longest_seen=1),
        Model.search(2, removes_first_only=True),
    ],
)
def test_the_error_of_a_search_is_recognized(model: Model) -> None:
    scores = likelihoods([result.answer for result in answered(model)])
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).model == model


@pytest.mark.parametrize("model", [Model.search(1), Model.search(2), Model.search(2, king=180, enemy_king=180)])
def test_a_sound_search_has_no_symptom(model: Model) -> None:
    scores = likelihoods([result.answer for result in answered(model)])
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).symptom == ""


def quiet_answers(columns: tuple[tuple[int, ...], ...]) -> list[Answer]:
    """Return the answers of a bot that crowns men at columns of the board, to positions where nothing else decides."""
    model = Model.search(2, crowned_at=crowned_at_columns(*columns))
    bot = Bot(GAME, RandomPlayer, 1.0, deadline=time.monotonic() + 60)
    answers = []
    for question in both_colours(islice(quiet_questions(bot, random.Random(1)), 16)):
        position: Any = GAME.parse(question.position)
        move = max(model.values(position).items(), key=lambda item: item[1])[0]
        answers.append(Answer(position, move, None, 0.0, 0.0, 0, ()))
    return answers


@pytest.mark.parametrize(
    ("columns", "symptom"),
    [
        (((7,), (0,)), "It plays as if a man were crowned at one side of the board."),
        (((0,), (7,)), "It plays as if a man were crowned at one side of the board."),
        (((0, 7), (0, 7)), ""),
    ],
)
def test_men_crowned_at_one_side_are_recognized_in_quiet_positions(
    columns: tuple[tuple[int, ...], ...], symptom: str
) -> None:
    scores = likelihoods(quiet_answers(columns))
    assert max(scores, key=lambda hypothesis: scores[hypothesis]).symptom == symptom


@pytest.mark.parametrize(("model", "share"), [(ONE, 1.0), (TWO, 0.0)])
def test_depths_differ_where_a_reply_decides(model: Model, share: float) -> None:
    explained, total = decided(answered(model, least_depth=2, most_depth=6), ONE, TWO)
    assert total > 0
    assert len(explained) == share * total


def plain_value(position: Any, depth: int) -> int:
    """Return the value of a position by the rules: captures at the horizon are followed to their end."""
    moves = position.legal_moves()
    if not moves:
        return -20_000 - max(depth, 0)
    if depth <= 0 and not moves[0].is_capture:
        values = [(150 if piece.crowned else 100, piece.side) for piece in position.pieces().values()]
        return sum(value if side is position.side_to_move else -value for value, side in values)
    return max(-plain_value(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_model_without_errors_searches_by_the_rules(depth: int) -> None:
    for question in random.Random(2).sample(questions(), 40):
        position: Any = GAME.parse(question.position)
        expected = {move: -plain_value(position.play(move), depth - 1) for move in position.legal_moves()}
        assert Model.search(depth).values(position) == expected


@pytest.mark.parametrize(
    ("position", "errors", "move", "value"),
    [
        ("B:W14,22,K32:B9,K1", {}, "9x18x25", 100),
        ("B:W14,22,K32:B9,K1", {"removes_first_only": True}, "9x18x25", 0),
        ("B:WK5:B25,K1", {"crowned_at": never_crowned(Side.RED)}, "25-29", 100),
        ("B:WK5:B25,K1", {"crowned_at": never_crowned(Side.WHITE)}, "25-29", 150),
        ("B:WK5:B25,K1", {"sign": -1}, "25-29", -150),
        ("B:WK5:B25,K1", {"king": 0, "enemy_king": 0}, "25-29", 0),
    ],
)
def test_an_error_changes_what_a_search_sees(position: str, errors: dict[str, Any], move: str, value: int) -> None:
    values = Model.search(1, **errors).values(GAME.parse(position))
    assert {str(one): score for one, score in values.items()}[move] == value


@pytest.mark.parametrize(
    ("position", "depth", "errors", "values"),
    [
        ("B:W9,K17,18,K22,K28:B1,13,K19", 3, {"most_jumps": 1}, [-300, -450, -450, -300, -350, -450]),
        ("B:W5,21,23,25,26,28:B1,4,8,13,16,19", 3, {"most_jumps": 2}, [-50, 0, 0, -100, -100, -200]),
        ("B:WK1,9,K19,30:B18,24", 3, {"kings_jump_forward": True}, [-300, -300, -300, -250]),
        ("B:W9,K17,18,K22,K28:B1,13,K19", 3, {"men_jump_backward": True}, [-300, -450, -350, -300, -350, -350]),
        ("B:W10,K14,20,24:B4,7,25", 3, {"continues_after_crowning": True}, [-350, -100, -250, -250]),
        ("B:WK15,21:B18,19,K23,K26", 3, {"own_square_blocks": True}, [150, 0, 0, 150, 150, 150]),
        ("B:WK9,12,14,20,K23:BK16,K29,K30", 3, {"first_piece_only": True}, [-150, -300, -300, -300, -150]),
        ("B:WK6,K23,25:B10,14,15,K28", 3, {"longest_only": True}, [50, -150, -150, 150, 50, 50]),
        ("B:WK1,K3,13,22:B8,9,K20", 3, {"removes_first_only": True}, [-250, -250, -250, -250, -250]),
        ("B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29", 2, {"view": 1}, [50, 300, -50, 50]),
        ("B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29", 2, {"cooperates": True}, [200, 300, 50, 50]),
        (
            "B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29",
            2,
            {"negates_captures": False},
            [50, -300, -100, -100],
        ),
        ("B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29", 2, {"longest_seen": 1}, [200, -100, -100, -100]),
        (
            "B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29",
            2,
            {"follows_captures": False},
            [50, -100, -100, -100],
        ),
        ("B:WK4,K5,K9,K10,K11,21,K22,27:BK16,17,K20,K23,K24,K28,K29", 2, {"enemy_king": 100}, [250, 50, 150, -150]),
    ],
)
def test_values_are_those_of_an_independent_search(
    position: str, depth: int, errors: dict[str, Any], values: list[int]
) -> None:
    """The values were computed by another implementation in Python, which the native one replaced."""
    board = GAME.parse(position)
    assert list(Model.search(depth, **errors).values(board).values()) == values
    assert list(Model.search(depth).values(board).values()) != values


@pytest.mark.parametrize(
    "errors", [{"stands_pat": True}, {"crowned_at": never_crowned(Side.WHITE)}, {"crowned_at": (0, 0)}, {}]
)
def test_the_error_of_a_deep_search_is_recognized_by_its_misses(errors: dict[str, Any]) -> None:
    model = Model.search(4, **errors)
    results = Results()
    for question in both_colours(random.Random(1).sample(questions(), 400)):
        position: Any = GAME.parse(question.position)
        move = max(model.values(position).items(), key=lambda item: item[1])[0]
        results.append(Result(question, Answer(position, move, None, 0.0, 0.0, 0, ())))
    compared = sorted(with_others(Results(results[:40]), results), key=lambda result: not result.is_wrong)
    scores = likelihoods([result.answer for result in compared], ahead=5)
    best = max(scores, key=lambda hypothesis: scores[hypothesis])
    assert best.model == model


@pytest.mark.parametrize(
    ("model", "text"),
    [
        (
            Model.search(1),
            "a search of 1 ply that follows captures to their end: 120 of 120 answers",
        ),
        (Model.search(2), None),
    ],
)
def test_a_bot_is_described_by_the_search_that_explains_nearly_all_answers(model: Model, text: str | None) -> None:
    assert description(model, answered(Model.search(1), most_depth=6)) == text


class Positional(PlainPlayer):
    """A sound player that likes its men to advance."""

    def __init__(self, depth: int, row: int, king: int) -> None:
        super().__init__(depth)
        men = [100 + row * (square // 4) for square in range(32)]
        self._evaluation = CheckersEvaluation.piece_tables(men, [king] * 32)


@pytest.mark.parametrize(("depth", "row", "king", "seed"), [(3, 6, 160, 0), (2, 12, 200, 1), (2, 0, 100, 2)])
def test_a_sound_player_that_values_positions_is_not_accused(depth: int, row: int, king: int, seed: int) -> None:
    bot = Bot(GAME, lambda: Positional(depth, row, king), 1.0, deadline=time.monotonic() + 600)
    bot.end = bot.deadline
    chance = random.Random(seed)
    bank = Bank(random.Random(seed))
    for _ in bot.ask_all(both_colours(bank.select("take", "avoid", "shot", "hold", "finish", "rule", count=350))):
        pass
    assert not any(isinstance(result, Finding) for result in Hypotheses().examine(bot, chance))
