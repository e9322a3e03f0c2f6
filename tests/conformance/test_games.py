"""The contract of games, checked over random games of each."""

import copy
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crownbridge.errors import IllegalMoveError, MoveError, OptionError, PositionError, UnknownGameError
from crownbridge.games import Game, Hex, Position, available, load
from crownbridge.games.game import count_by_playing

MOST_POSITIONS = 300


def walk(game: Game[Any], seed: int) -> Iterator[Position[Any]]:
    """The positions of one random game, the last one over."""
    choose = random.Random(seed)
    position = game.initial()
    yield position
    while position.outcome() is None:
        position = position.play(choose.choice(position.legal_moves()))
        yield position


def positions(game: Game[Any]) -> list[Position[Any]]:
    return list(islice((p for seed in range(5) for p in walk(game, seed)), MOST_POSITIONS))


def facts(position: Position[Any]) -> tuple[Any, ...]:
    """All that can be seen of a position."""
    return (
        str(position),
        position.key,
        hash(position),
        position.side_to_move,
        position.outcome(),
        position.legal_moves(),
        position.pieces(),
    )


def test_moves_ascend_and_a_live_position_has_one(game: Game[Any]) -> None:
    for position in positions(game):
        moves = position.legal_moves()
        assert bool(moves) == (position.outcome() is None)
        assert all(a < b and a != b for a, b in pairwise(moves))


