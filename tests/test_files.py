"""Files that are written whole or not at all."""

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crownbridge.errors import FileError
from crownbridge.files import remove_unfinished, write_atomically, write_parts


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_atomically(file, "one")
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~_umask()
    file.chmod(0o600)
    write_atomically(file, "two\n")
    assert file.read_text() == "two\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_killed_writer_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    left, fresh, others = (
        tmp_path / ".a.json.0123456789abcdef",
        tmp_path / ".b.json.0123456789abcdef",
        [tmp_path / name for name in ("a.json", ".hidden", ".a.json.0123456789abcdeg", "a.json.0123456789abcdef")],
    )
    for file in (left, fresh, *others):
        file.touch()
        if file != fresh:  # which somebody may be writing
            os.utime(file, (0, 0))
    remove_unfinished(tmp_path)
    assert set(tmp_path.iterdir()) == {fresh, *others}
    remove_unfinished(tmp_path / "absent")


def test_a_killed_writer_leaves_what_is_swept(tmp_path: Path) -> None:
    """The two agree on names."""
    found: list[Path] = []

    def parts() -> Iterator[str]:
        yield "half"
        found.extend(tmp_path.iterdir())
        os.utime(found[0], (0, 0))
        remove_unfinished(tmp_path)
        found.extend(tmp_path.iterdir())

    with pytest.raises(FileError):
        write_parts(tmp_path / "a.json", parts())
    assert len(found) == 1


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[str] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "through")
    reader.join(10)
    assert received == ["through"]
    assert pipe.is_fifo()


def test_the_old_file_stays_when_the_new_one_fails(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_atomically(file, "good")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "\ud800")
    assert file.read_text() == "good"
    assert list(tmp_path.iterdir()) == [file]


def test_a_text_may_come_in_parts(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_parts(file, (f"{number}\n" for number in range(3)))
    assert file.read_text() == "0\n1\n2\n"

    def failing() -> Iterator[str]:
        yield "new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_parts(file, failing())
    assert file.read_text() == "0\n1\n2\n"
    assert list(tmp_path.iterdir()) == [file]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written: Is a directory"):
        write_atomically(tmp_path, "text")
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        write_atomically(tmp_path / "no" / "folder", "text")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
