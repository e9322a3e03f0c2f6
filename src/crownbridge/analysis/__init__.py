"""Analysis of game records: the quality of each move, and better alternatives."""

from crownbridge.analysis.annotating import Annotations, annotate, annotations
from crownbridge.analysis.annotation import Annotation, Summary, Verdict
from crownbridge.analysis.judging import Cache, usual_effort
from crownbridge.analysis.mistakes import MISTAKES, Answer, AnswerJudge, mistakes
from crownbridge.analysis.puzzle_book import PuzzleBook
from crownbridge.analysis.puzzles import Puzzle, PuzzleFinder
from crownbridge.analysis.verdicts import MoveVerdict, with_verdicts
from crownbridge.engines.judging import Judgement

__all__ = [
    "MISTAKES",
    "Annotation",
    "Annotations",
    "Answer",
    "AnswerJudge",
    "Cache",
    "Judgement",
    "MoveVerdict",
    "Puzzle",
    "PuzzleBook",
    "PuzzleFinder",
    "Summary",
    "Verdict",
    "annotate",
    "annotations",
    "mistakes",
    "usual_effort",
    "with_verdicts",
]
