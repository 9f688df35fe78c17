"""Querysets of relatives at home, incidents and detentions, visible with the person."""

import datetime
from typing import Any, Self

from django.db.models import Count, OuterRef, Q, Subquery

from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.querysets import MistakableQuerySet
from casework.home.choices import DetentionEnd
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import OfIndividualQuerySet
from vault.querysets import SealedQuerySet


class RelativeAbroadQuerySet(OfIndividualQuerySet):
    read_with = Permission.HOME_READ

    def at_home(self) -> Self:
        """Returns relatives still listed among those at home."""
        return self.filter(ended_on=None)

    def dependants(self) -> Self:
        """Returns relatives at home who live on what the person earns."""
        return self.at_home().filter(is_dependant=True)


class HomeIncidentQuerySet(MistakableQuerySet):
    read_with = Permission.HOME_READ

    def of_relatives(self) -> Self:
        """Returns incidents to relatives in the country of origin, not to the person, and not here."""
        return self.filter(is_own=False, is_here=False)

    def agreed_for_public(self) -> Self:
        """Returns incidents that the person agreed to have counted in public tables."""
        return self.standing().filter(consent_given_on__isnull=False)


class DetentionQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.HOME_READ) -> Self:
        people = Individual.objects.visible_to(user, permission)
        return self.filter(relative__individual__in=people)

    def open(self) -> Self:
        return self.filter(ended_on=None)

    def standing(self) -> Self:
        """Returns open detentions, and ended ones that were no mistake."""
        return self.exclude(ended_as=DetentionEnd.MISTAKE)

    def with_case(self, day: datetime.date) -> Self:
        """Annotates `case_number` and `of_case`: the case of the person whose relative is detained."""
        membership = (
            FamilyMember.objects.latest_on(day)
            .filter(individual=OuterRef("relative__individual"))
            .order_by()
        )
        return self.annotate(
            case_number=Subquery(membership.values("case__number")[:1]),
            of_case=Subquery(membership.values("case")[:1]),
        )

    def with_relative(self) -> Self:
        return self.select_related("relative__individual", "state")


def with_incidents(relatives: Any) -> Any:
    """Annotates `incidents_told`, the number of incidents on file of each relative."""
    return relatives.annotate(
        incidents_told=Count("home_incidents", filter=Q(home_incidents__is_mistake=False))
    )
