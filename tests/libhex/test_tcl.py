"""The Tcl extension as it is installed, in every tclsh that there is and in Python's own Tcl."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crownbridge.cli.hex import libhex

COMMAND = Path(sys.executable).with_name("crownbridge")
SCRIPT = Path(__file__).with_name("hex_test.tcl")
PAGE = (Path(__file__).parents[2] / "docs" / "libhex.md").read_text(encoding="utf-8")

needs_extension = pytest.mark.skipif(not libhex.TCL.is_dir(), reason="libhex was built without Tcl's headers (tcl-dev)")


@needs_extension
@pytest.mark.parametrize("shell", ["tclsh8.6", "tclsh9.0"])
def test_a_game_and_every_error(shell: str) -> None:
    major = re.findall(r"\d", shell)[0]
    if shutil.which(shell) is None or not (libhex.TCL / f"libtcl{major}hex.so").exists():
        pytest.skip(f"there is no {shell}, or no extension for it")
    path = subprocess.check_output([COMMAND, "libhex", "--tcl-path"], text=True).strip()
    done = subprocess.run(
        [shell, SCRIPT], env={**os.environ, "TCLLIBPATH": path}, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("passed\n", "")


@needs_extension
def test_the_example_of_the_page() -> None:
    tkinter = pytest.importorskip("tkinter")
    if not (libhex.TCL / f"libtcl{int(tkinter.TclVersion)}hex.so").exists():
        pytest.skip(f"there is no extension for Python's Tcl {tkinter.TclVersion}")
    tcl = tkinter.Tcl()
    tcl.call("lappend", "auto_path", str(libhex.TCL))
    [program] = re.findall(r"^```tcl\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    tcl.eval("rename puts {}; proc puts {text} {set ::printed $text}")
    tcl.eval(program)
    assert tcl.getvar("printed") == "2 blue stones; winner: "


@needs_extension
def test_it_exports_its_entry_points_and_nothing_else() -> None:
    for library in libhex.TCL.glob("*.so"):
        names = subprocess.check_output(["nm", "-D", "--defined-only", library], text=True).split()[2::3]  # noqa: S607
        assert names == ["Hex_Init", "Hex_SafeInit"]
        needed = subprocess.check_output(["readelf", "-d", library], text=True)  # noqa: S607 (the system's)
        assert re.findall(r"\(NEEDED\).*\[(.*)\]", needed) == ["libc.so.6"]


def test_the_page_names_every_subcommand() -> None:
    source = (Path(__file__).parents[2] / "libhex" / "tcl_hex.c").read_text(encoding="utf-8")
    table = source.partition("SUBCOMMANDS[] = {")[2].partition("};")[0]
    names = re.findall(r'\{"(\w+)"', table)
    assert len(names) == 13
    assert [name for name in names if f"| `$board {name}" not in PAGE] == []
