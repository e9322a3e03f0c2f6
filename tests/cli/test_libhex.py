"""`crownbridge libhex`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from crownbridge.cli.hex import libhex


def test_the_path_is_a_word_of_a_tcl_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a b{$c}"
    monkeypatch.setattr(libhex, "TCL", folder)
    missing = CliRunner().invoke(libhex.app, ["--tcl-path"])
    assert "apt-get install tcl-dev" in str(missing.exception)
    folder.mkdir()
    assert CliRunner().invoke(libhex.app, ["--tcl-path"]).output == f"{tmp_path}/a\\ b\\{{\\$c\\}}\n"
    both = CliRunner().invoke(libhex.app, ["--tcl-path", "--libs"])
    assert "cannot be combined with other options" in str(both.exception)
