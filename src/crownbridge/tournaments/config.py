"""The configuration of a tournament: the keys of its file and their meaning."""

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
from crownbridge.arena.clock import MARGIN, STARTUP
from crownbridge.games import DEFAULT_GAME, Game
from crownbridge.players.process import LaunchOptions, Limits
from crownbridge.players.process import Sandbox as SandboxKind
from crownbridge.players.shared_object import is_shared_object
from crownbridge.protocols import default_protocol
from crownbridge.tournaments import opening_file
from crownbridge.tournaments.formats import make_scheduler
from crownbridge.tournaments.openings import ListedOpenings, Openings, RandomMoves, book, initial
from crownbridge.tournaments.random_numbers import shuffled
from crownbridge.tournaments.scheduler import Scheduler, Terms

FORMATS = ("roundRobin", "randomMatches", "gauntlet", "swiss", "knockout", "ladder", "match")
"""Built-in formats; installed packages may add others."""

Identifier = Annotated[
    str,
    StringConstraints(
        pattern=r"^[^/\\\s.\x00-\x1f\x7f-\x9f]([^/\\\x00-\x1f\x7f-\x9f]*[^/\\\s\x00-\x1f\x7f-\x9f])?$",
        min_length=1,
        max_length=100,
    ),
]
"""A name that is safe for files and terminals: no slash, no initial dot, no control characters."""
Text = Annotated[str, StringConstraints(min_length=1)]
Milliseconds = Annotated[int, Field(ge=1, le=30 * 86_400_000)]
Count = Annotated[int, Field(ge=1, le=10**9)]
Chance = Annotated[float, Field(gt=0, lt=0.5)]


class Part(BaseModel):
    """Base of all parts of the configuration: strict types, no unknown keys, immutable."""

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
    """A part that may be abbreviated by its kind: `"random"` for `{"kind": "random"}`."""

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
    """A participant."""

    id: Identifier
    """Unique name in this tournament."""
    type: Literal["player", "hyperparameters", "executable", "engine"]
    """A human (player), an agent's JSON file (hyperparameters), a program (executable), or a built-in engine."""
    path: Text | None = None
    """Path of the hyperparameters file, program or shared object, relative to the folder of this file."""
    command: Text | None = None
    """Command line of an executable, instead of path. It is run without a shell; quotes protect spaces."""
    protocol: Text | None = None
    """Protocol of an executable; by default reblexis for checkers, hexmon for a shared object."""
    folder: Text | None = None
    """Working directory of an executable; by default the folder of this file."""
    engine: Text | None = None
    """Name of an engine: GAME for full strength, GAME:LEVEL such as checkers:5, or random."""


class OpeningSource(PartOrWord):
    """Start positions of games."""

    kind: Literal["initial", "ballots", "random", "file"]
    """Initial position, three-move ballots (checkers only), random moves, or positions from a file."""
    plies: Annotated[int, Field(ge=1, le=100)] = 2
    """Number of random moves, for kind random."""
    path: Text | None = None
    """File of PDN or SGF games, or of one position or move list per line, relative to this file; for kind file."""
    order: Literal["listed", "shuffled"] = "listed"
    """Order of the openings, as in the file or random; for kind file."""


class AgreedScore(Part):
    """Adjudication of games in which both engines agree on the winner."""

    win: Annotated[float, Field(gt=0, le=1000)]
    """Minimum lead in men."""
    chance: Annotated[float, Field(gt=0.5, lt=1)] = 0.98
    """Minimum win chance, for engines that report a win chance."""
    moves: Annotated[int, Field(ge=1, le=1000)] = 4
    """Number of consecutive moves of each side."""


class Adjudication(Part):
    """Conditions that end a game early."""

    endgame_tables: bool = False
    """End games whose result is known from endgame tables."""
    agreed_score: AgreedScore | None = None
    """End games in which both engines agree on the winner."""
    move_limit: Count | None = None
    """Same as maxMoves."""


class Sandbox(PartOrWord):
    """Confinement and resource limits of programs."""

    kind: Literal["auto", "strict", "bwrap", "limits", "none"] = "auto"
    """auto: strict if available, else limits; strict or bwrap: own namespaces; limits: Landlock rules; none."""
    memory: Count | None = None
    """Address space of each program in MiB."""
    cpu: Count | None = None
    """CPU time of each program per game in seconds."""
    processes: Count | None = None
    """Maximum number of processes and threads of each program."""
    file_size: Annotated[int, Field(ge=0, le=10**9)] | None = None
    """Maximum size in MiB of a file that a program writes."""
    readable: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    """Additional files and folders that programs may read."""
    writable: bool = False
    """Allow programs to write to their own folders."""


class Sprt(Part):
    """Sequential probability ratio test, which ends a match when the result is significant."""

    elo0: Annotated[float, Field(ge=-1000, le=1000)]
    """H0: the first agent is stronger by at most this."""
    elo1: Annotated[float, Field(ge=-1000, le=1000)]
    """H1: the first agent is stronger by at least this."""
    alpha: Chance = 0.05
    """Maximum probability of accepting H1 if H0 is true."""
    beta: Chance = 0.05
    """Maximum probability of accepting H0 if H1 is true."""


