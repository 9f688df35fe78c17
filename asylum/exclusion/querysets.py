"""Which screenings a user sees: those of the user's office, while the user's role for them lasts."""

from collections.abc import Iterable
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from asylum.exclusion.choices import GOES_ON, StepKind
from casework.compartments.querysets import within_sight_of_screeners
from vault.querysets import SealedQuerySet


class ScreeningQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        """Screenings of the office; those of people in a restricted case only if the case names the user."""
        if not user.holds(permission):
            return self.none()
        seen: Self = within_sight_of_screeners(self, user, permission)
        return seen

    def standing(self) -> Self:
        """Without those that were opened by mistake."""
        undone = other_end(self, "steps").filter(
            screening=OuterRef("pk"), kind=StepKind.TAKEN_BACK, answers__kind=StepKind.OPENED
        )
        return self.filter(~Exists(undone))

    def not_looked_into(self) -> Self:
        """Valid screenings without a step that checks it, concludes or decides.

        Outcomes are sealed, so that one left under review is not counted."""
        went_on = other_end(self, "steps").filter(
            ~Q(answered_by__kind=StepKind.TAKEN_BACK), screening=OuterRef("pk"), kind__in=GOES_ON
        )
        return self.standing().filter(~Exists(went_on))

    def not_led_to(self, accounts: Any) -> Any:
        """Those of these accounts that led to no screening, nor only to one that was opened by mistake."""
        return accounts.filter(~Exists(self.standing().filter(account=OuterRef("pk"))))

    def undecided(self, accounts: Any) -> Any:
        """Those of these accounts that await a screener: nobody read them, or nobody screens the person."""
        whose = Q(individual=OuterRef("individual")) | Q(
            individual=OuterRef("individual__merged_into")
        )
        waiting = self.not_led_to(accounts)
        return waiting.unread() | waiting.filter(~Exists(self.standing().filter(whose)))

    def about(self, records: Iterable[Any]) -> Self:
        """Screenings of a person, under any of their records."""
        return self.filter(individual__in=[record.pk for record in records])


class ScreeningStepQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        screenings = other_end(self, "screening").visible_to(user, permission)
        return self.filter(screening__in=screenings.values("pk"))

    def unanswered(self, kind: str) -> Self:
        """Unanswered steps of this kind, of screenings that were not opened by mistake."""
        standing = other_end(self, "screening").standing()
        return self.filter(
            kind=kind, answered_by=None, screening__in=standing.order_by().values("pk")
        )

    def came_back(self) -> Self:
        """Conclusions that were not confirmed, of valid screenings without a later step."""
        later = other_end(self, "screening__steps").filter(
            ~Q(answered_by__kind=StepKind.TAKEN_BACK),
            screening=OuterRef("screening"),
            kind__in=GOES_ON,
            at__gt=OuterRef("answered_by__at"),
        )
        standing = other_end(self, "screening").standing()
        declined = self.filter(kind=StepKind.CONCLUDED, answered_by__kind=StepKind.DECLINED)
        return declined.filter(~Exists(later), screening__in=standing.order_by().values("pk"))


class ScreeningPaperQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.SCREENING_READ) -> Self:
        steps = other_end(self, "step").visible_to(user, permission)
        return self.filter(step__in=steps.order_by().values("pk"))
