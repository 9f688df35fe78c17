"""Querysets of commitments and distributions."""

import datetime
from typing import Self

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q
from django.db.models.functions import Least

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from shelters.models import Site
from vault.querysets import SealedQuerySet


class ForOneTargetQuerySet(SealedQuerySet):
    """Rows for one site, one family or one person."""

    def visible_to(self, user: User, permission: Permission = Permission.AID_READ) -> Self:
        """Rows for cases, people and sites that `user` sees with this permission.

        Uses EXISTS for each row: with an OR of `case IN (...)` the database would compute all visible cases even for one
        row.
        """
        condition = Q()
        for name, model in {"case": Case, "individual": Individual, "site": Site}.items():
            keys = visible_keys(model._default_manager, user, permission)
            target = model._default_manager.filter(pk=OuterRef(name), pk__in=keys)
            condition |= Q(**{f"{name}__isnull": False}) & Q(Exists(target))
        return self.filter(condition)

    def for_family_or_members(self, case: Case) -> Self:
        """Rows for the family, or for a current or former member."""
        members = FamilyMember.objects.filter(case=case).values("individual")
        return self.filter(Q(case=case) | Q(individual__in=members))


class DistributionQuerySet(ForOneTargetQuerySet):
    def given(self) -> Self:
        """Rows that were not recorded by mistake."""
        return self.filter(is_mistake=False)

    def correctable_by(self, user: User) -> Self:
        """Distributions that `user` may correct. Those to sites need the permission to run sites as well."""
        rows = self.given().visible_to(user, Permission.AID_CHANGE)
        return rows if user.holds(Permission.PLACEMENT_CHANGE) else rows.filter(site=None)


class OpenGapQuerySet(DistributionQuerySet):
    def with_is_readable(self, user: User) -> Self:
        """Adds `is_readable`: whether the user may read what was said, and to whom.

        Of a site everybody may who sees the row; of a family who reads its file, because the words may say anything about
        it, and whoever wrote them."""
        cases = visible_keys(Case.objects, user, Permission.CASE_READ)
        people = visible_keys(Individual.objects, user, Permission.INDIVIDUAL_READ)
        may_read = Q(site__isnull=False) | Q(recorded_by=user)
        may_read |= Q(case__in=cases) | Q(individual__in=people)
        return self.annotate(is_readable=ExpressionWrapper(may_read, BooleanField()))


class CommitmentQuerySet(ForOneTargetQuerySet):
    def with_end(self) -> Self:
        """Adds `effective_until`: its own end or the agreement's, whichever comes first."""
        return self.annotate(effective_until=Least(F("until"), F("agreement__ends_on")))

    def not_ended_on(self, day: datetime.date) -> Self:
        return self.with_end().filter(Q(effective_until=None) | Q(effective_until__gt=day))
