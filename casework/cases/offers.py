"""The actions that a case's page offers: those that the user may do, and that fit the status."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import closing_to_undo, may_take_back
from casework.register.choices import CASE_MOVES, CaseStatus
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, LegalReferral
from casework.slots.holdings import holds
from pages.addresses import fast_reverse


@dataclass(frozen=True)
class Offer:
    """A link to an action; `icon` is the name of its icon."""

    label: str | Promise
    url: str
    icon: str


class PlannedAssignment(NamedTuple):
    """The first day and the caseworker of an assignment that begins after today."""

    on: datetime.date
    name: str


class OfferFacts(NamedTuple):
    """Facts on which the offers depend. `is_assigned` is also true if the case has only planned assignments."""

    referred_on: datetime.date | None
    is_assigned: bool
    planned: list[PlannedAssignment]


def queries_for_offers(case: Case, user: User) -> dict[str, Any]:
    """Returns the queries for `offer_facts_of`, by name; `pages.together` runs them in one statement."""
    rows = dict[str, Any]()
    if holds(case, LegalReferral):
        rows["legal_referrals"] = LegalReferral.objects.filter(case=case).open().values("made_on")
    if case.is_open and holds(case, CaseAssignment):
        assignments = CaseAssignment.objects.filter(case=case).on_or_after(user.today())
        rows["assignments"] = assignments.order_by("starts_on").values(
            "starts_on", "caseworker__full_name"
        )
    return rows


def offer_facts_of(rows: Mapping[str, list[dict[str, Any]]], today: datetime.date) -> OfferFacts:
    """Returns the facts from the rows of `queries_for_offers`, whose days are ISO text."""
    days = [datetime.date.fromisoformat(row["made_on"]) for row in rows.get("legal_referrals", ())]
    assigned = [
        PlannedAssignment(
            datetime.date.fromisoformat(row["starts_on"]), row["caseworker__full_name"]
        )
        for row in rows.get("assignments", ())
    ]
    return OfferFacts(
        next(iter(days), None), bool(assigned), [each for each in assigned if each.on > today]
    )


def offers_for(case: Case, user: User, facts: OfferFacts) -> list[Offer]:
    """Returns the actions that the user may do with the case in its current status."""
    candidates: list[tuple[Permission, str | Promise, str, str]] = []
    if case.is_open and case.people_today and facts.referred_on is None:
        candidates.append((Permission.REFERRAL_MAKE, _("Refer to legal"), "referral-make", "law"))
    if facts.referred_on and may_take_back(facts.referred_on, user.today()):
        label = _("Take the legal referral back")
        candidates.append((Permission.REFERRAL_MAKE, label, "legal-referral-take-back", "law"))
    if case.is_open:
        candidates.append((Permission.CASE_ASSIGN, _("Assign"), "case-assign", "user"))
        if facts.is_assigned:
            candidates.append((Permission.CASE_ASSIGN, _("Unassign"), "case-unassign", "user"))
    candidates.append((Permission.CASE_MOVE, _("Move to a team"), "case-move", "family"))
    if case.is_restricted:
        candidates.append(
            (Permission.CASE_RESTRICT, _("Lift restriction"), "case-unrestrict", "lock")
        )
    restrict = _("Change who sees it") if case.is_restricted else _("Restrict")
    candidates.append((Permission.CASE_RESTRICT, restrict, "case-restrict", "lock"))
    if CaseStatus.CLOSED in CASE_MOVES[case.status]:
        candidates.append((Permission.CASE_CLOSE, _("Close"), "case-close", "close"))
    if CaseStatus.OPEN in CASE_MOVES[case.status]:
        candidates.append((Permission.CASE_REOPEN, _("Reopen"), "case-reopen", "case"))
    if closing_to_undo(case, user):
        candidates.append(
            (Permission.CASE_CLOSE, _("Take the closing back"), "case-close-undo", "case")
        )
    elif not case.is_open and not can(user, Permission.CASE_REOPEN, about=case):
        candidates.append((Permission.CASE_READ, _("Who can reopen it"), "case-reopeners", "user"))
    return [
        Offer(label, fast_reverse(url_name, case.number), icon)
        for permission, label, url_name, icon in candidates
        if can(user, permission, about=case)
    ]
