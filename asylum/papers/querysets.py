"""Permits, renunciations and their images: visibility follows the person's current case."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any, Self

from django.db.models import Case as Choice
from django.db.models import DateField, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from asylum.papers.choices import (
    AWAITING_VERIFICATION,
    FALLEN_RENUNCIATION,
    STANDING_RENUNCIATION,
    RenunciationStatus,
    Signature,
    Wording,
)
from asylum.pathways.choices import (
    AFTER_A_GRANT,
    GRANTS,
    OPEN_APPLICATION,
    WHILE_PENDING,
    ApplicationStatus,
)
from asylum.people.querysets import OfPersonQuerySet, of_the_dead
from casework.corrections.models import Correction
from casework.corrections.steps import StepQuerySet

# Marks a correction of a permit that says that the authority confirmed it, and on which day.
STILL_HOLDS = "still_holds"


class PermitQuerySet(OfPersonQuerySet):
    read_with = Permission.PERMIT_READ

    def with_validity(self) -> Self:
        """Adds `valid_until_on`: the date on the paper, or else the computed date."""
        return self.annotate(
            valid_until_on=Coalesce(
                F("expires_on"), F("computed_expires_on"), output_field=DateField()
            )
        )

    def dated(self) -> Any:
        """Permits with a last day, earliest first."""
        rows: Any = self.with_validity()
        return rows.exclude(valid_until_on=None).order_by("valid_until_on", "pk")

    def to_renew(self) -> Any:
        """Current permits with a last day. Those of a claim that ended are asked about and not renewed."""
        rows: Any = self.current().dated()
        return rows.with_claim_ended().filter(claim_ended_on=None)

    def by_expiry(self) -> Any:
        """Earliest last day first, unknown last."""
        rows: Any = self.with_validity()
        return rows.order_by("valid_until_on", "pk")

    def current(self) -> Self:
        """The last permit of each chain of renewals, of living people, unless cancelled or a mistake."""
        renewed = self.model._default_manager.filter(previous=OuterRef("pk"))
        lives = ~of_the_dead("individual")
        return self.filter(~Exists(renewed), lives, cancelled_on=None, mistaken_on=None)

    def held_on(self, day: datetime.date) -> Any:
        """Permits that were held and valid on that day; one without a known end is valid."""
        rows: Any = self.with_validity()
        return rows.filter(
            Q(cancelled_on=None) | Q(cancelled_on__gt=day),
            Q(renewed_by=None) | Q(renewed_by__issued_on__gt=day),
            Q(valid_until_on=None) | Q(valid_until_on__gte=day),
            Q(valid_from=None) | Q(valid_from__lte=day),
            issued_on__lte=day,
            mistaken_on=None,
        )

    def with_claim_ended(self) -> Any:
        """Adds `claim_ended_on` and `confirmed_on` to permits that are issued while a claim is pending.

        `claim_ended_on` is the day on which the claim ended, which makes the permit's validity doubtful: without
        protection, or with it, from the day of the visa or card that follows. It is None if another claim is open, or
        granted without such a paper, if the permit was issued after the end, or if the authority was asked since. A claim
        before a judge stays ended, since the final refusal has its effect until a judge suspends it. `confirmed_on` is when
        the authority last confirmed the permit."""
        claims = other_end(self, "individual__applications").made()
        claims = claims.filter(individual=OuterRef("individual"))
        newer = other_end(self, "individual__permits").current().filter(type__in=AFTER_A_GRANT)
        newer = newer.filter(individual=OuterRef("individual")).order_by("issued_on")
        going_on = Q(status__in=OPEN_APPLICATION - {ApplicationStatus.TUTELA})
        lives = Exists(claims.filter(going_on | Q(~Exists(newer), status__in=GRANTS)))
        refused = other_end(self, "individual__applications__status_changes").standing().with_day()
        refused = refused.filter(application=OuterRef("pk"), status=ApplicationStatus.REFUSED_FINAL)
        refused_on = Subquery(refused.order_by("-at").values("day")[:1])
        is_before_a_judge = When(status=ApplicationStatus.TUTELA, then=refused_on)
        is_granted = When(status__in=GRANTS, then=Subquery(newer.values("issued_on")[:1]))
        ended = claims.annotate(ended=Choice(is_before_a_judge, is_granted, default="status_on"))
        said = Correction.objects.of_each().filter(fields__contains=[STILL_HOLDS])
        rows = self.annotate(
            confirmed_on=Subquery(said.order_by("-at").values("day")[:1]),
            last_claim_on=Subquery(ended.values("ended")[:1]),
        )
        is_older = Q(issued_on__lte=F("last_claim_on"))
        is_unasked = Q(confirmed_on=None) | Q(confirmed_on__lt=F("last_claim_on"))
        doubt = When(
            is_older & is_unasked & ~lives, type__in=WHILE_PENDING, then=F("last_claim_on")
        )
        return rows.annotate(claim_ended_on=Choice(doubt, output_field=DateField()))

    def in_doubt(self, day: datetime.date) -> Any:
        """Permits held on that day whose validity is in doubt, because their claim ended."""
        return self.current().held_on(day).with_claim_ended().exclude(claim_ended_on=None)

    def kinds_held(self, people: Collection[uuid.UUID]) -> dict[uuid.UUID, set[str]]:
        """The kinds of current permits of each of these people."""
        kinds: dict[uuid.UUID, set[str]] = {}
        rows = self.current().filter(individual__in=people).values_list("individual", "type")
        for person, kind in rows.order_by():
            kinds.setdefault(person, set()).add(kind)
        return kinds

    def expiring_within(self, days: int, today: datetime.date) -> Self:
        """Current permits whose last day is today or within the next `days` days."""
        return (
            self.current()
            .with_validity()
            .filter(valid_until_on__range=(today, today + datetime.timedelta(days=days)))
        )

    def expired(self, today: datetime.date) -> Self:
        return self.current().with_validity().filter(valid_until_on__lt=today)


class RenunciationQuerySet(OfPersonQuerySet):
    read_with = Permission.RENUNCIATION_READ

    def awaiting_verification(self) -> Self:
        """Signed papers of permanent wording that were submitted, of people without a verified one."""
        return self.filter(
            status__in=AWAITING_VERIFICATION, wording=Wording.PERMANENT, signature=Signature.YES
        ).exclude(individual__in=self.model.objects.verified().values("individual"))

    def verifiable_by(self, user: User) -> Self:
        """The same without those that `user` recorded: a second person verifies."""
        return self.awaiting_verification().exclude(recorded_by=user)

    def signed(self) -> Self:
        """Signed papers of permanent wording, neither withdrawn nor a mistake."""
        return self.filter(signature=Signature.YES, wording=Wording.PERMANENT).exclude(
            status__in=[RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
        )

    def verified(self) -> Self:
        return self.filter(status=RenunciationStatus.VERIFIED)

    def fallen(self) -> Self:
        """Papers refused or withdrawn, of people without a verified one."""
        return self.filter(status__in=FALLEN_RENUNCIATION).exclude(
            individual__in=self.model.objects.verified().values("individual")
        )

    def standing(self) -> Self:
        """Signed papers of either wording, neither refused nor withdrawn."""
        return self.filter(signature=Signature.YES, status__in=STANDING_RENUNCIATION)


class DemandQuerySet(OfPersonQuerySet):
    read_with = Permission.RENUNCIATION_READ

    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def newest_of(self, person: str) -> Any:
        """A subquery: the latest statement about the person at the lookup path `person`."""
        said = self.standing().filter(individual=OuterRef(person))
        return Subquery(said.values("is_asked")[:1])


class PaperScanQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Those whose document the user may open."""
        documents = other_end(self, "document")
        return self.filter(document__in=documents.visible_to(user, permission))

    def standing(self) -> Self:
        """Not withdrawn."""
        return self.filter(document__withdrawn_on=None)


class RenunciationStepQuerySet(StepQuerySet):
    subject = "renunciation"
