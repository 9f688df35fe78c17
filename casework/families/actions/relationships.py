"""Saying how two persons belong together, and that they do no longer."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.families.models import Relationship
from casework.families.rules import contradiction
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused


def _locked(one: Individual, two: Individual, *, by: User) -> list[Individual]:
    """The fresh rows in the order given, locked in one order whoever asks. Raises NotAllowed."""
    pair = sorted({one.pk: one, two.pk: two}.values(), key=lambda each: str(each.pk))
    fresh = {each.pk: Individual.objects.lock(each) for each in pair}
    for each in fresh.values():
        require(by, Permission.INDIVIDUAL_CHANGE, about=each)
    return [fresh[one.pk], fresh[two.pk]]


@transaction.atomic
def relate(
    individual: Individual,
    *,
    other: Individual,
    kind: str,
    by: User,
    starts_on: datetime.date | None = None,
    reason: str = "",
) -> Relationship:
    """Says that `individual` is something to `other`. What contradicts what is on file is refused."""
    first, second = _locked(individual, other, by=by)
    if starts_on:
        refuse_future(starts_on, by=by, field="starts_on")
    known = Relationship.objects.open().between(first, second)
    if sentence := contradiction(
        kind,
        first.pk,
        second.pk,
        known=known.values_list("kind", "individual_a", "individual_b"),
        ancestors_of_first=Relationship.objects.ancestors_of(first),
    ):
        raise ActionRefused(sentence, field="kind")
    relationship = Relationship.objects.create(
        key_id=first.key_id,
        individual_a=first,
        individual_b=second,
        kind=kind,
        starts_on=starts_on,
        reason=reason.strip(),
        recorded_by=by,
    )
    _tell("relationship.recorded", relationship, by=by, kind=kind)
    return relationship


@transaction.atomic
def end_relationship(
    relationship: Relationship, *, ends_on: datetime.date, by: User
) -> Relationship:
    """Says that the bond holds no longer; `ends_on` is the first day without it."""
    _locked(relationship.individual_a, relationship.individual_b, by=by)
    relationship = Relationship.objects.lock(relationship)
    refuse_future(ends_on, by=by, field="ends_on")
    if relationship.ends_on:
        raise ActionRefused(_("This ended already."))
    if relationship.starts_on and ends_on < relationship.starts_on:
        raise ActionRefused(_("The end is before the beginning."), field="ends_on")
    relationship.ends_on = ends_on
    relationship.save(update_fields=["ends_on"])
    _tell("relationship.ended", relationship, by=by)
    return relationship


def _tell(verb: str, bond: Relationship, *, by: User, **details: object) -> None:
    """Records the act with both numbers, beside the case of the first."""
    people = [bond.individual_a.number, bond.individual_b.number]
    case = case_of(bond.individual_a, by.today())
    record(verb, by=by, about=bond, case=case, details={"people": people, **details})
