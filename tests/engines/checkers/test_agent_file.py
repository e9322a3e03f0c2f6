"""Agent files: valid content and error messages."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.engines.checkers import AgentWarning, Hyperparameters, load, parse, save
from crownbridge.errors import FileError, InputError, OptionError

REBLEXIS = {
    "diff_multiplier": 3,
    "evaluation_algorithm": 1,
    "king_table": list(range(32)),
    "king_value": 10,
    "max_depth": 6,
    "pawn_table": list(range(32)),
    "pawn_value": 5,
    "search_algorithm": 1,
    "move_time_limit": 250,
    "use_alpha_beta": True,
    "use_cache": False,
    "reorder_moves": False,
}


def agent(**values: Any) -> Hyperparameters:
    return parse(json.dumps(values))[0]


def problems(**values: Any) -> list[str]:
    with pytest.raises(OptionError) as caught:
        parse(json.dumps(values))
    return str(caught.value).splitlines()


def test_everything_has_a_default() -> None:
    assert agent() == Hyperparameters()


def test_the_keys_of_the_other_system() -> None:
    parsed = agent(**REBLEXIS)
    assert parsed == Hyperparameters(
        search="minimax",
        evaluation="piece-tables",
        depth=6,
        time_per_move=0.25,
        man_value=5,
        man_table=tuple(range(32)),
        king_value=10,
        king_table=tuple(range(32)),
        trade_bonus=3,
        alpha_beta=True,
        cache=False,
        reorder_moves=False,
    )


def test_its_first_evaluation_counts_pieces_alone() -> None:
    parsed = agent(**{**REBLEXIS, "evaluation_algorithm": 0})
    assert (parsed.man_value, parsed.man_table, parsed.king_table) == (5, (0,) * 32, (0,) * 32)


def test_the_tables_that_it_does_not_look_at_are_checked_all_the_same() -> None:
    assert problems(evaluation_algorithm=0, pawn_table=[1] * 40) == ["pawn_table: 40 entries; expected 32"]
    assert problems(evaluation_algorithm=0, king_table="x") == ['king_table: "x"; expected a list of 32 numbers']
    parsed, warnings = parse('{"evaluation_algorithm": 0, "pawn_table": [1, 2]}')
    assert set(parsed.man_table) == {0}
    assert warnings == ["pawn_table: 2 entries of 32; missing entries count as 0"]
    assert agent(evaluation_algorithm=0, pawn_table=[1e6] * 32) == parsed


@pytest.mark.parametrize(
    ("its", "ours"), [("use_alpha_beta", "alpha_beta"), ("use_cache", "cache"), ("reorder_moves",) * 2]
)
def test_its_switches_may_be_numbers(its: str, ours: str) -> None:
    assert [getattr(agent(**{its: number}), ours) for number in (0, 1)] == [False, True]
    assert problems(**{its: 2}) == [f"{its}: 2; expected true or false, or a whole number from 0 to 1"]


@pytest.mark.parametrize(("number", "word"), [(0, "random"), (1, "minimax"), (2, "iterative")])
def test_its_searches(number: int, word: str) -> None:
    assert agent(search_algorithm=number).search == word


def test_a_short_table_is_filled_up_with_a_warning(tmp_path: Path) -> None:
    parsed, warnings = parse(json.dumps({"pawn_table": [1, 2, 3]}))
    assert parsed.man_table == (1, 2, 3, *[0] * 29)
    assert parsed.evaluation == "piece-tables"
    assert warnings == ["pawn_table: 3 entries of 32; missing entries count as 0"]
    file = tmp_path / "agent.json"
    file.write_text('{"pawn_table": [1, 2, 3]}')
    with pytest.warns(AgentWarning, match="agent.json: pawn_table: 3 entries of 32"):
        assert load(file) == parsed


@pytest.mark.parametrize("evaluation", ["network", "hand-written"])
def test_a_worth_that_is_not_used_gets_a_warning(tmp_path: Path, evaluation: str) -> None:
    file = tmp_path / "agent.json"
    file.write_text(json.dumps({"evaluation": evaluation, "pawn_value": 90, "king_table": [1] * 32, "trade_bonus": 0}))
    with pytest.warns(AgentWarning) as caught:
        load(file)
    unused = f"is not used with the evaluation {evaluation}"
    assert [str(warning.message) for warning in caught] == [
        f"{file}: pawn_value {unused}",
        f"{file}: king_table {unused}",
    ]


def test_every_problem_is_listed_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(
        json.dumps({"pawn_table": [1] * 40, "king_valeu": 3, "depth": "x", "king_table": [1, True], "level": 11})[:-1]
        + ', "level": 0, "search_algorithm": 3, "move_time_limit": 0, "use_cache": 2, "max_depth": 4}'
    )
    with pytest.raises(InputError) as caught:
        load(file)
    assert str(caught.value).splitlines() == [
        f"{file} has 10 problems:",
        "  level: appears more than once",
        "  search_algorithm: 3; expected a whole number from 0 to 2",
        "  move_time_limit: 0; expected a number from 1 to 86,400,000",
        "  use_cache: 2; expected true or false, or a whole number from 0 to 1",
        "  max_depth: same as depth, which is also present; remove one",
        "  king_valeu: there is no such key; did you mean king_value?",
        "  level: 0; expected a whole number from 1 to 10",
        '  depth: "x"; expected a whole number from 1 to 100, or null',
        "  pawn_table: 40 entries; expected 32",
        "  king_table[1]: true; expected a number from -1,000,000 to 1,000,000",
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"threads": 0}, "threads: 0; expected a whole number from 1 to 256"),
        ({"threads": 1.5}, "threads: 1.5; expected a whole number from 1 to 256"),
        ({"ponder": "yes"}, 'ponder: "yes"; expected true or false'),
        ({"name": ""}, 'name: ""; expected a line of 1 to 100 characters'),
        ({"evaluation": "magic"}, 'evaluation: "magic"; expected '),
        ({"king_table": 3}, "king_table: 3; expected a list of 32 numbers"),
        ({"man_value": 1, "king_value": 50}, "king_value: a king is worth 50 men; expected at most 20"),
        ({"pawn_value": 5, "man_value": 5}, "pawn_value: same as man_value, which is also present; remove one"),
        ({"man_value": 10**400}, "man_value: 1000"),
        ({"deth": 3}, "deth: there is no such key; did you mean depth?"),
    ],
)
def test_each_mistake_has_its_message(values: dict[str, Any], message: str) -> None:
    assert problems(**values)[0].startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"depth": 3,\n "level" 4}', "line 2, column 10: not valid JSON: Expecting ':' delimiter"),
        ("[1, 2]", r"\[1, 2\] is not an agent; expected a JSON object"),
        ("", "line 1, column 1: not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ('{"man_value": NaN}', "man_value: NaN; expected a number"),
    ],
)
def test_what_is_no_agent(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        parse(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No such file"):
        load(tmp_path / "none.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="is not a text file"):
        load(tmp_path / "binary.json")


def test_a_path_may_be_text(tmp_path: Path) -> None:
    file = str(tmp_path / "agent.json")
    save(Hyperparameters(level=3), file)
    assert load(file) == Hyperparameters(level=3)
    with pytest.raises(FileError, match=r"none\.json cannot be read"):
        load(str(tmp_path / "none.json"))


NUMBERS = st.floats(0.5, 5) | st.integers(1, 5)
AGENTS = st.builds(
    Hyperparameters,
    name=st.text("abc ä", min_size=1).filter(str.strip),
    level=st.integers(1, 10),
    search=st.sampled_from(["iterative", "minimax", "random"]),
    depth=st.none() | st.integers(1, 100),
    time_per_move=st.none() | st.floats(0.001, 100),
    ponder=st.booleans(),
    evaluation=st.sampled_from(["hand-written", "piece-tables"]),
    man_value=NUMBERS,
    man_table=st.lists(NUMBERS, min_size=32, max_size=32).map(tuple),
)


@pytest.mark.filterwarnings("ignore:.*is not used")
@given(AGENTS)
def test_what_is_saved_can_be_loaded(tmp_path_factory: pytest.TempPathFactory, agent: Hyperparameters) -> None:
    file = tmp_path_factory.getbasetemp() / "saved.json"
    save(agent, file)
    assert load(file) == agent


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.integers() | st.text(), st.lists), st.data())
def test_no_value_is_a_crash(value: Any, data: st.DataObject) -> None:
    key = data.draw(st.sampled_from([*REBLEXIS, "level", "name", "evaluation", "search", "seed", "tables"]))
    try:
        parse(json.dumps({key: value}))
    except OptionError as error:
        assert str(error).startswith(key)  # noqa: PT017 (or there was none)


def test_an_unknown_key_has_no_effect_and_is_told() -> None:
    agent, warnings = parse('{"use_transposition_table": true, "max_depth": 7}')
    assert agent == Hyperparameters(depth=7)
    assert warnings == ["use_transposition_table: unknown key; it has no effect"]


def test_of_many_unknown_keys_some_are_told_and_the_others_counted() -> None:
    assert parse(json.dumps(dict.fromkeys(map(str, range(100)), 1)))[1] == [
        f"{number}: unknown key; it has no effect" for number in range(100)
    ]
    assert problems(**dict.fromkeys(map(str, range(1101)), 1)) == ["1,001 more unknown keys"]
