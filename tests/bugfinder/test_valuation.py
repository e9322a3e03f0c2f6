"""The linear model of what a bot seems to value."""

import numpy as np
import pytest

from crownbridge.bugfinder.checkers.valuation import FEATURES, described, features, fitted, settled
from crownbridge.games.checkers import Checkers, Side

GAME = Checkers()


def test_features_are_seen_from_one_side() -> None:
    position = GAME.parse("W:W25,K14:B1,12")
    assert features(position, Side.WHITE) == [-1.0, 1.0, -1.0, -1.0, 1.0, 6.0]
    assert features(position, Side.RED) == [1.0, -1.0, 1.0, 1.0, -1.0, -6.0]


def test_captures_are_played_to_their_end() -> None:
    position = GAME.parse("B:W14,23,32:B9,1,3")
    after = settled(position)
    assert not after.legal_moves()[0].is_capture
    assert len(after.pieces()) == 3


@pytest.mark.parametrize(
    ("weights", "text"),
    [
        ([2.0, 3.0, 0.0, 0.0, 0.0, 0.0], "a man 1, king 1.5"),
        ([-2.0, 0.0, 0.0, 0.0, 0.0, 0.0], "men have a negative value"),
        ([0.0, 0.0, 0.0, 0.0, 0.0, 0.0], "men have no clear value"),
    ],
)
def test_the_weights_of_simulated_choices_are_recognized(weights: list[float], text: str) -> None:
    rng = np.random.default_rng(1)
    choices = [rng.integers(-1, 2, (6, len(FEATURES))).astype(float) for _ in range(600)]
    chosen = []
    for matrix in choices:
        chances = np.exp(matrix @ np.array(weights))
        chosen.append(int(rng.choice(len(matrix), p=chances / chances.sum())))
    fit = fitted(choices, chosen)
    assert np.abs(fit.weights - weights).max() < 0.5
    assert described(fit).replace("king 1.4", "king 1.5").replace("king 1.6", "king 1.5") == text
    assert fit.by_chance == pytest.approx(1 / 6)
