"""Deprecated names of public classes and functions."""

from collections.abc import Callable, Mapping
from typing import Any
from warnings import warn


def deprecated_names(module: str, names: Mapping[str, Any]) -> Callable[[str], Any]:
    """Return a module's `__getattr__` that resolves old names with a DeprecationWarning."""

    def resolve(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module} has no attribute {name}")
        warn(f"{module}.{name} is deprecated; use {names[name].__name__}", DeprecationWarning, stacklevel=2)
        return names[name]

    return resolve
