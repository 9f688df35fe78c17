"""Events of a case's timeline: work that was passed on while the case stayed, and assignments that were undone."""

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


def _passed_work(case: Case, user: User) -> Any:
    """Passed work of the case, with `was_with`, the name of the colleague who had it; leaves out rows without work."""
    leaver = Cast(Coalesce(KT("tasks__0__1"), KT("plan_rows__0__2")), UUIDField())
    rows = WorkPassed.objects.filter(case=case).exclude(tasks=[], plan_rows=[])
    former_names = User.objects.filter(pk=OuterRef("leaver")).values("full_name")
    rows = rows.annotate(leaver=leaver).annotate(was_with=Subquery(former_names))
    return rows.select_related("caseworker")


def _event(passed: Any, at: Any, tasks: str, plan: str, both: str, **by: Any) -> Event:
    sentence = plan if not passed.tasks else both if passed.plan_rows else tasks
    return Event(
        at,
        _("Tasks and plan passed on"),
        old=passed.was_with or "",
        new=str(passed.caseworker),
        sentence=sentence,
        **by,
    )


def _event_of_passing(passed: Any) -> Event:
    return _event(
        passed,
        passed.passed_at,
        tasks=_("%(who)s passed tasks from %(old)s to %(new)s"),
        plan=_("%(who)s passed the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s passed tasks and plan from %(old)s to %(new)s"),
    )


def _event_of_return(passed: Any) -> Event:
    return _event(
        passed,
        passed.taken_back_at,
        tasks=_("%(who)s undid the passing of tasks from %(old)s to %(new)s"),
        plan=_("%(who)s undid the passing of the plan or its goals from %(old)s to %(new)s"),
        both=_("%(who)s undid the passing of tasks and plan from %(old)s to %(new)s"),
        by=logger_of(passed),
    )


def _undone_assignments(case: Case, user: User) -> Any:
    rows = CaseAssignment.objects.filter(case=case, ends_on=F("starts_on"))
    return with_log(rows, "case.assignment_taken_back")


def _event_of_undone_assignment(assignment: Any) -> Event:
    return Event(
        assignment.logged_at,
        _("Assignment taken back"),
        new=str(assignment.caseworker),
        sentence=_("%(who)s undid that the case went to %(new)s"),
        by=logger_of(assignment),
    )


handover_happenings = (
    Happening(
        _undone_assignments,
        "logged_at",
        _event_of_undone_assignment,
        reads=("caseworker__full_name", *LOGGED),
    ),
    Happening(_passed_work, "passed_at", _event_of_passing, by="passed_by"),
    Happening(
        lambda case, user: with_log(
            _passed_work(case, user).exclude(taken_back_at=None), "work.taken_back"
        ),
        "taken_back_at",
        _event_of_return,
    ),
)
