"""Record and correct things handed out."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.audit import add_and_record, record
from accounts.models import User
from accounts.refusals import refuse_future
from aid.actions.commitments import case_of_target, require_change, target_columns
from aid.models import ItemDistribution
from casework.corrections.actions import apply_correction, refuse_mistake
from casework.register.actions import refuse_before_arrival_or_birth
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from pages.refusals import ActionRefused
from partners.models import Organisation
from shelters.models import Site

# A larger number for each person needs a confirmation: it may have a zero too many, or be meant for a whole site.
MOST_FOR_ONE = 5


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
    is_sure: bool = False,
) -> ItemDistribution:
    """Records that a provider handed out a number of something to a site, family or person.

    Raises ActionRefused for more than MOST_FOR_ONE for each person, unless the user `is_sure`.
    """
    require_change(by, target)
    refuse_future(on, by=by)
    _refuse_before_anybody_was_here(target, on)
    _refuse_unconfirmed_number(target, quantity, on, is_sure=is_sure)
    distribution = ItemDistribution(
        **target_columns(target),
        provider=provider,
        article=article,
        quantity=quantity,
        on=on,
        remark=remark.strip(),
        recorded_by=by,
    )
    case, details = case_of_target(target, on), {"article": article, "quantity": quantity}
    return add_and_record(distribution, "items.distributed", by=by, case=case, details=details)


def _refuse_before_anybody_was_here(target: Site | Case | Individual, on: datetime.date) -> None:
    """Raises ActionRefused for a day before the person arrived or was born, or before the case was opened."""
    if isinstance(target, Individual):
        refuse_before_arrival_or_birth(target, on)
    elif isinstance(target, Case) and on < target.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="on")


def _refuse_unconfirmed_number(
    target: Site | Case | Individual, quantity: int, on: datetime.date, *, is_sure: bool
) -> None:
    """Raises ActionRefused for a number that is probably mistyped or meant for a site, unless the user is sure."""
    if is_sure or isinstance(target, Site):
        return
    people = members_today(target, on).count() if isinstance(target, Case) else 1
    if quantity > MOST_FOR_ONE * max(people, 1):
        sentence = ngettext(
            "%(quantity)s for %(people)s person: tick this if it is so, or put the number right.",
            "%(quantity)s for %(people)s people: tick this if it is so, or put the number right.",
            max(people, 1),
        )
        raise ActionRefused(
            sentence % {"quantity": quantity, "people": max(people, 1)}, field="is_sure"
        )


@transaction.atomic
def correct_distribution(
    distribution: ItemDistribution,
    *,
    by: User,
    reason: str = "",
    is_sure: bool = False,
    **facts: Any,
) -> ItemDistribution:
    """Corrects `provider`, `article`, `quantity` or `on`, or marks it as recorded by mistake (`is_mistake`)."""
    row = ItemDistribution.objects.lock(distribution)
    require_change(by, row.target)
    refuse_mistake(row)
    if not facts.get("is_mistake"):
        quantity = facts.get("quantity", row.quantity)
        _refuse_unconfirmed_number(row.target, quantity, facts.get("on", row.on), is_sure=is_sure)
    if facts.get("on"):
        refuse_future(facts["on"], by=by)
        _refuse_before_anybody_was_here(row.target, facts["on"])
    changed = apply_correction(row, facts, reason=reason, by=by)
    row.save()
    case = case_of_target(row.target, row.on)
    record("items.corrected", by=by, about=row, case=case, details={"fields": changed})
    return row
