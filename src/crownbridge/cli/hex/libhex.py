"""`crownbridge libhex`: print the compiler and linker flags for libhex."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from crownbridge import _core
from crownbridge.cli.support.arguments import examples, subcommand
from crownbridge.cli.support.output import echo
from crownbridge.errors import FileError, OptionError

_INSTALLED = Path(_core.__file__).parent.resolve()
INCLUDE = _INSTALLED / "include"
LIBRARIES = _INSTALLED / "lib"
PKG_CONFIG = LIBRARIES / "pkgconfig"
TCL = LIBRARIES / "tcl"

app = subcommand()


@app.command(
    epilog=examples(
        "libhex", "libhex --cflags --libs", "libhex --libs --static", "libhex --pkg-config-path", "libhex --tcl-path"
    )
    + "\n\n\b\nAn AI for hexmon, and a program:\n"
    "  cc -shared -fPIC -o libfoo.so foo.c $(crownbridge libhex --cflags --libs)\n"
    "  cc -o tool tool.c $(crownbridge libhex --cflags --libs)",
)
def libhex(
    *,
    cflags: Annotated[bool, typer.Option("--cflags", help="Print the compiler flags.")] = False,
    libs: Annotated[
        bool, typer.Option("--libs", help="Print the linker flags, including the run-time search path.")
    ] = False,
    static: Annotated[bool, typer.Option("--static", help="With --libs: link libhex statically.")] = False,
    pkg_config_path: Annotated[
        bool, typer.Option("--pkg-config-path", help="Print the folder of hex.pc, for PKG_CONFIG_PATH.")
    ] = False,
    tcl_path: Annotated[
        bool, typer.Option("--tcl-path", help="Print the folder of the Tcl package, for TCLLIBPATH.")
    ] = False,
) -> None:
    """Print the compiler and linker flags for libhex.

    libhex is a C library and Tcl package of the Hex board, for AIs and other programs. Without options, the version and
    the folders are printed.
    """
    if tcl_path:
        if cflags or libs or static or pkg_config_path:
            raise OptionError("--tcl-path cannot be combined with other options")
        echo(_tcl_word(_tcl_package()))
        return
    if static and not libs:
        raise OptionError("--static needs --libs")
    words = [f"-I{INCLUDE}"] if cflags else []
    if libs:
        words += [str(LIBRARIES / "libhex.a")] if static else [f"-L{LIBRARIES}", f"-Wl,-rpath,{LIBRARIES}", "-lhex"]
    if pkg_config_path:
        words.append(str(PKG_CONFIG))
    if words:
        echo(shlex.join(words))
        return
    version = (PKG_CONFIG / "hex.pc").read_text(encoding="utf-8").partition("Version: ")[2].split()[0]
    echo(f"libhex {version}\nheaders: {INCLUDE}\nlibraries: {LIBRARIES}")


def _tcl_package() -> Path:
    """Return the folder of the Tcl package. Raise FileError if libhex was built without it."""
    if not TCL.is_dir():
        raise FileError(
            "libhex was built without Tcl's headers; install them (apt-get install tcl-dev) and build again"
        )
    return TCL


def _tcl_word(path: Path) -> str:
    """Return a path as an element of a Tcl list, the format of TCLLIBPATH."""
    text = str(path)
    return "".join(f"\\{letter}" if letter in '\\{}[]$"; \t\n' else letter for letter in text)
