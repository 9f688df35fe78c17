"""Rows about a person: visibility follows the person's current case."""

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
    AFTER_A_GRANT,
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

# Marks a correction of a permit that says that the authority confirmed it, and on which day.
STILL_HOLDS = "still_holds"
# The longest time that one action that moves terms can take.
ONE_ACT = datetime.timedelta(minutes=10)


def of_the_dead(person: str) -> Exists:
    """For rows about the person at the lookup path `person`: whether the person died. Nothing is due or valid for
    them."""
    deaths = Exit.objects.standing().filter(type=ExitType.DIED, individual=OuterRef(person))
    return Exists(deaths)


def gone_for_good(person: str) -> Exists:
    """For rows about the person at the lookup path `person`: whether they died or left the country, where no claim is
    made."""
    exits = Exit.objects.away().filter(type__in=OUT_OF_THE_COUNTRY, individual=OuterRef(person))
    return Exists(exits)


def with_case_followed(rows: Any, *, person: str = "individual", **case: Any) -> Any:
    """Adds `of_case` as `with_last_case` does: the procedure of people who left a case continues.

    Excludes people who died, were erased, or never were in such a case."""
    living = rows.exclude(of_the_dead(person)).filter(**{f"{person}__erased_on": None})
    return with_last_case(living, person=person, **case).exclude(of_case=None)


