"""Handing out things."""

import datetime
from typing import Any

from django.db import transaction

from accounts.audit import entered, record
from accounts.models import User
from accounts.refusals import refuse_future
from aid.actions.commitments import case_of_target, for_target, require_change
from aid.models import ItemDistribution
from casework.corrections.actions import put_right
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.models import Organisation
from shelters.models import Site


@transaction.atomic
def distribute(
    target: Site | Case | Individual,
    *,
    provider: Organisation,
    article: str,
    quantity: int,
    on: datetime.date,
    by: User,
    remark: str = "",
) -> ItemDistribution:
    """Keeps that a provider handed out so many of something to a site, a family or a person."""
    require_change(by, target)
    refuse_future(on, by=by)
    handed = ItemDistribution(
        **for_target(target),
        provider=provider,
        article=article,
        quantity=quantity,
        on=on,
        remark=remark.strip(),
        recorded_by=by,
    )
    case, said = case_of_target(target, on), {"article": article, "quantity": quantity}
    return entered(handed, "items.distributed", by=by, case=case, details=said)


@transaction.atomic
def correct_distribution(
    handed: ItemDistribution, *, by: User, reason: str = "", **facts: Any
) -> ItemDistribution:
    """Puts right `provider`, `article`, `quantity` or `on`, or says with `is_mistake` that nothing was given."""
    row = ItemDistribution.objects.lock(handed)
    require_change(by, row.target)
    if facts.get("on"):
        refuse_future(facts["on"], by=by)
    changed = put_right(row, facts, reason=reason, by=by)
    row.save()
    case = case_of_target(row.target, row.on)
    record("items.corrected", by=by, about=row, case=case, details={"fields": changed})
    return row
