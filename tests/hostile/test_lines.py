"""Programs that misuse the lines protocol, and the verdicts that they must get."""

import sys
from pathlib import Path

import pytest

from crownbridge.arena import TimeControl, play_game
from crownbridge.games import Hex, Termination
from crownbridge.players import ProgramPlayer, RandomPlayer
from crownbridge.protocols.lines import Lines

ANSWERS = {
    "b9": "print('move b9')",
    "bare": "print(moves[0])",
    "nothing": "print('move')",
    "twice": "print(f'move {moves[0]}\\nmove {moves[1]}')",
    "error": "print('error I do not know this game')",
    "resign": "print('resign')",
    "crash": "raise ValueError(line)",
    "taken": "print('move', taken)",
    "noise": "print('info thinking')",
    "flood": "print('info ' * 300_000)",
    "lines": "print('info\\n' * 300_000)",
}
# The answer of each program, the expected termination, and words of the expected reason.
VERDICTS = {
    "b9": (Termination.ILLEGAL_MOVE, "b9"),
    "bare": (Termination.PROTOCOL_ERROR, "'a1' lacks the keyword move; expected 'move a1'"),
    "nothing": (Termination.PROTOCOL_ERROR, "the move is missing"),
    "twice": (Termination.PROTOCOL_ERROR, "moved out of turn"),
    "error": (Termination.DISCONNECT, "aborted the game in its 1st move (ply 1): 'I do not know this game'"),
    "resign": (Termination.RESIGNATION, "resigned"),
    "crash": (Termination.CRASH, "ValueError"),
    "taken": (Termination.ILLEGAL_MOVE, "illegal"),
    "noise": (Termination.TIMEOUT, "it printed 'info thinking', which is not part of the protocol"),
    "flood": (Termination.PROTOCOL_ERROR, "printed a line of more than"),
    "lines": (Termination.PROTOCOL_ERROR, "printed more than 1048576 bytes in one turn"),
}
BOT = """
import sys
moves, taken = [], "a1"
for line in sys.stdin:
    word, *rest = line.split()
    if word == "legal":
        moves = rest
    elif word == "play":
        taken = rest[0]
    elif word == "move" and ({late} and len(moves) > 12):
        print("move", moves[0], flush=True)
    elif word == "move":
        {answer}
        sys.stdout.flush()
"""


@pytest.mark.parametrize("misdeed", VERDICTS)
def test_the_verdict(misdeed: str, tmp_path: Path) -> None:
    termination, words = VERDICTS[misdeed]
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.format(answer=ANSWERS[misdeed], late=misdeed == "taken"))
    player = ProgramPlayer(misdeed, [sys.executable, str(bot)], Lines)
    seconds = 0.5 if termination is Termination.TIMEOUT else 10.0
    record = play_game(Hex(4), (player, RandomPlayer(1)), TimeControl(per_move=seconds, startup=2.0))
    assert record.outcome.termination is termination, record.outcome
    assert record.outcome.winner is Hex.sides[1]
    assert words in record.outcome.detail, record.outcome
