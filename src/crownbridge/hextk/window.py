"""The window of hextk: board, players, move list, menu and status line."""

import os
import tkinter as tk
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from tkinter import messagebox, ttk

from crownbridge.errors import CrownbridgeError
from crownbridge.games.hex import Side
from crownbridge.hextk.board import BACKGROUND, Board
from crownbridge.hextk.dialog import NewGame
from crownbridge.hextk.monitor import Ended, Monitor, Notify
from crownbridge.hextk.session import Call, Session
from crownbridge.hextk.setup import Setup
from crownbridge.players.process import Sandbox

PACE_MILLISECONDS = 250
"""Pause between the moves of two AIs."""

_COLOURS = {Side.BLUE: "#2f6fb3", Side.RED: "#c23a35"}
_ERROR = "#b3261e"
_PAD = 10


class Window(tk.Tk):
    """The main window, which displays a session."""

    def __init__(self, sandbox: Sandbox = Sandbox.AUTO, pace: int = PACE_MILLISECONDS) -> None:
        """Raise TclError if there is no display."""
        super().__init__(className="Hextk")
        self.title("hextk")
        self.minsize(640, 420)
        self._sandbox = sandbox
        self._pace = pace
        self._calls: SimpleQueue[Call] = SimpleQueue()
        self._wake = os.eventfd(0, os.EFD_NONBLOCK)
        self._monitors: list[Monitor] = []
        self._reported: Ended | None = None
        self.dialog: NewGame | None = None
        self.session = Session(self._connect, self._post, self._later)
        self.session.changed = self.refresh
        self._build()
        self.tk.createfilehandler(self._wake, tk.READABLE, lambda *_: self._run_calls())
        self.protocol("WM_DELETE_WINDOW", self.quit_game)
        self.refresh()

    # -- layout

    def _build(self) -> None:
        style = ttk.Style(self)
        style.theme_use("clam")
        for name in ("TFrame", "TLabel", "TLabelframe", "TLabelframe.Label", "TRadiobutton"):
            style.configure(name, background=BACKGROUND)
        style.map("TEntry", fieldbackground=[("disabled", "#eeebe3")])
        style.configure("Treeview", rowheight=22, fieldbackground="white")
        style.configure("Player.TLabel", font=("TkDefaultFont", 11, "bold"))
        self.configure(background=BACKGROUND)
        self._build_menu()
        side = ttk.Frame(self, padding=_PAD)
        self.players = {
            colour: ttk.Label(side, foreground=_COLOURS[colour], width=22, style="Player.TLabel") for colour in _COLOURS
        }
        for label in self.players.values():
            label.pack(fill="x", pady=2)
        self.undo_button = ttk.Button(side, text="Undo", command=self.session.undo)
        self.pause_button = ttk.Button(side, text="Pause", command=self.session.toggle_pause)
        new = ttk.Button(side, text="New game …", command=self.ask_new_game)
        for button in (new, self.undo_button, self.pause_button):
            button.pack(fill="x", pady=3)
        self.move_list = ttk.Treeview(side, columns=("number", "blue", "red"), show="headings", selectmode="none")
        for name, title, width in (("number", "#", 40), ("blue", "Blue", 80), ("red", "Red", 80)):
            self.move_list.heading(name, text=title)
            self.move_list.column(name, width=width, anchor="center")
        scroll = ttk.Scrollbar(side, command=self.move_list.yview)
        self.move_list.configure(yscrollcommand=scroll.set)
        self.move_list.pack(side="left", fill="both", expand=True, pady=(_PAD, 0))
        scroll.pack(side="right", fill="y", pady=(_PAD, 0))
        self.status = ttk.Label(self, padding=(_PAD, 6), anchor="w")
        self.status.pack(side="bottom", fill="x")
        side.pack(side="right", fill="y")
        self.board = Board(self, self.session.play)
        self.board.pack(side="left", fill="both", expand=True)
        self.board.focus_set()

    def _build_menu(self) -> None:
        bar = tk.Menu(self, background=BACKGROUND, relief="flat", borderwidth=0)
        self.game_menu = tk.Menu(bar, tearoff=False)
        entries: list[tuple[str, str, str, Call]] = [
            ("New game …", "Ctrl+N", "<Control-n>", self.ask_new_game),
            ("Undo", "Ctrl+Z", "<Control-z>", self.session.undo),
            ("Pause/Resume", "Space", "<space>", self.session.toggle_pause),
            ("Quit", "Ctrl+Q", "<Control-q>", self.quit_game),
        ]
        for label, keys, sequence, call in entries:
            self.game_menu.add_command(label=label, accelerator=keys, command=call)
            self.bind(sequence, self._key(call))
        bar.add_cascade(label="Game", menu=self.game_menu)
        guide = tk.Menu(bar, tearoff=False)
        guide.add_command(label="How to play", accelerator="F1", command=self.show_help)
        self.bind("<F1>", self._key(self.show_help))
        bar.add_cascade(label="Help", menu=guide)
        self.configure(menu=bar)

    def _key(self, call: Call) -> Callable[["tk.Event[tk.Misc]"], None]:
        """Return a handler for keys of this window, not of its dialogs; Space on a button activates the button."""

        def handle(event: "tk.Event[tk.Misc]") -> None:
            if event.widget.winfo_toplevel() is self and not (
                event.keysym == "space" and isinstance(event.widget, ttk.Button)
            ):
                call()

        return handle

    # -- callbacks of the session

    def _connect(self, setup: Setup, notify: Notify) -> Monitor:
        monitor = Monitor(setup, notify, self._sandbox)
        self._monitors.append(monitor)
        return monitor

    def _post(self, call: Call) -> None:
        """Run a call in the thread of the window."""
        self._calls.put(call)
        os.eventfd_write(self._wake, 1)

    def _later(self, call: Call) -> None:
        self.after(self._pace, call)

    def _run_calls(self) -> None:
        os.eventfd_read(self._wake)
        while True:
            try:
                call = self._calls.get_nowait()
            except Empty:
                return
            call()

    # -- display

    def refresh(self) -> None:
        """Update the window from the session."""
        session = self.session
        size = session.setup.size
        last = session.moves[-1] if session.moves else None
        ghost = session.turn if session.accepts_stone else None
        self.board.show(session.position, None if last is None else last.row * size + last.column, session.chain, ghost)
        for side, label in self.players.items():
            mark = "▶" if side == session.turn else "★" if side == session.winner else "    "
            label.configure(text=f"{mark} {str(side).capitalize()}: {session.setup.seat(side).name}")
        self._show_moves([str(move) for move in session.moves])
        self.undo_button.state(["!disabled" if session.can_undo else "disabled"])
        self.pause_button.state(["!disabled" if session.can_pause else "disabled"])
        self.pause_button.configure(text="Resume" if session.is_paused else "Pause")
        self.status.configure(text=session.status, foreground=_ERROR if session.failure else "")
        if session.failure is not None and session.failure is not self._reported:
            self._reported = session.failure
            self.after_idle(self._report, session.failure)

    def _show_moves(self, moves: list[str]) -> None:
        self.move_list.delete(*self.move_list.get_children())
        for start in range(0, len(moves), 2):
            pair = (*moves[start : start + 2], "")[:2]
            self.move_list.see(self.move_list.insert("", "end", values=(start // 2 + 1, *pair)))

    def _report(self, failure: Ended) -> None:
        """Show why the game has stopped, and what the user can do."""
        advice = "Choose Undo to restart hexmon from an earlier position, or New game to select other players."
        detail = "\n\n".join(text for text in (failure.output, advice) if text)
        messagebox.showerror("The game has stopped", failure.reason, detail=detail, parent=self)

    def show_help(self) -> None:
        """Show the rules and the keys."""
        keys = "Click a cell, or use arrow keys and Return, to place a stone. Space pauses the AIs. Ctrl+Z is undo."
        rules = "Blue moves first and connects left and right; red connects top and bottom. Stones never move."
        messagebox.showinfo("How to play", rules, detail=keys, parent=self)

    # -- actions

    def start(self, setup: Setup) -> None:
        """Start a game. Raise OptionError if the setup is invalid."""
        self.session.start(setup)
        self.title(f"hextk: {setup.blue.name} against {setup.red.name}")

    def ask_new_game(self) -> None:
        """Open the "New game" dialog."""
        self.dialog = NewGame(self, self.session.setup, self.start)
        with suppress(tk.TclError):  # it may be closed before it is shown
            self.dialog.wait_visibility()
            self.dialog.grab_set()

    def quit_game(self) -> None:
        """End hexmon and close the window."""
        self.session.close()
        for monitor in self._monitors:
            monitor.join()
        self.tk.deletefilehandler(self._wake)
        os.close(self._wake)
        self.destroy()


def run(setup: Setup, sandbox: Sandbox, *, ask: bool) -> None:
    """Show the window until it is closed; start a game or, with `ask`, open the dialog. Raise CrownbridgeError."""
    try:
        window = Window(sandbox)
    except tk.TclError as error:
        raise CrownbridgeError(
            f"hextk needs a display ({error}); set DISPLAY, or play in the browser: crownbridge"
        ) from None
    if ask:
        window.session.setup = setup
        window.update()  # a dialog is visible only if its parent window is
        window.ask_new_game()
    else:
        window.start(setup)
    window.mainloop()
