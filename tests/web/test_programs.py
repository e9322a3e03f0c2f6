"""Programs at the table: whatever they print is text, within bounds; nobody judges what is relayed."""

import sys
from pathlib import Path
from typing import Any

import pytest

from crownbridge.games import available

EXAMPLES = Path(__file__).parents[2] / "examples"
START = "rrrrrrrrrrrr........wwwwwwwwwwww"
HOSTILE = f"{sys.executable} {Path(__file__).parents[1] / 'hostile' / 'programs.py'}"


def program(folder: Path, text: str) -> str:
    """The command line of a program; words of command lines hold no spaces."""
    path = folder / f"program{len(list(folder.glob('program*')))}.py"
    path.write_text(text)
    return f"{sys.executable} {path}"


def printed(events: list[dict[str, Any]], stream: str) -> str:
    return "".join(event["text"] for event in events if event["type"] == "output" and event["stream"] == stream)


def test_a_game_of_two_programs(visitor: Any, bot: str) -> None:
    name = visitor.open(f"kth:{bot}", f"kth:{bot}", time={"move_seconds": 10})
    events = visitor.until_over(name)
    assert [status.split("; ")[0] for status in events[-1]["statuses"]] == ["exited with status 0"] * 2
    moves = [event for event in events if event["type"] == "moved"]
    assert all(event["turn"]["line"].split()[0] == event["frame"]["position"].split()[0] for event in moves)
    document = visitor.get(f"/rooms/{name}/games/1")
    for frame, turn in zip(document["frames"][1:], document["turns"], strict=True):
        outputs = [output["text"] for output in document["outputs"][frame["side"]] if output["ply"] == frame["ply"]]
        assert turn["line"] in "".join(outputs)
    assert visitor.post(f"/rooms/{name}/undo").json() == {"detail": "moves cannot be undone in a game with a program"}


def test_hostile_output_is_text_and_bounded(visitor: Any, tmp_path: Path) -> None:
    loud = program(
        tmp_path,
        "import sys\n"
        "err = sys.stderr.buffer\n"
        "err.write(b'<script>alert(1)</script>\\x1b[31m\\x07\\x00\\xff\\xfe\\n')\n"
        "for _ in range(3000): err.write(b'.'), err.flush()\n"
        "err.write(b'x' * (1 << 20) + b'\\n'); err.write('the end ♔'.encode()); err.flush()\n"
        "sys.stdout.buffer.write(b'y' * (1 << 20) + b'\\n')\n",
    )
    name = visitor.open(f"kth:{loud}", "random", time={"move_seconds": 20})
    events = visitor.until_over(name)
    assert events[-1]["outcome"]["winner"] == 1
    complaints = printed(events, "stderr")
    assert complaints.startswith("<script>alert(1)</script>\x1b[31m\x07\x00\\xff\\xfe\n.")
    assert complaints.endswith("xx\nthe end ♔")
    assert " bytes omitted]" in complaints
    assert len(complaints) + len(printed(events, "stdout")) < 200_000
    assert len([event for event in events if event["type"] == "output"]) < 300
    assert visitor.http.get(f"/api/rooms/{name}/games/1").status_code == 200


