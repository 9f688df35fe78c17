"""The dates of aid that fall due: commitments and agreements that end."""

import datetime
from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery, UUIDField
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission
from aid.models import Agreement, Commitment, Cover
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


def _covered(column: str, keys: Iterable[Any], today: datetime.date) -> dict[Any, due.Reached]:
    """How many people and families these agreements or commitments cover today; `column` is the one of `Cover`."""
    covers = Cover.objects.firm().with_end(today).filter(**{f"{column}__in": list(keys)})
    covers = covers.filter(starts_on__lte=today).exclude(**{"ends_on__lte": today})
    people: dict[Any, set[Any]] = {}
    for key, person in covers.order_by().values_list(column, "individual").distinct():
        people.setdefault(key, set()).add(person)
    members = FamilyMember.objects.on(today).filter(individual__in=set().union(*people.values()))
    families = dict(members.order_by().values_list("individual", "case"))
    return {
        key: due.Reached(len(each), len({families[person] for person in each & families.keys()}))
        for key, each in people.items()
    }


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
    ends_aid=lambda commitment, day: (
        _("%(aid)s for %(target)s: the last day is %(day)s")
        % {"aid": commitment.get_kind_display(), "target": commitment.target, "day": day}
    ),
    reached=partial(_covered, "commitment"),
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
    ends_aid=lambda agreement, day: (
        _("%(payer)s (%(reference)s) pays for the last time on %(day)s: %(kinds)s")
        % {
            "payer": agreement.payer,
            "reference": agreement.reference,
            "day": day,
            "kinds": ", ".join(agreement.kinds_in_words),
        }
    ),
    reached=partial(_covered, "agreement"),
)
