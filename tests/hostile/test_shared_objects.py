"""Hostile AIs in shared objects, as players under the referee: hexmon's own line is the reason."""

import subprocess
from pathlib import Path

import pytest

from crownbridge.arena import Checkup, TimeControl, play_game
from crownbridge.games import Hex, Termination
from crownbridge.players import ProgramPlayer, RandomPlayer, player_named

HEADERS = Path(__file__).parents[2] / "libhex" / "include"
SOURCE = """
#include <hex/hexmon.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
static void move(void *data, char *board, int *row, int *col) {{ {body} }}
void hex_ai_init_bad(hex_host_info *host, hex_ai_info *ai) {{ ai->move_callback = move; }}
"""

MISDEEDS = {
    "dies": ("raise(SIGSEGV);", Termination.CRASH, "red crashed on its move: Segmentation fault"),
    "exits": ("exit(0);", Termination.CRASH, "red exited on its move with status 0"),
    "smashes its stack": ("char here[4]; memset(here, 7, 1 << 20);", Termination.CRASH, "red crashed on its move"),
    "plays off the board": ("*row = 99; *col = 0;", Termination.ILLEGAL_MOVE, "off the board of size 3"),
    "hangs": ("for (;;) {}", Termination.TIMEOUT, "did not answer in time"),
}


def compiled(misdeed: str, folder: Path) -> Path:
    """The shared object with that misdeed."""
    (folder / "bad.c").write_text(SOURCE.format(body=MISDEEDS[misdeed][0]))
    library = folder / "libbad.so"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{HEADERS}", "-o", library, folder / "bad.c"], check=True)  # noqa: S607 (the system's)
    return library


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_the_verdict(misdeed: str, tmp_path: Path) -> None:
    _, termination, words = MISDEEDS[misdeed]
    library = compiled(misdeed, tmp_path)
    players = player_named(str(library), "hex"), RandomPlayer(1)
    record = play_game(Hex(3), players, TimeControl(per_move=0.5, startup=0.5))
    assert record.outcome.termination is termination, record.outcome
    assert record.outcome.winner is Hex.sides[1]
    assert words in record.outcome.detail, record.outcome


def test_the_doctor_examines_shared_objects(tmp_path: Path) -> None:
    library = compiled("dies", tmp_path)
    player = player_named(str(library), "hex")
    assert isinstance(player, ProgramPlayer)
    *_, finding = Checkup(Hex(3), lambda: player, TimeControl(per_move=60)).run()
    assert finding.name == "first move as red"
    assert "libbad.so (red) exited with status " in finding.problem
    assert "red crashed on its move: Segmentation fault" in finding.problem
    assert finding.complaint


def test_the_farewell_sees_the_final_board(tmp_path: Path) -> None:
    """Also when the opponent's stone ended the game."""
    farewell = tmp_path / "farewell"
    source = f"""
        #include <hex/hexmon.h>
        #include <stdio.h>
        #include <string.h>
        static void move(void *data, char *board, int *row, int *col) {{
          int cell = (int)(strrchr(board, ' ') - board);
          *row = cell % 2;
          *col = cell / 2;
        }}
        static void bye(void *data, char *board) {{
          FILE *file = fopen("{farewell}", "w");
          fputs(board, file);
          fclose(file);
        }}
        void hex_ai_init_last(hex_host_info *host, hex_ai_info *ai) {{
          ai->move_callback = move;
          ai->destroy_callback = bye;
        }}
    """
    (tmp_path / "last.c").write_text(source)
    library = tmp_path / "liblast.so"
    subprocess.run(["cc", "-shared", "-fPIC", f"-I{HEADERS}", "-o", library, tmp_path / "last.c"], check=True)  # noqa: S607 (the system's)
    record = play_game(Hex(2), (RandomPlayer(3), player_named(str(library), "hex")), TimeControl(per_move=5))
    final = record.positions()[-1]
    assert farewell.read_text() == final.text_forms()["columns"]
