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
from pages.addresses import path_to


@dataclass(frozen=True)
class Offer:
    """A link to an action: its label and its URL."""

    label: str | Promise
    url: str
    icon: str


class Planned(NamedTuple):
    """A colleague who will look after the case from a later day on."""

    on: datetime.date
    name: str


class Running(NamedTuple):
    """Facts on which the offers depend: the day of the open legal referral, and the caseworkers from today on."""

    referred_on: datetime.date | None
    is_assigned: bool
    planned: list[Planned]


def rows_of_offers(case: Case, user: User) -> dict[str, Any]:
    """Returns the queries for `Running`, for `pages.together`."""
    rows = dict[str, Any]()
    if holds(case, LegalReferral):
        rows["legal_referrals"] = LegalReferral.objects.filter(case=case).open().values("made_on")
    if case.is_open and holds(case, CaseAssignment):
        assignments = CaseAssignment.objects.filter(case=case).on_or_after(user.today())
        rows["assignments"] = assignments.order_by("starts_on").values(
            "starts_on", "caseworker__full_name"
        )
    return rows


def running_of(rows: Mapping[str, list[dict[str, Any]]], today: datetime.date) -> Running:
    """Returns the facts from the results of `rows_of_offers`."""
    days = [datetime.date.fromisoformat(row["made_on"]) for row in rows.get("legal_referrals", ())]
    assigned = [
        Planned(datetime.date.fromisoformat(row["starts_on"]), row["caseworker__full_name"])
        for row in rows.get("assignments", ())
    ]
    return Running(
        next(iter(days), None), bool(assigned), [each for each in assigned if each.on > today]
    )


def offers_for(case: Case, user: User, running: Running) -> list[Offer]:
    """Returns the actions that the user may do with the case in its current status."""
    candidates: list[tuple[Permission, str | Promise, str, str]] = []
    if case.is_open and case.people_today and running.referred_on is None:
        candidates.append((Permission.REFERRAL_MAKE, _("Refer to legal"), "referral-make", "law"))
    if running.referred_on and may_take_back(running.referred_on, user.today()):
        back = _("Take the legal referral back")
        candidates.append((Permission.REFERRAL_MAKE, back, "legal-referral-take-back", "law"))
    if case.is_open:
        candidates.append((Permission.CASE_ASSIGN, _("Assign"), "case-assign", "user"))
        if running.is_assigned:
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
        Offer(label, path_to(url_name, case.number), icon)
        for permission, label, url_name, icon in candidates
        if can(user, permission, about=case)
    ]
