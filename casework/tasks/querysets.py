"""Querysets of tasks."""

import datetime
import uuid
from typing import Any, Self

from accounts.models import User
from accounts.permissions import Permission
from casework.register.querysets.case import OfCaseQuerySet
from casework.tasks.choices import TaskStatus


class TaskQuerySet(OfCaseQuerySet):
    """Tasks and appointments, visible with their case."""

    read_with = Permission.TASK_CHANGE

    def family_tasks_without_members(self, case: Any) -> list[uuid.UUID]:
        """Returns the keys of open tasks of the whole family in a case to which nobody belongs any longer."""
        if case.members.filter(left_on=None).exists():
            return []
        return list(self.open().filter(case=case, individual=None).values_list("pk", flat=True))

    def open(self) -> Self:
        return self.filter(status=TaskStatus.OPEN)

    def of(self, user: User) -> Self:
        """Returns tasks assigned to this user."""
        return self.filter(assigned_to=user)

    def overdue_on(self, day: datetime.date) -> Self:
        return self.open().filter(due_on__lt=day)
