"""Files that describe tournaments, agents and openings, positions as text, and what programs say."""

import json
import random
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.adversarial import CONFIGURATIONS
from tests.fuzz.trial import Trial, any_value, mutated

from crownbridge.engines.checkers import parse as parse_agent
from crownbridge.errors import CrownbridgeError
from crownbridge.games import Checkers, Hex
from crownbridge.players import player_named
from crownbridge.protocols.hexai import parse_move_line, parse_stop
from crownbridge.protocols.kth import describe_problem, parse_message
from crownbridge.store.configuration import canonical, differences
from crownbridge.tournaments import opening_file, parse, template

PIECES = [
    *(
        b"[",
        b"]",
        b"{",
        b"}",
        b'"',
        b"'",
        b'"""',
        b"'''",
        b"\\",
        b"\\u0041",
        b"\n",
        b"\r\n",
        b"\0",
        b" ",
        b"=",
        b".",
        b",",
        b":",
        b"#",
    ),
    *(
        b"null",
        b"true",
        b"NaN",
        b"Infinity",
        b"1e999",
        b"-0",
        b"0x7f",
        b"1979-05-27T07:32:00Z",
        b"inf",
        b"nan",
        b"99999999999999999999",
    ),
    *(
        b"[[agents]]\n",
        b'"agents":',
        b'"rounds":',
        b'"openings":"random"',
        b'"game":"hex"',
        b'"sandbox":{"kind":"none"}',
        b'"sprt":{}',
    ),
    *(
        b"11-15",
        b"a1 b2",
        b"W:WK1:B32",
        b"." * 32,
        b"rw",
        b"K",
        b"/",
        b"swap-pieces",
        b"kth:",
        b"checkers:7",
        b".json",
        b"human",
    ),
]
AGENT = b'{"level": 5, "depth": 3, "man_value": 100, "man_table": [0, 1], "search": "minimax", "use_cache": 1}'
TOML, JSON = template("toml").encode(), template("json").encode()
GAMES = (Checkers(), Hex(5), Hex(26))


def _changed(value: Any, choose: random.Random) -> Any:
    """Return JSON with some of its values replaced."""
    if choose.random() < 0.08:
        return any_value(choose)
    if isinstance(value, dict):
        return {key: _changed(part, choose) for key, part in value.items() if choose.random() < 0.97}
    return [_changed(part, choose) for part in value] if isinstance(value, list) else value


def _text(seed: bytes, kind: str, choose: random.Random) -> str:
    if choose.random() < 0.1:
        return choose.choice([*CONFIGURATIONS[kind].values()])(choose.randrange(2000)).decode()
    if kind in {".json", "agent"} and choose.random() < 0.4:
        with suppress(TypeError):  # bytes are no JSON
            return json.dumps(_changed(json.loads(seed), choose))
    return mutated(seed, PIECES, choose).decode("utf-8", choose.choice(["replace", "surrogateescape"]))


def _run(choose: random.Random) -> None:
    with tempfile.TemporaryDirectory() as folder, suppress(CrownbridgeError):
        match choose.randrange(6):
            case 0:
                parse(_text(TOML, ".toml", choose), folder=folder, toml=True)
            case 1:
                parse(_text(JSON, ".json", choose), folder=folder)
            case 2:
                parse_agent(_text(AGENT, "agent", choose))
            case 3:
                file = Path(folder, "openings" + choose.choice([".txt", ".pdn", ".sgf", ".jsonl", ".kth"]))
                file.write_text(_text(b"11-15 23-19\nW:WK1:B32\na1 b2\n", "openings", choose), errors="surrogateescape")
                opening_file.read(file, choose.choice(GAMES))
            case 4:
                _lines(mutated(b"Xa1 #1 t=1ms", PIECES, choose))
                _words(mutated(b"W:WK1,2:B32:H3:F5", PIECES, choose).decode("utf-8", "surrogateescape"), choose)
            case _:
                old = canonical(_text(JSON, ".json", choose))
                differences(old, canonical(_text(JSON, ".json", choose)))


def _lines(line: bytes) -> None:
    """What a program prints raises nothing."""
    parse_move_line(line)
    parse_stop(line)
    parse_message(line)
    describe_problem(line)


def _words(text: str, choose: random.Random) -> None:
    """What a user types raises nothing but errors of ours."""
    game = choose.choice(GAMES)
    for read in (game.parse, game.initial().parse_move, game.initial().play):
        with suppress(CrownbridgeError):
            read(text)
    if not text.startswith(("kth:", "htp:", "hexai:", "reblexis:")):
        with suppress(CrownbridgeError):
            player_named(text, game.name)


trial = Trial(_run)
