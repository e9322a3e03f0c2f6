"""Links to games on other websites."""

from dataclasses import replace

from fastapi import APIRouter
from pydantic import ConfigDict, Field

from crownbridge.errors import InputError, quoted
from crownbridge.records import writable_formats
from crownbridge.web import frames
from crownbridge.web.documents import record_of
from crownbridge.web.schemas import Message, Options, Outcome, Text
from crownbridge.web.worker_route import WorkerRoute

router = APIRouter(tags=["records"], route_class=WorkerRoute)


class LinkRequest(Message):
    """A game as a list of moves, and the website to link to."""

    model_config = ConfigDict(extra="forbid")

    site: Text = Field(description="A website that the catalogue lists for the game")
    game: Text
    options: Options = Field(default={})
    start: Text | None = None
    moves: list[Text] = Field(default=[], max_length=2000)
    outcome: Outcome | None = Field(default=None, description="The result; by default, that of the final position")
    ply: int | None = Field(default=None, ge=0, description="The position to display; by default, the last one")


class Link(Message):
    """A link to a game."""

    url: str


@router.post("/links")
def link(body: LinkRequest) -> Link:
    """Return a link to a game on another website."""
    game = frames.load_game(body.game, body.options)
    start = frames.start_position(game, body.start)
    record = record_of(game, start, body.moves, ("", ""))
    if body.outcome is not None:
        record = replace(record, outcome=frames.game_outcome(game, body.outcome))
    for form in writable_formats(game, start):
        if form.site == body.site and form.link is not None:
            return Link(url=form.link(record, body.ply))
    raise InputError(f"there are no links to {quoted(body.site)} for this game and its start position")
