"""What cases add to extracts, due items, the audit log and the obstacles to a merge."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import due
from accounts.permissions import Permission
from casework.register.models.case import Case, CaseStatusChange, LegalReferral
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.extract import ExtractPart, rows_about, rows_of_family
from casework.slots.obstacles import Obstacle, overlaps_membership

# Cases that were referred today: news for the legal officers, except the one who referred the case.
cases_referred = due.Source(
    kind="case_referred",
    title=_("Cases referred to legal"),
    permission=Permission.APPLICATION_CHANGE,
    about=LegalReferral,
    date="made_on",
    case="case_id",
    office="office_id",
    related=("case",),
    rows_on=lambda today: LegalReferral.objects.open().filter(made_on=today),
    say=lambda referral: gettext("Referred to you: %(number)s") % {"number": referral.case.number},
    by="made_by",
    is_news=True,
)

case_extract = ExtractPart(
    Case, _("Case"), first=["number"], rows=rows_about(Case, "members__individual")
)

case_status_change_extract = ExtractPart(
    CaseStatusChange,
    _("Opening and closing"),
    first=["on"],
    rows=rows_of_family(CaseStatusChange, day="on"),
    author="by",
)


def in_no_case(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle if the merged record is in a case today and the surviving one is in none."""
    today = survivor.office.today()
    if survivor.memberships.on(today).exists():
        return
    for member in merged.memberships.on(today).select_related("case"):
        if overlaps_membership(member, survivor):
            values = {"number": merged.number, "case": member.case.number}
            yield Obstacle(
                gettext(
                    "%(number)s is in %(case)s today, and the other record in no case: let %(number)s stay."
                )
                % values
            )


def unequal_restriction(survivor: Individual, merged: Individual) -> Iterator[Obstacle]:
    """Yields an obstacle if the cases of the two records are restricted to different people."""
    today = survivor.office.today()
    first, second = case_of(survivor, today), case_of(merged, today)
    if first is None or second is None or first == second:
        return
    if first.is_restricted != second.is_restricted:
        restricted, other = (first, second) if first.is_restricted else (second, first)
        yield Obstacle(
            gettext("%(number)s is restricted and %(other)s is not: restrict both alike first.")
            % {"number": restricted.number, "other": other.number},
            reverse("case-restrict", args=[other.number]),
        )
    elif first.is_restricted and _named_users(first, today) != _named_users(second, today):
        yield Obstacle(
            gettext(
                "%(number)s and %(other)s name different people: name the same ones in both first."
            )
            % {"number": first.number, "other": second.number},
            reverse("case-restrict", args=[second.number]),
        )


def _named_users(case: Case, day: datetime.date) -> set[Any]:
    return set(case.named_access.in_force(day).values_list("user", flat=True))


VERBS: dict[str, str | Promise] = {
    "case.assignment_taken_back": _("let the case be with whom it was before"),
    "case.closed": _("closed the case"),
    "case.closing_undone": _("took back that the case was closed"),
    "case.listed": _("looked at the list of cases"),
    "case.moved": _("moved the case to another team"),
    "case.opened_of_age": _(
        "opened the case again: who came of age has not said that the file ends"
    ),
    "case.read": _("opened the file"),
    "case.reopened": _("reopened the case"),
    "case.restricted": _("restricted the case"),
    "case.unrestricted": _("lifted the restriction"),
    "referral.made": _("referred the case"),
    "referral.taken_back": _("took back that the case was referred to the legal officers"),
}
