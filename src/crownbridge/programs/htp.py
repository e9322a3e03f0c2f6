"""The engine's side of the Hex Text Protocol: maps commands to replies. Pure, like the host's side.

A command is a method decorated with `@command`. Its usage lists the arguments; those in square brackets are optional.
A command with `analysis=` is also an entry of HexGui's menu.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from crownbridge import __version__
from crownbridge.engines import Candidate, Limit, Thought
from crownbridge.engines.hex import Connection, Solver, connections
from crownbridge.errors import InputError, quoted
from crownbridge.games.hex import Position, Side
from crownbridge.games.hex.rules import LARGEST
from crownbridge.games.terminal import draw
from crownbridge.programs.htp_clock import HtpClock, TimeLeft
from crownbridge.programs.htp_game import HtpGame

_SIDES = {"black": Side.RED, "b": Side.RED, "white": Side.BLUE, "w": Side.BLUE}
_UNTIMED_SECONDS = 1.0
_LINE = re.compile(r"(?:([0-9]{1,10})(?: +|$))?(.*)")
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
_WHOLE = re.compile(r"[0-9]{1,9}")

Think = Callable[[Position, Limit], Thought]
"""Function that searches a position within a limit."""


class Command(NamedTuple):
    """A command of the protocol."""

    answer: Callable[..., str]
    usage: str
    analysis: str

    def accepts(self, count: int) -> bool:
        """Return True if the command accepts `count` arguments."""
        words = self.usage.split()[1:]
        return sum(not word.startswith("[") for word in words) <= count <= len(words)


COMMANDS: dict[str, Command] = {}
"""All commands by name, in the order of `list_commands`."""


def command(usage: str, *, analysis: str = "") -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Register a method as a command; `analysis` is its entry in HexGui's menu: type, label, command."""

    def register(answer: Callable[..., str]) -> Callable[..., str]:
        COMMANDS[usage.partition(" ")[0]] = Command(answer, usage, analysis)
        return answer

    return register


def interrupts(line: bytes) -> bool:
    """Return True if a line is HexGui's request to interrupt the search, a comment in plain HTP."""
    return line.split() == [b"#", b"interrupt"]


