"""A tournament's configuration: which keys its file may have, and what they mean."""

import shlex
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PrivateAttr,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema

from crownbridge import games
from crownbridge.arena import TimeControl
from crownbridge.games import DEFAULT_GAME, Game
from crownbridge.players.process import Limits, Surroundings
from crownbridge.players.process import Sandbox as SandboxKind
from crownbridge.players.shared_object import is_shared_object
from crownbridge.protocols import default_protocol
from crownbridge.tournaments import opening_file
from crownbridge.tournaments.formats import make_scheduler
from crownbridge.tournaments.openings import ListedOpenings, Openings, RandomMoves, book, initial
from crownbridge.tournaments.random_numbers import shuffled
from crownbridge.tournaments.scheduler import Scheduler, Terms

FORMATS = ("roundRobin", "randomMatches", "gauntlet", "swiss", "knockout", "ladder", "match")
"""Those that Crownbridge brings; installed packages may bring others."""

Identifier = Annotated[
    str,
    StringConstraints(
        pattern=r"^[^/\\\s.\x00-\x1f\x7f-\x9f]([^/\\\x00-\x1f\x7f-\x9f]*[^/\\\s\x00-\x1f\x7f-\x9f])?$",
        min_length=1,
        max_length=100,
    ),
]
"""It names a file of results: so no slash, and no dot at the beginning. It is shown: so no control characters."""
Text = Annotated[str, StringConstraints(min_length=1)]
Milliseconds = Annotated[int, Field(ge=1, le=30 * 86_400_000)]
Count = Annotated[int, Field(ge=1, le=10**9)]
Chance = Annotated[float, Field(gt=0, lt=0.5)]


class Part(BaseModel):
    """What all parts have in common: exact types, no unknown keys, immutable."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
        strict=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class PartOrWord(Part):
    """A part for which its kind alone may stand: `"random"` for `{"kind": "random"}`."""

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, value: Any) -> Any:
        return {"kind": value} if isinstance(value, str) else value

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        whole = handler.resolve_ref_schema(handler(core))
        word = {"enum": list(get_args(cls.model_fields["kind"].annotation)), "type": "string"}
        return {"anyOf": [word, whole]}


class Agent(Part):
    """One who plays."""

    id: Identifier
    """Its name in this tournament, unlike any other."""
    type: Literal["player", "hyperparameters", "executable", "engine"]
    """A person, an agent's JSON file, a program, or a built-in engine."""
    path: Text | None = None
    """The hyperparameters file, the program or the shared object, seen from the folder of this file."""
    command: Text | None = None
    """Of an executable, instead of path: the whole command line. No shell runs it, but quotes keep spaces."""
    protocol: Text | None = None
    """What an executable speaks; by default reblexis at checkers, hexmon for a shared object."""
    folder: Text | None = None
    """Where an executable runs; by default the folder of this file."""
    engine: Text | None = None
    """Of an engine: the name of the game, with a level such as GAME:5 or without; or random."""


class OpeningSource(PartOrWord):
    """Where games start."""

    kind: Literal["initial", "ballots", "random", "file"]
    """The initial position, the three-move ballots of a game that has them, random moves, or positions from a file."""
    plies: Annotated[int, Field(ge=1, le=100)] = 2
    """Of random: how many moves."""
    path: Text | None = None
    """Of file: PDN or SGF games, or a position or moves on each line; seen from the folder of this file."""
    order: Literal["listed", "shuffled"] = "listed"
    """Of file: as they stand there, or in an order drawn by lot."""


class AgreedScore(Part):
    """When a game is ended because both engines judge it alike."""

    win: Annotated[float, Field(gt=0, le=1000)]
    """In men: one is better by as much, both say."""
    chance: Annotated[float, Field(gt=0.5, lt=1)] = 0.98
    """The same for engines that report a chance to win."""
    moves: Annotated[int, Field(ge=1, le=1000)] = 4
    """For so many moves of each side in a row."""


class Adjudication(Part):
    """When a game is ended before its end."""

    endgame_tables: bool = False
    """Where an endgame table knows the result."""
    agreed_score: AgreedScore | None = None
    """Where both engines judge it alike."""
    move_limit: Count | None = None
    """The same as maxMoves."""


class Sandbox(PartOrWord):
    """How programs are confined, and what they may use."""

    kind: Literal["auto", "strict", "bwrap", "limits", "none"] = "auto"
    """strict where it works and limits elsewhere; namespaces of its own; Landlock's rules; nothing. bwrap is strict."""
    memory: Count | None = None
    """MiB of address space for each program."""
    cpu: Count | None = None
    """Seconds of CPU time for each program and game."""
    processes: Count | None = None
    """Processes and threads of each program."""
    file_size: Annotated[int, Field(ge=0, le=10**9)] | None = None
    """MiB for each file that a program writes."""
    readable: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    """Files and folders that programs may read beside their own."""
    writable: bool = False
    """Whether programs may write to their own folders."""


class Sprt(Part):
    """When a match is ended because it is clear enough who is stronger."""

    elo0: Annotated[float, Field(ge=-1000, le=1000)]
    """The first agent is better by no more than this: the match says no."""
    elo1: Annotated[float, Field(ge=-1000, le=1000)]
    """The first agent is better by at least this: the match says yes."""
    alpha: Chance = 0.05
    """How often a yes may be wrong."""
    beta: Chance = 0.05
    """How often a no may be wrong."""


