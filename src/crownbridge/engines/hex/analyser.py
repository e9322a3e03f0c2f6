"""Live analysis of Hex: a tree search whose most visited moves are the best lines."""

from typing import Any

from crownbridge._core import HexSearchReport, StopFlag
from crownbridge.engines.hex.engine import SWAP
from crownbridge.engines.hex.first_stones import is_before_the_swap, win_chances_under_swap
from crownbridge.engines.hex.maps import NetworkMaps
from crownbridge.engines.hex.parameters import Parameters
from crownbridge.engines.live import Analysis, Line, LiveAnalyser, Report, heat, proven_verdict
from crownbridge.games import Position

MEGABYTES = 128
_MAP_SECONDS = 0.05
"""Time for the value map at each report."""


class HexAnalyser(LiveAnalyser):
    """Live analyser with the search at full strength."""

    def __init__(self) -> None:
        parameters = Parameters(megabytes=MEGABYTES)
        self._search = parameters.search()
        self._network = parameters.evaluator()

    def analyse(self, position: Position[Any], lines: int, stop: StopFlag, report: Report) -> None:
        """Report the search; for a first stone under the swap rule, report the fairest stones instead."""
        if is_before_the_swap(position):
            report(_first_stones(position, lines))
            return
        maps = None if self._network is None else NetworkMaps(position, self._network)  # type: ignore[arg-type]  # a Hex position

        def report_search(search_report: HexSearchReport) -> None:
            report(_analysis(position, lines, search_report, maps))

        self._search.run(position, stop=stop, progress=report_search)  # type: ignore[arg-type]  # a Hex position


def _first_stones(position: Position[Any], lines: int) -> Analysis:
    chances = win_chances_under_swap(position)
    best = sorted(chances, key=lambda move: -chances[move])[:lines]
    values: list[float | None] = [None] * len(position.game.geometry.cells)
    for move, chance in chances.items():
        for cell in position.cells_of(move):
            values[cell] = chance
    return Analysis(
        tuple(Line((move,), chances[move]) for move in best),
        heat=heat(position, chances.items()),
        values=tuple(values),
    )


def _analysis(position: Position[Any], lines: int, report: HexSearchReport, maps: NetworkMaps | None) -> Analysis:
    """Convert a report; the win probability of a swap is that of the other side without it."""
    statistics = {move: (visits, win_chance) for move, visits, win_chance in report.candidates}
    chance, best = report.win_chance, report.line[0]
    visits = statistics[best][0] or 1  # 0 if it was proven before its first visit
    statistics[best] = visits, chance
    best_lines = [Line(tuple(report.line), chance, visits=visits)]
    for line in report.other_lines[: lines - 1]:
        line_visits, win_chance = statistics[line[0]]
        best_lines.append(Line(tuple(line), win_chance, visits=line_visits))
    heat_map = heat(position, ((move, count) for move, (count, _) in statistics.items()))
    policy = values = None
    if maps is not None:
        maps.advance(_MAP_SECONDS)
        policy, values = maps.policy, maps.values(statistics)
    if position.can_swap:  # type: ignore[attr-defined]
        best_lines = sorted([Line((SWAP,), 1 - chance), *best_lines], key=lambda line: -line.win_chance)[:lines]
        chance = max(chance, 1 - chance)
    return Analysis(
        tuple(best_lines),
        0,
        report.iterations,
        report.seconds,
        proven_verdict(chance),
        heat_map,
        policy,
        values,
    )