def test_a_refused_move_changes_nothing(game: Game[Any]) -> None:
    refused = 0
    sample = positions(game)
    strangers = sample[len(sample) // 2].legal_moves() + sample[0].legal_moves()
    for position in sample:
        before = facts(position)
        legal = set(position.legal_moves())
        for move in strangers:
            if move not in legal:
                with pytest.raises(IllegalMoveError, match=" is illegal: "):
                    position.play(move)
                refused += 1
        with pytest.raises(MoveError):
            position.play("no such move")
        assert facts(position) == before
    assert refused


def test_playing_leaves_the_position_as_it_was(game: Game[Any]) -> None:
    for position in positions(game):
        before = facts(position)
        for move in position.legal_moves():
            assert type(position.play(move)) is type(position)
        assert facts(position) == before


def test_keys_do_not_depend_on_the_order_of_moves(game: Game[Any]) -> None:
    """Plays a, b, c and c, b, a wherever both can be done, and compares where they lead."""
    met = 0
    for position in positions(game)[::5]:
        for a, c in islice(permutations(position.legal_moves(), 2), 30):
            try:
                answers = position.play(a).legal_moves()
                if not answers:
                    continue
                b = answers[-1]
                there, back = (position.play(x).play(b).play(y) for x, y in ((a, c), (c, a)))
            except MoveError:
                continue
            if there.pieces() == back.pieces():
                assert there.key == back.key
                assert hash(there) == hash(back)
                met += there == back
    assert met or len(game.geometry.cells) < 9


def test_different_positions_have_different_keys(game: Game[Any]) -> None:
    by_key: dict[int, Any] = {}
    for position in positions(game):
        state = position.pieces(), position.side_to_move
        assert by_key.setdefault(position.key, state) == state


def test_text_round_trips(game: Game[Any]) -> None:
    for position in positions(game):
        parsed = game.parse(str(position))
        assert parsed == position
        assert parsed.key == position.key
        for text in position.text_forms().values():
            assert game.parse(text).pieces() == position.pieces()


def test_moves_round_trip_as_text(game: Game[Any]) -> None:
    for position in positions(game):
        for move in position.legal_moves():
            assert position.parse_move(position.format_move(move)) == move
            assert position.parse_move(str(move)) == move
            assert str(move).split() == [str(move)]
            assert position.play(str(move)) == position.play(move)


def test_options_rebuild_the_game(game: Game[Any]) -> None:
    again = load(game.name, **game.options)
    assert again == game
    assert hash(again) == hash(game)
    assert game.initial().game == game
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 (our own pickle)


def test_pickling_keeps_everything(game: Game[Any]) -> None:
    """The copy is equal and ends the same way after the same moves, because it includes the history."""
    for seed in range(5):
        trail = list(walk(game, seed))
        middle = trail[len(trail) // 2]
        restored = pickle.loads(pickle.dumps(middle))  # noqa: S301 (our own pickle)
        assert type(restored) is type(middle)
        choose = random.Random(seed)
        one, two = middle, restored
        while one.outcome() is None:
            assert facts(one) == facts(two)
            move = choose.choice(one.legal_moves())
            assert pickle.loads(pickle.dumps(move)) == move  # noqa: S301 (our own pickle)
            one, two = one.play(move), two.play(move)
        assert facts(one) == facts(two)


def test_copies_are_the_position_itself(game: Game[Any]) -> None:
    position = game.initial()
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position


def test_positions_and_moves_work_as_keys(game: Game[Any]) -> None:
    position = game.initial()
    twin = game.parse(str(position))
    assert {position: 1}[twin] == 1
    moves = position.legal_moves()
    assert set(moves) == set(twin.legal_moves())
    assert position != str(position)
    assert moves[0] != "no move"


def test_threads_may_share_positions(game: Game[Any]) -> None:
    """Eight threads count, play out and play on from the very same positions, the native part without the lock."""
    shared = positions(game)[:40]

    def work(seed: int) -> list[Any]:
        choose = random.Random(seed)
        done: list[Any] = []
        for _ in range(15):
            position = choose.choice(shared)
            done.append(game.perft(position, 2))
            done.append(game.random_games(position, 3, seed))
            for _ in range(6):
                if position.outcome() is None:
                    position = position.play(choose.choice(position.legal_moves()))
            done.append(str(position))
        return done

    alone = [work(seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for together in [pool.map(work, range(8)) for _ in range(2)]:
            assert list(together) == alone


def test_native_counting_agrees_with_playing(game: Game[Any]) -> None:
    counted = 0
    for position in positions(game)[::9]:
        moves = len(position.legal_moves())
        depth = 1 if moves > 200 else 2 if moves > 30 else 3
        if not draws_within(position, depth):
            assert game.perft(position, depth) == count_by_playing(position, depth)
            counted += 1
        assert game.perft(position, 0) == 1
    assert counted


def draws_within(position: Position[Any], depth: int) -> bool:
    """Whether a draw rule cuts sequences short, which perft leaves aside."""
    outcome = position.outcome()
    if outcome is not None or depth == 0:
        return outcome is not None and outcome.is_draw
    return any(draws_within(position.play(move), depth - 1) for move in position.legal_moves())


def test_random_games_add_up(game: Game[Any]) -> None:
    for play in (game.random_games, partial(Game.random_games, game)):
        tally = play(game.initial(), 40, seed=3)
        assert sum(tally.wins) + tally.draws == 40
        assert tally.moves >= 40
        assert play(game.initial(), 0) == ((0, 0), 0, 0)
        with pytest.raises(OptionError, match="the option count is -1"):
            play(game.initial(), -1)
    assert game.random_games(game.initial(), 40, seed=3) == game.random_games(game.initial(), 40, seed=3)


def test_native_random_games_are_like_played_ones(game: Game[Any]) -> None:
    """From the start and from the middle, sides win and games last as when they are played move by move."""
    if len(game.geometry.cells) > 200:
        pytest.skip("the slow way is too slow on a board of this size")
    trail = list(walk(game, 1))
    for start in (trail[0], trail[len(trail) // 3]):
        fast, slow = game.random_games(start, 4000, seed=1), Game.random_games(game, start, 400, seed=2)
        for many, few in zip((*fast.wins, fast.draws), (*slow.wins, slow.draws), strict=True):
            assert many / 4000 == pytest.approx(few / 400, abs=0.12)  # over four standard deviations
        assert fast.moves / 4000 == pytest.approx(slow.moves / 400, rel=0.15)


def test_geometry_holds_every_piece_and_move(game: Game[Any]) -> None:
    geometry = game.geometry
    assert len({cell.name for cell in geometry.cells}) == len(geometry.cells)
    for cell in geometry.cells:
        assert 0 < cell.centre.x < geometry.width
        assert 0 < cell.centre.y < geometry.height
        middle = [sum(axis) / len(cell.polygon) for axis in zip(*cell.polygon, strict=True)]
        assert middle == pytest.approx(cell.centre)
        assert cell.tone in geometry.palette
    for position in positions(game)[::20]:
        assert all(0 <= cell < len(geometry.cells) for cell in position.pieces())
        for move in position.legal_moves():
            assert all(0 <= cell < len(geometry.cells) for cell in position.cells_of(move))


def test_captures_are_what_a_move_takes_off_the_board(game: Game[Any]) -> None:
    for position in positions(game)[::5]:
        before, mover = position.pieces(), position.side_to_move
        for move in position.legal_moves():
            after = position.play(move).pieces()
            gone = {cell for cell, one in before.items() if one.side is not mover and after.get(cell) != one}
            if position.cells_of(move):  # a swap only exchanges a stone
                assert set(position.captures_of(move)) == gone


GAMES = [kind() for kind in available().values()] + [Hex(2, swap=True), Hex(3)]
NOTATION = st.characters() | st.sampled_from("rRwWb.:/ -x0123456789BWKHF,_s")


def texts_of(game: Game[Any]) -> list[str]:
    """Return valid texts of positions and moves."""
    known = positions(game)[:30:3]
    return [text for position in known for text in (*position.text_forms().values(), *map(str, position.legal_moves()))]


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A good text with a part replaced, doubled or cut out."""
    text = draw(st.sampled_from(texts))
    start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    middle = draw(st.just("") | st.text(NOTATION, max_size=5) | st.just(text[start:end] * 2) | st.just("9" * 5000))
    return text[:start] + middle + text[end:]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_garbage_is_refused_politely(game: Game[Any]) -> None:
    position = game.initial()

    @given(st.text(NOTATION, max_size=60) | damaged(texts_of(game)))
    @settings(deadline=None, max_examples=300)
    def check(text: str) -> None:
        for parse, refusal in (
            (game.parse, PositionError),
            (position.parse_move, MoveError),
            (position.play, MoveError),
        ):
            try:
                parse(text)
            except refusal as error:
                assert 0 < len(str(error)) < 400  # noqa: PT017 (the text may also be good)

    check()


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(UnknownGameError, match=r"'go'; there are: .*checkers, hex"):
        load("go")
    for name, kind in available().items():
        with pytest.raises(OptionError, match="has no option 'colour'; it has: "):
            load(name, colour="green")
        with pytest.raises(OptionError, match="has no preset 'blitz'; it has: "):
            load(name, preset="blitz")
        for option in kind().options:
            with pytest.raises(OptionError):
                kind(**{option: object()})


def test_installed_packages_are_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server loads a game with every request."""
    load("hex")
    monkeypatch.delattr("importlib.metadata.entry_points")
    assert load("hex", size=5) == Hex(5)
    assert set(available()) >= {"checkers", "hex"}


def test_the_pictures_of_the_guide_are_positions_and_moves(game: Game[Any]) -> None:
    for section in game.guide:
        assert section.title
        assert section.paragraphs
        for picture in section.pictures:
            shown = load(game.name, **picture.options)
            position = shown.initial() if picture.position is None else shown.parse(picture.position)
            if picture.move:
                assert position.parse_move(picture.move) in position.legal_moves()
