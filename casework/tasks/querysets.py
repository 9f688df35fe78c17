"""Querysets of tasks."""

import datetime
from typing import Self

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.case import OfCaseQuerySet
from casework.tasks.choices import TaskStatus


class TaskQuerySet(OfCaseQuerySet):
    """Tasks and appointments, visible with their case."""

    read_with = Permission.TASK_CHANGE

    def open(self) -> Self:
        return self.filter(status=TaskStatus.OPEN)

    def of(self, user: User) -> Self:
        """Assigned to this user."""
        return self.filter(assigned_to=user)

    def overdue_on(self, day: datetime.date) -> Self:
        return self.open().filter(due_on__lt=day)
