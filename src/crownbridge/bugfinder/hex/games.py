"""The probe of whole games, for bots that start only from the empty board."""

import random
from collections.abc import Iterator
from typing import Any, ClassVar

from crownbridge.bugfinder.bot import Bot, TimeIsUpError
from crownbridge.bugfinder.finding import Example, Fact, Finding
from crownbridge.bugfinder.hex.asking import SMALLEST
from crownbridge.bugfinder.hex.examples import Wrong, example
from crownbridge.bugfinder.hex.explanation import findings
from crownbridge.bugfinder.hex.model import Response
from crownbridge.bugfinder.hex.opponent import threatening_move
from crownbridge.bugfinder.hex.trial import Examiner
from crownbridge.bugfinder.probe import Probe
from crownbridge.games import Side
from crownbridge.players import FaultError
from crownbridge.protocols import LastMove

GAMES = 24
REPEATS = 2
_MOST_EXAMPLES = 2
_TRIED = 4


class Games(Probe):
    """Plays games against an opponent that threatens, and compares the bot's blocks with those of faulty bots."""

    name: ClassVar[str] = "games"
    share: ClassVar[float] = 6.0

    def __init__(self) -> None:
        self._seeds: dict[str, tuple[Side, int]] = {}

    def examine(self, bot: Bot, chance: random.Random) -> Iterator[Finding | Fact]:
        """Yield the fault that explains the bot's blocks best."""
        if bot.starts_anywhere or bot.game.size < SMALLEST:  # type: ignore[attr-defined]  # Hex
            return
        responses: list[Response] = []
        for number in range(GAMES):
            side = bot.game.sides[number % 2]
            seed = chance.getrandbits(32)
            try:
                for response in _game(bot, side, seed):
                    responses.append(response)
                    self._seeds.setdefault(response.trial.question.position, (side, seed))
            except FaultError:
                return
            except TimeIsUpError:
                break
        if responses:
            right = sum(response.is_right for response in responses)
            yield Fact("blocks in games", f"{right} of {len(responses)} right")
        yield from findings(bot, [response for response in responses if response.move], self._confirmed)

    def _confirmed(self, bot: Bot, wrong: Wrong) -> tuple[Example, ...]:
        """Return the wrong answers that the bot repeats in the same game."""
        examples: list[Example] = []
        bot.extend()
        for number, (question, answer) in enumerate(wrong):
            if number == _TRIED or len(examples) == _MOST_EXAMPLES:
                break
            side, seed = self._seeds[question.position]
            try:
                repeated = 1 + sum(
                    any(item.trial.question == question and not item.is_right for item in _game(bot, side, seed))
                    for _ in range(REPEATS)
                )
            except (FaultError, TimeIsUpError):
                break
            if repeated == 1 + REPEATS:
                examples.append(example(question, answer, repeated))
        return tuple(examples)


def _game(bot: Bot, side: Side, seed: int) -> Iterator[Response]:
    """Play a game, in which the opponent's moves depend on a seed; yield the answers in which one move decides."""
    chance, examiner = random.Random(seed), Examiner()
    position: Any = bot.game.initial()
    last: LastMove | None = None
    with bot.conversation(side) as conversation:
        while position.outcome() is None:
            if position.side_to_move is not side:
                move = position.parse_move(threatening_move(position, chance))
                position = position.play(move)
                last = LastMove(position, move, position.stones, 0)
                continue
            answer = conversation.ask(position, last)
            trial = examiner.trial(position, proves_blocks=False)
            if trial is not None:
                yield Response(trial, answer)
            if answer.move is None:
                return
            position = position.play(answer.move)
