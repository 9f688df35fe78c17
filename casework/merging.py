"""Why two records may not be merged yet, and which rows hang on a person, whoever added the table."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from pghistory.models import Event

from casework.choices import Relation
from casework.models import FamilyMember, Individual


def merge_blockers(survivor: Individual, merged: Individual) -> list[str]:
    """The sentences of everything that stands in the way; empty when the two may be merged."""
    if survivor.erased_on or merged.erased_on:
        return [_("One of the two was erased: there is nothing left to merge.")]
    return [
        sentence
        for path in settings.MERGE_BLOCKERS
        for sentence in import_string(path)(survivor, merged)
    ]


def principal_of_others(survivor: Individual, merged: Individual) -> list[str]:
    """A family would be left without its principal."""
    for member in merged.memberships.filter(left_on=None).select_related("case"):
        is_head = member.relation_to_principal == Relation.PRINCIPAL
        others = member.case.members.filter(left_on=None).exclude(pk=member.pk)
        if is_head and others.exists() and clashing(member, survivor):
            return [
                _("%(number)s is the principal of %(case)s: name another one first.")
                % {"number": merged.number, "case": member.case.number}
            ]
    return []


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
