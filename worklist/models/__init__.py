"""Notices, decisions about dates, heartbeats, the projection of what falls due, and confirmed first steps."""

from worklist.models.decision import DueDecision
from worklist.models.heartbeat import Heartbeat
from worklist.models.kept import KeptAhead, KeptDue, KeptKind, TouchedDue
from worklist.models.notice import Notice
from worklist.models.step_said import StepSaid

__all__ = [
    "DueDecision",
    "Heartbeat",
    "KeptAhead",
    "KeptDue",
    "KeptKind",
    "Notice",
    "StepSaid",
    "TouchedDue",
]
