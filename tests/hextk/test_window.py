"""The window of hextk on a virtual display (Xvfb): whole games by mouse, keys and dialog, and errors."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crownbridge.games.hex import Side
from crownbridge.hextk.setup import HUMAN, Seat, Setup
from crownbridge.players.process import Sandbox

pytest.importorskip("tkinter", reason="Python has no tkinter (python3-tk)")
if shutil.which("Xvfb") is None:
    pytest.skip("there is no virtual display (xvfb)", allow_module_level=True)

import tkinter as tk
from tkinter import messagebox, ttk

from crownbridge.hextk.window import Window, run

PROGRAM = Path(sys.executable).with_name("hextk")

Compile = Callable[[str], str]


INTERPRETERS: list[object] = []
"""They are kept: Tcl aborts the process if the garbage collector frees one in a thread that did not make it."""


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A virtual screen for the whole session: Tk keeps its connection and ends the process if the server stops.

    The server prints its number when it is ready.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    assert number, "Xvfb does not start"
    yield f":{number}"
    server.terminate()
    server.wait()


@pytest.fixture
def window(display: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("DISPLAY", display)
    window = Window(pace=0)
    INTERPRETERS.append(window.tk)
    window.update()
    yield window
    window.quit_game()


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The error dialogs, which are not opened."""
    messages: list[str] = []
    monkeypatch.setattr(
        messagebox, "showerror", lambda title, message, detail="", **_: messages.append(f"{title}: {message} {detail}")
    )
    return messages


def run_until(window: Window, condition: Callable[[], object]) -> None:
    """Handle events, waiting for each, until something is the case."""
    while not condition():
        window.tk.dooneevent()


def click(window: Window, cell: int) -> None:
    x, y = window.board.centre(cell)
    window.board.event_generate("<Motion>", x=round(x), y=round(y))
    window.board.event_generate("<Button-1>", x=round(x), y=round(y))


def fills(window: Window, tag: str) -> Counter[str]:
    """How many things on the board are of each colour."""
    board: Any = window.board
    return Counter(board.itemcget(item, "fill") for item in board.find_withtag(tag))


def moves_shown(window: Window) -> list[str]:
    rows = [window.move_list.item(row, "values") for row in window.move_list.get_children()]
    return [cell for row in rows for cell in row[1:] if cell]


