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
