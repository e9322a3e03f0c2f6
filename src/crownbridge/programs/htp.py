"""The engine's side of the Hex Text Protocol: a command in, its answer out. Pure, like the host's side.

A command is a method with `@command`; its usage tells how many arguments there are, and those in square brackets may
be left out. One with `analysis=` stands in HexGui's menu too.
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
"""Chooses a move within a limit."""


class Command(NamedTuple):
    """What a word asks for."""

    answer: Callable[..., str]
    usage: str
    analysis: str

    def takes(self, count: int) -> bool:
        """Whether there may be so many arguments."""
        words = self.usage.split()[1:]
        return sum(not word.startswith("[") for word in words) <= count <= len(words)


COMMANDS: dict[str, Command] = {}
"""Every command by name, in the order in which they are listed."""


def command(usage: str, *, analysis: str = "") -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Makes a method the answer to a command; `analysis` is its line in HexGui's menu: how shown, label, command."""

    def enter(answer: Callable[..., str]) -> Callable[..., str]:
        COMMANDS[usage.partition(" ")[0]] = Command(answer, usage, analysis)
        return answer

    return enter


def interrupts(line: bytes) -> bool:
    """Whether a line is HexGui's word for having waited long enough, which is a comment to others."""
    return line.split() == [b"#", b"interrupt"]


class HtpClient:
    """Holds a game and its clocks, and answers commands."""

    def __init__(self, think: Think, limit: Limit, forget: Callable[[], None] | None = None) -> None:
        """`limit` holds for each move, clock or not; with neither, a move takes a second.

        `forget` is called at the start of each game.
        """
        self._think = think
        self._limit = limit
        self._forget = forget
        self.game = HtpGame()
        self._clock = HtpClock()
        self.has_quit = False
        """Whether it was told to."""

    def answer(self, line: bytes) -> str | None:
        """The answer to a line, whose last line is an empty one; `None` where the line holds no command."""
        text, _, _ = line.decode("utf-8", "replace").replace("\t", " ").partition("#")
        found = _LINE.fullmatch("".join(filter(str.isprintable, text)).strip())
        if found is None or not found[0]:
            return None
        number, words = found[1] or "", found[2].split()
        try:
            # HexGui takes nothing for an answer that does not begin with "= " or "? ".
            return f"={number} {self._obey(words)}\n"
        except InputError as error:
            return f"?{number} {error}\n"

    def _obey(self, words: list[str]) -> str:
        """The answer to a command. Raises InputError."""
        name, *arguments = words or [""]
        if name not in COMMANDS:
            raise InputError(f"unknown command: {quoted(name)}; list_commands tells those that there are")
        found = COMMANDS[name]
        if not found.takes(len(arguments)):
            raise InputError(f"syntax error: expected {found.usage}")
        return found.answer(self, *arguments)

    # -- about itself

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

    # -- the game

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
        self._clock.tell(_side(colour), TimeLeft(_seconds(seconds), _count(stones)))
        return ""

    # -- analysis

    @command("hexgui-analyze_commands")
    def _analyze_commands(self) -> str:
        return "\n".join(found.analysis for found in COMMANDS.values() if found.analysis)

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
        """The moves that got a hundredth of the visits or more: the engine has little to say about the others."""
        thought = self._think_for(_side(colour))
        candidates = thought.candidates
        total = sum(candidate.visits for candidate in candidates)
        if not total and thought.win_chance is not None:  # certain without a search
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
        found = (link for link in connections(self.game.position_for(side)) if link.side is side)
        return "\n".join(map(_told, found))

    def _think_for(self, side: Side) -> Thought:
        """What the engine thinks of a side's move. Raises InputError when the game is over."""
        position, limit = self.game.position_for(side), self._clock.limit(side)
        if limit is None and self._limit == Limit():
            limit = Limit(_UNTIMED_SECONDS)
        return self._think(position, self._limit if limit is None else limit.within(self._limit))


def _side(colour: str) -> Side:
    """Raises InputError."""
    if colour.lower() not in _SIDES:
        raise InputError(f"invalid colour: {quoted(colour)}; expected black or white")
    return _SIDES[colour.lower()]


def _seconds(text: str) -> float:
    """Raises InputError."""
    if not _DECIMAL.fullmatch(text):
        raise InputError(f"syntax error: {quoted(text)} is no number of seconds")
    return float(text)


def _count(text: str) -> int:
    """Raises InputError."""
    if not _WHOLE.fullmatch(text):
        raise InputError(f"syntax error: {quoted(text)} is no number of stones")
    return int(text)


def _told(link: Connection) -> str:
    """A connection on a line."""
    condition = f"if {link.key}" if link.key else "certain"
    return f"{link.ends[0]}-{link.ends[1]} {condition}: {' '.join(map(str, link.carrier))}"
