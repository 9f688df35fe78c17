"""Who sees to a date.

A task: its holder. Other dates: the colleague to whom it was handed, else the owner of the term of law or of the
interview, else the case's carer, if their role sees such dates."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.models.assignment import CaseAssignment
from casework.tasks.models import CaseTask
from pages.questions import ANY_KEY, kept_rows
from worklist.choices import OF_INTERVIEWS, TASK_DUE, TERMS_OF_LAW, DecisionKind
from worklist.decided import cases_by_role, may_see, owned_interviews
from worklist.due import Due
from worklist.lines import Line
from worklist.models import DueDecision

# The key of a colleague, and the name.
Holder = list[Any]


def attended(lines: Iterable[Line], user: User) -> list[Line]:
    """The lines, each with the names of those who see to it, or none."""
    lines = list(lines)
    holders = holders_of([line.row for line in lines], user.today())
    return [
        replace(line, seen_to=_in_words(holder, user) if holder else "")
        for line, holder in zip(lines, holders, strict=True)
    ]


def holders_of(rows: list[Due], today: datetime.date) -> list[Holder | None]:
    """Who sees to each of these dates: five questions for all of them.

    It follows the condition of `worklist.decided` for whose a date is.
    """
    about = {each.about_id for each in rows}
    handed = {
        (kind, about_id, day): colleague
        for kind, about_id, day, *colleague in DueDecision.objects.filter(
            about_id__in=about, what=DecisionKind.HANDED, undone_at=None
        ).values_list("kind", "about_id", "due_on", "to", "to__full_name")
    }
    tasks = _by_key(_of_tasks, [each.about_id for each in rows if _is_task(each)])
    terms = _by_key(_of_terms, [each.about_id for each in rows if each.kind in TERMS_OF_LAW])
    heard = [each.about_id for each in rows if each.kind in OF_INTERVIEWS]
    interviews = _by_key(_of_interviews, heard, today)
    of_cases = {each.case_id for each in rows if each.case_id}
    cases = kept_rows(_of_cases, today, values={ANY_KEY: of_cases})
    cared_for = {
        (case, permission): colleague
        for permission in {each.permission for each in rows}
        for case, role, *colleague in cases
        if may_see(role, permission)
    }

    def holder(row: Due) -> Holder | None:
        if _is_task(row):
            return tasks.get(row.about_id)
        given = handed.get((row.kind, row.about_id, row.on))
        owner = terms.get(row.about_id) or interviews.get(row.about_id)
        return given or owner or cared_for.get((row.case_id, row.permission))

    return [holder(row) for row in rows]


def _by_key(question: Callable[..., Any], keys: list[str], *about: Any) -> dict[str, Holder]:
    """The query's result by key, as the row of what falls due has it."""
    found = kept_rows(question, *about, values={ANY_KEY: keys}) if keys else []
    return {str(key): said for key, *said in found}


def _of_tasks() -> Any:
    tasks = CaseTask.objects.filter(pk__in=[ANY_KEY]).exclude(assigned_to=None)
    return tasks.values_list("pk", "assigned_to", "assigned_to__full_name")


def _of_terms() -> Any:
    terms = LegalDeadline.objects.filter(pk__in=[ANY_KEY], owner__isnull=False)
    return terms.values_list("pk", "owner", "owner__full_name")


def _of_interviews(day: datetime.date) -> Any:
    rows = owned_interviews(day).filter(pk__in=[ANY_KEY])
    return rows.values_list("pk", "summons__terms__owner", "summons__terms__owner__full_name")


def _of_cases(day: datetime.date) -> Any:
    cases = cases_by_role(CaseAssignment.objects.on(day).filter(case__in=[ANY_KEY]), day)
    of_roles = ("case", "caseworker__grants__role", "caseworker", "caseworker__full_name")
    return cases.values_list(*of_roles)


def _is_task(row: Due) -> bool:
    return row.kind == TASK_DUE


def _in_words(colleague: Holder, user: User) -> str:
    key, name = colleague
    return _("seen to by you") if key == user.pk else _("seen to by %(name)s") % {"name": name}
