"""The "New game" dialog of hextk."""

import tkinter as tk
from collections.abc import Callable
from tkinter import filedialog, ttk

from crownbridge.errors import CrownbridgeError, OptionError, quoted
from crownbridge.games.hex.rules import LARGEST
from crownbridge.hextk.setup import HUMAN, Seat, Setup

_PAD = 8
_ERROR = "#b3261e"


class SeatFields(ttk.LabelFrame):
    """The fields for the player of a colour: human, or an AI's file and option."""

    def __init__(self, parent: tk.Misc, title: str, seat: Seat) -> None:
        super().__init__(parent, text=title, padding=_PAD)
        self.kind = tk.StringVar(self, "human" if seat.is_human else "ai")
        self.path = tk.StringVar(self, seat.path)
        self.option = tk.StringVar(self, seat.option)
        self.columnconfigure(1, weight=1)
        kinds = ttk.Frame(self)
        ttk.Radiobutton(kinds, text="Human", value="human", variable=self.kind).pack(side="left")
        ttk.Radiobutton(kinds, text="AI (shared object)", value="ai", variable=self.kind).pack(side="left", padx=_PAD)
        kinds.grid(row=0, column=0, columnspan=3, sticky="w", pady=(0, 4))
        fields = ttk.Entry(self, textvariable=self.path, width=38), ttk.Entry(self, textvariable=self.option)
        for row, (label, field) in enumerate(zip(("File", "Option"), fields, strict=True), 1):
            ttk.Label(self, text=label).grid(row=row, column=0, sticky="w", padx=(0, _PAD), pady=2)
            field.grid(row=row, column=1, sticky="ew", pady=2)
        browse = ttk.Button(self, text="Browse …", command=self._browse)
        browse.grid(row=1, column=2, padx=(_PAD, 0))
        self._of_ai = (*fields, browse)
        self.kind.trace_add("write", lambda *_: self._enable())
        self._enable()

    def seat(self) -> Seat:
        """Return the player. Raise OptionError if an AI has no file."""
        if self.kind.get() == "human":
            return HUMAN
        if not self.path.get():
            raise OptionError("the file of the AI is missing; choose a libNAME.so")
        return Seat(self.path.get(), self.option.get())

    def _enable(self) -> None:
        for widget in self._of_ai:
            widget.state(["disabled" if self.kind.get() == "human" else "!disabled"])

    def _browse(self) -> None:
        types = [("Shared objects", "*.so"), ("All files", "*")]
        path = filedialog.askopenfilename(parent=self, title="Choose an AI", filetypes=types)
        if path:
            self.path.set(path)


class NewGame(tk.Toplevel):
    """A dialog for size, players and time limit. It shows an error and stays open if an entry is invalid."""

    def __init__(self, parent: tk.Tk, setup: Setup, start: Callable[[Setup], None]) -> None:
        """Call `start` with the setup; it may raise CrownbridgeError."""
        super().__init__(
            parent, padx=2 * _PAD, pady=2 * _PAD, background=ttk.Style(parent).lookup("TFrame", "background")
        )
        self.title("New game")
        self.transient(parent)
        self.resizable(width=False, height=False)
        self._start = start
        self.board_size = tk.StringVar(self, str(setup.size))
        self.limit = tk.StringVar(self, "" if setup.milliseconds is None else str(setup.milliseconds))
        self.error = tk.StringVar(self)
        top = ttk.Frame(self)
        ttk.Label(top, text="Board size").pack(side="left")
        size = ttk.Spinbox(top, from_=1, to=LARGEST, textvariable=self.board_size, width=5)
        size.pack(side="left", padx=(_PAD, 3 * _PAD))
        ttk.Label(top, text="Milliseconds per AI move").pack(side="left")
        ttk.Entry(top, textvariable=self.limit, width=8).pack(side="left", padx=_PAD)
        ttk.Label(top, text="(empty: no limit)").pack(side="left")
        top.pack(fill="x", pady=(0, _PAD))
        self.blue = SeatFields(self, "Blue: left and right, moves first", setup.blue)
        self.red = SeatFields(self, "Red: top and bottom", setup.red)
        for fields in (self.blue, self.red):
            fields.pack(fill="x", pady=_PAD // 2)
        ttk.Label(self, textvariable=self.error, foreground=_ERROR, wraplength=480).pack(fill="x", pady=_PAD // 2)
        buttons = ttk.Frame(self)
        ttk.Button(buttons, text="Start", command=self.submit, default="active").pack(side="right")
        ttk.Button(buttons, text="Cancel", command=self.destroy).pack(side="right", padx=_PAD)
        buttons.pack(fill="x")
        self.bind("<Return>", lambda _: self.submit())
        self.bind("<Escape>", lambda _: self.destroy())
        size.focus_set()

    def setup(self) -> Setup:
        """Return the setup. Raise OptionError if a field is invalid."""
        size = _whole("size", self.board_size.get())
        limit = self.limit.get().strip()
        milliseconds = _whole("time for a move", limit) if limit else None
        return Setup(size, self.red.seat(), self.blue.seat(), milliseconds)

    def submit(self) -> None:
        """Start the game and close the dialog, or show the error."""
        try:
            self._start(self.setup())
        except CrownbridgeError as error:
            self.error.set(str(error))
        else:
            self.destroy()


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise OptionError(f"the {name} is {quoted(text)}; expected a number") from None
