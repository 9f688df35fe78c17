"""What may be done with a case now: only lawful acts are offered, built from the status."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.cases.actions import may_take_back, own_closing
from casework.register.choices import CASE_MOVES, CaseStatus
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, LegalReferral
from casework.slots.holdings import holds
from pages.addresses import path_to
from pages.questions import ANY_KEY, kept_exists, kept_rows


@dataclass(frozen=True)
class Offer:
    """One thing to do: its label and the page that does it."""

    label: str | Promise
    url: str
    icon: str


def _open_referral(case: Case) -> LegalReferral | None:
    asked = {ANY_KEY: case.pk}
    referrals = kept_rows(_open_referrals, values=asked) if holds(case, LegalReferral) else []
    return next(iter(referrals), None)


def _open_referrals() -> Any:
    return LegalReferral.objects.filter(case=ANY_KEY).open()


def _is_assigned(case: Case, user: User) -> bool:
    return kept_exists(_assignments, user.today(), values={ANY_KEY: case.pk})


def _assignments(day: datetime.date) -> Any:
    return CaseAssignment.objects.filter(case=ANY_KEY).on_or_after(day)


def offers_for(case: Case, user: User) -> list[Offer]:
    """What the user may do with the case in its present status."""
    wanted: list[tuple[Permission, str | Promise, str, str]] = []
    referral = _open_referral(case)
    if case.is_open and referral is None:
        wanted.append((Permission.REFERRAL_MAKE, _("Refer to legal"), "referral-make", "law"))
    if referral and may_take_back(referral, user.today()):
        back = _("Take the legal referral back")
        wanted.append((Permission.REFERRAL_MAKE, back, "legal-referral-take-back", "law"))
    if case.is_open:
        wanted.append((Permission.CASE_ASSIGN, _("Assign"), "case-assign", "user"))
        if holds(case, CaseAssignment) and _is_assigned(case, user):
            wanted.append((Permission.CASE_ASSIGN, _("Unassign"), "case-unassign", "user"))
    wanted.append((Permission.CASE_MOVE, _("Move to a team"), "case-move", "family"))
    if case.is_restricted:
        wanted.append((Permission.CASE_RESTRICT, _("Lift restriction"), "case-unrestrict", "lock"))
    restrict = _("Change who sees it") if case.is_restricted else _("Restrict")
    wanted.append((Permission.CASE_RESTRICT, restrict, "case-restrict", "lock"))
    if CaseStatus.CLOSED in CASE_MOVES[case.status]:
        wanted.append((Permission.CASE_CLOSE, _("Close"), "case-close", "close"))
    if CaseStatus.OPEN in CASE_MOVES[case.status]:
        wanted.append((Permission.CASE_REOPEN, _("Reopen"), "case-reopen", "case"))
    if own_closing(case, user):
        wanted.append(
            (Permission.CASE_CLOSE, _("Take the closing back"), "case-close-undo", "case")
        )
    elif not case.is_open and not can(user, Permission.CASE_REOPEN, about=case):
        wanted.append((Permission.CASE_READ, _("Who can reopen it"), "case-reopeners", "user"))
    return [
        Offer(label, path_to(url_name, case.number), icon)
        for permission, label, url_name, icon in wanted
        if can(user, permission, about=case)
    ]