def test_a_person_plays_a_whole_game_against_an_ai(window: Window, compile_ai: Compile) -> None:
    """Always click the first empty cell, which loses."""
    window.start(Setup(5, Seat(compile_ai("pathfinder")), HUMAN))
    session = window.session
    while session.winner is None:
        run_until(window, lambda: session.accepts_stone or session.winner is not None)
        if session.winner is None:
            click(window, next(cell for cell in range(25) if cell not in session.position.pieces()))
            run_until(window, lambda: not session.is_waiting or session.turn == Side.RED)
    assert session.winner == Side.RED
    assert len(session.chain) >= 5
    assert len(window.board.find_withtag("stone")) == len(session.moves) == len(moves_shown(window))
    assert fills(window, "stone") == {"#3f86d0": (len(session.moves) + 1) // 2, "#d8443f": len(session.moves) // 2}
    assert fills(window, "all")["#f2b705"] == len(session.chain)
    assert window.status["text"].startswith("Red (libpathfinder.so) wins with move ")
    assert "★" in window.players[Side.RED]["text"]
    assert [str(window.players[side]["foreground"]) for side in (Side.RED, Side.BLUE)] == ["#c23a35", "#2f6fb3"]


def test_two_ais_play_a_whole_game(window: Window, compile_ai: Compile) -> None:
    seat = Seat(compile_ai("pathfinder"), "1")
    window.start(Setup(4, seat, seat))
    run_until(window, lambda: window.session.winner is not None)
    assert moves_shown(window) == [str(move) for move in window.session.moves]
    assert len(window.session.chain) >= 4
    window.undo_button.invoke()
    assert window.session.is_paused
    assert window.pause_button["text"] == "Resume"
    window.pause_button.invoke()
    run_until(window, lambda: window.session.winner is not None)


def test_the_dialog_names_what_is_wrong_and_starts_the_game(window: Window) -> None:
    window.ask_new_game()
    dialog = window.dialog
    assert dialog is not None
    for size, message in (("x", "the size is 'x'; expected a number"), ("99", "expected a whole number from 1 to 26")):
        dialog.board_size.set(size)
        dialog.submit()
        assert message in dialog.error.get()
    dialog.board_size.set("3")
    dialog.red.kind.set("ai")
    dialog.submit()
    assert dialog.error.get() == "the file of the AI is missing; choose a libNAME.so"
    dialog.red.path.set("libnone.so")
    dialog.submit()
    assert dialog.error.get().startswith("shared object 'libnone.so' not found")
    dialog.red.kind.set("human")
    dialog.limit.set("250")
    dialog.submit()
    assert not dialog.winfo_exists()
    assert window.session.setup == Setup(3, milliseconds=250)


def buttons(widget: tk.Misc) -> dict[str, ttk.Button]:
    """The buttons that can be seen in a widget, by what stands on them."""
    widget.update()
    inner = [button for child in widget.winfo_children() for button in buttons(child).items()]
    own = isinstance(widget, ttk.Button) and widget.winfo_viewable()
    return dict([*inner, *([(str(widget["text"]), widget)] if own else [])])  # type: ignore[list-item]  # `own` says so


def test_the_buttons_of_window_and_dialog_do_what_they_say(window: Window) -> None:
    assert set(buttons(window)) == {"New game …", "Undo", "Pause"}
    for answer in ("Cancel", "Start"):
        buttons(window)["New game …"].invoke()
        dialog = window.dialog
        assert dialog is not None
        assert set(buttons(dialog)) == {"Browse …", "Cancel", "Start"}
        dialog.board_size.set("4")
        buttons(dialog)[answer].invoke()
        assert not dialog.winfo_exists()
        assert window.session.setup.size == (4 if answer == "Start" else Setup().size)


def entries(widget: tk.Misc) -> list[str]:
    """Return the texts of the visible fields in order."""
    widget.update()
    own = [widget.get()] if isinstance(widget, ttk.Entry) and widget.winfo_viewable() else []
    return own + [text for child in widget.winfo_children() for text in entries(child)]


def test_the_dialog_begins_with_what_was_played_last(window: Window, compile_ai: Compile) -> None:
    path = compile_ai("pathfinder")
    window.start(Setup(4, Seat(path, "1"), Seat(path, "2"), 250))
    window.ask_new_game()
    assert window.dialog is not None
    assert entries(window.dialog) == ["4", "250", path, "2", path, "1"]


@pytest.mark.parametrize("key", ["Return", "Escape"])
def test_the_dialog_hears_the_keys_that_answer_it(window: Window, key: str) -> None:
    window.ask_new_game()
    dialog = window.dialog
    assert dialog is not None
    dialog.board_size.set("4")
    dialog.update()
    dialog.focus_force()
    dialog.event_generate(f"<{key}>")
    assert not dialog.winfo_exists()
    assert window.session.setup.size == (4 if key == "Return" else Setup().size)


def test_nothing_in_window_or_dialog_is_hidden(window: Window) -> None:
    window.ask_new_game()
    window.update()

    def hidden(widget: tk.Misc) -> list[str]:
        names = [name for child in widget.winfo_children() for name in hidden(child)]
        return names if isinstance(widget, tk.Menu) or widget.winfo_viewable() else [*names, str(widget)]

    assert hidden(window) == []


@pytest.mark.parametrize("ask", [True, False])
def test_the_program_begins_with_the_dialog_or_a_game(
    display: str, monkeypatch: pytest.MonkeyPatch, *, ask: bool
) -> None:
    states: list[tuple[bool, str]] = []

    def look(window: Window) -> None:
        window.update()
        states.append((window.dialog is not None and bool(window.dialog.winfo_viewable()), window.status["text"]))
        window.quit_game()

    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setattr(Window, "mainloop", look)
    run(Setup(3), Sandbox.AUTO, ask=ask)
    status = "Choose New game to select the players." if ask else "Blue (human) is to move and connects left and right."
    assert states == [(ask, status)]


def test_keys(window: Window) -> None:
    window.start(Setup(3))
    window.board.focus_force()
    for key in ("Left", "Right", "Down", "Return"):  # the first shows the cursor in the middle
        window.board.event_generate(f"<{key}>")
    run_until(window, lambda: window.session.moves)
    assert moves_shown(window) == ["c3"]
    assert len(window.board.find_withtag("last")) == len(window.board.find_withtag("cursor")) == 1
    window.board.event_generate("<Control-z>")
    assert moves_shown(window) == []


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        *[("Left", "b3"), ("Right", "d3"), ("Up", "c2"), ("Down", "c4")],
        *[("Left Left Left Up Up Up", "a1"), ("Right Right Right Down Down Down", "e5"), ("Up Down Left Right", "c3")],
    ],
)
def test_each_arrow_key_is_a_step_and_none_leaves_the_board(window: Window, keys: str, move: str) -> None:
    window.start(Setup(5))
    window.board.focus_force()
    for key in ("Up", *keys.split(), "Return"):  # the first shows the cursor in the middle
        window.board.event_generate(f"<{key}>")
    run_until(window, lambda: window.session.moves)
    assert moves_shown(window) == [move]


