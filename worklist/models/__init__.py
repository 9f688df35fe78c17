"""Notices, decisions about dates, the pulse of the clock, what falls due as it is kept, and what was said of the first steps."""

from worklist.models.decision import DueDecision
from worklist.models.heartbeat import Heartbeat
from worklist.models.kept import KeptAhead, KeptDue, KeptKind, KeptLoss, KeptStretch, TouchedDue
from worklist.models.notice import Notice
from worklist.models.step_said import StepSaid

__all__ = [
    "DueDecision",
    "Heartbeat",
    "KeptAhead",
    "KeptDue",
    "KeptKind",
    "KeptLoss",
    "KeptStretch",
    "Notice",
    "StepSaid",
    "TouchedDue",
]
