"""Tournament files: valid keys, and reports of all problems."""

import json
import pickle
import re
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from crownbridge.arena import TimeControl
from crownbridge.arena.clock import MARGIN, STARTUP
from crownbridge.cli.match import match
from crownbridge.engines.checkers import AgentWarning
from crownbridge.errors import ConfigurationError, ConfigurationWarning, FileError, InputError
from crownbridge.games import Checkers, Hex, Outcome, Termination
from crownbridge.players import EnginePlayer, HumanPlayer, ProgramPlayer, RandomPlayer, player_named
from crownbridge.players.process import LaunchOptions, Limits, Sandbox
from crownbridge.tournaments import Terms, Tournament, canonical, load, parse, schema, template
from crownbridge.tournaments.config import FORMATS
from crownbridge.tournaments.config_file import from_mapping
from crownbridge.tournaments.game_runner import adjudicators
from crownbridge.tournaments.identity import recalled

ROOT = Path(__file__).parents[2]
ENGINES = [{"id": "a", "type": "engine", "engine": "checkers:1"}, {"id": "b", "type": "engine", "engine": "random"}]
WON, DRAWN = "B:WK1:BK10,K18", "B:WK1:BK32"
SOUND: dict[str, Any] = {"id": "test", "agents": ENGINES, "tournamentType": "roundRobin", "timeLimit": 1000}
KEYS_OF_TIME = ("timePerMove", "timeLimit")


def read(folder: Path = Path(), /, **changes: Any) -> Tournament:
    """A sound tournament with some keys changed; `...` leaves one out."""
    found = {key: value for key, value in {**SOUND, **changes}.items() if value is not ...}
    return parse(json.dumps(found), folder=folder)


def problems(folder: Path = Path(), /, **changes: Any) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        read(folder, **changes)
    return list(caught.value.problems)


def agent(**keys: Any) -> list[dict[str, Any]]:
    """Two agents, of which the second is this one."""
    return [ENGINES[0], {"id": "mine", **keys}]


def test_the_default_tournament_is_an_agent_against_a_person() -> None:
    config = load(ROOT / "data" / "default_tournament.json")
    players = [player_named(config.player_text(one), config.game) for one in config.agents]
    assert isinstance(players[0], EnginePlayer)
    assert isinstance(players[1], HumanPlayer)
    assert config.scheduler().total == 2
    assert config.visualize
    assert config.time_control() == TimeControl(3.0, 600.0, 0.0, 0.1, options=KEYS_OF_TIME)
    assert config.move_limit == 200


def test_the_published_schema_is_the_one_in_force() -> None:
    """`python tests/tournaments/test_config.py` updates it."""
    assert json.loads((ROOT / "docs" / "tournament.schema.json").read_text("utf-8")) == schema()


def test_the_template_is_a_tournament_and_names_every_key() -> None:
    config = parse(template(), toml=True)
    assert parse(template("json")) == config
    assert config.scheduler().total == 2
    for field in Tournament.model_fields.values():
        assert f"{field.alias} = " in template() or f"[[{field.alias}]]" in template()
    assert all(name in template() for name in FORMATS)


