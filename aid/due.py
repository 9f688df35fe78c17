"""The dates of aid that fall due: commitments and agreements that end."""

import datetime
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, UUIDField
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission
from aid.models import Agreement, Commitment
from aid.words import aid_until, last_day_of
from casework.register.models.case import FamilyMember
from pages.dates import short_date

# An ended commitment is shown for a week.
SHOWN_AFTERWARDS = datetime.timedelta(days=6)


def _ending(today: datetime.date) -> Any:
    """Firm commitments that end before their agreement. Adds `of_case`, the case of the target, and `last_day`."""
    case_today = FamilyMember.objects.on(today).filter(individual=OuterRef("individual"))
    of_case = Coalesce("case", Subquery(case_today.values("case")[:1]), output_field=UUIDField())
    return (
        Commitment.objects.filter(is_firm=True)
        .filter(Q(agreement__ends_on=None) | Q(until__lt=F("agreement__ends_on")))
        .exclude(until=F("starts_on"))
        .annotate(of_case=of_case, last_day=last_day_of("until"))
        .filter(Q(site__isnull=False) | Q(of_case__isnull=False))
    )


def _day(agreement: Agreement) -> str:
    return short_date(agreement.lasts_until) if agreement.lasts_until else _("no end named")


commitments_ending = due.Source(
    kind="commitment_ends",
    title=gettext_lazy("Aid ends"),
    permission=Permission.AID_READ,
    about=Commitment,
    date="last_day",
    case="of_case",
    office="office_id",
    related=("site", "case", "individual"),
    rows_on=_ending,
    say=lambda commitment: f"{aid_until(commitment.kind, commitment.until)} · {commitment.target}",
    person="individual_id",
    who=lambda commitment: str(commitment.site or ""),
    what=lambda commitment: aid_until(commitment.kind, commitment.until),
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(due.DueAction(gettext_lazy("See the aid"), "commitment-detail", Permission.AID_READ),),
    shown_in_panel="aid",
)
agreements_ending = due.Source(
    kind="agreement_ends",
    title=gettext_lazy("Agreement ends"),
    permission=Permission.AGREEMENT_READ,
    about=Agreement,
    date="last_day",
    office="office_id",
    related=("payer",),
    rows_on=lambda today: Agreement.objects.annotate(last_day=last_day_of("ends_on")),
    say=lambda agreement: (
        _("%(payer)s pays until %(day)s: %(kinds)s (%(reference)s)")
        % {
            "payer": agreement.payer,
            "day": _day(agreement),
            "kinds": ", ".join(agreement.kinds_in_words),
            "reference": agreement.reference,
        }
    ),
    who=lambda agreement: str(agreement.payer),
    what=lambda agreement: (
        _("pays until %(day)s: %(kinds)s")
        % {"day": _day(agreement), "kinds": ", ".join(agreement.kinds_in_words)}
    ),
    overdue=due.WARN,
    shown_afterwards=SHOWN_AFTERWARDS,
    actions=(
        due.DueAction(
            gettext_lazy("See the agreement"), "agreement-detail", Permission.AGREEMENT_READ
        ),
    ),
)
