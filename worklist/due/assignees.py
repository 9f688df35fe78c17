"""Who sees to a date, its assignee.

The assignee of a task is its holder. The assignee of another date is the colleague to whom it was handed, else the owner
of the term of law or of the interview, else the caseworker of the case, if a role of theirs sees such dates."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.models.assignment import CaseAssignment
from casework.tasks.models import CaseTask
from pages.questions import PLACEHOLDER, cached_rows
from worklist.due.choices import DecisionKind
from worklist.due.conditions import assignments_by_role, owned_interviews, role_sees
from worklist.due.lines import Line
from worklist.due.models import DueDecision
from worklist.due.rows import Due
from worklist.sources.kinds import OF_INTERVIEWS, TASK_DUE, TERMS_OF_LAW

# The key and the full name of a colleague.
Assignee = list[Any]


def with_assignees(lines: Iterable[Line], user: User) -> list[Line]:
    """The lines, each with a text that names its assignee; the text is empty without one."""
    lines = list(lines)
    assignees = assignees_of([line.row for line in lines], user.today())
    return [
        replace(line, assignee=assignee_in_words(assignee, user) if assignee else "")
        for line, assignee in zip(lines, assignees, strict=True)
    ]


def assignees_of(rows: list[Due], today: datetime.date) -> list[Assignee | None]:
    """The assignee of each of these dates, or None; five queries for all of them.

    Must agree with the conditions for `whose` in `worklist.due.conditions`, which say the same in SQL.
    """
    about = {each.about_id for each in rows}
    hand_overs = {
        (kind, about_id, day): colleague
        for kind, about_id, day, *colleague in DueDecision.objects.filter(
            about_id__in=about, what=DecisionKind.HANDED, undone_at=None
        ).values_list("kind", "about_id", "due_on", "to", "to__full_name")
    }
    tasks = _by_key(_of_tasks, [each.about_id for each in rows if _is_task(each)])
    terms = _by_key(_of_terms, [each.about_id for each in rows if each.kind in TERMS_OF_LAW])
    of_interviews = [each.about_id for each in rows if each.kind in OF_INTERVIEWS]
    interviews = _by_key(_of_interviews, of_interviews, today)
    of_cases = {each.case_id for each in rows if each.case_id}
    cases = cached_rows(_of_cases, today, values={PLACEHOLDER: of_cases})
    cared_for = {
        (case, permission): colleague
        for permission in {each.permission for each in rows}
        for case, role, *colleague in cases
        if role_sees(role, permission)
    }

    def assignee(row: Due) -> Assignee | None:
        if _is_task(row):
            return tasks.get(row.about_id)
        colleague = hand_overs.get((row.kind, row.about_id, row.on))
        owner = terms.get(row.about_id) or interviews.get(row.about_id)
        return colleague or owner or cared_for.get((row.case_id, row.permission))

    return [assignee(row) for row in rows]


def _by_key(question: Callable[..., Any], keys: list[str], *about: Any) -> dict[str, Assignee]:
    """The result of the query for these keys, by key as text; nothing is queried without keys."""
    rows = cached_rows(question, *about, values={PLACEHOLDER: keys}) if keys else []
    return {str(key): colleague for key, *colleague in rows}


def _of_tasks() -> Any:
    tasks = CaseTask.objects.filter(pk__in=[PLACEHOLDER]).exclude(assigned_to=None)
    return tasks.values_list("pk", "assigned_to", "assigned_to__full_name")


def _of_terms() -> Any:
    terms = LegalDeadline.objects.filter(pk__in=[PLACEHOLDER], owner__isnull=False)
    return terms.values_list("pk", "owner", "owner__full_name")


def _of_interviews(day: datetime.date) -> Any:
    rows = owned_interviews(day).filter(pk__in=[PLACEHOLDER])
    return rows.values_list("pk", "summons__terms__owner", "summons__terms__owner__full_name")


def _of_cases(day: datetime.date) -> Any:
    cases = assignments_by_role(CaseAssignment.objects.on(day).filter(case__in=[PLACEHOLDER]), day)
    of_roles = ("case", "caseworker__grants__role", "caseworker", "caseworker__full_name")
    return cases.values_list(*of_roles)


def _is_task(row: Due) -> bool:
    return row.kind == TASK_DUE


def assignee_in_words(colleague: Assignee, user: User) -> str:
    """`seen to by you`, or the name of the colleague."""
    key, name = colleague
    return _("seen to by you") if key == user.pk else _("seen to by %(name)s") % {"name": name}