def test_every_document_has_the_defaults_in_force() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| .* \| `([^`|]+)` \|$", (ROOT / "docs" / "tournaments.md").read_text(), re.MULTILINE
    )
    documented = {
        key: value for key, value in rows if key in ("margin", "startSeconds", "gamesPerPairing", "clockForPeople")
    }
    assert documented == {
        "margin": f"{1000 * MARGIN:g}",
        "startSeconds": f"{STARTUP:g}",
        "gamesPerPairing": f"{read().games_per_pairing}",
        "clockForPeople": "false",
    }
    assert (read().margin, read().start_seconds) == (1000 * MARGIN, STARTUP)
    assert f"# margin = {1000 * MARGIN:g} " in template()
    assert f"# startSeconds = {STARTUP:g} " in template()
    rules = " ".join((ROOT / "docs" / "protocols" / "index.md").read_text().split())
    assert f"small margin ({1000 * MARGIN:g} ms by default)" in rules
    assert f"the first move by another {STARTUP:g} seconds" in rules
    default = {parameter.name: parameter.default for parameter in signature(match).parameters.values()}
    assert (default["margin"], default["start_seconds"]) == (MARGIN, STARTUP)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_chosen(name: str) -> None:
    found = read(tournamentType=name).scheduler().next()
    assert found
    assert set(found.agents) == {"a", "b"}


def test_a_tournament_cannot_be_changed() -> None:
    """The configuration states it, of which a store and its workers have copies."""
    config = read()
    for part, name in ((config, "rounds"), (config.agents[0], "id")):
        with pytest.raises(ValidationError, match="frozen"):
            setattr(part, name, getattr(part, name))


def test_toml_says_the_same(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text(
        'id = "test"\ntournamentType = "roundRobin"\ntimeLimit = 1000\n'
        '[[agents]]\nid = "a"\ntype = "engine"\nengine = "checkers:1"\n'
        '[[agents]]\nid = "b"\ntype = "engine"\nengine = "random"\n'
    )
    assert canonical(load(path)) == canonical(read())
    path.write_text("id = \n")
    with pytest.raises(ConfigurationError, match=r"invalid TOML: .*line 1, column 6"):
        load(path)


def test_paths_are_seen_from_the_files_folder(tmp_path: Path) -> None:
    (tmp_path / "bot").touch(0o755)
    (tmp_path / "libfoo.so").touch()
    (tmp_path / "agent.json").write_text("{}")
    (tmp_path / "my.txt").write_text("11-15\n9-13\n")
    changes = {
        "agents": [
            {"id": "program", "type": "executable", "path": "bot"},
            {"id": "command", "type": "executable", "command": "./bot --depth 3", "protocol": "kth"},
            {"id": "agent", "type": "hyperparameters", "path": "agent.json"},
        ],
        "openings": {"kind": "file", "path": "my.txt", "order": "shuffled"},
        "sandbox": {"kind": "limits", "memory": 2, "cpu": 3},
    }
    path = tmp_path / "t.json"
    path.write_text(json.dumps({**SOUND, **changes}))
    config = load(path)
    program, command, hyper = config.agents
    assert config.player_text(program) == f"reblexis:{tmp_path}/bot"
    assert config.player_text(command) == "kth:./bot --depth 3"
    assert config.player_text(hyper) == f"{tmp_path}/agent.json"
    around = config.launch_options(command)
    assert around == LaunchOptions(tmp_path, Limits(2 << 20, 3), Sandbox.LIMITS)
    for one in (program, command):
        assert isinstance(player_named(config.player_text(one), "checkers", around), ProgramPlayer)
    assert config.start_positions().count == 2
    assert str(tmp_path) not in canonical(config)

    shared = {"agents": agent(type="executable", path="libfoo.so"), "game": "hex", "gameOptions": {"size": 5}}
    shared["agents"][0] = {"id": "random", "type": "engine", "engine": "random"}  # type: ignore[index]
    config = read(tmp_path, **shared)
    assert config.rules() == Hex(5)
    assert isinstance(player_named(config.player_text(config.agents[1]), "hex"), ProgramPlayer)
    assert isinstance(player_named(config.player_text(config.agents[0]), "hex"), RandomPlayer)


def test_the_time_is_in_milliseconds() -> None:
    config = read(timeLimit=90_000, increment=500, timePerMove=2000, margin=10, startSeconds=2)
    assert config.time_control() == TimeControl(2.0, 90.0, 0.5, 0.01, 2.0, KEYS_OF_TIME)
    assert read(timeLimit=None).time_control() == TimeControl(options=KEYS_OF_TIME)
    assert read(timeLimit=..., timePerMove=5).time_control() == TimeControl(0.005, options=KEYS_OF_TIME)


@pytest.mark.parametrize("limit", [{"maxMoves": 200}, {"adjudication": {"moveLimit": 200}}])
def test_under_a_move_limit_the_endgame_tables_award_no_wins(limit: dict[str, Any]) -> None:
    adjudication = {"endgameTables": True, **limit.get("adjudication", {})}
    judges = adjudicators(read(**{**limit, "adjudication": adjudication}))
    endings = {text: [judge(Checkers().parse(text), []) for judge in judges] for text in (WON, DRAWN)}
    assert endings[WON] == [None, None]
    assert endings[DRAWN] == [None, Outcome(None, Termination.ADJUDICATION, "by the endgame tables")]
    (unlimited,) = adjudicators(read(adjudication={"endgameTables": True}))
    assert unlimited(Checkers().parse(WON), []) is not None


def test_a_tournament_of_an_earlier_version_is_the_same_with_the_defaults_of_newer_keys() -> None:
    keys = ("startSeconds", "clockForPeople", "maxFaults")
    assert not set(keys).intersection(json.loads(canonical(read())))
    for key, value in zip(keys, (1, True, 3), strict=True):
        changed = canonical(read(**{key: value}))
        assert json.loads(changed)[key] == value
        assert canonical(recalled(changed)) == changed


def test_what_is_played_identifies_a_tournament() -> None:
    same = [
        read(concurrency=3, visualize=True, onInterrupt="void", pinCores=True, maxMoves=..., seed=0),
        read(gameOptions={"rules": "kth"}, openings="initial"),
        read(openings={"kind": "initial"}, **{"$schema": "docs/tournament.schema.json"}),
    ]
    assert {canonical(config) for config in same} == {canonical(read())}
    others = [read(seed=1), read(gameOptions={"counter": 40}), read(agents=ENGINES[::-1]), read(timeLimit=999)]
    assert len({canonical(config) for config in [*same, *others]}) == 5
    assert canonical(read(maxMoves=9)) == canonical(read(adjudication={"moveLimit": 9}))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"id": ...}, "id: is missing"),
        ({"id": "a/b"}, 'id: "a/b"; expected a name of'),
        ({"id": "a\x9b31m"}, "expected a name of"),
        ({"id": ".hidden"}, 'id: ".hidden"; expected a name of'),
        ({"agents": ...}, "agents: is missing"),
        ({"agents": {}}, "agents: {}; expected a list"),
        ({"agents": ENGINES[:1]}, "; expected at least 2 entries"),
        ({"agents": [*ENGINES, 7]}, "agents[2]: 7; expected an object"),
        ({"agents": [*ENGINES, ENGINES[0]]}, 'agents[2].id: "a"; agents[0] has the same id'),
        ({"agents": agent(type="robot")}, 'agents[1].type: "robot"; expected "player", "hyperparameters", "exec'),
        ({"agents": agent()}, 'agents[1].type: is missing; expected "player" or "hyperparameters" or'),
        ({"agents": agent(type="executable")}, "agents[1].path: is missing; expected a program, or"),
        ({"agents": agent(type="executable", path="none")}, 'agents[1].path: there is no file "none" in '),
        ({"agents": agent(type="executable", path=".")}, 'agents[1].path: "." is a folder'),
        ({"agents": agent(type="executable", path="note")}, 'agents[1].path: "note" is not executable; try chmod'),
        ({"agents": agent(type="executable", path="x" * 999)}, "agents[1].path: there is no file"),
        ({"agents": agent(type="executable", path="\0")}, "agents[1].path: there is no file"),
        ({"agents": agent(type="executable", command="none --fast")}, "agents[1].command: program 'none' not found"),
        (
            {"agents": agent(type="executable", command="true", path="bot")},
            "agents[1].command: cannot be combined with path",
        ),
        ({"agents": agent(type="executable", command="true", folder="none")}, "agents[1].folder: there is no folder"),
        ({"agents": agent(type="executable", path="bot", protocol="ktx")}, "expected kth or lines or reblexis"),
        ({"agents": agent(type="executable", path="bot", protocol="htp")}, "is for hex, not for checkers; expected k"),
        ({"agents": agent(type="executable", path="bot"), "game": "hex"}, "agents[1].protocol: is missing; expected h"),
        ({"agents": agent(type="hyperparameters")}, "agents[1].path: is missing; expected the agent's JSON file"),
        ({"agents": agent(type="hyperparameters", path="a.json")}, "agents[1].path: a.json cannot be read: No such"),
        (
            {"agents": agent(type="hyperparameters", path="bad.json")},
            "bad.json is not an agent: deth: there is no such k",
        ),
        ({"agents": agent(type="hyperparameters", path="bot")}, "expected a file whose name ends with .json"),
        ({"agents": agent(type="hyperparameters", path="a.json"), "game": "hex"}, "there are no agent files for hex"),
        ({"agents": agent(type="engine")}, "agents[1].engine: is missing; expected random, checkers, or"),
        ({"agents": agent(type="engine", engine="checkers:11")}, 'agents[1].engine: "checkers:11"; expected'),
        ({"agents": agent(type="engine", engine="hex")}, 'agents[1].engine: "hex"; expected random, checkers'),
        ({"agents": agent(type="player", path="bot")}, 'agents[1].path: does not apply to the type "player"'),
        ({"agents": agent(type="player", pth="bot")}, "agents[1].pth: there is no such key; did you mean path?"),
        ({"tournamentType": ...}, "tournamentType: is missing"),
        ({"tournamentType": "roundrobin"}, "did you mean roundRobin?"),
        ({"tournamentType": "knockout", "rounds": 3}, "tournamentType: a knockout has as many rounds as"),
        (
            {"tournamentType": "match", "agents": [*ENGINES, {"id": "c", "type": "player"}]},
            "a match needs 2 agents, not 3",
        ),
        ({"timeLimit": ...}, "timeLimit: is missing; expected milliseconds, null"),
        ({"timeLimit": -1}, "timeLimit: -1; expected 1 or more"),
        ({"timeLimit": "1000"}, 'timeLimit: "1000"; expected a whole number'),
        ({"timeLimit": True}, "timeLimit: true; expected a whole number"),
        ({"timeLimit": None, "increment": 5}, "increment: needs timeLimit"),
        ({"timePerMove": 0}, "timePerMove: 0; expected 1 or more"),
        ({"increment": -1}, "increment: -1; expected 0 or more"),
        ({"maxMoves": 0}, "maxMoves: 0; expected 1 or more"),
        ({"visualize": 1}, "visualize: 1; expected true or false"),
        ({"visualise": True}, "visualise: there is no such key; did you mean visualize?"),
        ({"time_limit": 5}, "time_limit: there is no such key; did you mean timeLimit?"),
        ({"game": "chess"}, 'game: "chess"; expected "checkers" or "hex"'),
        ({"game": 3}, "game: 3; expected a text"),
        ({"gameOptions": {"size": 3}}, "gameOptions: checkers has no option 'size'; it has: counter"),
        ({"gameOptions": {"rules": "fide"}}, "gameOptions: checkers has no preset 'fide'; it has: kth, tournament"),
        ({"gameOptions": []}, "gameOptions: []; expected an object"),
        ({"openings": "balots"}, 'openings.kind: "balots"; expected "initial", "ballots", "random" or "file"'),
        ({"openings": {"kind": "file"}}, "openings.path: is missing"),
        ({"openings": {"kind": "file", "path": "none"}}, "none cannot be read: No such file"),
        ({"openings": {"kind": "file", "path": "note"}}, "openings.path, line 1: "),
        ({"openings": {"kind": "ballots", "plies": 3}}, 'openings.plies: does not apply to openings of kind "ballots"'),
        ({"openings": {"kind": "random", "plies": 0}}, "openings.plies: 0; expected 1 or more"),
        (
            {
                "openings": "random",
                "game": "hex",
                "agents": [{"id": n, "type": "executable", "path": "bot", "protocol": "hexai"} for n in "ab"],
            },
            'agents[1].protocol: "hexai" does not support openings',
        ),
        ({"openings": "ballots", "game": "hex"}, "openings: there are no ballots of hex"),
        ({"openings": "random", "game": "hex", "gameOptions": {"size": 1}}, "openings: after 2 random moves"),
        ({"concurrency": 0}, "concurrency: 0; expected 1 or more"),
        ({"seed": -1}, "seed: -1; expected 0 or more"),
        ({"sprt": {"elo0": 0}, "tournamentType": "match"}, "sprt.elo1: is missing"),
        ({"sprt": {"elo0": 5, "elo1": 0}, "tournamentType": "match"}, "sprt.elo1: 0; expected more than elo0"),
        ({"sprt": {"elo0": 5, "elo1": 5}, "tournamentType": "match"}, "sprt.elo1: 5; expected more than elo0"),
        ({"sprt": {"elo0": 0, "elo1": 5, "alpha": 0.5}, "tournamentType": "match"}, "alpha: 0.5; expected less than 0"),
        ({"sprt": {"elo0": 0, "elo1": 5}}, "sprt: needs a match between two agents"),
        ({"sprt": {"elo0": 0, "elo1": 5}, "tournamentType": "match", "gamesPerPairing": 1}, "gamesPerPairing: 1; sprt"),
        ({"onInterrupt": "stop"}, 'onInterrupt: "stop"; expected "finish" or "void"'),
        ({"sandbox": "jail"}, 'sandbox.kind: "jail"; expected "auto", "strict", "bwrap", "limits" or "none"'),
        ({"sandbox": {"kind": "none", "memory": 5}}, "sandbox.memory: needs a sandbox"),
        (
            {"game": "hex", "adjudication": {"endgameTables": True}},
            "adjudication.endgameTables: true; there are no endgame tables of hex",
        ),
        ({"adjudication": {"endgameTabels": True}}, "did you mean endgameTables?"),
        ({"adjudication": {"moveLimit": 5}, "maxMoves": 6}, "adjudication.moveLimit: 5; maxMoves has the same meaning"),
        ({"adjudication": {"agreedScore": {"win": -3}}}, "adjudication.agreedScore.win: -3; expected more than 0"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], expected: str, tmp_path: Path) -> None:
    (tmp_path / "bot").touch(0o755)
    (tmp_path / "note").write_text("hello")
    (tmp_path / "bad.json").write_text('{"deth": 3}')
    told = problems(tmp_path, **changes)
    assert any(expected in problem for problem in told), told
    places = [problem.partition(": ")[0] for problem in told]
    assert len(set(places)) == len(places)


def test_unknown_keys_have_no_effect_and_are_told(tmp_path: Path) -> None:
    """A file of the same keys as that of the tournament system that speaks the reblexis protocol."""
    weights = {"search_algorithm": 2, "evaluation_algorithm": 1, "max_depth": 20, "move_time_limit": 200}
    weights |= {"use_alpha_beta": True, "use_cache": True, "reorder_moves": True, "use_transposition_table": True}
    (tmp_path / "default_hyperparameters.json").write_text(json.dumps(weights))
    agents = [
        {"id": "robot", "type": "hyperparameters", "path": "default_hyperparameters.json", "rating": 1500},
        {"id": "me", "type": "player"},
    ]
    keys = {"id": "default", "agents": agents, "tournamentType": "roundRobin", "timeLimit": 60_000, "maxMoves": 200}
    path = tmp_path / "default_tournament.json"
    path.write_text(json.dumps(keys | {"openings": {"kind": "random", "xyzzy": 1}, "saveReplays": True}))
    with pytest.warns(ConfigurationWarning) as caught:
        config = load(path)
    unknown = ("agents[0].rating", "openings.xyzzy", "saveReplays")
    assert config.unknown_keys == unknown
    told = [f"{path}: {key}: unknown key; it has no effect" for key in unknown]
    assert [str(warning.message) for warning in caught] == told
    with pytest.warns(AgentWarning, match="use_transposition_table: unknown key"):
        assert canonical(config) == canonical(parse(json.dumps(keys | {"openings": "random"}), folder=tmp_path))


def test_an_unknown_key_may_hold_anything() -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    keys = {"id": "t", "agents": ENGINES, "tournamentType": "roundRobin", "timeLimit": 1000}
    assert from_mapping({**keys, "xyzzy": deep}).unknown_keys == ("xyzzy",)
    many = {f"unknown {number}": number for number in range(150)}
    with pytest.raises(ConfigurationError, match="has 50 problems"):
        from_mapping({**keys, **many})


def test_wrong_entries_hide_no_others() -> None:
    found = problems(agents=[{"id": "a", "type": "robot"}, {"id": "a", "type": "executable"}])
    assert [problem.partition(":")[0] for problem in found] == ["agents[0].type", "agents[1].id", "agents[1].path"]


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    agents = [
        {"id": "x", "type": "executable", "path": "missing"},
        {"id": "x", "type": "engine", "engine": "random"},
        {"id": "y", "type": "unknown"},
        {"id": "z", "type": "hyperparameters"},
    ]
    path.write_text(json.dumps({"id": "t", "agents": agents, "tournamentType": "swis", "timeLimit": -3, "maxMove": 5}))
    with pytest.raises(ConfigurationError) as caught:
        load(path)
    names = " or ".join(f'"{name}"' for name in sorted(FORMATS))
    assert str(caught.value).splitlines() == [
        f"{path} has 7 problems:",
        f'  agents[0].path: there is no file "missing" in {tmp_path}',
        '  agents[1].id: "x"; agents[0] has the same id',
        '  agents[2].type: "unknown"; expected "player", "hyperparameters", "executable" or "engine"',
        "  agents[3].path: is missing; expected the agent's JSON file",
        f'  tournamentType: "swis"; expected {names}; did you mean swiss?',
        "  timeLimit: -3; expected 1 or more",
        "  maxMove: there is no such key; did you mean maxMoves?",
    ]
    assert caught.value.exit_status == 2
    assert isinstance(caught.value, InputError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # noqa: S301 (our own)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"id": "t",\n "agents": [}', "line 2, column 13: invalid JSON: Expecting value"),
        ("", "line 1, column 1: invalid JSON"),
        ("[]", "[] is not a tournament; expected an object in braces"),
        ('{"id": "t", "timeLimit": NaN}', "NaN is not a JSON number"),
        ("[" * 100_000, "invalid file"),
        ('{"seed": ' + "9" * 5000 + "}", "invalid file"),
        ('{"id": "a", "id": "b"}', "id: occurs more than once"),
    ],
)
def test_what_is_no_json(text: str, expected: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse(text)
    assert expected in str(caught.value)


def test_a_syntax_error_names_its_source() -> None:
    with pytest.raises(ConfigurationError, match=r"^cup\.json has a problem"):
        parse("{", source="cup.json")


def test_formats_are_checked_with_the_default_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []

    def check(_: str, __: list[str], terms: Terms) -> None:
        checked.append(terms.games)

    monkeypatch.setattr("crownbridge.tournaments.checks.make_scheduler", check)
    config = read()
    assert checked == [config.games_per_pairing]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        load(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="is not a text file"):
        load(tmp_path / "bytes.json")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "type", "path", "kind", "elo0", "command"]), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = [field.alias or name for name, field in Tournament.model_fields.items()]


@given(st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), ANYTHING, max_size=4))
@settings(deadline=None, max_examples=100)
def test_no_file_does_worse_than_have_problems(changes: dict[str, Any]) -> None:
    try:
        read(**changes)
    except ConfigurationError as error:
        assert error.problems  # noqa: PT017 (either will do)


if __name__ == "__main__":
    (ROOT / "docs" / "tournament.schema.json").write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")
