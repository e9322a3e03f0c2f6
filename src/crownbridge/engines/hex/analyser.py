"""Live analysis of Hex: the tree search; the moves that were tried most are the best."""

from typing import Any

from crownbridge._core import HexSearchReport, StopFlag
from crownbridge.engines.hex.engine import SWAP
from crownbridge.engines.hex.first_stones import chances_under_swap, is_before_the_swap
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.live import Analysis, Line, LiveAnalyser, Report, certain, heat
from crownbridge.games import Position

MEGABYTES = 128


class HexAnalyser(LiveAnalyser):
    """The search of full strength."""

    def __init__(self) -> None:
        self._search = Parameters(megabytes=MEGABYTES).search()

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report the search; before a swap, which the search does not know, report the fairest first stones."""
        if is_before_the_swap(position):
            report(_first_stones(position, lines))
            return
        self._search.run(
            position,  # type: ignore[arg-type]  # one of Hex
            stop=stop,
            progress=lambda found: report(_analysis(position, lines, found)),
        )


def _first_stones(position: Position[Any], lines: int) -> Analysis:
    chances = chances_under_swap(position)
    best = sorted(chances, key=lambda move: -chances[move])[:lines]
    return Analysis(tuple(Line((move,), chances[move]) for move in best), heat=heat(position, chances.items()))


def _analysis(position: Position[Any], lines: int, report: HexSearchReport) -> Analysis:
    """Return the search's lines; the chance of a swap is what the other side has without it."""
    found = {move: (visits, worth) for move, visits, worth in report.candidates}
    chance, best = report.win_chance, report.line[0]
    visits = found[best][0] or 1  # where it was proven before it was visited
    found[best] = visits, chance
    shown = [Line(tuple(report.line), chance, visits=visits)]
    for line in report.other_lines[: lines - 1]:
        tried, worth = found[line[0]]
        shown.append(Line(tuple(line), worth, visits=tried))
    tried_cells = heat(position, ((move, tried) for move, (tried, _) in found.items()))
    if position.can_swap:  # type: ignore[attr-defined]
        shown = sorted([Line((SWAP,), 1 - chance), *shown], key=lambda line: -line.win_chance)[:lines]
        chance = max(chance, 1 - chance)
    return Analysis(tuple(shown), 0, report.iterations, report.seconds, certain(chance), tried_cells)
