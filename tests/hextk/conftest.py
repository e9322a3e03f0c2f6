"""AIs in C for hextk's tests."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CRASHING = """
#include <hex/hexmon.h>
#include <signal.h>
#include <stdio.h>
static void move(void *data, char *board, int *row, int *col) {
  fprintf(stderr, "about to crash\\n");
  raise(SIGSEGV);
}
void hex_ai_init_crashing(hex_host_info *host, hex_ai_info *ai) { ai->move_callback = move; }
"""
SLOW = """
#include <hex/hexmon.h>
#include <unistd.h>
static void move(void *data, char *board, int *row, int *col) { for (;;) pause(); }
void hex_ai_init_slow(hex_host_info *host, hex_ai_info *ai) { ai->move_callback = move; }
"""

Compile = Callable[[str], str]


@pytest.fixture(scope="session")
def compile_ai(tmp_path_factory: pytest.TempPathFactory) -> Compile:
    """Give the path of libNAME.so: `pathfinder`, the example of the repository, or one that misbehaves."""
    folder = tmp_path_factory.mktemp("ais")
    (folder / "crashing.c").write_text(CRASHING)
    (folder / "slow.c").write_text(SLOW)
    (folder / "pathfinder.c").write_text((ROOT / "examples" / "libhex_bot.c").read_text(encoding="utf-8"))

    def compile_ai(name: str) -> str:
        library = folder / f"lib{name}.so"
        if not library.exists():
            sources = [folder / f"{name}.c", ROOT / "libhex" / "hex.c"]
            flags = ["-O2", "-shared", "-fPIC", f"-I{ROOT / 'libhex' / 'include'}"]
            subprocess.run(["cc", *flags, "-o", library, *sources], check=True)  # noqa: S607 (any compiler)
        return str(library)

    return compile_ai
