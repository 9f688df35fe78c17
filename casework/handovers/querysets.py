"""The cases, tasks, plans and goals that a colleague would hand over."""

import datetime
from collections import Counter
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Min, Q, QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.plan.models import CasePlan, PlanGoal
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.tasks.models import CaseTask


@dataclass(frozen=True)
class CaseLoad:
    """One case in which the colleague has work, with the numbers of tasks, and of plans and goals.

    `changes_hands_on` is the first day of the new caseworker; None if the colleague does not look after the case.
    `can_be_taken` says whether the colleague who takes over could open the case. `is_due_before` says that all of the
    work falls due before the day of the handover, and so does not move.
    """

    case: Case
    changes_hands_on: datetime.date | None
    tasks: int
    plans: int
    can_be_taken: bool = True
    is_due_before: bool = False


def load_of(
    leaving: User, *, by: User, on: datetime.date, taking: User | None = None
) -> list[CaseLoad]:
    """Returns what `leaving` would hand over, by case, in the cases that `by` may assign; a fixed number of queries.

    First come the cases that `leaving` looks after, then those in which `leaving` only has work. With `taking`,
    `can_be_taken` is about that colleague.
    """
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    first_days = dict(
        CaseAssignment.objects.on_or_after(on)
        .filter(caseworker=leaving, case__in=cases.open())
        .values_list("case")
        .annotate(Min("starts_on"))
        .order_by()
    )
    work = _work_of(leaving)
    tasks, plans_alone, goals = (_count_by_case(rows) for rows in work)
    plans = plans_alone + goals
    moving_cases = {*tasks, *plans}
    if on > by.today():
        moving_cases = {
            case for rows in due_from(on, *work) for case in rows.values_list("case", flat=True)
        }
    cases_with_people = cases.filter(pk__in={*first_days, *tasks, *plans}).with_people(by.today())
    cases_with_people = cases_with_people.with_caseworker(by.today())
    openable_keys = {case.pk for case in cases_with_people}
    if taking:
        openable = Case.objects.visible_to(taking, Permission.CASE_CHANGE)
        openable_keys = set(openable.filter(pk__in=openable_keys).values_list("pk", flat=True))
    return sorted(
        (
            CaseLoad(
                case,
                max(on, first_days[case.pk]) if case.pk in first_days else None,
                tasks[case.pk],
                plans[case.pk],
                case.pk in openable_keys,
                case.pk not in moving_cases,
            )
            for case in cases_with_people
        ),
        key=lambda load: (load.changes_hands_on is None, load.case.number),
    )


def due_from(
    on: datetime.date, tasks: QuerySet[Any], plans: QuerySet[Any], goals: QuerySet[Any]
) -> tuple[QuerySet[Any], QuerySet[Any], QuerySet[Any]]:
    """Returns the work due on that day or later. The colleague who leaves does what is due before."""
    return (
        tasks.filter(due_on__gte=on),
        plans.filter(review_on__gte=on),
        goals.filter(target_on__gte=on),
    )


def colleagues_with_work(by: User) -> QuerySet[User]:
    """Colleagues with a case or work that `by` may assign."""
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    assignments = CaseAssignment.objects.filter(case__in=cases)
    tasks, plans, goals = (rows.filter(case__in=cases) for rows in _work_of())
    colleagues: QuerySet[User] = User.objects.filter(
        Q(pk__in=assignments.values("caseworker"))
        | Q(pk__in=tasks.values("assigned_to"))
        | Q(pk__in=plans.values("responsible"))
        | Q(pk__in=goals.values("responsible"))
    )
    return colleagues


def _work_of(leaving: User | None = None) -> tuple[QuerySet[Any], QuerySet[Any], QuerySet[Any]]:
    """Returns open tasks, plans of open cases, and open goals: everybody's, or those of one colleague."""
    tasks = CaseTask.objects.open()
    plans = CasePlan.objects.filter(case__closed_on=None)
    goals = PlanGoal.objects.open()
    if leaving is None:
        return tasks, plans, goals
    return (
        tasks.filter(assigned_to=leaving),
        plans.filter(responsible=leaving),
        goals.filter(responsible=leaving),
    )


def _count_by_case(rows: QuerySet[Any]) -> Counter[UUID]:
    return Counter(rows.order_by().values_list("case", flat=True))
