"""Probabilities of rates of failures."""

import pytest

from crownbridge.bugfinder.likelihood import Failures, exceeds


def test_a_rate_is_above_every_negative_one() -> None:
    assert exceeds(Failures(5, 10), -0.05) == pytest.approx(1.0)
    assert exceeds(Failures(5, 10), 0.5) == pytest.approx(0.5)
    assert exceeds(Failures(5, 10), 1.0) == 0.0


def test_without_answers_nothing_is_likely() -> None:
    assert exceeds(Failures(0, 0), 0.0) == 0.0