class Tournament(Part):
    """A Crownbridge tournament."""

    id: Identifier
    """Name, under which results are stored."""
    agents: Annotated[tuple[Agent, ...], Field(strict=False, min_length=2)]
    """Participants, in seeding order if the format uses seeds."""
    tournament_type: Annotated[
        Text, WithJsonSchema({"anyOf": [{"enum": list(FORMATS)}, {"type": "string"}], "type": "string"})
    ]
    """Format: a built-in one or one of an installed package."""
    time_limit: Milliseconds | None = None
    """Milliseconds per agent and game; null for no limit. Required unless timePerMove is set."""
    max_moves: Count | None = None
    """Number of moves of both sides together after which a game is a draw."""
    visualize: bool = False
    """Show the running tournament in the browser if it is started from a terminal."""
    game: Text = DEFAULT_GAME
    """Name of an installed game."""
    game_options: dict[str, Any] = {}
    """Options of the game; the key rules selects a preset such as kth or tournament."""
    rounds: Count | None = None
    """Number of rounds or matches; the default depends on the format."""
    games_per_pairing: Annotated[int, Field(ge=1, le=10**6)] = 2
    """Number of games per pairing, in pairs from one opening with colours changed."""
    increment: Annotated[int, Field(ge=0, le=86_400_000)] = 0
    """Milliseconds added to the clock after every move."""
    time_per_move: Milliseconds | None = None
    """Milliseconds per move, in addition to timeLimit or instead of it."""
    margin: Annotated[int, Field(ge=0, le=60_000)] = round(1000 * MARGIN)
    """Milliseconds by which an agent may exceed its time."""
    start_seconds: Annotated[float, Field(ge=0, le=3600)] = STARTUP
    """Additional seconds for the first move of a program, to start."""
    clock_for_people: bool = False
    """Whether the time limits also apply to people, who otherwise have no clock."""
    max_faults: Count | None = None
    """Number of games that an agent may lose by faults of its program; it then forfeits the rest."""
    openings: OpeningSource = OpeningSource(kind="initial")
    """Start positions of games."""
    adjudication: Adjudication = Adjudication()
    """Conditions that end a game early."""
    ponder: bool = False
    """Allow agents to think during the opponent's turn."""
    sandbox: Sandbox = Sandbox()
    """Confinement and resource limits of programs."""
    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    """Seed of all random choices."""
    sprt: Sprt | None = None
    """Sequential test that ends a match."""
    concurrency: Annotated[int, Field(ge=1, le=4096)] | None = None
    """Number of concurrent games; by default as many as the cores of this machine allow."""
    pin_cores: bool = False
    """Pin each game to its own cores."""
    on_interrupt: Literal["finish", "void"] = "finish"
    """Finish or void running games when the tournament is interrupted."""

    _base: Path = PrivateAttr(default=Path())
    _private: tuple[Path, ...] = PrivateAttr(default=())
    _unknown_keys: tuple[str, ...] = PrivateAttr(default=())

    @property
    def unknown_keys(self) -> tuple[str, ...]:
        """Places of unknown keys in the file, which have no effect."""
        return self._unknown_keys

    @property
    def people(self) -> frozenset[str]:
        """The ids of the agents that are people, who have no program and thus no faults."""
        return frozenset(agent.id for agent in self.agents if agent.type == "player")

    def located(self, path: str) -> Path:
        """Return the absolute path for a path in the file, which is relative to the file's folder."""
        return (self._base / path).absolute()

    def keep_private(self, *files: Path) -> None:
        """Hide files from programs, even in their own folders."""
        self._private = tuple(file.absolute() for file in files)

    @property
    def move_limit(self) -> int | None:
        """Number of moves after which a game is a draw, from either key."""
        return self.max_moves if self.max_moves is not None else self.adjudication.move_limit

    def rules(self) -> Game[Any]:
        """Return the game with its options. Raise UnknownGameError or OptionError."""
        options = dict(self.game_options)
        return games.load(self.game, options.pop("rules", None), **options)

    def time_control(self) -> TimeControl:
        """Return the time control in seconds."""

        def seconds(milliseconds: int | None) -> float | None:
            return None if milliseconds is None else milliseconds / 1000

        return TimeControl(
            seconds(self.time_per_move),
            seconds(self.time_limit),
            self.increment / 1000,
            self.margin / 1000,
            self.start_seconds,
            ("timePerMove", "timeLimit"),
        )

    def scheduler(self) -> Scheduler:
        """Return a new scheduler of the format. Raise OptionError."""
        terms = Terms(self.rounds, self.games_per_pairing, self.seed)
        return make_scheduler(self.tournament_type, [agent.id for agent in self.agents], terms)

    def start_positions(self) -> Openings:
        """Return the openings. Raise OptionError, FileError or ConfigurationError."""
        source, game = self.openings, self.rules()
        if source.kind == "ballots":
            return book(game, source.kind, self.seed)
        if source.kind == "random":
            return RandomMoves(game, source.plies, self.seed)
        if source.kind == "file" and source.path:
            positions = opening_file.read(self.located(source.path), game)
            shuffle = source.order == "shuffled"
            return ListedOpenings(shuffled(positions, "openings", self.seed) if shuffle else positions)
        return initial(game)

    def player_text(self, agent: Agent) -> str:
        """Return an agent as text for `player_named`."""
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
        """Return the tournament with a sandbox at least as strong as `weakest`. Raise OptionError."""
        kind = SandboxKind(self.sandbox.kind).at_least(weakest)
        return self.model_copy(update={"sandbox": self.sandbox.model_copy(update={"kind": kind.value})})

    def launch_options(self, agent: Agent) -> LaunchOptions:
        """Return where and how an agent's program runs; raise OptionError if the sandbox is not available."""
        box = self.sandbox
        limits = Limits.chosen(box.memory, box.cpu, box.processes, box.file_size)
        named = [agent.folder, *box.readable] if agent.folder else box.readable
        readable = tuple(map(self.located, named))
        kind = SandboxKind(box.kind).resolved()
        folder = self.located(agent.folder or ".")
        return LaunchOptions(folder, limits, kind, readable, box.writable, self._private, self.ponder)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a tournament file."""
    model = Tournament.model_json_schema()
    model["properties"] = {"$schema": {"type": "string"}, **model["properties"]}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model}
