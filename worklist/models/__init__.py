"""Notices to staff, and the pulse of the clock that writes them."""

from worklist.models.heartbeat import Heartbeat
from worklist.models.notice import Notice

__all__ = ["Heartbeat", "Notice"]
