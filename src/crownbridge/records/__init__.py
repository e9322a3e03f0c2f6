"""What is left of a game when it is over."""

from crownbridge.records import json_lines, pdn, sgf
from crownbridge.records.record import Decision, GameRecord

__all__ = ["Decision", "GameRecord", "json_lines", "pdn", "sgf"]