def test_the_mouse_carries_a_stone_where_one_may_be_put(window: Window) -> None:
    window.start(Setup(3))
    click(window, 4)
    run_until(window, lambda: window.session.moves)
    assert not window.board.find_withtag("ghost")  # the cell is occupied now
    x, y = window.board.centre(0)
    window.board.event_generate("<Motion>", x=round(x), y=round(y))
    assert fills(window, "ghost") == {"#efb1ae": 1}, "red's, who is to move"
    window.refresh()
    assert window.board.find_withtag("ghost"), "a new drawing has it too"
    window.board.event_generate("<Leave>")
    assert not window.board.find_withtag("ghost")
    assert window.board.cell_at(0, 0) is None
    assert [window.board.cell_at(*window.board.centre(cell)) for cell in range(9)] == list(range(9))


def test_the_board_fills_the_window(window: Window) -> None:
    window.start(Setup(26))
    window.geometry("1000x740")
    window.update()
    width, height = window.board.winfo_width(), window.board.winfo_height()
    left, top, right, bottom = window.board.bbox("all")
    assert left >= 0
    assert top >= 0
    assert right <= width
    assert bottom <= height
    assert right - left > 0.9 * width or bottom - top > 0.9 * height


def test_a_dead_hexmon_is_told(window: Window, compile_ai: Compile, errors: list[str]) -> None:
    window.start(Setup(3, Seat(compile_ai("crashing")), HUMAN))
    click(window, 4)
    run_until(window, lambda: errors)
    [error] = errors
    assert error.startswith("The game has stopped: hexmon: red crashed on its move: Segmentation fault")
    assert "about to crash" in error
    assert "Choose Undo to restart hexmon" in error
    assert window.status["text"].startswith("The game has stopped: hexmon: red crashed")
    window.refresh()
    window.update()
    assert errors == [error]  # it is shown once
    window.undo_button.invoke()
    assert window.session.accepts_stone


def test_a_thinking_ai_does_not_hold_up_the_window(window: Window, compile_ai: Compile) -> None:
    """Undo, a new game and the end of the window all come while it thinks."""
    window.start(Setup(3, Seat(compile_ai("slow")), HUMAN))
    click(window, 4)
    run_until(window, lambda: window.session.turn == Side.RED)
    assert window.status["text"] == "Red (libslow.so) is thinking …"
    window.undo_button.invoke()
    assert window.session.accepts_stone
    window.start(Setup(3, HUMAN, Seat(compile_ai("slow"))))


def test_a_closed_window_leaves_no_file_open(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", display)
    window = Window()
    INTERPRETERS.append(window.tk)
    window.update()
    window.quit_game()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(window._wake)  # noqa: SLF001 (its only file)


def test_the_program_needs_a_display_and_tkinter(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    done = subprocess.run([PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("crownbridge: hextk needs a display (")
    (tmp_path / "tkinter.py").write_text("raise ModuleNotFoundError(name='tkinter')")
    shadowed = {**environment, "PYTHONPATH": os.pathsep.join([str(tmp_path), environment.get("PYTHONPATH", "")])}
    done = subprocess.run([PROGRAM], env=shadowed, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "crownbridge: hextk needs Python's tkinter, which is missing: apt-get install python3-tk\n"


def test_no_window_is_opened_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(tk.TclError):
        Window()
