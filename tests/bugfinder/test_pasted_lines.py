"""The lines of an answer, pasted into the bot, give the same answer."""

import subprocess
import sys
import time
from pathlib import Path

from crownbridge.bugfinder.bot import Bot
from crownbridge.games import Hex
from crownbridge.players import player_named

BOT = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "game":
        size = rest[1]
    elif word == "legal":
        moves = rest
    elif word == "move":
        print("move", moves[int(size.removeprefix("size="))], flush=True)
"""


def test_the_lines_reproduce_the_answer(tmp_path: Path) -> None:
    """They also start the game, which the bot may need."""
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "bot.py")]
    bot = Bot(Hex(5), lambda: player_named(f"lines:{' '.join(command)}", "hex"), 5.0, deadline=time.monotonic() + 60)
    position = Hex(5).initial().play("c3")
    answer = bot.ask(str(position))
    assert answer.text == "a2"
    pasted = "".join(f"{line.rstrip()}\n" for line in answer.lines)
    assert subprocess.check_output(command, input=pasted, text=True) == "move a2\n"
    with bot.conversation(position.side_to_move) as conversation:
        first, second = conversation.ask(position), conversation.ask(position)
    assert first.lines == second.lines == answer.lines
    assert len(conversation.sent) < 2 * len(answer.lines)  # the game is started once