class Tournament(Part):
    """A tournament of Crownbridge."""

    id: Identifier
    """Its name; results are kept under it."""
    agents: Annotated[tuple[Agent, ...], Field(strict=False, min_length=2)]
    """Who plays, in the order of seeds where a format has them."""
    tournament_type: Annotated[
        Text, WithJsonSchema({"anyOf": [{"enum": list(FORMATS)}, {"type": "string"}], "type": "string"})
    ]
    """The format: one of these, or of an installed package."""
    time_limit: Milliseconds | None = None
    """Milliseconds for each agent and game; null for no limit. Needed unless timePerMove is given."""
    max_moves: Count | None = None
    """Moves of both sides together, after which a game is a draw."""
    visualize: bool = False
    """Whether the browser shows it while it is played, where it is started from a terminal."""
    game: Text = DEFAULT_GAME
    """The name of a game that is installed."""
    game_options: dict[str, Any] = {}
    """Options of the game, and under rules a preset such as kth or tournament."""
    rounds: Count | None = None
    """How often everybody meets everybody; matches, rounds or rungs where the format has these."""
    games_per_pairing: Annotated[int, Field(ge=1, le=10**6)] = 2
    """Games whenever two agents meet; two by two from one opening, with colours changed."""
    increment: Annotated[int, Field(ge=0, le=86_400_000)] = 0
    """Milliseconds added to timeLimit with every move."""
    time_per_move: Milliseconds | None = None
    """Milliseconds for a move, beside timeLimit or instead of it."""
    margin: Annotated[int, Field(ge=0, le=60_000)] = 50
    """Milliseconds by which an agent may be late."""
    openings: OpeningSource = OpeningSource(kind="initial")
    """Where games start."""
    adjudication: Adjudication = Adjudication()
    """When a game is ended before its end."""
    ponder: bool = False
    """Whether agents may think in the opponent's time."""
    sandbox: Sandbox = Sandbox()
    """How programs are confined."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """Of all that is drawn by lot."""
    sprt: Sprt | None = None
    """When a match ends by itself."""
    concurrency: Annotated[int, Field(ge=1, le=4096)] | None = None
    """Games at a time; by default as many as this machine has cores for."""
    pin_cores: bool = False
    """Whether each game keeps to cores of its own."""
    on_interrupt: Literal["finish", "void"] = "finish"
    """What becomes of running games when the tournament is interrupted."""

    _base: Path = PrivateAttr(default=Path())
    _private: tuple[Path, ...] = PrivateAttr(default=())
    _unknown_keys: tuple[str, ...] = PrivateAttr(default=())

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """The places of keys in the file that are not known and have no effect."""
        return self._unknown_keys

    def located(self, path: str) -> Path:
        """A path of the file, seen from the file's folder."""
        return (self._base / path).absolute()

    def keep_private(self, *files: Path) -> None:
        """Hides files from programs, even in their own folders."""
        self._private = tuple(file.absolute() for file in files)

    @property
    def move_limit(self) -> int | None:
        """Moves after which a game is a draw, whichever key said so."""
        return self.max_moves if self.max_moves is not None else self.adjudication.move_limit

    def rules(self) -> Game[Any]:
        """The game that is played. Raises UnknownGameError or OptionError."""
        options = dict(self.game_options)
        return games.load(self.game, options.pop("rules", None), **options)

    def time_control(self) -> TimeControl:
        """The time for a game, in seconds."""

        def seconds(milliseconds: int | None) -> float | None:
            return None if milliseconds is None else milliseconds / 1000

        return TimeControl(
            seconds(self.time_per_move),
            seconds(self.time_limit),
            self.increment / 1000,
            self.margin / 1000,
            options=("timePerMove", "timeLimit"),
        )

    def scheduler(self) -> Scheduler:
        """The format, at its beginning. Raises OptionError."""
        terms = Terms(self.rounds, self.games_per_pairing, self.seed)
        return make_scheduler(self.tournament_type, [agent.id for agent in self.agents], terms)

    def start_positions(self) -> Openings:
        """The openings. Raises OptionError, FileError or ConfigurationError."""
        chosen, game = self.openings, self.rules()
        if chosen.kind == "ballots":
            return book(game, chosen.kind, self.seed)
        if chosen.kind == "random":
            return RandomMoves(game, chosen.plies, self.seed)
        if chosen.kind == "file" and chosen.path:
            positions = opening_file.read(self.located(chosen.path), game)
            shuffle = chosen.order == "shuffled"
            return ListedOpenings(shuffled(positions, "openings", self.seed) if shuffle else positions)
        return initial(game)

    def player_text(self, agent: Agent) -> str:
        """An agent as `player_named` takes it."""
        if agent.type == "player":
            return "human"
        if agent.type == "engine":
            return agent.engine or ""
        path = str(self.located(agent.path)) if agent.path else ""
        if agent.type == "hyperparameters" or is_shared_object(agent.path or ""):
            return path
        protocol = agent.protocol or default_protocol(self.game) or ""
        return f"{protocol}:{agent.command or shlex.quote(path)}"

    def confined(self, weakest: SandboxKind) -> "Tournament":
        """Return the tournament with a sandbox that is at least as strong as that. Raise OptionError."""
        kind = SandboxKind(self.sandbox.kind).at_least(weakest)
        return self.model_copy(update={"sandbox": self.sandbox.model_copy(update={"kind": kind.value})})

    def surroundings(self, agent: Agent) -> Surroundings:
        """Where and how an agent's program runs. Raises OptionError where the sandbox is not to be had."""
        box = self.sandbox
        limits = Limits.chosen(box.memory, box.cpu, box.processes, box.file_size)
        named = [agent.folder, *box.readable] if agent.folder else box.readable
        readable = tuple(map(self.located, named))
        kind = SandboxKind(box.kind).resolved()
        return Surroundings(self.located(agent.folder or "."), limits, kind, readable, box.writable, self._private)


def schema() -> dict[str, Any]:
    """The JSON Schema of a tournament's file."""
    found = Tournament.model_json_schema()
    found["properties"] = {"$schema": {"type": "string"}, **found["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}
