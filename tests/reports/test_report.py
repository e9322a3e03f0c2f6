"""Reports of games in each format."""

import base64
import csv
import json
import random
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from crownbridge.analysis import annotate
from crownbridge.engines import Limit
from crownbridge.errors import FileError, InputError
from crownbridge.games import Checkers, Game, Hex, Outcome, Termination
from crownbridge.games.json_values import pieces_text
from crownbridge.records import Decision, GameRecord, PlainLine, ReadGame, read_text
from crownbridge.reports import Report, ReportedGame, Table, check_target, page, totals
from crownbridge.reports.packing import moves_shape
from crownbridge.reports.table import comma_separated, markdown
from crownbridge.reports.totals import _of_games, duration

HOSTILE = '</script><script>alert(1)</script><!--<b>&"'


def random_game(
    game: Game[Any], seed: int, players: tuple[str, str] = ("ann", "bob"), output: bytes = b""
) -> GameRecord:
    chance = random.Random(seed)
    position: Any = game.initial()
    decisions = []
    while (outcome := position.outcome()) is None:
        move = chance.choice(position.legal_moves())
        decisions.append(Decision(move, chance.random(), stdout=output))
        position = position.play(move)
    return GameRecord(game, players, game.initial(), PlainLine(decisions), outcome)


def data_of(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="report">(.*?)</script>', text, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS))


def table(report: Report, title: str) -> Table:
    return next(found for found in report.tables() if found.title == title)


@pytest.mark.parametrize("game", [Checkers(), Hex(5), Hex(4, swap=True)], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_a_packed_game_leads_through_all_its_positions(game: Game[Any], seed: int) -> None:
    record = random_game(game, seed)
    shape = json.loads(json.dumps(moves_shape(ReportedGame("1", record))))
    pieces = list(shape["start"])
    for changes, position in zip(shape["changes"], record.positions()[1:], strict=True):
        for cell, piece in zip(changes[::2], changes[1::2], strict=True):
            pieces[cell] = piece
        assert "".join(pieces) == pieces_text(position)
    assert len(shape["texts"]) == len(shape["cells"]) == len(shape["seconds"]) == len(record.decisions)


def test_totals() -> None:
    report = Report("cup")
    win = GameRecord(
        Hex(2), ("ann", "bob"), Hex(2).initial(), PlainLine(), Outcome(Hex(2).sides[0], Termination.NORMAL)
    )
    crash = Outcome(Hex(2).sides[0], Termination.CRASH, "blue: exit status 1")
    for name, record in {
        "1": random_game(Hex(3), 1),
        "2": win,
        "3": GameRecord(win.game, ("bob", "ann"), win.start, PlainLine(), crash),
        "4": GameRecord(win.game, ("bob", "ann"), win.start, PlainLine(), Outcome(None, Termination.INTERRUPTED)),
    }.items():
        report.add(ReportedGame(name, record, false_claims=("it is over",) if name == "4" else ()))
    by_colour = {row[:2]: row[2:] for row in table(report, "By colour").rows}
    assert by_colour["red", "bob"] == ("1", "1", "0", "0", "100.0%")
    assert by_colour["red", "all"][0] == "3"
    assert table(report, "Failures").rows == (("ann", "crash", "1", "blue: exit status 1", "3"),)
    standings = table(report, "Standings")
    assert {row[1]: row[standings.head.index("faults")] for row in standings.rows} == {"ann": "1", "bob": "0"}
    assert table(report, "False claims").rows == (("4", "it is over"),)
    endings = {row[:2]: int(row[2]) for row in table(report, "Terminations").rows}
    assert (endings["red", "crash"], endings["unfinished", "interrupted"], sum(endings.values())) == (1, 1, 4)
    assert [row[3] for row in report.games_table().rows][1:] == ["ann", "bob", "unfinished"]
    assert table(report, "Cross table").head == ("", "player", "1", "2", "points")
    assert sum(float(row[-1].split("/")[0]) for row in table(report, "Cross table").rows) == 3


def test_long_tables_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(totals, "_MOST_ROWS", 2)
    for rows, note in ((2, ""), (3, "1 more are omitted.")):
        table = _of_games("games", ("game",), [("1",)] * rows)
        assert (len(table.rows), table.note) == (2, note)


def test_failures_are_grouped_by_player_and_reason() -> None:
    report = Report("cup")
    game = Hex(3)
    red, blue = game.sides
    late = "{} answered too late in its {} move (ply {}): it used {} s; the limit is 1 s a move"
    outcomes = [
        Outcome(blue, Termination.CRASH, "ann (red) crashed in its 1st move (ply 1): KeyError: 'a'"),
        *(Outcome(red, Termination.TIMEOUT, late.format("bob (blue)", "2nd", 4, 1 + n)) for n in range(12)),
        Outcome(red, Termination.CRASH, "bob (blue) crashed in its 3rd move (ply 6): IndexError"),
        Outcome(blue, Termination.CRASH, "ann (red) crashed in its 2nd move (ply 3): KeyError: 'b'"),
    ]
    for number, outcome in enumerate(outcomes, 1):
        report.add(ReportedGame(f"r{number}", GameRecord(game, ("ann", "bob"), game.initial(), PlainLine(), outcome)))
    as_blue = Outcome(red, Termination.CRASH, "ann (blue) crashed in its 5th move (ply 10): KeyError: 'c'")
    report.add(ReportedGame("r16", GameRecord(game, ("bob", "ann"), game.initial(), PlainLine(), as_blue)))
    found = table(report, "Failures")
    assert found.head == ("player", "failure", "times", "example", "in games")
    listed = "\n".join(f"r{number}" for number in range(2, 12))
    assert found.rows == (
        ("bob", "timeout", "12", outcomes[1].detail, f"{listed}\nand 2 more"),
        ("bob", "crash", "1", outcomes[13].detail, "r14"),
        ("ann", "crash", "3", outcomes[0].detail, "r1\nr15\nr16"),
    )
    assert "| r1 r15 r16 |" in markdown(found)


def test_length_and_time() -> None:
    report = Report("cup")
    for seed in range(3):
        report.add(ReportedGame(str(seed), random_game(Hex(3), seed)))
    rows = {row[0]: row[1:] for row in table(report, "Length and time").rows}
    lengths = sorted(len(random_game(Hex(3), seed).decisions) for seed in range(3))
    assert rows["moves per game"] == (str(lengths[0]), str(lengths[1]), f"{sum(lengths) / 3:.4g}", str(lengths[2]))
    assert set(rows) == {"moves per game", "time per game", "time per move: ann", "time per move: bob"}


def test_what_players_used() -> None:
    game = Hex(3)
    moves = game.initial().legal_moves()
    used = [(1.0, 300), (2.0, 10), (0.5, 200), (0.25, 20)]
    decisions = tuple(Decision(move, 1.0, cpu, mb << 20) for move, (cpu, mb) in zip(moves, used, strict=False))
    outcome = Outcome(game.sides[0], Termination.RESIGNATION)
    report = Report("cup")
    report.add(ReportedGame("1", GameRecord(game, ("ann", "bob"), game.initial(), PlainLine(decisions), outcome)))
    assert table(report, "Players").head == ("player", "games", "moves", "time", "CPU time", "memory")
    assert table(report, "Players").rows == (
        ("ann", "1", "2", "2.0 s", "1.5 s", "300 MB"),
        ("bob", "1", "2", "2.0 s", "2.2 s", "20 MB"),
    )


def test_who_plays_against_itself_is_told_apart() -> None:
    report = Report("cup")
    report.add(ReportedGame("1", random_game(Hex(3), 1, ("ann", "ann"))))
    assert {row[1] for row in table(report, "Cross table").rows} == {"ann (red)", "ann (blue)"}


def test_mistakes_are_told() -> None:
    (read,) = read_text('[FEN "W:WK25:BK15"] 1. 25-22 15-10 2. 22-18 10-14 *')
    report = Report("endgame")
    assert isinstance(read, ReadGame)
    game = ReportedGame("1", read.record, annotations=annotate(read.record, Limit(nodes=1000)).moves)
    report.add(game)
    players = table(report, "Players")
    red = next(row for row in players.rows if row[0] == "red")
    assert dict(zip(players.head, red, strict=True))["blunders"] == "1"
    report.add(ReportedGame("2", random_game(Hex(2), 1)))  # of which nothing is known
    accuracy = {row[0]: row[players.head.index("accuracy")] for row in table(report, "Players").rows}
    assert (accuracy["ann"], accuracy["red"][-1]) == ("-", "%")
    blunder = moves_shape(game)["analysis"][-1]
    assert (blunder["verdict"], blunder["win_chance_before"], blunder["win_chance_after"]) == ("blunder", 0.5, 0.0)
    assert blunder["reply"] == ["18x9"]
    white = game.annotations[0]._replace(win_chance_before=0.7, win_chance_after=0.2)
    shape = moves_shape(replace(game, annotations=(white,)))["analysis"][0]
    assert (shape["win_chance_before"], shape["win_chance_after"]) == (0.3, 0.8), "those of the first side"


def test_the_page_holds_whatever_people_call_themselves(tmp_path: Path) -> None:
    path = tmp_path / "new" / "report.html"
    report = Report(HOSTILE, (HOSTILE,))
    report.add(ReportedGame(HOSTILE, random_game(Hex(3), 1, (HOSTILE, "bob"), HOSTILE.encode())))
    report.write(path)
    data = data_of(path)
    assert data["title"] == data["games"][0]["name"] == data["games"][0]["players"][0] == HOSTILE
    assert unpacked(data["printed"][0])[0][0] == [1, "stdout", HOSTILE]
    assert "alert(1)</script>" not in path.read_text(encoding="utf-8")
    assert path.read_text(encoding="utf-8").count("</script>") == 3


def test_what_programs_print_is_bounded_and_failures_come_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownbridge.reports.report.MOST_PRINTED", 2500)
    report = Report("talkative")
    noise = random.Random(1).randbytes(20).hex().encode()
    record = random_game(Hex(4), 1, output=noise)
    crash = Outcome(Hex(4).sides[0], Termination.CRASH)
    for number in range(20):
        report.add(ReportedGame(f"{number}", record))
    report.add(
        ReportedGame(
            "failed", GameRecord(record.game, record.players, record.start, PlainLine(record.decisions), crash)
        )
    )
    report.write(tmp_path / "report.html")
    data = data_of(tmp_path / "report.html")
    kept = [at for at, printed in enumerate(data["printed"]) if printed]
    assert 20 in kept
    assert 1 < len(kept) < 20
    assert f"{21 - len(kept)} games is omitted" in data["about"][-1]


def test_a_thousand_games_make_a_small_file(tmp_path: Path) -> None:
    records = [random_game(Hex(11), seed, output=b"depth 9, 12,345 nodes, 61 %\n") for seed in range(20)]
    report = Report("thousand")
    for number in range(1000):
        report.add(ReportedGame(str(number), records[number % 20]))
    path = tmp_path / "report.html"
    report.write(path)
    assert path.stat().st_size < 20_000_000
    assert len(data_of(path)["moves"]) == 1000


def test_tables_as_text(tmp_path: Path) -> None:
    found = Table("T|", ("player", "games"), (("=a|*b*\n", "3"), ("<c>", "-4.5")), "Note.")
    assert markdown(found) == (
        "## T|\n\n| player | games |\n| --- | ---: |\n| =a\\|\\*b\\* | 3 |\n| \\<c\\> | -4.5 |\n\nNote.\n"
    )
    assert comma_separated(found) == 'player,games\n"\'=a|*b*\n",3\n<c>,-4.5\n'
    report = Report("cup", ("About it.",))
    report.add(ReportedGame("1", random_game(Hex(3), 1)))
    report.write(tmp_path / "report.md")
    assert (tmp_path / "report.md").read_text().startswith("# cup\n\nAbout it.\n\n## Standings\n")
    report.write(tmp_path / "games.csv")
    with (tmp_path / "games.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["red"], row["blue"], row["how it ended"]) == ("ann", "bob", "normal")


@pytest.mark.parametrize(
    "name", ["<b>&lt;", "*a* _b_ `c` ~~d~~", "[x](y) ![z](w)", "a|b \\| # $1$", "&amp; \\* <http://x>"]
)
def test_names_in_markdown_appear_as_they_are(tmp_path: Path, name: str) -> None:
    """In the title, in the sentences below it and in the tables."""
    report = Report(name, (f"{name}, started.",))
    played = random_game(Hex(3), 1)
    crashed = Outcome(Hex.sides[0], Termination.CRASH, f"{name} crashed")
    report.add(ReportedGame(name, replace(played, players=(name, "bob"), outcome=crashed)))
    report.write(tmp_path / "report.md")
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse((tmp_path / "report.md").read_text())
    texts = [token for token in tokens if token.type == "inline"]
    assert {child.type for token in texts for child in token.children or ()} <= {"text", "text_special", "softbreak"}
    shown = ["".join(child.content for child in token.children or ()) for token in texts]
    assert shown[:2] == [name, f"{name}, started."]
    assert shown.count(name) >= 4  # title, standings, cross table, list of games
    assert f"{name} crashed" in shown


def test_where_no_report_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"report\.pdf has no known report format; expected a name that ends"):
        check_target(tmp_path / "report.pdf")
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(FileError, match="is a folder"):
        check_target(tmp_path / "folder.html")
    monkeypatch.setattr(page, "STATIC", tmp_path)
    with pytest.raises(
        FileError,
        match=r"report\.js is needed for HTML reports but cannot be read: No such file or directory; run: make setup",
    ):
        check_target(tmp_path / "report.html")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "-"),
        (0.0004, "0.4 ms"),
        (0.0351, "35 ms"),
        (0.9996, "1.0 s"),
        (59.96, "1:00"),
        (125, "2:05"),
        (3765, "1:02:45"),
    ],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
