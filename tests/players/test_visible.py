"""The user decides what a program sees, never the contents of the program's files."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st

from crownbridge.players.process.visible import named_files, visible_paths

NAMES = (
    *("run", "env", "python3", "x", "sub/run", "sub/deep/run", "bin/run", "bin/env", "bin/python3", "data/weights"),
    *("venv/bin/python", "venv/bin/run", "venv/pyvenv.cfg", "pyvenv.cfg", "A=/x", "-S/x"),
    *(f"{prefix}lib/python3/site-packages/x.dist-info/direct_url.json" for prefix in ("", "venv/")),
)
"""Files of a bot, any of which its author may replace by others or by links, like the folders around them."""
FOLDERS = sorted({str(folder) for name in NAMES for folder in Path(name).parents if folder.name})
OUTSIDE = (
    *("cup.toml", "bert/run", "bert/weights", "bert/bin/python3", "../tools/bin/python3", "../library/book"),
    *("../teacher/notes", "../teacher/run", "../teacher/bin/python3", "../teacher/venv/bin/python", "../books/book"),
)
OUTSIDE_FOLDERS = sorted({os.path.dirname(name) for name in OUTSIDE if "/" in name})  # noqa: PTH120 (relative to `..`)
"""What the author of the bot may know of: `..` is the folder of everything, the course in it has the bots."""
PRIVATE = ("@/course", "@/teacher", "@/library")
"""What the user names nowhere."""


class User(NamedTuple):
    """The user's decisions."""

    command: list[str]
    folder: str
    path: list[str]
    readable: list[str]
    hidden: list[str]


def places() -> st.SearchStrategy[str]:
    """Places that the author may write into files and links."""
    inside = [f"anna/{name}" for name in (*NAMES, *FOLDERS)]
    names = st.one_of(st.sampled_from([*OUTSIDE, *OUTSIDE_FOLDERS]), st.sampled_from(inside))
    spellings = st.sampled_from(["@/course/{}", "../{}", "../../{}", "{}", "./{}"])
    return st.builds(str.format, spellings, names)


def first_lines() -> st.SearchStrategy[str]:
    known = st.sampled_from(["/usr/bin/env", "/bin/env", "@/course/anna/env", "env", "python3", "/usr/bin/python3"])
    options = st.sampled_from(["-S", "-S-u", "-i", "-u", "X", "-C", "@/teacher", "-", "--", "A=/x", "-vS", "-P", "\\c"])
    interpreters = st.one_of(known, places())
    words = st.builds(lambda first, rest: [first, *rest], interpreters, st.lists(st.one_of(options, interpreters)))
    return st.builds(lambda gap, line: f"#!{gap}{' '.join(line)}\n", st.sampled_from(["", " ", "\t"]), words)


def contents() -> st.SearchStrategy[str]:
    settings = st.builds("home{0}={0}{1}\n".format, st.sampled_from(["", " "]), places())
    projects = st.builds(lambda place: json.dumps({"url": f"file://{place}", "dir_info": {"editable": True}}), places())
    return st.one_of(first_lines(), settings, projects, st.text(max_size=20))


def bots() -> st.SearchStrategy[dict[str, tuple[str, str]]]:
    """What the author puts at each name: a file with a text, a link to a place, or nothing. Most folders remain."""
    files, links = st.tuples(st.just("file"), contents()), st.tuples(st.just("link"), places())
    folders = st.one_of(*[st.just(("file", ""))] * 4, links)
    chosen = {name: st.one_of(st.just(("nothing", "")), files, links) for name in NAMES}
    return st.fixed_dictionaries({**dict.fromkeys(FOLDERS, folders), **chosen})


@st.composite
def users(draw: st.DrawFn) -> User:
    """Command lines that name files of the bot and books, from the folder of the bot or the one around it."""
    folder = draw(st.sampled_from(["course", "course/anna"]))
    names = st.sampled_from([*NAMES, *FOLDERS])
    spellings = ["./anna/{}", "anna/{}"] if folder == "course" else ["./{}", "{}"]
    files = st.builds(str.format, st.sampled_from([*spellings, "@/course/anna/{}"]), names)
    spelled = st.builds(str.format, st.sampled_from(["{}", "--weights={}", "A={}", "{}:3"]), files)
    words = st.one_of(spelled, st.sampled_from(["python3", "env", "-S", "-u", "run", "3", "@/books/book"]))
    programs = st.one_of(files, st.sampled_from(["python3", "env", "run", "java", "x"]))
    path = [
        "@/tools/bin",
        ".",
        "",
        "bin",
        "anna/bin",
        *(f"@/course/anna{end}" for end in ("", "/bin", "/venv/bin", "/sub")),
    ]
    return User(
        [draw(programs), *draw(st.lists(words, max_size=4))],
        folder,
        draw(st.lists(st.sampled_from(path), unique=True)),
        draw(st.sampled_from([[], ["books"], ["course/anna"]])),
        draw(st.sampled_from([[], ["course/bert/run"], ["course/anna/x", "course/anna/sub/run"]])),
    )


