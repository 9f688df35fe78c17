"""Tasks and parts of the plan that went to a colleague while the case stayed, and came back; cases that came back."""

from typing import Any

from django.db.models import F, OuterRef, Subquery, UUIDField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.assignment import CaseAssignment, WorkPassed
from casework.register.models.case import Case
from casework.slots.logged import LOGGED, logger_of, with_log
from casework.slots.timeline import Event, Happening


def _every(case: Case, user: User) -> Any:
    """With `was_with`, the name of who had the work; without handovers for a later day that took nothing along."""
    leaver = Cast(Coalesce(KT("tasks__0__1"), KT("plan_rows__0__2")), UUIDField())
    rows = WorkPassed.objects.filter(case=case).exclude(tasks=[], plan_rows=[])
    had = User.objects.filter(pk=OuterRef("leaver")).values("full_name")
    rows = rows.annotate(leaver=leaver).annotate(was_with=Subquery(had))
    return rows.select_related("caseworker")


def _event(passed: Any, at: Any, tasks: str, plan: str, both: str, **by: Any) -> Event:
    what = plan if not passed.tasks else both if passed.plan_rows else tasks
    return Event(
        at,
        _("Tasks and plan passed on"),
        old=passed.was_with or "",
        new=str(passed.caseworker),
        sentence=what,
        **by,
    )


def _passed(passed: Any) -> Event:
    return _event(
        passed,
        passed.passed_at,
        tasks=_("%(who)s passed tasks from %(old)s to %(new)s"),
        plan=_("%(who)s passed the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s passed tasks and plan from %(old)s to %(new)s"),
    )


def _taken_back(passed: Any) -> Event:
    return _event(
        passed,
        passed.taken_back_at,
        tasks=_("%(who)s undid the passing of tasks from %(old)s to %(new)s"),
        plan=_("%(who)s undid the passing of the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s undid the passing of tasks and plan from %(old)s to %(new)s"),
        by=logger_of(passed),
    )


def _assignments_taken_back(case: Case, user: User) -> Any:
    rows = CaseAssignment.objects.filter(case=case, ends_on=F("starts_on"))
    return with_log(rows, "case.assignment_taken_back")


def _assignment_taken_back(assignment: Any) -> Event:
    return Event(
        assignment.logged_at,
        _("Assignment taken back"),
        new=str(assignment.caseworker),
        sentence=_("%(who)s undid that the case went to %(new)s"),
        by=logger_of(assignment),
    )


happened = (
    Happening(
        _assignments_taken_back,
        "logged_at",
        _assignment_taken_back,
        reads=("caseworker__full_name", *LOGGED),
    ),
    Happening(_every, "passed_at", _passed, by="passed_by"),
    Happening(
        lambda case, user: with_log(
            _every(case, user).exclude(taken_back_at=None), "work.taken_back"
        ),
        "taken_back_at",
        _taken_back,
    ),
)
