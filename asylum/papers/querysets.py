"""Querysets of permits, renunciations and their images, which are visible with the person's current case."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any, Self

from django.db.models import Case as Choice
from django.db.models import DateField, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
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

# A correction with this field says on which day the authority confirmed a permit.
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
        """Returns permits with a last day, the earliest first."""
        rows: Any = self.with_validity()
        return rows.exclude(valid_until_on=None).order_by("valid_until_on", "pk")

    def to_renew(self) -> Any:
        """Returns current permits with a last day. Leaves out those whose claim ended: they are not renewed."""
        rows: Any = self.current().dated()
        return rows.with_claim_ended().filter(claim_ended_on=None)

    def by_expiry(self) -> Any:
        """Sorts by last day, the earliest first; permits without one come last."""
        rows: Any = self.with_validity()
        return rows.order_by("valid_until_on", "pk")

    def current(self) -> Self:
        """Returns the last permit of each chain of renewals, of living people, without cancelled and mistaken ones."""
        renewed = self.model._default_manager.filter(previous=OuterRef("pk"))
        return self.filter(
            ~Exists(renewed), ~of_the_dead("individual"), cancelled_on=None, mistaken_on=None
        )

    def held_on(self, day: datetime.date) -> Any:
        """Returns permits that were valid on that day; a permit without a known end is valid."""
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
        """Annotates `claim_ended_on` and `confirmed_on` for permits that are issued while a claim is pending.

        `claim_ended_on` is the day since which the permit's validity is doubtful, because its claim ended. For a
        refused claim it is the day of the end. For a granted claim it is the day of the visa or card that follows. A
        claim before a judge counts as ended on the day of the final refusal, which is in force until a judge suspends it.

        The day is None if another claim is open, if a claim was granted without a visa or card so far, if the permit was
        issued after the end, or if the authority confirmed the permit since. `confirmed_on` is the day of the
        authority's last confirmation.
        """
        claims = related_manager(self, "individual__applications").made()
        claims = claims.filter(individual=OuterRef("individual"))
        newer = (
            related_manager(self, "individual__permits").current().filter(type__in=AFTER_A_GRANT)
        )
        newer = newer.filter(individual=OuterRef("individual")).order_by("issued_on")
        is_open = Q(status__in=OPEN_APPLICATION - {ApplicationStatus.TUTELA})
        has_claim = Exists(claims.filter(is_open | Q(~Exists(newer), status__in=GRANTS)))
        refused = (
            related_manager(self, "individual__applications__status_changes").standing().with_day()
        )
        refused = refused.filter(application=OuterRef("pk"), status=ApplicationStatus.REFUSED_FINAL)
        refused_on = Subquery(refused.order_by("-at").values("day")[:1])
        is_before_a_judge = When(status=ApplicationStatus.TUTELA, then=refused_on)
        is_granted = When(status__in=GRANTS, then=Subquery(newer.values("issued_on")[:1]))
        ended_claims = claims.annotate(
            ended=Choice(is_before_a_judge, is_granted, default="status_on")
        )
        confirmations = Correction.objects.of_each().filter(fields__contains=[STILL_HOLDS])
        rows = self.annotate(
            confirmed_on=Subquery(confirmations.order_by("-at").values("day")[:1]),
            last_claim_on=Subquery(ended_claims.values("ended")[:1]),
        )
        is_older = Q(issued_on__lte=F("last_claim_on"))
        is_unconfirmed = Q(confirmed_on=None) | Q(confirmed_on__lt=F("last_claim_on"))
        doubt = When(
            is_older & is_unconfirmed & ~has_claim, type__in=WHILE_PENDING, then=F("last_claim_on")
        )
        return rows.annotate(claim_ended_on=Choice(doubt, output_field=DateField()))

    def in_doubt(self, day: datetime.date) -> Any:
        """Returns permits held on that day whose validity is doubtful, because their claim ended."""
        return self.current().held_on(day).with_claim_ended().exclude(claim_ended_on=None)

    def kinds_held(self, people: Collection[uuid.UUID]) -> dict[uuid.UUID, set[str]]:
        """Returns the kinds of current permits by person."""
        kinds: dict[uuid.UUID, set[str]] = {}
        rows = self.current().filter(individual__in=people).values_list("individual", "type")
        for person, kind in rows.order_by():
            kinds.setdefault(person, set()).add(kind)
        return kinds

    def expiring_within(self, days: int, today: datetime.date) -> Self:
        """Returns current permits whose last day is today or one of the next `days` days."""
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
        """Returns signed papers of permanent wording that the authority has not accepted yet.

        Leaves out people who have another, verified paper.
        """
        return self.filter(
            status__in=AWAITING_VERIFICATION, wording=Wording.PERMANENT, signature=Signature.YES
        ).exclude(individual__in=self.model.objects.verified().values("individual"))

    def verifiable_by(self, user: User) -> Self:
        """Returns papers that wait for verification and that `user` did not record: a second person verifies."""
        return self.awaiting_verification().exclude(recorded_by=user)

    def signed(self) -> Self:
        """Returns signed papers of permanent wording, neither withdrawn nor a mistake."""
        return self.filter(signature=Signature.YES, wording=Wording.PERMANENT).exclude(
            status__in=[RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
        )

    def verified(self) -> Self:
        return self.filter(status=RenunciationStatus.VERIFIED)

    def fallen(self) -> Self:
        """Returns papers that the authority did not accept or the person withdrew, of people without a verified one."""
        return self.filter(status__in=FALLEN_RENUNCIATION).exclude(
            individual__in=self.model.objects.verified().values("individual")
        )

    def standing(self) -> Self:
        """Returns signed papers of either wording that the authority has accepted or may still accept."""
        return self.filter(signature=Signature.YES, status__in=STANDING_RENUNCIATION)


class DemandQuerySet(OfPersonQuerySet):
    read_with = Permission.RENUNCIATION_READ

    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def newest_of(self, person: str) -> Any:
        """Returns a subquery: whether the authority asks, by its latest statement.

        `person` is the lookup path from the outer query to the person.
        """
        statements = self.standing().filter(individual=OuterRef(person))
        return Subquery(statements.values("is_asked")[:1])


class PaperScanQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.DOCUMENT_READ) -> Self:
        """Returns images whose document the user may open."""
        documents = related_manager(self, "document")
        return self.filter(document__in=documents.visible_to(user, permission))

    def standing(self) -> Self:
        """Returns images whose document is not withdrawn."""
        return self.filter(document__withdrawn_on=None)


class RenunciationStepQuerySet(StepQuerySet):
    subject = "renunciation"