class OfPersonQuerySet(OfIndividualQuerySet):
    """Rows that follow the person, also when a family is split."""

    def of_case(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people who are in the case on that day."""
        members = FamilyMember.objects.filter(case=case).on(on)
        return self.filter(individual__in=members.values("individual"))

    def followed_in(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people in the case on that day, and of living former members who are in no other case."""
        members = FamilyMember.objects.filter(case=case)
        left = members.marked_latest().exclude(of_the_dead("individual"))
        people = (members.on(on) | left).order_by().values("individual")
        return self.filter(individual__in=people)

    def told_in(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people in the case on that day, and rows recorded in it of people who are in no case.

        People who died or left stay in the story of the case; people in a new case take their rows with them."""
        here = FamilyMember.objects.on(on)
        in_the_case = among("individual", here.filter(case=case).values("individual"))
        in_any = Exists(here.filter(individual=OuterRef("individual")))
        return self.filter(Q(in_the_case) | Q(~in_any, case=case))


class ApplicationQuerySet(OfPersonQuerySet):
    read_with = Permission.APPLICATION_READ

    def made(self) -> Self:
        """Claims that are lodged or drafts: neither mistakes nor withdrawn before they were lodged."""
        given_up = Q(status=ApplicationStatus.WITHDRAWN, lodged_on=None)
        return self.exclude(given_up | Q(status=ApplicationStatus.MISTAKEN))

    def open(self) -> Self:
        return self.filter(status__in=OPEN_APPLICATION)

    def pending(self) -> Self:
        """Lodged and undecided by the authority. Excludes claims before a judge, who reviews its final decision."""
        return self.open().exclude(status=ApplicationStatus.TUTELA).exclude(lodged_on=None)

    def under_appeal(self) -> Self:
        """Claims whose term to appeal runs or was met, without the authority's decision on the appeal."""
        terms = other_end(self, "deadlines").filter(
            application=OuterRef("pk"), kind=DeadlineKind.APPEAL
        )
        # A term ticked off by hand: the claim is still at the stage that started it.
        ticked_off = Q(was_met=True, begun_by__status=OuterRef("status"))
        runs = Exists(terms.filter(Q(ended_on=None) | ticked_off))
        return self.filter(Q(status=ApplicationStatus.APPEALED) | runs)

    def past_appeal(self, on: datetime.date) -> Self:
        """Claims with a negative decision whose term to appeal ended before that day without an appeal on file."""
        terms = other_end(self, "deadlines").filter(
            application=OuterRef("pk"),
            kind=DeadlineKind.APPEAL,
            begun_by__status=OuterRef("status"),
            due_on__lt=on,
            ended_on=None,
        )
        return self.filter(Exists(terms))

    def pending_on(self, on: datetime.date) -> Self:
        """Pending claims, without those that nobody appealed in time."""
        return self.pending().exclude(pk__in=self.past_appeal(on).values("pk"))

    def principals_for(self, individual: Individual, user: User) -> Self:
        """Visible claims on which this person's claim may depend: independent claims of relatives in the same case."""
        case = FamilyMember.objects.filter(individual=individual).on(user.today()).values("case")
        relatives = FamilyMember.objects.filter(case__in=case).on(user.today())
        return (
            self.visible_to(user)
            .made()
            .filter(individual__in=relatives.values("individual"), depends_on=None)
            .exclude(individual=individual)
        )

    def under_a_renunciation(self) -> Self:
        """Claims that continued because a renunciation was thought to be valid."""
        return self.filter(status__in=UNDER_A_RENUNCIATION)


class DeadlineQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        people = Individual.objects.visible_to(user, permission)
        return self.filter(application__individual__in=people)

    def running(self) -> Self:
        return self.filter(ended_on=None)

    def that_ran(self) -> Self:
        """Without terms of a step marked as a mistake, which never ran."""
        standing = other_end(self, "begun_by").standing().filter(pk=OuterRef("begun_by"))
        return self.filter(Q(begun_by=None) | Exists(standing))

    def overtaken(self) -> Self:
        """Terms of a claim that was decided while another one of the person is pending (`is_overtaken`)."""
        claims = other_end(self, "application")
        pending = claims.pending().filter(individual=OuterRef("application__individual"))
        decided = claims.exclude(status__in=OPEN_APPLICATION)
        return self.filter(Exists(pending), application__in=decided.order_by().values("pk"))

    def of(self, user: User) -> Self:
        """Those that the user owns, or is deputy of."""
        return self.filter(Q(owner=user) | Q(deputy=user))

    def with_newer_rule(self) -> Self:
        """Adds `newer_from`, the first day of a later version of the rule."""
        versions = DeadlineRule.objects.filter(
            country=OuterRef("rule__country"),
            code=OuterRef("rule__code"),
            valid_from__gt=OuterRef("starts_on"),
        )
        newer = Subquery(versions.order_by("valid_from").values("valid_from")[:1])
        return self.annotate(newer_from=newer)

    def with_reasons(self) -> Any:
        """Adds what explains the day: the rule, the moves, and `newer_from`."""
        rows: Any = self.with_newer_rule()
        return rows.select_related(
            "rule", "application__individual__office", "owner", "deputy"
        ).prefetch_related("moves__suspension", "moves__holiday", "moves__rule", "extensions")

    def ticked_off(self) -> Self:
        """Terms ticked off by hand."""
        return self.filter(was_met=True, kind__in=SETTLED_BY_HAND)


class TermMoveQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        return self.filter(individual__in=keys_seen(Individual.objects, user, permission))

    def moved_with(self, move: Any) -> Self:
        """This move and all others of the same action: one rule, holiday, suspension or load of the tables."""
        names = ("rule", "holiday", "suspension", "is_taken_back")
        cause = {name: getattr(move, name) for name in names}
        return self.filter(at__range=(move.at - ONE_ACT, move.at + ONE_ACT), **cause)

    def with_cause(self) -> Self:
        return self.select_related("suspension", "holiday", "rule")

    def still_so(self) -> Self:
        """Moves of running terms to their current day, and all moves of times to apply."""
        term = Q(deadline__ended_on=None, deadline__due_on=F("is_on"))
        return self.filter(Q(deadline=None) | term)


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


class LegalQuerySet(WithdrawableQuerySet):
    """Rows about a person that only legal officers read, and that can be withdrawn as a mistake."""

    read_with = Permission.EVIDENCE_READ


class BesideLegalQuerySet(SealedQuerySet):
    """Answers to such a row, which the model's `beside` field refers to: visible with that row."""

    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        person = f"{self.model.beside}__individual"
        people = keys_seen(other_end(self, person), user, permission)
        return self.filter(**{f"{person}__in": people})


class FlightQuerySet(OfPersonQuerySet):
    read_with = Permission.FLIGHT_READ
