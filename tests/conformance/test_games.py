"""What every game promises, checked over random games of each."""

import copy
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownbridge.errors import IllegalMoveError, InputError, MoveError, OptionError, UnknownGameError
from crownbridge.games import Game, Position, available, load

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
                one = position.play(a)
                b = one.legal_moves()[-1] if one.outcome() is None else None
                there, back = (position.play(x).play(b).play(y) for x, y in ((a, c), (c, a)))
            except MoveError:
                continue
            except TypeError:  # b is None: the game was over
                continue
            if there.pieces() == back.pieces():
                assert there.key == back.key
                assert hash(there) == hash(back)
                met += there == back
    assert met or len(game.geometry.cells) < 9


def test_different_positions_have_different_keys(game: Game[Any]) -> None:
    by_key: dict[int, Any] = {}
    for position in positions(game):
        shown = position.pieces(), position.side_to_move
        assert by_key.setdefault(position.key, shown) == shown


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
            assert position.play(str(move)) == position.play(move)


def test_options_rebuild_the_game(game: Game[Any]) -> None:
    again = load(game.name, **game.options)
    assert again == game
    assert hash(again) == hash(game)
    assert game.initial().game == game
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 (our own pickle)


def test_pickling_keeps_everything(game: Game[Any]) -> None:
    """The copy is equal, and goes on to the same end by the same moves: what came before is kept too."""
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
    def ending(seed: int) -> str:
        return str(list(walk(game, seed))[-1])

    alone = [ending(seed) for seed in range(12)]
    with ThreadPoolExecutor(8) as pool:
        for together in [pool.map(ending, range(12)) for _ in range(3)]:
            assert list(together) == alone


def test_native_counting_agrees_with_playing(game: Game[Any]) -> None:
    for position in positions(game)[:40:8]:
        depth = 2 if len(position.legal_moves()) > 30 else 3
        if not any(p.outcome() for m in position.legal_moves() for p in [position.play(m)]):
            assert game.perft(position, depth) == Game.perft(game, position, depth)
        assert game.perft(position, 0) == 1


def test_random_games_add_up(game: Game[Any]) -> None:
    for play in (game.random_games, partial(Game.random_games, game)):
        tally = play(game.initial(), 40, seed=3)
        assert sum(tally.wins) + tally.draws == 40
        assert tally.moves >= 40
    assert game.random_games(game.initial(), 40, seed=3) == game.random_games(game.initial(), 40, seed=3)


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


@given(text=st.text(alphabet=st.characters() | st.sampled_from("rRwWb.:/ -x0123456789BWK,"), max_size=60))
def test_garbage_is_refused_politely(text: str) -> None:
    for kind in available().values():
        game = kind()
        for parse in (game.parse, game.initial().parse_move, game.initial().play):
            try:
                parse(text)
            except InputError as error:
                assert str(error)  # noqa: PT017 (the text may also be good)


def test_unknown_games_and_options_are_named() -> None:
    with pytest.raises(UnknownGameError, match=r"'go'; there are: checkers, hex"):
        load("go")
    for name, kind in available().items():
        with pytest.raises(OptionError, match="has no option 'colour'; it has: "):
            load(name, colour="green")
        with pytest.raises(OptionError, match="has no preset 'blitz'; it has: "):
            load(name, preset="blitz")
        for option in kind().options:
            with pytest.raises(OptionError):
                kind(**{option: object()})
