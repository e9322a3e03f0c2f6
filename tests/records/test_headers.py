"""The headers of a game are kept when the game is read and written again."""

import io
from types import ModuleType

import pytest

from crownbridge.records import GameRecord, ReadGame, json_lines, pdn, sgf

PDN = """[Event "Club \\"A\\""]
[Site "Prague"]
[Date "1978.05.??"]
[Round "3"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Opening "Cross"]
[Termination "Black left"]

1. 11-15 23-18 1-0
"""
SGF = "(;FF[4]GM[11]SZ[5]PB[Ann]PW[Bob]EV[Club]RO[3]DT[1978-05]PC[Prague]BR[2 dan]GC[a \\] note]RE[W+R];B[a1];W[b2])"
HEADERS = {"Event": 'Club "A"', "Site": "Prague", "Date": "1978.05.??", "Round": "3"}


def only(form: ModuleType, text: str) -> GameRecord:
    (entry,) = form.read(io.BytesIO(text.encode()))
    assert isinstance(entry, ReadGame), entry
    return entry.record


def test_the_headers_and_the_result_of_a_pdn_game_are_written_again() -> None:
    record = only(pdn, PDN)
    assert record.headers == {**HEADERS, "Opening": "Cross", "Termination": "Black left"}
    written = pdn.dumps(record)
    assert set(PDN.splitlines()) <= set(written.splitlines())
    assert "adjudication" not in written  # the file does not say why
    assert only(pdn, written) == record


def test_the_headers_and_the_result_of_an_sgf_game_are_written_again() -> None:
    record = only(sgf, SGF)
    assert record.headers == {**HEADERS, "Event": "Club", "BR": "2 dan", "GC": "a ] note"}
    written = sgf.dumps(record)
    for part in ("EV[Club]", "RO[3]", "DT[1978-05]", "PC[Prague]", "BR[2 dan]", "GC[a \\] note]", "RE[W+R]"):
        assert part in written
    assert only(sgf, written) == record


@pytest.mark.parametrize(("form", "text"), [(pdn, PDN), (sgf, SGF)])
def test_json_lines_keep_headers(form: ModuleType, text: str) -> None:
    record = only(form, text)
    assert only(json_lines, json_lines.dumps_line(record)) == record


def test_headers_of_json_lines_are_texts() -> None:
    line = json_lines.dumps(only(pdn, PDN)).replace('"Prague"', "1")
    (problem,) = json_lines.read([line])
    assert "headers" in str(problem)


def test_no_header_replaces_what_the_game_itself_says() -> None:
    record = only(pdn, PDN)
    record.headers.update({"White": "Zoe", "FEN": "W:W1:B2", "Bad name]": "x"})
    written = pdn.dumps(record)
    assert "Zoe" not in written
    assert "FEN" not in written
    assert "Bad name" not in written
