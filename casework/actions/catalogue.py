"""Reference lists, corrected by whoever maintains them; load_reference leaves these rows alone."""

import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.choices import Unit
from casework.models import CrossingPoint, DeadlineRule, Force, Municipality, Rank
from pages.refusals import ActionRefused


def _correct(row: Model, verb: str, *, by: User, **facts: Any) -> None:
    """Writes the facts; the audit keeps, of each that changed, what it was and what it is."""
    changed = {}
    for name, value in facts.items():
        before = getattr(row, name)
        if before != value:
            changed[name] = [str(before or ""), str(value or "")]
            setattr(row, name, value)
    if changed:
        row.save(update_fields=list(changed))
        record(verb, by=by, about=row, details=changed)


@transaction.atomic
def correct_rule(
    rule: DeadlineRule,
    *,
    unit: str,
    legal_reference: str,
    source: str,
    confidence: str,
    by: User,
    amount: int | None = None,
    fixed_on: datetime.date | None = None,
    valid_to: datetime.date | None = None,
    verified_by: str = "",
    verified_on: datetime.date | None = None,
) -> DeadlineRule:
    """Corrects a version of a rule. Terms that were computed before keep their day."""
    require(by, Permission.CATALOGUE_CHANGE)
    rule = DeadlineRule.objects.select_for_update().get(pk=rule.pk)
    if (unit == Unit.DATE) != (fixed_on is not None):
        raise ActionRefused(_("A fixed date, and nothing else, names its day."), field="fixed_on")
    if bool(verified_by.strip()) != (verified_on is not None):
        raise ActionRefused(_("Say who verified it, and when."), field="verified_on")
    if valid_to and rule.valid_from and valid_to <= rule.valid_from:
        raise ActionRefused(_("The end is before the start."), field="valid_to")
    _correct(
        rule,
        "rule.corrected",
        by=by,
        amount=amount,
        unit=unit,
        fixed_on=fixed_on,
        valid_to=valid_to,
        legal_reference=legal_reference.strip(),
        source=source.strip(),
        confidence=confidence,
        verified_by=verified_by.strip(),
        verified_on=verified_on,
    )
    return rule


@transaction.atomic
def correct_crossing(
    crossing: CrossingPoint,
    *,
    name: str,
    by: User,
    municipality: Municipality | None = None,
    is_official: bool = False,
) -> CrossingPoint:
    """Corrects a crossing point; arrivals over it show the new name."""
    require(by, Permission.CATALOGUE_CHANGE)
    crossing = CrossingPoint.objects.select_for_update().get(pk=crossing.pk)
    _correct(
        crossing,
        "crossing.corrected",
        by=by,
        name=name.strip(),
        municipality=municipality,
        is_official=is_official,
    )
    return crossing


@transaction.atomic
def correct_force(force: Force, *, name: str, short_name: str, by: User) -> Force:
    """Corrects the names of a force."""
    require(by, Permission.CATALOGUE_CHANGE)
    force = Force.objects.select_for_update().get(pk=force.pk)
    _correct(force, "force.corrected", by=by, name=name.strip(), short_name=short_name.strip())
    return force


@transaction.atomic
def correct_rank(rank: Rank, *, name: str, band: str, by: User) -> Rank:
    """Corrects the name of a rank, or the band under which tables show it from now on."""
    require(by, Permission.CATALOGUE_CHANGE)
    rank = Rank.objects.select_for_update().get(pk=rank.pk)
    _correct(rank, "rank.corrected", by=by, name=name.strip(), band=band)
    return rank
