"""Tunable parameters of an agent."""

import pytest

from crownbridge.engines.checkers import Hyperparameters
from crownbridge.errors import OptionError
from crownbridge.tuning import Parameter
from crownbridge.tuning.worths import by_name, chosen, described, usual, with_values

AGENT = Hyperparameters(evaluation="piece-tables", man_value=10, trade_bonus=30)


def test_the_usual_ones_are_all_worths_in_men() -> None:
    found = {one.name: one for one in usual(AGENT)}
    assert len(found) == 1 + 1 + 28 + 32
    assert found["king_value"] == Parameter("king_value", 13.0, 10.0, 30.0, 1.0)
    assert found["man_table[27]"] == Parameter("man_table[27]", 0, -5.0, 5.0, 0.5)
    assert found["king_table[31]"] == Parameter("king_table[31]", 0, -5.0, 5.0, 0.5)
    assert found["trade_bonus"][1:4] == (30, 0, 30)  # the range goes as far as the agent


def test_chosen_ones() -> None:
    found = chosen(AGENT, ["king_value=10:20", "king_table[5]=-2:2:0.5", "man_table=-4:4"])
    assert found[0] == Parameter("king_value", 13.0, 10.0, 20.0, 0.5)
    assert found[1] == Parameter("king_table[5]", 0, -2.0, 2.0, 0.5)
    assert [one.name for one in found[2:]] == [f"man_table[{entry}]" for entry in range(28)]


def test_values_become_an_agent() -> None:
    parameters = chosen(AGENT, ["king_value=10:20", "king_table[5]=-2:2", "king_table[6]=-2:2"])
    values = (14.000000001, -1.25, 0.5)
    agent = with_values(AGENT, by_name(parameters, values))
    assert (agent.king_value, agent.king_table[4:8]) == (14.0, (0, -1.25, 0.5, 0))
    assert agent.man_table == AGENT.man_table
    assert described(parameters, values) == '{"king_value":14.0,"king_table[5]":-1.25,"king_table[6]":0.5}'


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["king_value"], "NAME=MIN:MAX"),
        (["depth=1:9"], "'depth' cannot be tuned; expected king_value, trade_bonus"),
        (["king_value[1]=1:20"], "king_value is a single number"),
        (["man_table[28]=-1:1"], r"man_table\[0\] to man_table\[27\]"),
        (["king_value=20:30"], "king_value is 13, which is not between 20 and 30"),
        (["king_value=13:13"], "widen the range"),
        (["king_value=10:201"], "worth 20.1 men; expected at most 20"),
        (["king_value=10:20:6"], "half the range"),
        (["king_value=10:20:0.09"], r"expected 0.1 \(the resolution"),
        (["king_table=-1:1", "king_table[3]=-1:1"], r"king_table\[3\] has two ranges"),
    ],
)
def test_what_cannot_be_tuned_is_told(texts: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        chosen(AGENT, texts)


@pytest.mark.parametrize("agent", [Hyperparameters(), Hyperparameters(evaluation="piece-tables", search="random")])
def test_an_agent_that_does_not_use_its_worths_is_refused(agent: Hyperparameters) -> None:
    with pytest.raises(OptionError, match=r"agent new mine\.json --set evaluation=piece-tables"):
        usual(agent)
