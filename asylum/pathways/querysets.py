"""The kinds of permits that a person of an office can hold."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from asylum.pathways.choices import PermitType
from asylum.pathways.models import PermitKind
from asylum.pathways.rules import is_offered
from casework.children.querysets import surely_adult
from casework.register.models.individual import Individual


def permit_types_for(individual: Individual) -> list[tuple[str, str]]:
    """Returns codes and labels of the kinds in the office's country, or all kinds if the country has none on file.

    Kinds that were closed before the person's entry come last, with a label that says so: a person who was in the country
    before may hold one.
    """
    kinds = list(PermitKind.objects.filter(country=individual.office.country))
    if not kinds:
        return [(code, str(label)) for code, label in PermitType.choices]
    closed = _closed_among(kinds, individual)
    open_kinds = [(each.kind, each.name) for each in kinds if each.kind not in closed]
    label = _("%(kind)s, of an earlier stay")
    older = [(each.kind, label % {"kind": each.name}) for each in kinds if each.kind in closed]
    return open_kinds + older


def is_closed_to(individual: Individual, kind: str) -> bool:
    """Returns whether this kind was no longer issued when the person entered."""
    kinds = PermitKind.objects.filter(country=individual.office.country, kind=kind)
    return kind in _closed_among(kinds, individual)


def _closed_among(kinds: Iterable[PermitKind], individual: Individual) -> set[str]:
    entered_on = individual.arrival.on if individual.arrival else None
    is_adult = surely_adult(individual, individual.office.today())
    return {
        each.kind
        for each in kinds
        if not is_offered(each, entered_on=entered_on, is_adult=is_adult)
    }
