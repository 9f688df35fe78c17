"""Who sees to a date: a colleague to whom it was handed, else who has the task or looks after the case."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.assignment import CaseAssignment
from casework.tasks.models import CaseTask
from worklist.choices import DecisionKind
from worklist.due import Due
from worklist.lines import Line
from worklist.models import DueDecision


def attended(lines: Iterable[Line], user: User) -> list[Line]:
    """The lines, each with who sees to it in words; without where nobody does. Three questions for all of them.

    It follows the condition of `worklist.decided` for whose a date is.
    """
    lines = list(lines)
    about = {line.row.about_id for line in lines}
    handed = {
        (kind, about_id, day): colleague
        for kind, about_id, day, *colleague in DueDecision.objects.filter(
            about_id__in=about, what=DecisionKind.HANDED, undone_at=None
        ).values_list("kind", "about_id", "due_on", "to", "to__full_name")
    }
    tasks = {
        str(task): colleague
        for task, *colleague in CaseTask.objects.filter(
            pk__in=[line.row.about_id for line in lines if _is_task(line.row)]
        ).values_list("pk", "assigned_to", "assigned_to__full_name")
    }
    cases = {
        case: colleague
        for case, *colleague in CaseAssignment.objects.on(user.today())
        .filter(case__in={line.row.case_id for line in lines})
        .values_list("case", "caseworker", "caseworker__full_name")
    }

    def who(row: Due) -> str:
        own = tasks.get(row.about_id) if _is_task(row) else cases.get(row.case_id)
        colleague = handed.get((row.kind, row.about_id, row.on)) or own
        return _in_words(colleague, user) if colleague else ""

    return [replace(line, seen_to=who(line.row)) for line in lines]


def _is_task(row: Due) -> bool:
    return row.kind == "task_due"


def _in_words(colleague: list[Any], user: User) -> str:
    key, name = colleague
    return _("seen to by you") if key == user.pk else _("seen to by %(name)s") % {"name": name}