class HtpClient:
    """The state of an HTP engine: a game and its clocks."""

    def __init__(self, think: Think, limit: Limit, forget: Callable[[], None] | None = None) -> None:
        """Limit each move by `limit` and the clock; without either, a move takes a second.

        Call `forget` at the start of each game.
        """
        self._think = think
        self._limit = limit
        self._forget = forget
        self.game = HtpGame()
        self._clock = HtpClock()
        self.has_quit = False
        """True after the command `quit`."""

    def answer(self, line: bytes) -> str | None:
        """Return the reply to a line, with a trailing empty line, or `None` if the line contains no command."""
        text, _, _ = line.decode("utf-8", "replace").replace("\t", " ").partition("#")
        match = _LINE.fullmatch("".join(filter(str.isprintable, text)).strip())
        if match is None or not match[0]:
            return None
        number, words = match[1] or "", match[2].split()
        try:
            # HexGui ignores replies that do not begin with "= " or "? ".
            return f"={number} {self._execute(words)}\n"
        except InputError as error:
            return f"?{number} {error}\n"

    def _execute(self, words: list[str]) -> str:
        """Execute a command and return its reply. Raise InputError."""
        name, *arguments = words or [""]
        if name not in COMMANDS:
            raise InputError(f"unknown command: {quoted(name)}; try list_commands")
        command = COMMANDS[name]
        if not command.accepts(len(arguments)):
            raise InputError(f"syntax error: expected {command.usage}")
        return command.answer(self, *arguments)

    # -- engine information

    @command("protocol_version")
    def _protocol_version(self) -> str:
        return "2"

    @command("name")
    def _name(self) -> str:
        return "Crownbridge"

    @command("version")
    def _version(self) -> str:
        return __version__

    @command("known_command NAME")
    def _known_command(self, name: str) -> str:
        return "true" if name in COMMANDS else "false"

    @command("list_commands")
    def _list_commands(self) -> str:
        return "\n".join(COMMANDS)

    @command("quit")
    def _quit(self) -> str:
        self.has_quit = True
        return ""

    # -- game

    @command("boardsize N [N]")
    def _boardsize(self, width: str, height: str | None = None) -> str:
        sizes = {int(text) if _WHOLE.fullmatch(text) else 0 for text in (width, height or width)}
        if not all(1 <= size <= LARGEST for size in sizes):
            raise InputError(f"unacceptable size: expected a whole number from 1 to {LARGEST}")
        if len(sizes) > 1:
            raise InputError("unacceptable size: expected a square board, such as 11 or 11 11")
        self._begin(sizes.pop())
        return ""

    @command("clear_board")
    def _clear_board(self) -> str:
        self._begin(self.game.size)
        return ""

    def _begin(self, size: int) -> None:
        swap = self.game.offers_swap
        self.game = HtpGame(size)
        self.game.offers_swap = swap
        self._clock.restart()
        if self._forget is not None:
            self._forget()

    @command("play COLOUR MOVE")
    def _play(self, colour: str, move: str) -> str:
        self.game.play(_side(colour), move)
        return ""

    @command("genmove COLOUR", analysis="move/Play a move/genmove %m")
    def _genmove(self, colour: str) -> str:
        side = _side(colour)
        thought = self._think_for(side)
        self.game.play(side, str(thought.move))
        self._clock.spend(side, thought.seconds)
        return str(thought.move)

    @command("reg_genmove COLOUR", analysis="plist/Suggest a move/reg_genmove %m")
    def _reg_genmove(self, colour: str) -> str:
        return str(self._think_for(_side(colour)).move)

    @command("undo")
    def _undo(self) -> str:
        self.game.undo()
        return ""

    @command("showboard", analysis="string/Show the board/showboard")
    def _showboard(self) -> str:
        return "\n" + draw(self.game.position, letters="BW")

    @command("all_legal_moves", analysis="plist/Legal moves/all_legal_moves")
    def _all_legal_moves(self) -> str:
        return " ".join(map(str, self.game.legal_moves()))

    @command("final_score", analysis="string/Score/final_score")
    def _final_score(self) -> str:
        if self.game.winner is None:
            raise InputError("cannot score: the game is not over")
        return "B+" if self.game.winner is Side.RED else "W+"

    @command("param_game [NAME] [VALUE]", analysis="param/Rules/param_game")
    def _param_game(self, name: str | None = None, value: str | None = None) -> str:
        if name is None:
            return f"\n[bool] allow_swap {self.game.offers_swap:d}"
        if name != "allow_swap" or value not in ("0", "1"):
            raise InputError("syntax error: expected param_game allow_swap, and 0 or 1")
        self.game.offers_swap = value == "1"
        return ""

    # -- time

    @command("time_settings MAIN OVERTIME STONES")
    def _time_settings(self, main: str, overtime: str, stones: str) -> str:
        self._clock.set(_seconds(main), _seconds(overtime), _count(stones))
        return ""

    @command("time_left COLOUR SECONDS [STONES]")
    def _time_left(self, colour: str, seconds: str, stones: str = "0") -> str:
        self._clock.set_left(_side(colour), TimeLeft(_seconds(seconds), _count(stones)))
        return ""

    # -- analysis

    @command("hexgui-analyze_commands")
    def _analyze_commands(self) -> str:
        return "\n".join(command.analysis for command in COMMANDS.values() if command.analysis)

    @command("crownbridge-line COLOUR", analysis="var/Expected line/crownbridge-line %m")
    def _line(self, colour: str) -> str:
        thought = self._think_for(_side(colour))
        return " ".join(map(str, thought.line or (thought.move,)))

    @command("crownbridge-chances COLOUR", analysis="pspairs/Chances to win/crownbridge-chances %m")
    def _chances(self, colour: str) -> str:
        return " ".join(f"{move} {chance:.0%}" for move, _, chance in self._considered(colour))

    @command("crownbridge-visits COLOUR", analysis="pspairs/Visits/crownbridge-visits %m")
    def _visits(self, colour: str) -> str:
        return " ".join(f"{move} {visits}" for move, visits, _ in self._considered(colour))

    def _considered(self, colour: str) -> list[Candidate]:
        """Return the moves with at least 1% of the visits; the estimates of the others are unreliable."""
        thought = self._think_for(_side(colour))
        candidates = thought.candidates
        total = sum(candidate.visits for candidate in candidates)
        if not total and thought.win_chance is not None:  # proved without a search
            return [Candidate(thought.move, 0, thought.win_chance)]
        return [candidate for candidate in candidates if candidate.visits * 100 >= max(total, 1)]

    @command("crownbridge-verdict COLOUR", analysis="string/Who wins?/crownbridge-verdict %m")
    def _verdict(self, colour: str) -> str:
        return self._think_for(_side(colour)).verdict

    @command("crownbridge-solve COLOUR [SECONDS]", analysis="string/Solve/crownbridge-solve %m")
    def _solve(self, colour: str, seconds: str = "10") -> str:
        side = _side(colour)
        proof = Solver().solve(self.game.position_for(side), Limit(_seconds(seconds)))
        if proof is None:
            return "unknown"
        return f"{'win' if proof.winner is side else 'loss'} {proof.move or ''}".strip()

    @command("crownbridge-connections COLOUR", analysis="string/Connections/crownbridge-connections %m")
    def _connections(self, colour: str) -> str:
        side = _side(colour)
        links = (link for link in connections(self.game.position_for(side)) if link.side is side)
        return "\n".join(map(_connection_text, links))

    def _think_for(self, side: Side) -> Thought:
        """Search the position with a side to move. Raise InputError if the game is over."""
        position, limit = self.game.position_for(side), self._clock.limit(side)
        if limit is None and self._limit == Limit():
            limit = Limit(_UNTIMED_SECONDS)
        return self._think(position, self._limit if limit is None else limit.within(self._limit))


def _side(colour: str) -> Side:
    """Parse a colour. Raise InputError."""
    if colour.lower() not in _SIDES:
        raise InputError(f"invalid colour: {quoted(colour)}; expected black or white")
    return _SIDES[colour.lower()]


def _seconds(text: str) -> float:
    """Parse a number of seconds. Raise InputError."""
    if not _DECIMAL.fullmatch(text):
        raise InputError(f"syntax error: {quoted(text)} is not a number of seconds")
    return float(text)


def _count(text: str) -> int:
    """Parse a number of stones. Raise InputError."""
    if not _WHOLE.fullmatch(text):
        raise InputError(f"syntax error: {quoted(text)} is not a number of stones")
    return int(text)


def _connection_text(link: Connection) -> str:
    """Return a connection as one line."""
    condition = f"if {link.key}" if link.key else "certain"
    return f"{link.ends[0]}-{link.ends[1]} {condition}: {' '.join(map(str, link.carrier))}"
