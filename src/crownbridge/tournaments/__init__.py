"""Tournaments: configuration, openings, formats, and running them."""

from crownbridge.tournaments.config import Agent, Tournament, schema
from crownbridge.tournaments.config_file import load, parse
from crownbridge.tournaments.formats import available_formats, make_scheduler
from crownbridge.tournaments.identity import canonical
from crownbridge.tournaments.openings import Openings
from crownbridge.tournaments.scheduler import Finished, Pairing, Scheduler, Terms, encounter
from crownbridge.tournaments.template import template

__all__ = [
    "Agent",
    "Finished",
    "Openings",
    "Pairing",
    "Scheduler",
    "Terms",
    "Tournament",
    "available_formats",
    "canonical",
    "encounter",
    "load",
    "make_scheduler",
    "parse",
    "schema",
    "template",
]
