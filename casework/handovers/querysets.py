"""What a colleague would leave behind: cases, tasks, plans and goals from a day on."""

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
    """One case in which the colleague has work. `changes_hands_on` is None if somebody else, or nobody, looks after it.

    `can_be_taken` says whether the colleague who takes over could open the case. With `is_due_before` all of the work falls
    due before the day of the handover, and stays."""

    case: Case
    changes_hands_on: datetime.date | None
    tasks: int
    plans: int
    can_be_taken: bool = True
    is_due_before: bool = False


def load_of(
    leaving: User, *, by: User, on: datetime.date, taking: User | None = None
) -> list[CaseLoad]:
    """What `leaving` would hand over, by case, for the cases that `by` may assign; a fixed number of queries.

    First the cases that `leaving` looks after, then those in which they only have work. With `taking`, each says whether
    that colleague could open the case.
    """
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    held = dict(
        CaseAssignment.objects.on_or_after(on)
        .filter(caseworker=leaving, case__in=cases.open())
        .values_list("case")
        .annotate(Min("starts_on"))
        .order_by()
    )
    work = _work_of(leaving)
    tasks, plans_alone, goals = (_count_by_case(rows) for rows in work)
    plans = plans_alone + goals
    going = {*tasks, *plans}
    if on > by.today():
        going = {
            case for rows in due_from(on, *work) for case in rows.values_list("case", flat=True)
        }
    loaded = cases.filter(pk__in={*held, *tasks, *plans}).with_people(by.today())
    loaded = loaded.with_caseworker(by.today())
    opened = {case.pk for case in loaded}
    if taking:
        openable = Case.objects.visible_to(taking, Permission.CASE_CHANGE)
        opened = set(openable.filter(pk__in=opened).values_list("pk", flat=True))
    return sorted(
        (
            CaseLoad(
                case,
                max(on, held[case.pk]) if case.pk in held else None,
                tasks[case.pk],
                plans[case.pk],
                case.pk in opened,
                case.pk not in going,
            )
            for case in loaded
        ),
        key=lambda load: (load.changes_hands_on is None, load.case.number),
    )


def due_from(
    on: datetime.date, tasks: QuerySet[Any], plans: QuerySet[Any], goals: QuerySet[Any]
) -> tuple[QuerySet[Any], QuerySet[Any], QuerySet[Any]]:
    """The work that a handover on a later day takes along. The colleague who leaves does what is due before."""
    return (
        tasks.filter(due_on__gte=on),
        plans.filter(review_on__gte=on),
        goals.filter(target_on__gte=on),
    )


def who_leaves_something(by: User) -> QuerySet[User]:
    """Colleagues with a case or other work, as far as `by` may assign it."""
    cases = Case.objects.visible_to(by, Permission.CASE_ASSIGN)
    assignments = CaseAssignment.objects.filter(case__in=cases)
    tasks, plans, goals = (rows.filter(case__in=cases) for rows in _work_of())
    found: QuerySet[User] = User.objects.filter(
        Q(pk__in=assignments.values("caseworker"))
        | Q(pk__in=tasks.values("assigned_to"))
        | Q(pk__in=plans.values("responsible"))
        | Q(pk__in=goals.values("responsible"))
    )
    return found


def _work_of(leaving: User | None = None) -> tuple[QuerySet[Any], QuerySet[Any], QuerySet[Any]]:
    """Open tasks, plans of open cases, open goals: everybody's, or one colleague's."""
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
