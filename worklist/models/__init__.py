"""Notices to staff, the pulse of the clock that writes them, and what people said of the first steps."""

from worklist.models.heartbeat import Heartbeat
from worklist.models.notice import Notice
from worklist.models.step_said import StepSaid

__all__ = ["Heartbeat", "Notice", "StepSaid"]
