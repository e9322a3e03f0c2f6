"""Our engine's side of the Hex Text Protocol, as scripted dialogues."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.engines import Candidate, Limit, SearchRequest, Thought
from crownbridge.engines.blundering import RandomEngine
from crownbridge.games.hex import Position
from crownbridge.programs.htp import COMMANDS, HtpClient, interrupts


class Script:
    """A client with an engine that plays random or scripted moves and records its positions and limits."""

    def __init__(self, *moves: str, limit: Limit | None = None, seconds: float = 0.0) -> None:
        self._moves = list(moves)
        self._any = RandomEngine(1)
        self._seconds = seconds
        self.limits: list[Limit] = []
        self.positions: list[Position] = []
        self.forgotten = 0
        self.client = HtpClient(self._think, limit or Limit(), self._forget)

    def _think(self, position: Position, limit: Limit) -> Thought:
        self.positions.append(position)
        self.limits.append(limit)
        if not self._moves:
            return self._any.think(SearchRequest(position, limit))
        move = position.parse_move(self._moves.pop(0))
        return Thought(move, (move,), seconds=self._seconds)

    def _forget(self) -> None:
        self.forgotten += 1

    def ask(self, line: str) -> str:
        """The whole answer to a command, which must end with an empty line."""
        answer = self.client.answer(line.encode())
        assert answer is not None, line
        assert answer.endswith("\n")
        assert "\n\n" not in answer
        return answer[:-1]

    def expect(self, *exchanges: tuple[str, str]) -> "Script":
        for line, answer in exchanges:
            assert self.ask(line) == answer, line
        return self


def fresh(*lines: str, **options: Any) -> Script:
    script = Script(**options)
    for line in lines:
        assert script.ask(line).startswith("= "), line
    return script


def test_about_itself() -> None:
    script = Script().expect(
        ("protocol_version", "= 2"),
        ("name", "= Crownbridge"),
        ("known_command genmove", "= true"),
        ("known_command savesgf", "= false"),
        ("12 name", "=12 Crownbridge"),
    )
    assert script.ask("version")[2:3].isdigit()
    listed = script.ask("list_commands")[2:].splitlines()
    wanted = (
        "protocol_version name version known_command list_commands quit boardsize clear_board play genmove reg_genmove "
        "undo showboard time_left time_settings final_score all_legal_moves hexgui-analyze_commands"
    )
    assert set(wanted.split()) <= set(listed)
    assert listed == list(COMMANDS)
    assert not script.client.has_quit
    script.expect(("3 quit", "=3 "))
    assert script.client.has_quit


def test_every_analysis_is_a_command_that_works() -> None:
    script = fresh("boardsize 4", "play b a1")
    for line in script.ask("hexgui-analyze_commands")[2:].splitlines():
        kind, label, words = line.split("/")
        assert kind in {"move", "param", "plist", "pspairs", "string", "var"}
        assert label
        if "final_score" not in words:
            assert script.ask(words.replace("%m", "white")).startswith("= ")


@pytest.mark.parametrize("line", ["", "  ", "\t", "# a comment", "  # another", "\r", "\x00\x07", "\x1b"])
def test_lines_without_a_command_have_no_answer(line: str) -> None:
    assert Script().client.answer(line.encode()) is None


def test_framing() -> None:
    fresh("boardsize 5").expect(
        ("4\tplay\tblack\ta1\r", "=4 "),
        ("  5  play w  b2 # the white one", "=5 "),
        ("pl\x07ay b c\x003", "= "),
        ("0 name", "=0 Crownbridge"),
        ("7", "?7 unknown command: ''; try list_commands"),
        ("7play b d4", "? unknown command: '7play'; try list_commands"),
        ("Name", "? unknown command: 'Name'; try list_commands"),
        ("play b", "? syntax error: expected play COLOUR MOVE"),
        ("play b d4 now", "? syntax error: expected play COLOUR MOVE"),
        ("8 name please", "?8 syntax error: expected name"),
    )


def test_a_game() -> None:
    script = Script("c2").expect(
        ("boardsize 3", "= "),
        ("clear_board", "= "),
        ("play black b2", "= "),
        ("genmove white", "= c2"),
        ("showboard", "= \n a b c\n1 . . .\n 2 . B W\n  3 . . ."),
        ("final_score", "? cannot score: the game is not over"),
        ("PLAY b b1".lower(), "= "),
        ("all_legal_moves", "= a1 c1 a2 a3 b3 c3"),
        ("play WHITE A3", "= "),
        ("play B b3", "= "),
        ("final_score", "= B+"),
        ("all_legal_moves", "= "),
        ("genmove w", "? the game is over: black has won"),
        ("play w c3", "? illegal move: the game is over: black has won"),
        ("undo", "= "),
        ("final_score", "? cannot score: the game is not over"),
        ("play w b3", "= "),
    )
    assert str(script.client.game.position) == ".r./.rb/bb. r"
    assert script.forgotten == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("boardsize 11", "= "),
        ("boardsize 11 11", "= "),
        ("boardsize 26", "= "),
        ("boardsize 1", "= "),
        ("boardsize 11 13", "? unacceptable size: expected a square board, such as 11 or 11 11"),
        ("boardsize 0", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize 27", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize -3", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize x", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize 11 x", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize 99999999999999999999", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize \u0661", "? unacceptable size: expected a whole number from 1 to 26"),
        ("boardsize", "? syntax error: expected boardsize N [N]"),
        ("play red a1", "? invalid colour: 'red'; expected black or white"),
        ("genmove x", "? invalid colour: 'x'; expected black or white"),
        ("play b b2", "? illegal move: b2 is taken"),
        ("play b f1", "? illegal move: f1 is illegal: it lies off the 5x5 board"),
        ("play b a6", "? illegal move: a6 is illegal: it lies off the 5x5 board"),
        ("play b swap", "? illegal move: expected swap-pieces or swap-sides"),
        ("undo now", "? syntax error: expected undo"),
        ("time_left b soon", "? syntax error: 'soon' is not a number of seconds"),
        ("time_left b 1e5", "? syntax error: '1e5' is not a number of seconds"),
        ("time_left b -1", "? syntax error: '-1' is not a number of seconds"),
        ("time_left b 10 1.5", "? syntax error: '1.5' is not a number of stones"),
        ("time_settings 1 2", "? syntax error: expected time_settings MAIN OVERTIME STONES"),
        ("param_game game_time 3", "? syntax error: expected param_game allow_swap, and 0 or 1"),
    ],
)
def test_what_is_refused_changes_nothing(line: str, answer: str) -> None:
    script = fresh("boardsize 5", "play w b2")
    before = script.client.game
    assert script.ask(line) == answer
    if answer.startswith("?"):
        assert script.client.game is before
        assert str(before.position) == "...../.b.../...../...../..... r"


def test_either_colour_may_move_at_any_time() -> None:
    script = fresh("boardsize 5", "play white a1", "play white b1", "play black c3", "genmove black")
    assert script.positions[-1].side_index == 0
    rows = script.client.game.position.rows
    assert (rows.count("r"), rows.count("b")) == (2, 2)


def test_reg_genmove_leaves_the_board() -> None:
    script = Script("b3").expect(("boardsize 5", "= "), ("reg_genmove w", "= b3"))
    assert script.client.game.position.stones == 0


def test_undo_takes_back_what_genmove_played() -> None:
    script = fresh("boardsize 3", "genmove b", "undo")
    assert script.client.game.position.stones == 0
    script.expect(("undo", "? cannot undo: no move has been played"))


def test_swap_pieces_mirrors_the_stone() -> None:
    script = fresh("boardsize 3", "play b a2", "play w swap-pieces")
    assert str(script.client.game.position) == ".b./.../... r"
    script.expect(
        (
            "play b swap-pieces",
            "? illegal move: swap-pieces is only legal in reply to black's first stone",
        ),
        (
            "play w swap-sides",
            "? illegal move: swap-sides is only legal in reply to black's first stone",
        ),
        ("undo", "= "),
    )
    assert str(script.client.game.position) == ".../r../... b"


def test_swap_sides_leaves_the_stone_and_the_turn() -> None:
    script = fresh("boardsize 3", "param_game allow_swap 1", "play b a2", "play w swap-sides")
    assert str(script.client.game.position) == ".../r../... b"
    assert "swap" not in script.ask("all_legal_moves")
    assert script.ask("play w swap-pieces").startswith("? illegal move: swap-pieces is only legal")
    assert "swap" not in script.ask("genmove w")


@pytest.mark.parametrize("lines", [[], ["play w a1"], ["play b a1", "play w b1"], ["play b a1", "play b b1"]])
@pytest.mark.parametrize("move", ["swap-pieces", "swap-sides"])
def test_a_swap_answers_the_first_stone_only(lines: list[str], move: str) -> None:
    assert fresh("boardsize 3", *lines).ask(f"play w {move}").startswith(f"? illegal move: {move} is only legal")


def test_the_engine_swaps_only_where_that_is_allowed() -> None:
    script = fresh("boardsize 3", "play b b2")
    script.expect(("param_game", "= \n[bool] allow_swap 0"))
    assert "swap" not in script.ask("all_legal_moves")
    script.expect(("param_game allow_swap 1", "= "), ("param_game", "= \n[bool] allow_swap 1"))
    assert script.ask("all_legal_moves").endswith(" swap-pieces")
    script.expect(("boardsize 3", "= "), ("param_game", "= \n[bool] allow_swap 1"))
    script = Script("swap-pieces").expect(
        ("param_game allow_swap 1", "= "), ("play b a2", "= "), ("genmove w", "= swap-pieces")
    )
    assert script.client.game.position.rows.index("b") == 1


def test_what_the_engine_thinks() -> None:
    def think(position: Position, limit: Limit) -> Thought:  # noqa: ARG001 (it knows)
        a1, b2, c3 = (position.parse_move(cell) for cell in ("a1", "b2", "c3"))
        considered = (Candidate(a1, 0, 0.5), Candidate(b2, 900, 0.625), Candidate(c3, 99, 0.25), Candidate(a1, 1, 1.0))
        return Thought(b2, (b2, c3), win_chance=0.6, candidates=considered)

    client = HtpClient(think, Limit())
    for line, answer in (
        ("crownbridge-line w", "= b2 c3\n"),
        ("crownbridge-chances w", "= b2 62% c3 25%\n"),
        ("crownbridge-visits w", "= b2 900 c3 99\n"),
        ("crownbridge-verdict w", "= 60.0%\n"),
    ):
        assert client.answer(line.encode()) == answer


def test_what_is_certain() -> None:
    fresh("boardsize 3", "play b b2").expect(
        ("crownbridge-solve w", "= loss"),
        ("crownbridge-solve b", "= win b1"),
        ("crownbridge-solve b 0", "= unknown"),
        ("crownbridge-connections w", "= "),
    )
    answer = fresh("boardsize 3", "play b b2").ask("crownbridge-connections b")
    assert "b2-top certain: b1 c1" in answer.splitlines()[0]
    assert "top-bottom certain: b1 c1 a3 b3" in answer


def test_resigning_ends_the_game_until_it_is_taken_back() -> None:
    fresh("boardsize 3", "play b a1").expect(
        ("play b resign", "= "),
        ("final_score", "= W+"),
        ("genmove w", "? the game is over: white has won"),
        ("all_legal_moves", "= "),
        ("undo", "= "),
        ("final_score", "? cannot score: the game is not over"),
    )


@pytest.mark.parametrize(
    ("lines", "limit"),
    [
        ([], Limit(1.0)),
        (["time_left b 60"], Limit(clock=60.0)),
        (["time_left b 60 0"], Limit(clock=60.0)),
        (["time_left b 2.5 5"], Limit(0.5)),
        (["time_left w 60"], Limit(1.0)),
        (["time_settings 300 0 0"], Limit(clock=300.0)),
        (["time_settings 300 10 1"], Limit(clock=300.0)),
        (["time_settings 0 10 5"], Limit(2.0)),
        (["time_settings 0 0.1 1"], Limit(0.1)),
        (["time_settings 0 0 0"], Limit(clock=0.0)),
        (["time_settings 0 10 0"], Limit(1.0)),
        (["time_settings 300 0 0", "time_left b 7 0"], Limit(clock=7.0)),
        (["time_settings 300 0 0", "time_left b 7 0", "clear_board"], Limit(clock=300.0)),
    ],
)
def test_the_time_for_a_move(lines: list[str], limit: Limit) -> None:
    script = fresh(*lines, "genmove b")
    assert script.limits == [limit]


def test_the_clock_runs() -> None:
    script = Script("a1", "a2", "a3", seconds=4.0)
    for line in ("time_settings 6 10 2", "genmove b", "genmove b", "genmove b"):
        assert script.ask(line).startswith("= ")
    assert script.limits == [Limit(clock=6.0), Limit(clock=2.0), Limit(5.0)]


def test_options_hold_besides_the_clock() -> None:
    assert fresh("genmove b", limit=Limit(nodes=5)).limits == [Limit(nodes=5)]
    assert fresh("time_left b 9", "genmove b", limit=Limit(2.0)).limits == [Limit(2.0, 9.0)]


def test_what_interrupts() -> None:
    assert interrupts(b"# interrupt")
    assert interrupts(b"#  interrupt\r")
    assert not interrupts(b"# interrupts")
    assert not interrupts(b"name")


ARGUMENTS = ("b", "white", "a1", "b2", "c9", "swap-pieces", "swap-sides", "resign", "5", "11", "0", "-1", "1.5", "#")
WORDS = st.sampled_from([*COMMANDS, *ARGUMENTS])


@given(lines=st.lists(st.lists(WORDS, max_size=4).map(" ".join).map(str.encode) | st.binary(max_size=60), max_size=20))
def test_no_line_breaks_the_client(lines: list[bytes]) -> None:
    script = Script()
    for line in [b"boardsize 4", *lines]:
        answer = script.client.answer(line)
        assert answer is None or (answer[0] in "=?" and answer.endswith("\n") and "\n\n" not in answer)
