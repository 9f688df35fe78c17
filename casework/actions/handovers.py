"""Everything of a colleague who leaves goes to another one, from a day on."""

import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.assignments import Outcome, assign_with_work, tried
from casework.actions.tasks_along import Along, pass_work
from casework.models import Case, WorkPassed
from casework.querysets.handover import load_of
from pages.refusals import ActionRefused


def hand_over(
    *, leaving: User, taking: User, by: User, on: datetime.date | None = None
) -> list[Outcome]:
    """Gives every open case that `leaving` looks after on that day or later to `taking`, with the tasks, plans and
    goals that `leaving` has in them, and those in cases that stay with whom they are.

    A case that is planned for `leaving` from a later day goes from that day on. Only cases that `by` may
    assign. Raises ActionRefused where there is nothing to hand over.
    """
    on = on or by.today()
    if leaving == taking:
        raise ActionRefused(_("Choose two different people."), field="taking")
    load = load_of(leaving, by=by, on=on)
    if not load:
        raise ActionRefused(
            _("From that day on %(name)s looks after no open case and has no open task or plan.")
            % {"name": leaving.full_name},
            field="leaving",
        )
    words: dict[str, Any] = {"leaving": leaving, "by": by, "together": uuid4()}
    words["caseworker"] = taking
    return [
        tried(each.case, assign_with_work, each.case, on=each.from_on, **words)
        if each.from_on
        else tried(each.case, _pass_work, each.case, on=on, **words)
        for each in load
    ]


@transaction.atomic
def _pass_work(
    case: Case, *, leaving: User, by: User, on: datetime.date, caseworker: User, together: Any
) -> Along:
    case = Case.objects.lock(case)
    require(by, Permission.CASE_ASSIGN, about=case)
    passed = WorkPassed.objects.create(
        case=case, caseworker=caseworker, starts_on=on, passed_by=by, together=together
    )
    along = pass_work(passed, leaving=leaving, by=by)
    if not (along.went or along.plans or on > by.today()):
        raise ActionRefused(
            _("%(name)s cannot open this case: it is with another team or restricted.")
            % {"name": caseworker.full_name}
        )
    record("work.passed_on", by=by, about=case, details={"to": str(caseworker.pk)})
    return along
