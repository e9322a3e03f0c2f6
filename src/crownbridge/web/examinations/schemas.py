"""Examinations of programs, as messages of the API."""

from pydantic import Field

from crownbridge.web.examinations.service import ExaminationState
from crownbridge.web.schemas import Frame, GameChoice, Message, Options


class BotFact(Message):
    """A property of a program that is not a fault."""

    name: str
    text: str


class FaultCause(Message):
    """A programming error that explains a fault."""

    kind: str
    advice: str


class FaultExample(Message):
    """A position in which a program goes wrong."""

    position: str
    lines: list[str] = Field(description="The lines to paste into the program's input")
    played: str = Field(description="The program's move, or what it did instead")
    right: list[str]
    why: str = Field(description="Why the moves in `right` are right, and why that is certain")
    repeated: int = Field(description="How often the program gave this kind of answer, in as many attempts")
    frames: list[Frame] = Field(
        description="The position, and the positions after the program's move and its refutation; empty if unknown"
    )
    right_frames: list[Frame] = Field(description="The positions after right moves")


class BotFault(Message):
    """A suspected fault of a program."""

    symptom: str
    confidence: float = Field(description="Probability that the program is faulty, 0 to 1")
    confidence_text: str
    evidence: str
    probe: str
    causes: list[FaultCause] = Field(description="The most likely first")
    examples: list[FaultExample] = Field(description="The shortest first")


class ExaminationReport(Message):
    """The result of an examination."""

    name: str
    bot: str
    protocol: str
    game: str
    options: Options
    seconds_per_move: float
    minutes: float
    seed: int
    seconds: float
    questions: int
    is_complete: bool
    verdict: str
    facts: list[BotFact]
    findings: list[BotFault] = Field(description="The most certain first")


class ExaminationStatus(Message):
    """An examination, and its result if it is over."""

    id: str
    bot: str
    name: str
    board: GameChoice
    state: ExaminationState = Field(
        description="`rejected`: the program failed the checks of `crownbridge doctor` and was not examined; "
        "`stopped`: it was stopped during the checks; `failed`: an internal error, which is in the log of the server"
    )
    probe: str
    fraction: float = Field(description="Share of the time that has passed, 0 to 1")
    questions: int
    findings: int
    problems: list[str] = Field(description="The check that failed, or why the examination was not completed")
    report: ExaminationReport | None
