"""Background work. A task takes ids, calls one function for each, and may run twice."""

import uuid

from celery import shared_task
from django.utils import timezone

from shelters.plan.models import MovePlan
from shelters.plan.solving import solve_plan


@shared_task(name="shelters.solve_move_plan")
def solve_move_plan(plan_id: str) -> None:
    solve_plan(uuid.UUID(plan_id))


@shared_task(name="shelters.solve_waiting_move_plans")
def solve_waiting_move_plans() -> None:
    """Queues every plan that waits, also those of a lost worker, and those asked for while the broker was down."""
    waiting = MovePlan.objects.waiting_for_a_worker(timezone.now())
    for plan_id in waiting.values_list("pk", flat=True):
        solve_move_plan.delay(str(plan_id))
