"""Regular expressions of SGF."""

import re

VALUE = rb"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_VALUES = VALUE + rb"(?:\s*+" + VALUE + rb")*+"
PROPERTY = re.compile(rb"([A-Za-z]++)\s*+(" + _VALUES + rb")", re.DOTALL)
"""A property: its name, and its values with brackets."""
PROPERTIES = re.compile(rb"\s*+(?:[A-Za-z]++\s*+" + _VALUES + rb"\s*+)*+", re.DOTALL)
"""All properties of a node. It matches anything, possibly nothing."""
ONE_VALUE = re.compile(rb"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
"""A value without its brackets."""
NESTING = re.compile(VALUE + rb"|[()\[]", re.DOTALL)
"""A value, a parenthesis, or the bracket of a value that is not closed."""
_ROOT_NODE = rb"\s*+;\s*+(?:FF|GM|CA|AP|SZ)\s*+\["
ROOT = re.compile(rb"\(" + _ROOT_NODE)
"""The beginning of a game."""
EMPTY = re.compile(rb"(?:(?:;|\((?!" + _ROOT_NODE + rb"))\s*+(?=[;(]))*+")
"""Nodes and variations without properties, except the last of them. It matches anything, possibly nothing."""
FIRST_MOVE = re.compile(
    rb"(?:[\s;]++|\((?!"
    + _ROOT_NODE
    + rb")|(?![BW]\s*+\[)[A-Za-z]++\s*+"
    + _VALUES
    + rb")*+([BW])\s*+\[\s*+([A-Za-z]{2}(?=\s*+\]))?+",
    re.DOTALL,
)
"""The first move after the root: its colour, and its cell if that is two letters."""
