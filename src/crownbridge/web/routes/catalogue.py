"""What this server offers, and the boards of its games."""

from hashlib import sha256
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request, Response
from pydantic import BaseModel

from crownbridge import __version__
from crownbridge.engines.checkers import LEVELS as CHECKERS_LEVELS
from crownbridge.engines.hex import LEVELS as HEX_LEVELS
from crownbridge.errors import OptionError, quoted
from crownbridge.games import Game, available, load
from crownbridge.protocols import protocols_for
from crownbridge.tournaments import available_formats
from crownbridge.web import frames
from crownbridge.web.messages import Options
from crownbridge.web.rooms.seats import LISTED
from crownbridge.web.routes.services import Served

router = APIRouter(tags=["catalogue"])

_LEVELS = {"checkers": CHECKERS_LEVELS, "hex": HEX_LEVELS}


class Choice(BaseModel):
    """An option of a game."""

    default: bool | int | str
    kind: Literal["int", "bool", "choice"]
    least: int | None = None
    most: int | None = None
    choices: list[str] | None = None


class Strength(BaseModel):
    """A level of a game's engine."""

    number: int
    name: str
    text: str


class GameFacts(BaseModel):
    """What is to know of a game before it is played."""

    name: str
    sides: tuple[str, str]
    goal: str
    options: dict[str, Choice]
    presets: dict[str, Options]
    levels: list[Strength]
    protocols: list[str]
    opening_words: dict[str, str]
    """Of protocols by which two programs can be joined: the argument that has one of them speak first."""


class ListedProgram(BaseModel):
    """A program that the server's owner offers."""

    name: str
    game: str
    text: str


class Catalogue(BaseModel):
    """All that can be chosen."""

    version: str
    games: list[GameFacts]
    programs: Literal["any", "listed", "none"]
    listed: list[ListedProgram]
    formats: list[str]


@router.get("/catalogue")
def catalogue(served: Served) -> Catalogue:
    """Games, levels, protocols, programs and tournament formats."""
    seating = served.lobby.seating
    listed = seating.games_of_listed if seating.programs != "none" else {}
    return Catalogue(
        version=__version__,
        games=[_facts(kind) for kind in available().values()],
        programs=seating.programs.value,
        listed=[
            ListedProgram(name=name, game=game, text=LISTED + name) for name, games in listed.items() for game in games
        ],
        formats=list(available_formats()),
    )


def _facts(kind: type[Game[Any]]) -> GameFacts:
    levels = enumerate(_LEVELS.get(kind.name, ()), 1)
    protocols = protocols_for(kind.name)
    return GameFacts(
        name=kind.name,
        sides=(str(kind.sides[0]), str(kind.sides[1])),
        goal=kind.goal,
        options={name: _choice(kind, name, value) for name, value in kind().options.items()},
        presets={name: dict(options) for name, options in kind.presets.items()},
        levels=[Strength(number=n, name=level.name, text=f"{kind.name}:{n}") for n, level in levels],
        protocols=[protocol.protocol for protocol in protocols],
        opening_words={found.protocol: found.opening_word for found in protocols if found.opening_word is not None},
    )


_RANGES = {"size": (1, 26)}
_MOST = 10**9


def _choice(kind: type[Game[Any]], name: str, value: Any) -> Choice:
    if isinstance(value, bool):
        return Choice(default=value, kind="bool")
    if isinstance(value, int):
        least, most = _RANGES.get(name, (0, _MOST))
        return Choice(default=value, kind="int", least=least, most=most)
    return Choice(default=value, kind="choice", choices=[str(side) for side in kind.sides])


@router.get("/boards/{game}", responses={304: {"description": "unchanged"}})
def board(game: str, request: Request, if_none_match: Annotated[str | None, Header()] = None) -> Response:
    """The board of a game, whose options are in the query: `?size=11&swap=true`."""
    body = frames.board(chosen_by_query(game, dict(request.query_params))).model_dump_json().encode()
    tag = f'"{sha256(body).hexdigest()[:16]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


def chosen_by_query(name: str, query: dict[str, str]) -> Game[Any]:
    """A game whose options stand in a query. Raises UnknownGameError or OptionError."""
    defaults = load(name).options
    return load(name, None, **{option: _value(option, text, defaults.get(option)) for option, text in query.items()})


def chosen_by_options(name: str, options: str) -> Game[Any]:
    """The same for options in one text, as in a query: `size=7&swap=true`."""
    return chosen_by_query(name, dict(part.partition("=")[::2] for part in options.split("&") if part))


def _value(option: str, text: str, default: Any) -> Any:
    if isinstance(default, bool) and text in ("true", "false"):
        return text == "true"
    if isinstance(default, int) and not isinstance(default, bool):
        try:
            return int(text[:20])
        except ValueError:
            raise OptionError(f"the option {option} is {quoted(text)}; expected a whole number") from None
    return text
