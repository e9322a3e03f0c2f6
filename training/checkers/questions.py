"""Generate the questions with which the bug finder tests checkers bots: positions whose right moves are verified.

python training/checkers/questions.py --each 60
python training/checkers/questions.py --check   # only remove questions that full strength answers otherwise

Candidates come from games between weak players and from random placements. A question is kept if a deep search, or the
endgame tables, separate its right moves from its wrong ones by at least `MARGIN`, and if a plain search of the material
finds the right moves at one depth and at all greater depths tried. Full strength must not choose a wrong move either:
in a won game, a weaker move may win as well.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from crownbridge._core import CheckersEvaluation, checkers_minimax
from crownbridge.bugfinder.checkers import BANK
from crownbridge.bugfinder.checkers.models import RULE_ERRORS, Model
from crownbridge.bugfinder.question import Question, load_questions
from crownbridge.engines import Limit, SearchRequest
from crownbridge.engines.checkers import Hyperparameters
from crownbridge.engines.checkers.tables import Tables
from crownbridge.engines.engine import WIN
from crownbridge.files import write_atomically
from crownbridge.games import Checkers
from crownbridge.games.checkers import Position, Side, fen

MARGIN = 90
"""Hundredths of a man between the right and the wrong moves."""
DEPTHS = 7
"""Greatest depth of the plain search."""
NODES, CHOICE_NODES = 15_000, 30_000
"""Nodes for the value of a move, and for the choice of full strength."""
SEARCHED = 0.75
"""Share of the moves of a game that are searched, not random."""
VALUE_MARGIN = 10
"""The same for the choice of a bot with wrong values of pieces."""
LEAST_MOVES = 2
LONG = 3
"""Jumps of a long capture."""
REPLY = 2
"""Depth at which a search sees the reply to a move."""
LAST = {"r": range(28, 32), "w": range(4)}
"""Squares, counted from 0, on which a man is crowned."""
RARE = {"triple", "circular", "stops", "backward", "crowning"}
"""Features of captures that few questions have."""
MAN, KING = 100, 150
MATERIAL = CheckersEvaluation.piece_tables([MAN] * 32, [KING] * 32)
WRONG_VALUES = {
    "cheap-kings": CheckersEvaluation.piece_tables([MAN] * 32, [MAN // 2] * 32),
    "cheap-men": CheckersEvaluation.piece_tables([5 + 3 * (square // 4) for square in range(32)], [KING] * 32),
}
"""Evaluations with wrong values of pieces."""


class Writer:
    """Finds questions and their groups."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.game = Checkers(counter=80, men_progress=True, repetition=3)
        self.tables = Tables.open()
        self.engine = Hyperparameters(hash_megabytes=16, seed=0).engine()
        self.seen: set[int] = set()

    def candidates(self) -> Iterator[Position]:
        """Yield positions with Red to move: two of three from games, the others are random placements."""
        while True:
            yield from self.from_game()
            for _ in range(20):
                if (position := self.placement((1, 1, 2, 2, 3, 4, 5))) is not None:
                    yield position
            for _ in range(60):
                position = self.placement((3, 4, 5, 6, 8, 10))
                if position is not None and is_about_jumps(position):
                    yield position

    def from_game(self) -> Iterator[Position]:
        """Yield the positions of a game of quick moves, some of them random."""
        position = self.game.initial()
        while position.outcome() is None:
            moves = position.legal_moves()
            move = self.random.choice(moves)
            if self.random.random() < SEARCHED:
                move = checkers_minimax(
                    position, MATERIAL, self.random.randint(1, 4), noise=60, seed=self.random.getrandbits(30)
                ).line[0]
            position = position.play(move)
            if position.side_to_move is Side.RED:
                yield position

    def placement(self, counts: tuple[int, ...]) -> Position | None:
        """Return a random placement with one of these numbers of pieces on each side, many of them kings."""
        kings = self.random.choice((0.15, 0.5, 0.9))
        squares = ["."] * 32
        for letter in "rw":
            for _ in range(self.random.choice(counts)):
                at = self.random.randrange(32)
                edge = at in LAST[letter]
                squares[at] = letter.upper() if edge or self.random.random() < kings else letter
        try:
            position: Position = self.game.parse("".join(squares) + " r 80")
        except ValueError:
            return None
        return position if position.outcome() is None else None

    def scores(self, position: Position) -> dict[Any, float]:
        """Return the value of every move in hundredths of a man; exact results count as 10,000."""
        values: dict[Any, float] = {}
        for move in position.legal_moves():
            after = position.play(move)
            outcome = after.outcome()
            exact = self.tables.certain(after)
            if outcome is not None:
                values[move] = 0 if outcome.winner is None else WIN
            elif exact is not None:
                values[move] = -exact * WIN
            else:
                score = self.engine.think(SearchRequest(after, Limit(nodes=NODES))).score or 0
                values[move] = max(-WIN, min(WIN, -score))
        return values

    def plain(
        self, position: Position, moves: list[Any], depth: int, evaluation: CheckersEvaluation = MATERIAL
    ) -> dict[Any, int]:
        """Return the values of the moves by a plain search of the material."""
        values = {}
        for move in moves:
            after = position.play(move)
            outcome = after.outcome()
            if outcome is not None:
                values[move] = 0 if outcome.winner is None else 2 * WIN
            elif depth == 1:
                values[move] = -evaluation(after)
            else:
                values[move] = -checkers_minimax(after, evaluation, depth - 1).score
        return values

    def depth(self, position: Position, right: list[Any], wrong: list[Any]) -> int | None:
        """Return the least depth from which on a plain search prefers every right move to every wrong one."""
        least = None
        for depth in range(1, DEPTHS + 3):
            values = self.plain(position, right + wrong, depth)
            if min(values[move] for move in right) > max(values[move] for move in wrong):
                least = least or depth
            else:
                least = None
        return least if least is not None and least <= DEPTHS else None

    def question(self, position: Position) -> Question | None:
        """Return the question that a position asks according to a plain search."""
        moves = position.legal_moves()
        if position.key in self.seen or len(moves) < LEAST_MOVES:
            return None
        self.seen.add(position.key)
        values = self.plain(position, moves, DEPTHS)
        best = max(values.values())
        right = [move for move in moves if values[move] == best]
        wrong = [move for move in moves if values[move] <= best - MAN]
        about_kings = not wrong
        if about_kings:
            wrong = [move for move in moves if values[move] == best - (KING - MAN)]
        if not wrong or len(right) > len(wrong) + 1 or (depth := self.depth(position, right, wrong)) is None:
            return None
        if about_kings:
            group = "kings"
        elif best > WIN:
            group = "finish"
        elif values[wrong[0]] < -WIN:
            group = "hold"
        elif moves[0].is_capture:
            group = "take"
        else:
            group = "avoid" if depth == REPLY else "shot"
        features = self.features(position, right, wrong, depth)
        right_texts, wrong_texts = tuple(map(str, right)), tuple(map(str, wrong))
        return Question(fen(position), right_texts, wrong_texts, group, depth, tuple(sorted(features)))

    def rule_questions(self, position: Position) -> Iterator[Question]:
        """Yield the questions that bots with a misunderstanding of the rules answer wrongly, one for each fault."""
        moves = position.legal_moves()
        if len(moves) < LEAST_MOVES:
            return
        right_rules = Model.search(2).values(position)
        for name, errors in RULE_ERRORS.items():
            if Model.search(2, **errors).values(position) == right_rules:
                continue
            truth = self.plain(position, moves, DEPTHS)
            best = max(truth.values())
            right = tuple(str(move) for move in moves if truth[move] == best)
            chosen = set(moves)
            for plies in (3, 4):
                values = Model.search(plies, **errors).values(position)
                chosen &= {move for move in moves if values[move] >= max(values.values()) - MAN // 2}
            if chosen and all(truth[move] <= best - MAN for move in chosen):
                wrong = sorted(chosen)
                depth = self.depth(position, [move for move in moves if truth[move] == best], wrong)
                if depth is not None:
                    yield Question(fen(position), right, tuple(map(str, wrong)), "rule", depth, (name,))

    def value_questions(self, position: Position) -> Iterator[Question]:
        """Yield the questions that bots with wrong values of pieces answer wrongly at any depth."""
        moves = position.legal_moves()
        if len(moves) < LEAST_MOVES:
            return
        truth = self.plain(position, moves, DEPTHS)
        right = [move for move in moves if truth[move] == max(truth.values())]
        for name, evaluation in WRONG_VALUES.items():
            chosen = set(moves)
            for plies in (DEPTHS, DEPTHS - 1, DEPTHS - 2):
                values = self.plain(position, moves, plies, evaluation)
                chosen &= {move for move in moves if values[move] >= max(values.values()) - VALUE_MARGIN}
                if not chosen or chosen & set(right):
                    break
            else:
                wrong = sorted(chosen)
                depth = self.depth(position, right, wrong)
                if depth is not None and truth[right[0]] - max(truth[move] for move in wrong) >= KING - MAN:
                    rights, wrongs = (tuple(map(str, sequence)) for sequence in (right, wrong))
                    yield Question(fen(position), rights, wrongs, "value", depth, (name,))

    def verified(self, question: Question) -> Question | None:
        """Return the question with the reason why its answer is certain, or None if a deep search disagrees."""
        scores = {str(move): score for move, score in self.scores(self.game.parse(question.position)).items()}
        worst = min(scores[move] for move in question.right)
        other = max(scores[move] for move in question.wrong)
        if worst - other < (MARGIN / 2 if question.group in ("kings", "value") else MARGIN):
            return None
        if self.is_contested(question):
            return None
        exact = all(abs(scores[move]) in (0, WIN) for move in (*question.right, *question.wrong))
        return question._replace(why="proven" if exact else f"{(worst - other) / 100:.1f} men")

    def is_contested(self, question: Question) -> bool:
        """Return True if full strength chooses one of the wrong moves, by any of the rules."""
        for game in (self.game, Checkers()):
            self.engine.forget()
            request = SearchRequest(game.parse(question.position), Limit(nodes=CHOICE_NODES))
            if str(self.engine.think(request).move) in question.wrong:
                return True
        return False

    def features(self, position: Position, right: list[Any], wrong: list[Any], depth: int) -> set[str]:
        """Return the features of the deciding capture, and with a `~` those of all captures that a search must see."""
        lines = [self.line(position, move, depth) for move in (right[0], *wrong)]
        seen = {f"~{feature}" for line in lines for feature in line}
        if position.legal_moves()[0].is_capture:
            special = [move_features(position, move) for move in right]
            plain = [move_features(position, move) for move in wrong]
            return seen | special[0].intersection(*special) - set[str]().union(*plain)
        if depth == REPLY:
            replies = []
            for move in wrong:
                after = position.play(move)
                best = max(after.legal_moves(), key=lambda reply: self.plain(after, [reply], 1)[reply])
                replies.append(move_features(after, best))
            return seen | replies[0].intersection(*replies) | (replies[0].union(*replies) & RARE)
        return seen

    def line(self, position: Position, move: Any, depth: int) -> set[str]:
        """Return the features of the captures in the best line after a move, without the move itself."""
        features: set[str] = set()
        position = position.play(move)
        for left in range(depth - 1, 0, -1):
            if position.outcome() is not None:
                break
            best = checkers_minimax(position, MATERIAL, left).line[0]
            features |= move_features(position, best)
            position = position.play(best)
        return features


def decisive(question: Question) -> tuple[str, ...]:
    """Return the features of the deciding capture."""
    return tuple(feature for feature in question.features if not feature.startswith("~"))


def is_about_jumps(position: Position) -> bool:
    """Return True if captures of different lengths are possible, or if some moves allow a long or special one."""
    moves = position.legal_moves()
    if moves[0].is_capture:
        return len({len(move.path) for move in moves}) > 1
    return any(
        move_features(after, reply) & RARE for after in map(position.play, moves) for reply in after.legal_moves()
    )


def move_features(position: Position, move: Any) -> set[str]:
    """Return the features of a capture, or whether a quiet move crowns a man."""
    piece = position.pieces()[move.start - 1]
    reaches_end = not piece.crowned and move.end - 1 in LAST["r" if piece.side is Side.RED else "w"]
    if not move.is_capture:
        return {"crowns"} if reaches_end else set()
    jumps = len(move.path) - 1
    features = {"king" if piece.crowned else "man", "triple" if jumps >= LONG else "double" if jumps > 1 else "single"}
    if move.path[0] == move.path[-1]:
        features.add("circular")
    rises = [(end - start > 0) == (piece.side is Side.RED) for start, end in pairwise(move.path)]
    if piece.crowned and not all(rises):
        features.add("backward")
    if reaches_end:
        features.add("crowning")
        board = str(position.play(move)).split()[0]
        again = Checkers().parse(f"{board} {'r' if piece.side is Side.RED else 'w'} 50")
        if any(later.start == move.end and later.is_capture for later in again.legal_moves()):
            features.add("stops")
    return features


def write(questions: list[Question]) -> None:
    """Write the file."""
    write_atomically(BANK, "".join(f"{question.dumps()}\n" for question in sorted(questions)))


def main() -> None:
    """Collect the questions and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=60, help="questions of every group, depth and set of features")
    parser.add_argument("--candidates", type=int, default=60_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="add no questions, only check those in the file")
    arguments = parser.parse_args()
    writer = Writer(arguments.seed)
    counts: Counter[Any] = Counter()
    questions = load_questions(BANK) if BANK.exists() else []
    if arguments.check:
        kept = [question for question in questions if not writer.is_contested(question)]
        print(f"{len(questions) - len(kept):,} of {len(questions):,} questions removed")
        write(kept)
        return
    counts.update((question.group, question.depth, decisive(question)) for question in questions)
    for tried, position in zip(range(arguments.candidates), writer.candidates(), strict=False):
        for question in (
            writer.question(position),
            *writer.rule_questions(position),
            *writer.value_questions(position),
        ):
            if question is None:
                continue
            kind = question.group, question.depth, decisive(question)
            if counts[kind] < arguments.each and (checked := writer.verified(question)) is not None:
                counts[kind] += 1
                questions.append(checked)
        if tried % 500 == 0:
            print(f"{tried:,} candidates, {len(questions):,} questions", flush=True)
            write(questions)
    for kind, count in sorted(counts.items()):
        print(count, *kind)


if __name__ == "__main__":
    main()
