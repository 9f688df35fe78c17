"""Recording what a payer pays, changing it, and giving notice."""

import datetime
import decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import Office, User
from accounts.permissions import Permission
from aid.models import Agreement
from pages.refusals import ActionRefused
from partners.models import Organisation


class AgreementRefused(ActionRefused):
    """The agreement cannot be so."""


@transaction.atomic
def record_agreement(
    *,
    office: Office,
    payer: Organisation,
    reference: str,
    kinds: list[str],
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    amount: decimal.Decimal | None = None,
    currency: str = "",
    by: User,
) -> Agreement:
    """A new agreement. `ends_on` is the first day not paid. Raises AgreementRefused."""
    require(by, Permission.AGREEMENT_CHANGE)
    if office.pk not in by.office_ids(Permission.AGREEMENT_CHANGE):
        raise AgreementRefused(_("This office is not among those you work for."), field="office")
    agreement = Agreement(
        office=office,
        payer=payer,
        reference=reference.strip(),
        kinds=list(kinds),
        starts_on=starts_on,
        ends_on=ends_on,
        amount=amount,
        currency=currency,
        changed_by=by,
    )
    _check(agreement)
    agreement.save()
    record("agreement.recorded", by=by, about=agreement, details={"ends_on": str(ends_on or "")})
    return agreement


@transaction.atomic
def change_agreement(
    agreement: Agreement,
    *,
    payer: Organisation,
    reference: str,
    kinds: list[str],
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    amount: decimal.Decimal | None = None,
    currency: str = "",
    by: User,
) -> Agreement:
    """Corrects or prolongs an agreement. Raises AgreementRefused."""
    agreement = Agreement.objects.lock(agreement)
    require(by, Permission.AGREEMENT_CHANGE, about=agreement)
    before = str(agreement.ends_on or "")
    agreement.payer = payer
    agreement.reference = reference.strip()
    agreement.kinds = list(kinds)
    agreement.starts_on = starts_on
    agreement.ends_on = ends_on
    agreement.amount = amount
    agreement.currency = currency
    agreement.changed_by = by
    _check(agreement)
    agreement.save()
    record(
        "agreement.changed",
        by=by,
        about=agreement,
        details={"ends_on": [before, str(ends_on or "")]},
    )
    return agreement


@transaction.atomic
def give_notice(
    agreement: Agreement, *, given_on: datetime.date, ends_on: datetime.date, by: User
) -> Agreement:
    """The payer, or the office, said that the agreement ends. Raises AgreementRefused."""
    agreement = Agreement.objects.lock(agreement)
    require(by, Permission.AGREEMENT_CHANGE, about=agreement)
    if agreement.ends_on and agreement.ends_on <= given_on:
        raise AgreementRefused(_("The agreement has ended already."))
    if ends_on < given_on:
        raise AgreementRefused(
            _("The first day not paid is before the day of the notice."), field="ends_on"
        )
    agreement.notice_given_on = given_on
    agreement.ends_on = ends_on
    agreement.changed_by = by
    _check(agreement)
    agreement.save()
    record(
        "agreement.notice_given", by=by, about=agreement, details={"ends_on": ends_on.isoformat()}
    )
    return agreement


def _check(agreement: Agreement) -> None:
    if bool(agreement.amount is None) != bool(agreement.currency == ""):
        raise AgreementRefused(
            _("An amount needs its currency, and the other way round."), field="amount"
        )
    if agreement.ends_on and agreement.ends_on <= agreement.starts_on:
        raise AgreementRefused(_("The agreement ends before it starts."), field="ends_on")
    try:
        agreement.full_clean()
    except ValidationError as error:
        raise AgreementRefused(*error.messages) from error
