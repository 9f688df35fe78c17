"""The moves of applications and papers: kept for good, and each with the day that counts for it."""

from typing import Any, Self

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.corrections.models import Correction
from casework.register.models.individual import Individual
from vault.querysets import SealedQuerySet


class StepQuerySet(SealedQuerySet):
    """Whoever sees the person sees them; `subject` is the field that leads to what moved."""

    subject = ""

    def visible_to(self, user: User, permission: Permission) -> Self:
        people = keys_seen(Individual.objects, user, permission)
        return self.filter(**{f"{self.subject}__individual__in": people})

    def with_day(self) -> Any:
        """Adds `day`: the day of the step, or the one to which it was last corrected."""
        right = Correction.objects.filter(about_id=OuterRef("pk"), day__isnull=False)
        newest = right.order_by("-at").values("day")[:1]
        return self.annotate(day=Coalesce(Subquery(newest), F("on")))


class ApplicationStepQuerySet(StepQuerySet):
    subject = "application"


class RenunciationStepQuerySet(StepQuerySet):
    subject = "renunciation"
