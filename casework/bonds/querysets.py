"""Querysets of bonds, which are visible to users who see both people."""

import datetime
import uuid
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from casework.bonds.choices import DESCENT, Bond
from casework.register.models.individual import Individual
from vault.querysets import SealedQuerySet

MOST_GENERATIONS = 12


class RelationshipQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.INDIVIDUAL_READ) -> Self:
        """Returns bonds whose two persons the user reaches with this permission."""
        people = Individual.objects.visible_to(user, permission)
        return self.filter(individual_a__in=people, individual_b__in=people)

    def standing(self) -> Self:
        """Returns bonds that were not recorded by mistake."""
        return self.filter(is_mistake=False)

    def on(self, day: datetime.date) -> Self:
        """Returns bonds that hold on that day."""
        return self.standing().filter(
            Q(starts_on=None) | Q(starts_on__lte=day), Q(ends_on=None) | Q(ends_on__gt=day)
        )

    def open(self) -> Self:
        return self.standing().filter(ends_on=None)

    def touching(self, people: Any) -> Self:
        """Returns bonds of at least one of these persons."""
        return self.filter(Q(individual_a__in=people) | Q(individual_b__in=people))

    def between(self, one: Any, two: Any) -> Self:
        """Returns bonds of these two, in either direction."""
        return self.filter(individual_a__in=(one, two), individual_b__in=(one, two))

    def staying_at_merge(self, survivor: Any, merged: Any) -> Self:
        """Returns bonds between the two, and open ones that duplicate a bond of the survivor."""
        same_kind = self.open().filter(kind=OuterRef("kind"))
        doubles = Q(
            Exists(same_kind.filter(individual_a=survivor, individual_b=OuterRef("individual_b"))),
            individual_a=merged,
        ) | Q(
            Exists(same_kind.filter(individual_b=survivor, individual_a=OuterRef("individual_a"))),
            individual_b=merged,
        )
        between = Q(individual_a__in=(survivor, merged), individual_b__in=(survivor, merged))
        return self.filter(between | (Q(ends_on=None, is_mistake=False) & doubles))

    def keeping_apart(self) -> Self:
        """Returns bonds that keep two people out of one room."""
        return self.filter(kind=Bond.APART)

    def with_people(self) -> Self:
        return self.select_related("individual_a", "individual_b")

    def ancestors_of(self, individual: Any) -> set[uuid.UUID]:
        """Returns everybody on file who is an ancestor of this person."""
        ancestors: set[uuid.UUID] = set()
        youngest = {individual.pk}
        for _generation in range(MOST_GENERATIONS):
            rows = self.open().filter(kind__in=DESCENT, individual_b__in=youngest)
            youngest = set(rows.values_list("individual_a", flat=True)) - ancestors
            if not youngest:
                break
            ancestors |= youngest
        return ancestors
