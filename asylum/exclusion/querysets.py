"""Querysets of screenings, which are visible to screeners of the office."""

from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from asylum.exclusion.choices import CONTINUING_STEPS, StepKind
from casework.compartments.querysets import visible_to_screeners
from vault.querysets import SealedQuerySet


class ScreeningQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        """Returns screenings of the offices where the user has the permission.

        Screenings of people in a restricted case are included only if the case names the user.
        """
        if not user.holds(permission):
            return self.none()
        rows: Self = visible_to_screeners(self, user, permission)
        return rows

    def standing(self) -> Self:
        """Returns screenings without those opened by mistake."""
        retractions = related_manager(self, "steps").filter(
            screening=OuterRef("pk"), kind=StepKind.TAKEN_BACK, answers__kind=StepKind.OPENED
        )
        return self.filter(~Exists(retractions))

    def not_examined(self) -> Self:
        """Returns valid screenings that nobody has reviewed, concluded or decided.

        SQL cannot read outcomes, so a screening with the outcome "under review" is left out.
        """
        continuing = related_manager(self, "steps").filter(
            ~Q(answered_by__kind=StepKind.TAKEN_BACK),
            screening=OuterRef("pk"),
            kind__in=CONTINUING_STEPS,
        )
        return self.standing().filter(~Exists(continuing))

    def without_screening(self, accounts: Any) -> Any:
        """Returns the accounts that led to no screening, or only to one opened by mistake."""
        return accounts.filter(~Exists(self.standing().filter(account=OuterRef("pk"))))

    def undecided(self, accounts: Any) -> Any:
        """Returns the accounts without a screening that nobody has read, or whose person nobody screens."""
        of_person = Q(individual=OuterRef("individual")) | Q(
            individual=OuterRef("individual__merged_into")
        )
        rows = self.without_screening(accounts)
        return rows.unread() | rows.filter(~Exists(self.standing().filter(of_person)))

    def about(self, records: Iterable[Any]) -> Self:
        """Returns screenings of one person, who may have several records."""
        return self.filter(individual__in=[record.pk for record in records])


class ScreeningStepQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        screenings = related_manager(self, "screening").visible_to(user, permission)
        return self.filter(screening__in=screenings.values("pk"))

    def unanswered(self, kind: str) -> Self:
        """Returns unanswered steps of this kind, of valid screenings."""
        standing = related_manager(self, "screening").standing()
        return self.filter(
            kind=kind, answered_by=None, screening__in=standing.order_by().values("pk")
        )

    def declined_conclusions(self) -> Self:
        """Returns conclusions that were not confirmed, of valid screenings that nobody has continued since."""
        later = related_manager(self, "screening__steps").filter(
            ~Q(answered_by__kind=StepKind.TAKEN_BACK),
            screening=OuterRef("screening"),
            kind__in=CONTINUING_STEPS,
            at__gt=OuterRef("answered_by__at"),
        )
        standing = related_manager(self, "screening").standing()
        declined = self.filter(kind=StepKind.CONCLUDED, answered_by__kind=StepKind.DECLINED)
        return declined.filter(~Exists(later), screening__in=standing.order_by().values("pk"))


class ScreeningPaperQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        steps = related_manager(self, "step").visible_to(user, permission)
        return self.filter(step__in=steps.order_by().values("pk"))
