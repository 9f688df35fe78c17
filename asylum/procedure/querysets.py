"""Querysets of claims, their steps, terms and moved terms, which are visible with the person's current case."""

import datetime
from typing import Any, Self

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from asylum.pathways.choices import (
    OPEN_APPLICATION,
    UNDER_A_RENUNCIATION,
    ApplicationStatus,
    DeadlineKind,
)
from asylum.pathways.rules import SETTLED_BY_HAND
from asylum.people.querysets import OfPersonQuerySet
from casework.corrections.steps import StepQuerySet
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from reference.models import DeadlineRule


class ApplicationStepQuerySet(StepQuerySet):
    subject = "application"

    def without_same_day_draft(self) -> Self:
        """Returns steps without the draft of a claim that was lodged on the day of the draft."""
        lodged_that_day = self.model._default_manager.filter(
            application=OuterRef("application"), status=ApplicationStatus.LODGED, on=OuterRef("on")
        )
        return self.exclude(Exists(lodged_that_day), status=ApplicationStatus.DRAFT)


# One action moves many terms: their times differ by this much at most.
ONE_ACT = datetime.timedelta(minutes=10)


class ApplicationQuerySet(OfPersonQuerySet):
    read_with = Permission.APPLICATION_READ

    def made(self) -> Self:
        """Returns claims that are lodged or drafts. Leaves out mistakes and drafts that were withdrawn."""
        withdrawn_draft = Q(status=ApplicationStatus.WITHDRAWN, lodged_on=None)
        return self.exclude(withdrawn_draft | Q(status=ApplicationStatus.MISTAKEN))

    def open(self) -> Self:
        return self.filter(status__in=OPEN_APPLICATION)

    def pending(self) -> Self:
        """Returns lodged claims that the authority has not decided for good.

        Leaves out claims before a judge, who reviews a final decision.
        """
        return self.open().exclude(status=ApplicationStatus.TUTELA).exclude(lodged_on=None)

    def under_appeal(self) -> Self:
        """Returns claims whose term to appeal runs or was met, and whose appeal the authority has not decided."""
        terms = related_manager(self, "deadlines").filter(
            application=OuterRef("pk"), kind=DeadlineKind.APPEAL
        )
        # The appeal was ticked off by hand, and the claim is still at the stage that started the term.
        ticked_off = Q(was_met=True, begun_by__status=OuterRef("status"))
        has_term = Exists(terms.filter(Q(ended_on=None) | ticked_off))
        return self.filter(Q(status=ApplicationStatus.APPEALED) | has_term)

    def past_appeal(self, on: datetime.date) -> Self:
        """Returns refused claims whose term to appeal was over before that day, without an appeal on file."""
        terms = related_manager(self, "deadlines").filter(
            application=OuterRef("pk"),
            kind=DeadlineKind.APPEAL,
            begun_by__status=OuterRef("status"),
            due_on__lt=on,
            ended_on=None,
        )
        return self.filter(Exists(terms))

    def pending_on(self, on: datetime.date) -> Self:
        """Returns pending claims, without refused ones that nobody appealed in time."""
        return self.pending().exclude(pk__in=self.past_appeal(on).values("pk"))

    def principals_for(self, individual: Individual, user: User) -> Self:
        """Returns claims on which this person's claim may depend.

        These are claims that `user` sees, of relatives in the same case, and that depend on no other claim.
        """
        case = FamilyMember.objects.filter(individual=individual).on(user.today()).values("case")
        relatives = FamilyMember.objects.filter(case__in=case).on(user.today())
        return (
            self.visible_to(user)
            .made()
            .filter(individual__in=relatives.values("individual"), depends_on=None)
            .exclude(individual=individual)
        )

    def under_a_renunciation(self) -> Self:
        """Returns claims in a state that needs a valid renunciation, if the authority asks for one."""
        return self.filter(status__in=UNDER_A_RENUNCIATION)


class DeadlineQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        people = Individual.objects.visible_to(user, permission)
        return self.filter(application__individual__in=people)

    def running(self) -> Self:
        return self.filter(ended_on=None)

    def started_terms(self) -> Self:
        """Returns terms without those of a step marked as a mistake, which never ran."""
        standing = related_manager(self, "begun_by").standing().filter(pk=OuterRef("begun_by"))
        return self.filter(Q(begun_by=None) | Exists(standing))

    def overtaken(self) -> Self:
        """Returns terms of a decided claim whose person has another, pending claim (`is_overtaken`)."""
        claims = related_manager(self, "application")
        pending = claims.pending().filter(individual=OuterRef("application__individual"))
        decided = claims.exclude(status__in=OPEN_APPLICATION)
        return self.filter(Exists(pending), application__in=decided.order_by().values("pk"))

    def of(self, user: User) -> Self:
        """Returns terms that the user owns or is deputy of."""
        return self.filter(Q(owner=user) | Q(deputy=user))

    def with_newer_rule(self) -> Self:
        """Annotates `newer_from`, the first day of a later version of the rule."""
        versions = DeadlineRule.objects.filter(
            country=OuterRef("rule__country"),
            code=OuterRef("rule__code"),
            valid_from__gt=OuterRef("starts_on"),
        )
        newer = Subquery(versions.order_by("valid_from").values("valid_from")[:1])
        return self.annotate(newer_from=newer)

    def with_reasons(self) -> Any:
        """Fetches what explains the last day: the rule, the moves, the extensions, and `newer_from`."""
        rows: Any = self.with_newer_rule()
        return rows.select_related(
            "rule", "application__individual__office", "owner", "deputy"
        ).prefetch_related("moves__suspension", "moves__holiday", "moves__rule", "extensions")

    def ticked_off(self) -> Self:
        """Returns terms ticked off by hand."""
        return self.filter(was_met=True, kind__in=SETTLED_BY_HAND)


class TermMoveQuerySet(QuerySet[Any]):
    def visible_to(self, user: User, permission: Permission = Permission.APPLICATION_READ) -> Self:
        return self.filter(individual__in=visible_keys(Individual.objects, user, permission))

    def of_same_cause(self, move: Any) -> Self:
        """Returns this move and all others of the same action: one rule, holiday, suspension or load of the tables."""
        names = ("rule", "holiday", "suspension", "is_taken_back")
        cause = {name: getattr(move, name) for name in names}
        return self.filter(at__range=(move.at - ONE_ACT, move.at + ONE_ACT), **cause)

    def with_cause(self) -> Self:
        return self.select_related("suspension", "holiday", "rule")

    def still_valid(self) -> Self:
        """Returns moves of running terms to their present day, and all moves of times to apply."""
        is_present_day = Q(deadline__ended_on=None, deadline__due_on=F("is_on"))
        return self.filter(Q(deadline=None) | is_present_day)
