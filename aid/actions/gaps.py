"""Records that nothing can be done about aid that ends, and corrects it."""

import datetime
from typing import Any

from django.db import transaction

from accounts.access import require
from accounts.audit import add_and_record, record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from aid.actions.commitments import case_of_target, target_columns
from aid.models import OpenGap
from casework.corrections.actions import apply_correction, refuse_mistake
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from shelters.models import Site


@transaction.atomic
def record_gap(
    target: Site | Case | Individual,
    kind: str,
    lost_on: datetime.date,
    *,
    on: datetime.date,
    said: str,
    told: str,
    by: User,
) -> OpenGap:
    """Records what was said on `on`, and to whom, about aid that ends before `lost_on`. Raises ActionRefused."""
    require(by, Permission.AID_CHANGE, about=target)
    refuse_future(on, by=by)
    gap = OpenGap(
        **target_columns(target),
        kind=kind,
        lost_on=lost_on,
        on=on,
        said=said.strip(),
        told=told.strip(),
        recorded_by=by,
    )
    case, details = case_of_target(target, on), {"kind": kind, "lost_on": lost_on.isoformat()}
    return add_and_record(gap, "gap.recorded", by=by, case=case, details=details)


@transaction.atomic
def correct_gap(gap: OpenGap, *, by: User, reason: str = "", **facts: Any) -> OpenGap:
    """Corrects `on`, `said` or `told`, or marks it as recorded by mistake (`is_mistake`). Raises ActionRefused."""
    row = OpenGap.objects.lock(gap)
    require(by, Permission.AID_CHANGE, about=row.target)
    refuse_mistake(row)
    if facts.get("on"):
        refuse_future(facts["on"], by=by)
    changed = apply_correction(row, facts, reason=reason, by=by)
    row.save()
    case = case_of_target(row.target, row.on)
    record("gap.corrected", by=by, about=row, case=case, details={"fields": changed})
    return row
