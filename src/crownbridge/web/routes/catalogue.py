"""The games, levels, protocols and programs of this server, and the boards of its games."""

from collections import Counter
from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request, Response
from pydantic import Field

from crownbridge import __version__
from crownbridge.engines.provider import provider_of
from crownbridge.errors import NotFoundError, quoted
from crownbridge.games import DEFAULT_GAME, Game, Option, available, load
from crownbridge.games.game import load_with
from crownbridge.games.guide import Picture
from crownbridge.protocols import protocols_for
from crownbridge.records import Format, writable_formats
from crownbridge.tournaments import available_formats
from crownbridge.web import frames
from crownbridge.web.dependencies import ServicesDep
from crownbridge.web.rooms.player_factory import LISTED
from crownbridge.web.schemas import Frame, GameChoice, Message, Move, Options

router = APIRouter(tags=["catalogue"])


class OptionFacts(Message):
    """An option of a game."""

    default: bool | int | str
    suggested: bool | int | str = Field(description="Value to propose to human players; usually the default")
    kind: Literal["int", "bool", "choice"]
    label: str
    help: str
    least: int | None = None
    most: int | None = None
    choices: list[str] | None = None


class LevelFacts(Message):
    """A level of a game's engine."""

    number: int
    name: str
    text: str


class RecordFormat(Message):
    """A file format for game records."""

    name: str
    ending: str


class GameFacts(Message):
    """The properties of a game."""

    name: str
    sides: tuple[str, str]
    colours: tuple[str, str] = Field(description="Colours of the pieces, by side, as #rrggbb")
    goal: str
    options: dict[str, OptionFacts]
    presets: dict[str, Options]
    preset_labels: dict[str, str]
    levels: list[LevelFacts]
    protocols: list[str]
    opening_words: dict[str, str] = Field(
        description="Argument that makes a program send the first message, by protocol that can connect two programs"
    )
    pieces: list[str] = Field(description="The name of a piece and, if the game has them, of a crowned piece")
    formats: list[RecordFormat]
    sites: list[str] = Field(description="Websites to which POST /links makes links")
    books: dict[str, str] = Field(description="Books of balanced openings: names and labels")
    layers: list[str] = Field(description="Overlays that analysis can show on the board besides the best moves")
    node_name: str = Field(description="The unit that the search counts, such as nodes")
    agent_files: bool
    endgame_tables: bool


class ListedProgram(Message):
    """A program that the server's owner has listed."""

    name: str
    game: str
    text: str


class Catalogue(Message):
    """The games, players, programs and tournament formats of a server."""

    version: str
    default_game: str
    games: list[GameFacts]
    programs: Literal["any", "listed", "none"]
    listed: list[ListedProgram]
    formats: list[str]


@router.get("/catalogue")
def catalogue(services: ServicesDep) -> Catalogue:
    """Return the games, levels, protocols, programs and tournament formats."""
    player_factory = services.rooms.player_factory
    listed = player_factory.games_of_listed if player_factory.programs != "none" else {}
    return Catalogue(
        version=__version__,
        default_game=DEFAULT_GAME,
        games=[_facts(kind) for kind in available().values()],
        programs=player_factory.programs.value,
        listed=[
            ListedProgram(name=name, game=game, text=LISTED + name) for name, games in listed.items() for game in games
        ],
        formats=list(available_formats()),
    )


def _facts(kind: type[Game[Any]]) -> GameFacts:
    provider = provider_of(kind.name)
    protocols = protocols_for(kind.name)
    levels = enumerate(provider.levels, 1)
    palette = kind().geometry.palette
    return GameFacts(
        name=kind.name,
        sides=(str(kind.sides[0]), str(kind.sides[1])),
        colours=(palette["side0"], palette["side1"]),
        goal=kind.goal,
        options={option.name: _choice(option) for option in kind.described},
        presets={name: dict(options) for name, options in kind.presets.items()},
        preset_labels={name: kind.preset_labels.get(name, name.capitalize()) for name in kind.presets},
        levels=[LevelFacts(number=n, name=level.name, text=f"{kind.name}:{n}") for n, level in levels],
        protocols=[protocol.protocol for protocol in protocols],
        opening_words={one.protocol: one.opening_word for one in protocols if one.opening_word is not None},
        pieces=list(kind.piece_names),
        formats=[RecordFormat(name=form.name, ending=form.ending) for form in _formats(kind)],
        sites=[form.site for form in _formats(kind) if form.site],
        books={name: provider.book_labels.get(name, name) for name in provider.books},
        layers=list(provider.layers),
        node_name=provider.node_name,
        agent_files=provider.agent_ending is not None,
        endgame_tables=provider.has_tables,
    )


def _formats(kind: type[Game[Any]]) -> list[Format]:
    """Return the file formats of a game; those that the fewest games support come first."""
    games_of = Counter(form.ending for other in available().values() for form in writable_formats(other()))
    return sorted(writable_formats(kind()), key=lambda form: games_of[form.ending])


def _choice(option: Option) -> OptionFacts:
    numbers = (option.least, option.most) if option.kind == "int" else (None, None)
    return OptionFacts(
        default=option.default,
        suggested=option.default if option.suggested is None else option.suggested,
        kind=option.kind,
        label=option.label,
        help=option.help,
        least=numbers[0],
        most=numbers[1],
        choices=list(option.choices) or None,
    )


class GuidePicture(Message):
    """A position of a game's rules, and a move to draw in it."""

    caption: str
    board: GameChoice
    frame: Frame
    move: Move | None


class GuideSection(Message):
    """A part of a game's rules."""

    title: str
    paragraphs: list[str]
    pictures: list[GuidePicture]


@router.get("/guides/{game}", responses={404: {"description": "There is no such game"}})
def guide(game: str) -> list[GuideSection]:
    """Return the rules of a game in words and pictures; an empty list if the game has none."""
    kind = available().get(game)
    if kind is None:
        raise NotFoundError(f"there is no game {quoted(game[:40])} here")
    return [
        GuideSection(title=title, paragraphs=list(paragraphs), pictures=[_picture(kind, one) for one in pictures])
        for title, paragraphs, pictures in kind.guide
    ]


def _picture(kind: type[Game[Any]], picture: Picture) -> GuidePicture:
    game = load_with(kind.name, None, picture.options)
    position = frames.start_position(game, picture.position)
    return GuidePicture(
        caption=picture.caption,
        board=GameChoice(game=game.name, options=dict(game.options)),
        frame=frames.first_frame(position),
        move=frames.move_schema(position, position.parse_move(picture.move)) if picture.move else None,
    )


@router.get(
    "/boards/{game}", responses={200: {"model": frames.Board}, 304: {"description": "The board has not changed"}}
)
def board(game: str, request: Request, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """Return the board of a game. The query contains its options: `?size=11&swap=true`."""
    body = frames.board(game_from_query(game, dict(request.query_params))).model_dump_json().encode()
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def game_from_query(name: str, query: dict[str, str]) -> Game[Any]:
    """Return a game with the options of a query. Raise UnknownGameError or OptionError."""
    described = {option.name: option for option in load(name).described}
    parsed = {name: described[name].parsed(text) if name in described else text for name, text in query.items()}
    return load_with(name, None, parsed)


def game_from_options(name: str, options: str) -> Game[Any]:
    """Return a game with options written as a query: `size=7&swap=true`. Raise UnknownGameError or OptionError."""
    return game_from_query(name, dict(part.partition("=")[::2] for part in options.split("&") if part))
