"""The games that the conformance suite runs over: every one that is installed, with its presets and some options."""

from typing import Any

import pytest

from crownbridge.games import Game, available

_MORE: dict[str, list[dict[str, Any]]] = {
    "checkers": [{"counter": 0}, {"counter": 12, "repetition": 2}, {"move_limit": 30}],
    "hex": [{"size": 1}, {"size": 2, "swap": True}, {"size": 5, "first": "blue", "swap": True}, {"size": 26}],
}


def _games() -> list[Game[Any]]:
    return [
        kind(**options)
        for name, kind in available().items()
        for options in [{}, *kind.presets.values(), *_MORE.get(name, [])]
    ]


@pytest.fixture(params=_games(), ids=str)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    param: Game[Any] = request.param
    return param
