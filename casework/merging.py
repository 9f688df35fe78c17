"""Why two records may not be merged yet, and which rows hang on a person, whoever added the table."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from pghistory.models import Event

from casework.choices import Relation
from casework.models import (
    Case,
    Exit,
    FamilyMember,
    Individual,
    Referral,
    Relationship,
    SpecificNeed,
)
from casework.querysets.individual import case_of


@dataclass(frozen=True)
class Obstacle:
    """Why two records may not be merged yet, and the page on which somebody can mend it."""

    sentence: str
    address: str = ""


def obstacles(survivor: Individual, merged: Individual) -> list[Obstacle]:
    """Everything that stands in the way; empty when the two may be merged."""
    if survivor.erased_on or merged.erased_on:
        return [Obstacle(_("One of the two was erased: there is nothing left to merge."))]
    return [
        obstacle
        for path in settings.MERGE_BLOCKERS
        for obstacle in import_string(path)(survivor, merged)
    ]


def principal_of_others(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A family would be left without its principal."""
    for member in merged.memberships.filter(left_on=None).select_related("case"):
        is_head = member.relation_to_principal == Relation.PRINCIPAL
        others = member.case.members.filter(left_on=None).exclude(pk=member.pk)
        if is_head and others.exists() and clashing(member, survivor):
            words = {"number": merged.number, "case": member.case.number}
            yield Obstacle(
                _("%(number)s is the principal of %(case)s: name another one first.") % words,
                reverse("principal-change", args=[member.case.number]),
            )


def in_no_case(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """The person is looked after under the record that would go, and not under the one that would stay."""
    today = survivor.office.today()
    if survivor.memberships.on(today).exists():
        return
    for member in merged.memberships.on(today).select_related("case"):
        if clashing(member, survivor):
            words = {"number": merged.number, "case": member.case.number}
            yield Obstacle(
                _(
                    "%(number)s is in %(case)s today, and the other record in no case: let %(number)s stay."
                )
                % words
            )


def unequal_restriction(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """What one case keeps from some people would be seen by them in the other, or be lost to others."""
    today = survivor.office.today()
    here, there = case_of(survivor, today), case_of(merged, today)
    if here is None or there is None or here == there:
        return
    if here.is_restricted != there.is_restricted:
        closed, other = (here, there) if here.is_restricted else (there, here)
        yield Obstacle(
            _("%(number)s is restricted and %(other)s is not: restrict both alike first.")
            % {"number": closed.number, "other": other.number},
            reverse("case-restrict", args=[other.number]),
        )
    elif here.is_restricted and _named(here, today) != _named(there, today):
        yield Obstacle(
            _("%(number)s and %(other)s name different people: name the same ones in both first.")
            % {"number": here.number, "other": there.number},
            reverse("case-restrict", args=[there.number]),
        )


def _named(case: Case, day: datetime.date) -> set[Any]:
    return set(case.named_access.in_force(day).values_list("user", flat=True))


def open_relation(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Somebody says that these are two people who belong together, or must be kept apart."""
    for bond in Relationship.objects.between(survivor, merged).open():
        words = {"relation": bond.get_kind_display()}
        yield Obstacle(
            _("An open relation says that these are two people (%(relation)s): end it first.")
            % words,
            reverse("relationship-end", args=[bond.pk]),
        )


def double_needs(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """A need is open on both records, perhaps with different words about it. Which one is told on its page alone."""
    for need in _doubles(SpecificNeed.objects.filter(ended_on=None), survivor, merged, "code"):
        yield Obstacle(
            _("Both records have the same need open: end one of the two first."),
            reverse("need-end", args=[merged.number, need.pk]),
        )


def double_exits(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Both left, perhaps to different places: somebody has to say which it was."""
    for leaving in _doubles(Exit.objects.filter(annulled_on=None), survivor, merged):
        yield Obstacle(
            _("Both records say that the person has left: take one of the exits back first."),
            leaving.get_absolute_url(),
        )


def double_referrals(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Both are with one service outside."""
    for referral in _doubles(Referral.objects.open(), survivor, merged, "service"):
        yield Obstacle(
            _("Both records are referred to the same service: settle or revoke one of them first."),
            referral.get_absolute_url(),
        )


def _doubles(rows: Any, survivor: Individual, merged: Individual, *same: str) -> Any:
    """Those of the merged record's rows of which the survivor has one that is the same in `same`."""
    alike = rows.filter(individual=survivor, **{name: OuterRef(name) for name in same})
    return rows.filter(Exists(alike), individual=merged).order_by("pk")


def clashing(member: FamilyMember, survivor: Individual) -> bool:
    """Whether the survivor belongs to a case on a day of this membership."""
    others = survivor.memberships.exclude(left_on__lte=member.joined_on)
    if member.left_on:
        others = others.filter(joined_on__lt=member.left_on)
    return others.exists()


def hanging_on_a_person() -> Iterator[models.ForeignKey]:
    """Every foreign key of every table to a person whose rows follow in a merge.

    Found by asking the models, so that a new table follows without being named here. Not rows that
    may only grow: they keep naming the record about which they were written.
    """
    relations: list[Any] = Individual._meta.get_fields(include_hidden=True)
    for relation in relations:
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        if follows_in_a_merge(relation.related_model):
            yield relation.field


def follows_in_a_merge(model: Any) -> bool:
    """Rows of our own tables that the application may change; memberships have rules of their own."""
    return (
        model._meta.managed
        and not model._meta.proxy
        and not issubclass(model, Event | FamilyMember)
        and not getattr(model, "append_only", False)
        and not getattr(model, "stays_at_merge", False)
    )


def staying(model: Any, survivor: Individual, merged: Individual) -> Any:
    """Rows of `merged` that stay with it, because the survivor's own say the same.

    The model's query set has a method `staying_at_merge` that names them; the models without one have none.
    """
    rows = model._default_manager.all()
    named = getattr(rows, "staying_at_merge", None)
    return named(survivor, merged) if named else rows.none()


def stays_in_its_case(model: Any) -> bool:
    """Whether rows about a person have no case, or one that is part of what they say: a goal is of a plan."""
    cases = [field for field in model._meta.concrete_fields if field.related_model is Case]
    return not cases or getattr(model, "stays_in_its_case", False)
