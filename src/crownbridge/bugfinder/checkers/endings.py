"""Endings: whether the bot carries out wins, those that it sees and those that need a plan."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.checkers.causes import ENDING, PLACES, PROGRESS, REPETITION, SIGN
from crownbridge.bugfinder.checkers.examples import reference_engine
from crownbridge.bugfinder.checkers.squares import distance
from crownbridge.bugfinder.checkers.tactics import GROUPS, look_ahead
from crownbridge.bugfinder.finding import Cause, Example, Fact, Finding
from crownbridge.bugfinder.likelihood import Failures, exceeds
from crownbridge.bugfinder.probe import Probe
from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers.tables import COUNTER, Tables
from crownbridge.engines.engine import WIN
from crownbridge.errors import PositionError
from crownbridge.games import Position
from crownbridge.games.checkers import Side, fen
from crownbridge.protocols import LastMove

GAMES, LONG_GAMES = 8, 24
"""Number of endings with a win in sight, and of others."""
LEAST_DEPTH = 3
"""Plies that a bot must look ahead before its endings are examined."""
VISIBLE = 5
"""Plies within which a win that the bot can see is forced."""
EXTRA_MOVES = 8
"""Moves that the bot may need in addition to the shortest win that it sees."""
DIRECTIONS = 80
"""Number of positions in which the direction of kings is measured."""
CLEAR = 0.3
"""Difference in distance from the mean of all moves that counts."""
SURE = 0.99
MOST_FAILED = 2
"""Number of games that a sound bot may fail to win."""
LONG_MOVES = 30
"""Moves in which three kings must win against one."""
PLANNING = 4
"""Plies that a bot must look ahead before it must win an ending that needs a plan."""
CARELESS = 0.01
"""Rate of failures in easy questions above which some moves seem random, so that an ending may fail by chance."""
UNWON = 0.25
"""Share of these endings that a sound bot may fail to win."""
LIKELY = 0.95
REPEATED = 6
"""Number of times that one position occurs in a game of a bot that makes no progress."""
ATTEMPTS = 4
"""How often a bot must repeat the first move of an example."""
WON_PIECES = "RRRW"
WON = "Endgame tables prove that Red wins."
AHEAD = "A side that is ahead wins only if its kings approach the enemy."
_MATERIAL = CheckersEvaluation.piece_tables([100] * 32, [150] * 32)
_REPLY = Limit(nodes=3_000)

Game = tuple[Any, list[str]]
"""A position and the moves that were played from it."""


class Endings(Probe):
    """Plays won endings against the best defence."""

    name = "endings"
    repeats = False
    share = 3.0

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield a finding if the bot keeps wins without ever winning."""
        ahead = look_ahead(bot.results)
        if ahead < LEAST_DEPTH or not bot.starts_anywhere:
            return
        depth = min(ahead, VISIBLE)
        soon = (depth + 1) // 2 + EXTRA_MOVES
        failed, played = self._played(bot, islice(won_positions(bot, chance, depth, seen=True), GAMES), soon)
        yield Fact("wins in sight", f"carried out {played - len(failed)} of {played}")
        if len(failed) > MOST_FAILED:
            yield _finding(
                bot,
                "It sees wins, but does not carry them out.",
                (ENDING, REPETITION),
                failed,
                f"not won: {len(failed)} of {played}",
            )
        bot.extend()
        nearer, farther = self._directions(bot, chance)
        failed, played = self._played(
            bot, islice(won_positions(bot, chance, depth, seen=False), LONG_GAMES), LONG_MOVES
        )
        if played:
            yield Fact("three kings against one", f"won {played - len(failed)} of {played}")
        if is_majority(farther, nearer):
            text = "Its kings move away from the enemy when it is ahead."
            evidence = f"farther than the mean of all moves: {len(farther)}; nearer: {len(nearer)}"
            yield _finding(bot, text, (PROGRESS, SIGN), farther, evidence)
        easy = bot.results.of(*GROUPS).only(lambda question: question.depth < PLANNING).failures
        if ahead < PLANNING or easy.rate > CARELESS or not is_majority(nearer, farther):
            return
        repeated = [game for game in failed if _repetitions(*game) >= REPEATED]
        if len(repeated) > MOST_FAILED:
            text = "It knows how to win an ending, but repeats positions instead."
            yield _finding(bot, text, (REPETITION, ENDING), repeated, f"not won: {len(repeated)} of {played}")
        elif exceeds(Failures(len(failed), played), UNWON) > LIKELY:
            text = "Its kings approach the enemy, but do not win an ending of three kings against one."
            yield _finding(
                bot, text, (PROGRESS, PLACES), failed, f"not won in {LONG_MOVES} moves: {len(failed)} of {played}"
            )

    def _played(self, bot: Bot, positions: Iterable[Any], moves: int) -> tuple[list[Game], int]:
        """Play won endings until the time is up; return those that were not won, with their moves, and their number."""
        failed, played = [], 0
        with suppress(TimeIsUpError):
            for position in positions:
                line = self._unfinished(bot, position, moves)
                played += 1
                if line is not None:
                    failed.append((position, line))
        return failed, played

    def _directions(self, bot: Bot, chance: random.Random) -> tuple[list[Game], list[Game]]:
        """Return the positions with the bot's move in which its kings approach the enemy, and move away."""
        nearer: list[Game] = []
        farther: list[Game] = []
        with suppress(TimeIsUpError):
            for position in islice(lead_positions(bot, chance), DIRECTIONS):
                answer = bot.ask(fen(position))
                if answer.move is None:
                    continue
                distances = {move: _distance(position.play(move)) for move in position.legal_moves()}
                difference = distances[answer.move] - sum(distances.values()) / len(distances)
                if abs(difference) > CLEAR:
                    (nearer if difference < 0 else farther).append((position, [answer.text]))
        return nearer, farther

    @staticmethod
    def _unfinished(bot: Bot, position: Position[Any], most_moves: int) -> list[str] | None:
        """Play an ending; return its moves if the bot does not win it."""
        side, last = position.side_to_move, None
        line: list[str] = []
        with bot.conversation(side) as conversation:
            for _ in range(most_moves):
                answer = conversation.ask(position, last)
                if answer.move is None:
                    return None
                line.append(answer.text)
                position = position.play(answer.move)
                if position.outcome() is None:
                    move = reference_engine().think(SearchRequest(position, _REPLY)).move
                    position = position.play(move)
                    line.append(str(move))
                    last = LastMove(position, move, len(line), 0)
                if (outcome := position.outcome()) is not None:
                    return None if outcome.winner == side else line
        return line