def test_a_relay_seats_whoever_is_told_to_begin_as_white(visitor: Any, bot: str) -> None:
    for players in ((f"kth:{bot} init", f"kth:{bot}"), (f"kth:{bot}", f"kth:{bot} init")):
        name = visitor.open(*players, relay=True)
        events = visitor.until_over(name)
        assert events[1]["seats"] == [f"kth:{bot}", f"kth:{bot} init"]
        moves = [event for event in events if event["type"] == "moved"]
        assert moves[0]["frame"]["move"] == {"text": "beginning", "cells": [], "captured": []}
        assert (moves[0]["frame"]["side"], moves[1]["frame"]["side"]) == (1, 0)
        assert {event["turn"]["problem"] for event in moves} == {""}
        assert [event["frame"]["ply"] for event in moves] == list(range(1, len(moves) + 1))
        assert moves[-1]["frame"]["move"]["text"] in ("red wins", "white wins", "draw")
        assert events[-1]["outcome"]["termination"] == "normal"
        pdn = visitor.http.get(f"/api/rooms/{name}/games/1/export/pdn")
        assert pdn.status_code == 200
        assert moves[1]["frame"]["move"]["text"] in pdn.text


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"game": "hex", "players": ["hexai:x", "hexai:y"]}, "no protocol of hex supports relaying; omit relay"),
        ({"players": ["kth:x", "lines:y"]}, "'lines:y' cannot be relayed; expected kth:COMMAND"),
        ({"players": ["kth:x", "random"]}, "'random' cannot be relayed; expected kth:COMMAND"),
        ({"players": ["kth:", "kth:x"]}, "'kth:' cannot be relayed; expected kth:COMMAND"),
        ({"options": {"counter": 80}}, "the kth protocol requires a draw counter of 50 moves without a capture"),
        ({"start": "B:W32:B1"}, "relayed programs play from the initial position; omit start or relay"),
    ],
)
def test_what_cannot_be_joined(visitor: Any, setup: dict[str, Any], words: str) -> None:
    answer = visitor.post("/rooms", {"game": "checkers", "players": ["kth:x", "kth:y"], "relay": True, **setup})
    assert answer.status_code == 422
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("game", available())
def test_programs_for_any_game(visitor: Any, game: str) -> None:
    bot = f"lines:{sys.executable} {EXAMPLES / 'lines_bot.py'}"
    events = visitor.until_over(visitor.open(bot, bot, game=game, time={"move_seconds": 10}))
    assert (events[-1]["type"], events[-1]["outcome"]["detail"]) == ("ended", "")
    assert [status.split("; ")[0] for status in events[-1]["statuses"]] == ["exited with status 0"] * 2


def test_nonsense_is_relayed_and_marked(visitor: Any, tmp_path: Path) -> None:
    lines = [
        f"{START} -1 r 50",
        f"{START} 0_11_15 w 49",
        "<script>nonsense</script>",
        f"{'W' * 32} 9_1_10_1_10_1_10_1_10_1_10 r 0",
        f"{START} -5 r 50",
        "\\xff\\x00",
    ]
    script = "import sys\n" + "".join(
        f"sys.stdout.buffer.write(b'{line}\\n'); sys.stdout.flush(); sys.stdin.readline()\n" for line in lines
    )
    echo = program(tmp_path, "import sys\nfor line in sys.stdin: print('?', line, end='', flush=True)")
    name = visitor.open(f"kth:{program(tmp_path, script)} init", f"kth:{echo}", relay=True, time={"move_seconds": 20})
    events = visitor.until_over(name)
    moves = [event for event in events if event["type"] == "moved"]
    white = [event for event in moves if event["frame"]["side"] == 1]
    assert [event["turn"]["line"] for event in white][:3] == lines[:3]
    assert [bool(event["turn"]["problem"]) for event in white] == [False, True, True, True, True, True]
    assert white[-1]["turn"]["line"] == "\\xff\x00"
    assert white[2]["frame"]["move"]["text"] == "'<script>nonsense</script>'"
    assert all(len(event["frame"]["pieces"]) == 32 for event in moves)
    assert events[-1]["outcome"]["termination"] == "interrupted"
    assert "exited with status 0" in events[-1]["outcome"]["detail"]
    assert visitor.http.get(f"/api/rooms/{name}/games/1/export/pdn").status_code == 409


def test_words_of_a_relayed_command_line_are_parted_by_single_spaces(visitor: Any, tmp_path: Path) -> None:
    telling = program(tmp_path, "import sys; print(sys.argv[1:], file=sys.stderr)")
    name = visitor.open(f"kth:{telling} 'a  b' $HOME", f"kth:{telling} init", relay=True)
    assert "\"'a\", '', \"b'\", '$HOME'" in printed(visitor.until_over(name), "stderr")


def test_programs_that_wait_for_each_other_can_be_stopped(visitor: Any, bot: str) -> None:
    name = visitor.open(f"kth:{bot}", f"kth:{bot}", relay=True)
    visitor.until(lambda: visitor.get(f"/rooms/{name}")["state"] == "playing")
    assert visitor.post(f"/rooms/{name}/stop").status_code == 204
    assert visitor.get(f"/rooms/{name}")["state"] == "over"
    assert visitor.post(f"/rooms/{name}/run").status_code == 204
    assert visitor.post(f"/rooms/{name}/stop").status_code == 204


def test_a_program_that_cheats_loses_and_the_next_game_begins(visitor: Any) -> None:
    name = visitor.open(f"kth:{HOSTILE} illegal_move", "random", games=2, time={"move_seconds": 10})
    events = visitor.log(name, until=lambda events: [event["type"] for event in events].count("ended") == 2)
    assert [event["outcome"]["termination"] for event in events if event["type"] == "ended"] == ["illegal move"] * 2
