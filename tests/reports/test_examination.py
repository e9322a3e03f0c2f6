"""The page about an examined bot."""

import json
import re
from pathlib import Path

import pytest

from crownbridge.bugfinder.examination import Examination
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.errors import FileError, InputError
from crownbridge.games import Checkers
from crownbridge.reports.examination import check_page_target, examination_json, write_page

POSITION = "B:W20,26,27:B15,11,K3"
EXAMPLE = Example(POSITION, ("a line\n",), "15-18", ("3-7", "11-16"), "</script>Proven.", ("15-18", "26-23"), 5)
EXAMINATION = Examination(
    bot="kth:python3 bot.py",
    protocol="kth",
    game=Checkers(),
    seconds_per_move=1.0,
    minutes=2.0,
    seed=0,
    seconds=119.6,
    questions=312,
    is_complete=True,
    facts=(Fact("depth", "looks about 5 plies ahead"),),
    findings=(Finding("It errs.", (Cause("sign", "Look."),), 0.9, "4 of 5", (EXAMPLE,), "tactics"),),
)


def with_example(example: Example) -> Examination:
    return EXAMINATION._replace(findings=(EXAMINATION.findings[0]._replace(examples=(example,)),))


def test_an_example_has_frames_to_draw() -> None:
    shape = examination_json(EXAMINATION)
    assert (shape["name"], shape["verdict"]) == ("bot.py", EXAMINATION.verdict("bot.py"))
    [finding] = shape["findings"]
    assert finding["confidence_text"] == "very likely, 90 %"
    [example] = finding["examples"]
    assert [frame["move"] and frame["move"]["text"] for frame in example["frames"]] == [None, "15-18", "26-23"]
    assert [frame["side"] for frame in example["frames"]] == [None, 0, 1]
    assert [frame["to_move"] for frame in example["frames"]] == [0, 1, 0]
    assert [frame["move"]["text"] for frame in example["right_frames"]] == ["3-7", "11-16"]
    assert example["lines"] == ["a line"]


def test_a_bot_that_did_not_move_has_only_the_position() -> None:
    shape = examination_json(with_example(EXAMPLE._replace(played="resigned", refutation=())))
    [example] = shape["findings"][0]["examples"]
    assert (len(example["frames"]), len(example["right_frames"])) == (1, 2)


def test_a_position_that_cannot_be_read_is_shown_as_text() -> None:
    [example] = examination_json(with_example(EXAMPLE._replace(position="nonsense")))["findings"][0]["examples"]
    assert (example["position"], example["frames"], example["right_frames"]) == ("nonsense", [], [])


def test_the_page_is_one_file_with_the_data(tmp_path: Path) -> None:
    target = tmp_path / "new" / "bugs.html"
    write_page(target, EXAMINATION)
    text = target.read_text(encoding="utf-8")
    assert "<title>Examination of bot.py</title>" in text
    [data] = re.findall(r'id="report">(.*?)</script>', text)
    assert json.loads(data)["examination"] == json.loads(json.dumps(examination_json(EXAMINATION)))


def test_where_a_page_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"bugs\.md has no known report format; expected a name that ends with \.html"):
        check_page_target(Path("bugs.md"))
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(FileError, match="is a folder"):
        check_page_target(tmp_path / "folder.html")