def _placed(bot: Bot, chance: random.Random, pieces: str) -> Any | None:
    """Return a random position with these pieces and Red to move; None if it is not valid or the game is over.

    Raise TimeIsUpError.
    """
    bot.check_time()
    squares = ["."] * 32
    for piece, square in zip(pieces, chance.sample(range(32), len(pieces)), strict=True):
        squares[square] = piece
    try:
        position = bot.game.parse("".join(squares) + " r")
    except PositionError:
        return None
    return position if position.outcome() is None else None


def _is_won(tables: Tables, position: Any) -> bool:
    """Return True if Red wins with any draw counter of at least 50 moves, or with that of the position."""
    value = tables.probe(position)
    return value.result == 1 and value.need <= (position.counter or COUNTER)


def is_majority(games: list[Game], others: list[Game]) -> bool:
    """Return True if there are clearly more games of one kind than of the other."""
    return exceeds(Failures(len(games), len(games) + len(others)), 0.5) > SURE


def _finding(bot: Bot, text: str, causes: tuple[Cause, ...], games: list[Game], evidence: str) -> Finding:
    """Return a finding with the first game whose first move the bot repeats in new processes."""
    confidence = min(0.78 + 0.03 * len(games), 0.96)
    bot.extend()
    for position, line in games[:ATTEMPTS]:
        answers = [bot.ask(fen(position), attempt) for attempt in range(1, ATTEMPTS + 1)]
        if all(answer.text == line[0] for answer in answers):
            why = WON if len(position.pieces()) == len(WON_PIECES) else AHEAD
            example = Example(fen(position), answers[0].lines, line[0], (), why, tuple(line[:10]), ATTEMPTS)
            return Finding(text, causes, confidence, evidence, (example,))
    return Finding(text, causes, confidence, evidence)


def _distance(position: Any) -> float:
    """Return the mean distance of Red's kings from White's pieces."""
    pieces = position.pieces()
    red, white = ([cell for cell, piece in pieces.items() if piece.side is side] for side in Side)
    if not white:
        return 0.0
    distances = [min(distance(own, enemy) for enemy in white) for own in red]
    return sum(distances) / len(distances)


def _repetitions(position: Any, line: list[str]) -> int:
    """Return how often the most frequent position occurs."""
    keys = Counter([position.key])
    for move in line:
        position = position.play(move)
        keys[position.key] += 1
    return max(keys.values())


def won_positions(bot: Bot, chance: random.Random, depth: int, *, seen: bool) -> Iterator[Any]:
    """Yield won endings with Red to move: a win within a number of plies, or one that is further away."""
    tables = Tables.open()
    while True:
        position = _placed(bot, chance, WON_PIECES)
        if position is None or position.legal_moves()[0].is_capture or not _is_won(tables, position):
            continue
        soon, later = (checkers_minimax(position, _MATERIAL, plies).score > WIN for plies in (depth - 2, depth))
        if (not soon and later) if seen else not later:
            yield position


def lead_positions(bot: Bot, chance: random.Random) -> Iterator[Any]:
    """Yield positions with Red to move and three kings against two, in which no capture is near."""
    while True:
        position = _placed(bot, chance, "RRRWW")
        if position is None:
            continue
        moves = position.legal_moves()
        replies = [reply for move in moves for reply in position.play(move).legal_moves()]
        if not any(move.is_capture for move in (*moves, *replies)):
            yield position
