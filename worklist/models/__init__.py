"""Notices to staff, what they decide about dates, the pulse of the clock, and what people said of the first steps."""

from worklist.models.decision import DueDecision
from worklist.models.heartbeat import Heartbeat
from worklist.models.notice import Notice
from worklist.models.step_said import StepSaid

__all__ = ["DueDecision", "Heartbeat", "Notice", "StepSaid"]
