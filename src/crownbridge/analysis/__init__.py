"""Analysis of game records: the quality of each move, and better alternatives."""

from crownbridge.analysis.annotating import Annotations, annotate, annotations
from crownbridge.analysis.annotation import Annotation, Summary, Verdict
from crownbridge.analysis.judging import Cache, usual_effort
from crownbridge.analysis.verdicts import MoveVerdict, with_verdicts
from crownbridge.engines.judging import Judgement

__all__ = [
    "Annotation",
    "Annotations",
    "Cache",
    "Judgement",
    "MoveVerdict",
    "Summary",
    "Verdict",
    "annotate",
    "annotations",
    "usual_effort",
    "with_verdicts",
]
