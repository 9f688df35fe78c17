"""Rows about a person: who sees them follows from the case in which the person is today."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any, Self

from django.db.models import Case as Choice
from django.db.models import DateField, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from asylum.choices import (
    AWAITING_VERIFICATION,
    FALLEN_RENUNCIATION,
    GRANTS,
    OPEN_APPLICATION,
    STANDING_RENUNCIATION,
    UNDER_A_RENUNCIATION,
    WHILE_PENDING,
    ApplicationStatus,
    DeadlineKind,
    RenunciationStatus,
    Signature,
    Wording,
)
from asylum.rules.terms import SETTLED_BY_HAND
from casework.corrections.models import Correction
from casework.exits.choices import OUT_OF_THE_COUNTRY
from casework.register.choices import ExitType
from casework.register.models.case import FamilyMember, with_last_case
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet
from pages.lookups import among
from reference.models import DeadlineRule
from vault.querysets import SealedQuerySet

# What a correction of a permit says that tells on which day the authority was asked, and that the paper still holds.
STILL_HOLDS = "still_holds"
# So long an act that moves terms takes at most.
ONE_ACT = datetime.timedelta(minutes=10)


def of_the_dead(person: str) -> Exists:
    """Of rows about the person to whom `person` leads: whether they died. Nothing runs, holds or is asked of them today."""
    deaths = Exit.objects.standing().filter(type=ExitType.DIED, individual=OuterRef(person))
    return Exists(deaths)


def gone_for_good(person: str) -> Exists:
    """Of rows about the person to whom `person` leads: whether they died or are in another country, where no claim is made."""
    exits = Exit.objects.away().filter(type__in=OUT_OF_THE_COUNTRY, individual=OuterRef(person))
    return Exists(exits)


def with_case_followed(rows: Any, *, person: str = "individual", **case: Any) -> Any:
    """Adds `of_case` as `with_last_case` does, of rows that the law goes on asking: who left the house did not leave the
    procedure. Left out are those of who died, was erased, or never was in such a case."""
    living = rows.exclude(of_the_dead(person)).filter(**{f"{person}__erased_on": None})
    return with_last_case(living, person=person, **case).exclude(of_case=None)


class OfPersonQuerySet(OfIndividualQuerySet):
    """They follow the person: a split of the family takes them along."""

    def of_case(self, case: Any, on: datetime.date) -> Self:
        """Those of the people who are in the case that day."""
        members = FamilyMember.objects.filter(case=case).on(on)
        return self.filter(individual__in=members.values("individual"))

    def followed_in(self, case: Any, on: datetime.date) -> Self:
        """Those of the people who are in the case that day, and of the living who left it and are in no other."""
        members = FamilyMember.objects.filter(case=case)
        left = members.marked_latest().exclude(of_the_dead("individual"))
        people = (members.on(on) | left).order_by().values("individual")
        return self.filter(individual__in=people)

    def told_in(self, case: Any, on: datetime.date) -> Self:
        """Those of the people who are in the case that day, and those written in it of who is in no other: who died or
        left stays in its story, and who went to a case of their own takes theirs along."""
        here = FamilyMember.objects.on(on)
        in_the_case = among("individual", here.filter(case=case).values("individual"))
        in_any = Exists(here.filter(individual=OuterRef("individual")))
        return self.filter(Q(in_the_case) | Q(~in_any, case=case))


class ApplicationQuerySet(OfPersonQuerySet):
    read_with = Permission.APPLICATION_READ

    def made(self) -> Self:
        """Claims that were lodged or are in preparation: not what was recorded by mistake or given up before."""
        given_up = Q(status=ApplicationStatus.WITHDRAWN, lodged_on=None)
        return self.exclude(given_up | Q(status=ApplicationStatus.MISTAKEN))

    def open(self) -> Self:
        return self.filter(status__in=OPEN_APPLICATION)

    def pending(self) -> Self:
        """Lodged, and the authority still decides: a judge looks into a claim after the last word of the authority."""
        return self.open().exclude(status=ApplicationStatus.TUTELA).exclude(lodged_on=None)

    def under_appeal(self) -> Self:
        """Claims of which the term to appeal runs or was met, and the authority has not said its word on the appeal."""
        terms = other_end(self, "deadlines").filter(
            application=OuterRef("pk"), kind=DeadlineKind.APPEAL
        )
        # Where somebody ticked it off, the claim stands where the term began.
        ticked_off = Q(was_met=True, begun_by__status=OuterRef("status"))
        runs = Exists(terms.filter(Q(ended_on=None) | ticked_off))
        return self.filter(Q(status=ApplicationStatus.APPEALED) | runs)

    def principals_for(self, individual: Individual, user: User) -> Self:
        """Claims in sight on which that of this person may depend: of relatives in the same case, not dependent
        themselves."""
        case = FamilyMember.objects.filter(individual=individual).on(user.today()).values("case")
        relatives = FamilyMember.objects.filter(case__in=case).on(user.today())
        return (
            self.visible_to(user)
            .made()
            .filter(individual__in=relatives.values("individual"), depends_on=None)
            .exclude(individual=individual)
        )

    def under_a_renunciation(self) -> Self:
        """Claims that went on because a renunciation was thought to stand."""
        return self.filter(status__in=UNDER_A_RENUNCIATION)


class DeadlineQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        people = Individual.objects.visible_to(user, permission)
        return self.filter(application__individual__in=people)

    def running(self) -> Self:
        return self.filter(ended_on=None)

    def that_ran(self) -> Self:
        """Without those of a step that was recorded by mistake: they never ran."""
        standing = other_end(self, "begun_by").standing().filter(pk=OuterRef("begun_by"))
        return self.filter(Q(begun_by=None) | Exists(standing))

    def overtaken(self) -> Self:
        """Those of a claim that was decided while another one of the person is pending (`is_overtaken`)."""
        claims = other_end(self, "application")
        pending = claims.pending().filter(individual=OuterRef("application__individual"))
        decided = claims.exclude(status__in=OPEN_APPLICATION)
        return self.filter(Exists(pending), application__in=decided.order_by().values("pk"))

    def of(self, user: User) -> Self:
        """Those that somebody looks after or stands in for."""
        return self.filter(Q(owner=user) | Q(deputy=user))

    def with_newer_rule(self) -> Self:
        """Adds `newer_from`, since when there is a later version of the rule."""
        versions = DeadlineRule.objects.filter(
            country=OuterRef("rule__country"),
            code=OuterRef("rule__code"),
            valid_from__gt=OuterRef("starts_on"),
        )
        newer = Subquery(versions.order_by("valid_from").values("valid_from")[:1])
        return self.annotate(newer_from=newer)

    def with_reasons(self) -> Any:
        """Adds why each has its day: the rule, what moved it, and `newer_from`."""
        rows: Any = self.with_newer_rule()
        return rows.select_related(
            "rule", "application__individual__office", "owner", "deputy"
        ).prefetch_related("moves__suspension", "moves__holiday", "moves__rule", "extensions")

    def ticked_off(self) -> Self:
        """Those that somebody ticked off by hand."""
        return self.filter(was_met=True, kind__in=SETTLED_BY_HAND)


class TermMoveQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        return self.filter(individual__in=keys_seen(Individual.objects, user, permission))

    def moved_with(self, move: Any) -> Self:
        """This move and all others of the same act: one rule, holiday, suspension or load of the tables."""
        names = ("rule", "holiday", "suspension", "is_taken_back")
        cause = {name: getattr(move, name) for name in names}
        return self.filter(at__range=(move.at - ONE_ACT, move.at + ONE_ACT), **cause)

    def with_cause(self) -> Self:
        return self.select_related("suspension", "holiday", "rule")

    def still_so(self) -> Self:
        """Moves of terms that run, to the day that counts today; those of the time to apply as they come."""
        term = Q(deadline__ended_on=None, deadline__due_on=F("is_on"))
        return self.filter(Q(deadline=None) | term)


class PermitQuerySet(OfPersonQuerySet):
    read_with = Permission.PERMIT_READ

    def with_validity(self) -> Self:
        """Adds `valid_until`: the date on the paper, or without one the computed date."""
        return self.annotate(
            valid_until_on=Coalesce(
                F("expires_on"), F("computed_expires_on"), output_field=DateField()
            )
        )

    def dated(self) -> Any:
        """Permits with a last day, the first to expire first."""
        rows: Any = self.with_validity()
        return rows.exclude(valid_until_on=None).order_by("valid_until_on", "pk")

    def by_expiry(self) -> Any:
        """The first to expire first, those without a known day last."""
        rows: Any = self.with_validity()
        return rows.order_by("valid_until_on", "pk")

    def current(self) -> Self:
        """The last of each chain of renewals of who lives, unless it was cancelled or a mistake."""
        renewed = self.model._default_manager.filter(previous=OuterRef("pk"))
        lives = ~of_the_dead("individual")
        return self.filter(~Exists(renewed), lives, cancelled_on=None, mistaken_on=None)

    def held_on(self, day: datetime.date) -> Any:
        """Papers that somebody held and that held that day; one without a known end holds."""
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
        """Adds to papers that are given while a claim is pending `claim_ended_on`, since when their claim has ended without
        protection, and `confirmed_on`, on which day the authority last said that the paper still holds.

        `claim_ended_on` is empty where another claim lives, where the paper was given after the end, and where the
        authority was asked since: in all other papers it is the doubt whether they hold.
        """
        claims = other_end(self, "individual__applications").made()
        claims = claims.filter(individual=OuterRef("individual"))
        lives = Exists(claims.filter(status__in=OPEN_APPLICATION | GRANTS))
        said = Correction.objects.of_each().filter(fields__contains=[STILL_HOLDS])
        rows = self.annotate(
            confirmed_on=Subquery(said.order_by("-at").values("day")[:1]),
            last_claim_on=Subquery(claims.values("status_on")[:1]),
        )
        is_older = Q(issued_on__lte=F("last_claim_on"))
        is_unasked = Q(confirmed_on=None) | Q(confirmed_on__lt=F("last_claim_on"))
        doubt = When(
            is_older & is_unasked & ~lives, type__in=WHILE_PENDING, then=F("last_claim_on")
        )
        return rows.annotate(claim_ended_on=Choice(doubt, output_field=DateField()))

    def in_doubt(self, day: datetime.date) -> Any:
        """Papers held that day of which nobody knows whether they still hold, since their claim ended."""
        return self.current().held_on(day).with_claim_ended().exclude(claim_ended_on=None)

    def kinds_held(self, people: Collection[uuid.UUID]) -> dict[uuid.UUID, set[str]]:
        """Which kinds of papers each of these people holds: not cancelled, not replaced by a newer one of its kind."""
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
        """Signed papers with the permanent wording that lie with the authority; of whom one is verified, nothing is left to
        verify."""
        return self.filter(
            status__in=AWAITING_VERIFICATION, wording=Wording.PERMANENT, signature=Signature.YES
        ).exclude(individual__in=self.model.objects.verified().values("individual"))

    def verifiable_by(self, user: User) -> Self:
        """The same without those that `user` recorded: a second person verifies."""
        return self.awaiting_verification().exclude(recorded_by=user)

    def signed(self) -> Self:
        """Signed papers with the permanent wording that nobody took back."""
        return self.filter(signature=Signature.YES, wording=Wording.PERMANENT).exclude(
            status__in=[RenunciationStatus.WITHDRAWN, RenunciationStatus.MISTAKEN]
        )

    def verified(self) -> Self:
        return self.filter(status=RenunciationStatus.VERIFIED)

    def fallen(self) -> Self:
        """Papers not accepted or taken back, of people of whom none is verified."""
        return self.filter(status__in=FALLEN_RENUNCIATION).exclude(
            individual__in=self.model.objects.verified().values("individual")
        )

    def standing(self) -> Self:
        """Signed papers that nobody refused or took back, of either wording."""
        return self.filter(signature=Signature.YES, status__in=STANDING_RENUNCIATION)


class DemandQuerySet(OfPersonQuerySet):
    read_with = Permission.RENUNCIATION_READ

    def standing(self) -> Self:
        return self.filter(withdrawn_at=None)

    def newest_of(self, person: str) -> Any:
        """As a subquery: what was last said about the person that `person` leads to."""
        said = self.standing().filter(individual=OuterRef(person))
        return Subquery(said.values("is_asked")[:1])


class LegalQuerySet(WithdrawableQuerySet):
    """Rows about a person that legal officers alone read, and that may turn out to be a mistake."""

    read_with = Permission.EVIDENCE_READ


class BesideLegalQuerySet(SealedQuerySet):
    """What was said to such a row, to which the field leads that the model names `beside`: whoever reads that reads this."""

    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        person = f"{self.model.beside}__individual"
        people = keys_seen(other_end(self, person), user, permission)
        return self.filter(**{f"{person}__in": people})


class FlightQuerySet(OfPersonQuerySet):
    read_with = Permission.FLIGHT_READ
