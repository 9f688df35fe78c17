"""Records, corrects and ends bonds between two people."""

import datetime
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.bonds.rules import bond_by_relation, contradiction
from casework.corrections.actions import apply_correction, refuse_mistake
from casework.identity.rules import NOBODYS_PARTNER, too_young_to_be_a_partner
from casework.register.choices import Relation
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused


def _lock_both(one: Individual, two: Individual, *, by: User) -> list[Individual]:
    """Returns the fresh rows in the given order, locked in a fixed order. Raises NotAllowed."""
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
    """Records that `individual` is the `kind` of `other`, and returns the bond.

    Raises ActionRefused if that contradicts the file.
    """
    first, second = _lock_both(individual, other, by=by)
    if kind == Bond.PARTNER and any(
        too_young_to_be_a_partner(each.age_on(by.today()), Relation.PARTNER)
        for each in (first, second)
    ):
        raise ActionRefused(NOBODYS_PARTNER, field="kind")
    if starts_on:
        refuse_future(starts_on, by=by, field="starts_on")
    relationship = Relationship(
        key_id=first.key_id,
        individual_a=first,
        individual_b=second,
        kind=kind,
        starts_on=starts_on,
        reason=reason.strip(),
        recorded_by=by,
    )
    _refuse_contradiction(relationship)
    relationship.save(force_insert=True)
    _record("relationship.recorded", relationship, by=by, kind=kind)
    return relationship


def record_relations_as_bonds(
    members: Iterable[FamilyMember], principal: Individual, *, by: User
) -> None:
    """Records the relations of these members to a former principal as bonds, because memberships name only the new one.

    An existing bond of the two stays as it is.
    """
    for member in members:
        if bond := bond_by_relation(member.relation_to_principal):
            kind, is_first = bond
            pair = (member.individual, principal) if is_first else (principal, member.individual)
            with suppress(ActionRefused):
                relate(pair[0], other=pair[1], kind=kind, by=by)


@transaction.atomic
def end_relationship(
    relationship: Relationship, *, ends_on: datetime.date, by: User
) -> Relationship:
    """Ends the bond; `ends_on` is the first day without the bond."""
    _lock_both(relationship.individual_a, relationship.individual_b, by=by)
    relationship = Relationship.objects.lock(relationship)
    refuse_mistake(relationship)
    refuse_future(ends_on, by=by, field="ends_on")
    if relationship.ends_on:
        raise ActionRefused(_("This ended already."))
    if relationship.starts_on and ends_on < relationship.starts_on:
        raise ActionRefused(_("The end is before the beginning."), field="ends_on")
    relationship.ends_on = ends_on
    relationship.save(update_fields=["ends_on"])
    _record("relationship.ended", relationship, by=by)
    return relationship


@transaction.atomic
def correct_relationship(
    relationship: Relationship, *, by: User, reason: str = "", **facts: Any
) -> Relationship:
    """Corrects `starts_on` and, for an ended bond, `ends_on`; or marks the bond as a mistake (`is_mistake`).

    If the kind or a person is wrong, the bond is a mistake, and somebody records a new one.
    """
    _lock_both(relationship.individual_a, relationship.individual_b, by=by)
    relationship = Relationship.objects.lock(relationship)
    if facts.get("ends_on") and not relationship.ends_on:
        raise ActionRefused(_("That it holds no longer is a step of its own."), field="ends_on")
    changed = apply_correction(relationship, facts, reason=reason, by=by)
    _refuse_days(relationship, by=by)
    if not (relationship.is_mistake or relationship.ends_on):
        _refuse_contradiction(relationship)
    relationship.save(update_fields=changed)
    _record("relationship.corrected", relationship, by=by, fields=changed)
    return relationship


def _refuse_days(bond: Relationship, *, by: User) -> None:
    for name in ("starts_on", "ends_on"):
        if day := getattr(bond, name):
            refuse_future(day, by=by, field=name)
    if bond.starts_on and bond.ends_on and bond.ends_on < bond.starts_on:
        raise ActionRefused(_("The end is before the beginning."), field="ends_on")


def _refuse_contradiction(bond: Relationship) -> None:
    """Raises ActionRefused if the open bond contradicts what is on file."""
    first, second = bond.individual_a, bond.individual_b
    others = Relationship.objects.open().between(first, second).exclude(pk=bond.pk)
    if sentence := contradiction(
        bond.kind,
        first.pk,
        second.pk,
        known=others.values_list("kind", "individual_a", "individual_b"),
        ancestors_of_first=Relationship.objects.ancestors_of(first),
    ):
        raise ActionRefused(sentence, field="kind")


def _record(verb: str, bond: Relationship, *, by: User, **details: object) -> None:
    """Records the event with both numbers, in the case of the first person."""
    people = [bond.individual_a.number, bond.individual_b.number]
    case = case_of(bond.individual_a, by.today())
    record(verb, by=by, about=bond, case=case, details={"people": people, **details})