def build(world: Path, bot: Mapping[str, tuple[str, str]]) -> None:
    """Create the files of the user, and those of the bot: empty ones where its author has put nothing else."""
    course = world / "course"
    for name in OUTSIDE:
        path = Path(os.path.normpath(course / name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o755)
    for name in sorted({*NAMES, *FOLDERS}):
        path, (kind, text) = course / "anna" / name, bot.get(name, ("file", ""))
        with suppress(OSError):  # the author has put something else in place of the folder
            if path.is_symlink() or not Path(os.path.realpath(path)).is_relative_to(course / "anna"):
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "link":
                path.symlink_to(text.replace("@", str(world)))
            elif name in FOLDERS:
                path.mkdir(exist_ok=True)
            elif kind == "file":
                path.write_text(text.replace("@", str(world)), encoding="utf-8", errors="replace")
                path.chmod(0o755)


def shown_outside(world: Path, user: User) -> set[str]:
    """Return the visible paths outside of the folder of the bot, and those that are hidden from its opponent."""
    command, path = ([word.replace("@", str(world)) for word in words] for words in (user.command, user.path))
    with mock.patch.dict(os.environ, {"PATH": os.pathsep.join([*path, "/usr/bin", "/bin"])}):
        readable = tuple(world / name for name in user.readable)
        hidden = tuple(named_files([str(world / name) for name in user.hidden], world / user.folder))  # by the opponent
        visible = visible_paths(command, world / user.folder, readable, hidden)
        named = named_files(command, world / user.folder)
    texts = [*visible.system, *visible.own, *visible.partly, *map(str, named)]
    paths = [Path(os.path.realpath(text)) for text in texts]
    outermost = {path for path in paths if not any(other in path.parents for other in paths)}
    return {str(path).replace(str(world), "@") for path in outermost if not path.is_relative_to(world / "course/anna")}


@given(bots(), st.lists(users(), min_size=5, max_size=10))
def test_the_files_of_a_program_show_it_nothing_else(bot: dict[str, tuple[str, str]], choices: list[User]) -> None:
    """Whatever they are, the program sees of other folders what it would see if they were empty."""
    with tempfile.TemporaryDirectory() as folder:
        real, plain = Path(folder, "real"), Path(folder, "plain")
        build(real, bot)
        build(plain, {})
        for user in choices:
            shown = shown_outside(real, user)
            assert shown == shown_outside(plain, user)
            assert [place for place in shown if place.startswith(PRIVATE)] == []


def test_the_users_decisions_count() -> None:
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder)
        build(world, {})
        seen = shown_outside(
            world, User(["./run", "--book=@/books/book"], "course/anna", ["@/tools/bin"], ["library"], [])
        )
        assert {place for place in seen if place.startswith("@")} == {"@/tools", "@/books", "@/library"}


def test_an_environment_shows_no_data_of_the_user_and_no_project_with_bots(tmp_path: Path) -> None:
    """The folder `~/.local` has data of all kinds, and an environment may be for the project with the bots."""
    home, work = tmp_path / "home", tmp_path / "work"
    course, environment = work / "course", home / "venv"
    for name in (".local/bin/python3", ".local/share/keyrings/secret", "venv/bin/python3", "../work/course/anna/run"):
        (home / name).parent.mkdir(parents=True)
        (home / name).touch(0o755)
    for project in (course, home / "library"):
        settings = environment / f"lib/python3/site-packages/{project.name}.dist-info/direct_url.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps({"url": project.as_uri(), "dir_info": {"editable": True}}))
    (home / "library").mkdir()
    path = os.pathsep.join([str(home / ".local/bin"), "/usr/bin"])
    with mock.patch.dict(os.environ, {"PATH": path, "VIRTUAL_ENV": str(environment)}):
        for folder, name in ((work, "course/anna/run"), (course, "anna/run"), (course / "anna", "./run")):
            visible = visible_paths([name], folder, (), ())
            seen = {text for text in (*visible.system, *visible.own) if text.startswith(str(tmp_path))}
            assert seen == {*map(str, (course / "anna", home / ".local/bin", home / "library"))}
