"""The build backend: scikit-build-core, after the pages of the app have been built."""

from collections.abc import Callable
from typing import Any

import pages
from scikit_build_core import build as native
from scikit_build_core.build import prepare_metadata_for_build_editable, prepare_metadata_for_build_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, list[str] | str] | None


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Return what building a wheel needs beyond `build-system.requires`."""
    return [*native.get_requires_for_build_wheel(config_settings), *_page_requirements()]


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Return what an editable installation needs beyond `build-system.requires`."""
    return [*native.get_requires_for_build_editable(config_settings), *_page_requirements()]


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Return what a source distribution needs beyond `build-system.requires`."""
    return [*native.get_requires_for_build_sdist(config_settings), *_page_requirements()]


def build_wheel(directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the pages, then the wheel; return its file name."""
    return _with_pages(native.build_wheel, directory, config_settings, metadata_directory)


def build_editable(directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the pages, then the wheel of an editable installation; return its file name."""
    return _with_pages(native.build_editable, directory, config_settings, metadata_directory)


def build_sdist(directory: str, config_settings: Settings = None) -> str:
    """Build the pages, then the source distribution, which contains them; return its file name."""
    return _with_pages(native.build_sdist, directory, config_settings)


def _page_requirements() -> list[str]:
    return [] if pages.up_to_date() else pages.requirements()


def _with_pages(build: Callable[..., str], *arguments: Any) -> str:
    try:
        pages.build()
    except pages.PagesError as error:
        raise SystemExit(f"crownbridge: the pages could not be built: {error}") from None
    return build(*arguments)
