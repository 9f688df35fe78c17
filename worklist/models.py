"""Collects the models of every package for Django; nothing imports from it."""

from worklist.due import models as due
from worklist.first_steps import models as first_steps
from worklist.notices import models as notices
from worklist.projection import models as projection
from worklist.scheduler import models as scheduler
from worklist.sources import models as sources

__all__ = ["due", "first_steps", "notices", "projection", "scheduler", "sources"]
