"""Recording what a payer pays, changing it, and giving notice."""

import datetime
import decimal
from typing import NotRequired, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from aid.models import Agreement
from casework.corrections.actions import apply_correction
from pages.refusals import ActionRefused
from partners.models import Organisation


class AgreementRefused(ActionRefused):
    """The agreement would be invalid."""


class AgreementFacts(TypedDict):
    """The facts of an agreement that a user enters. `ends_on` is the first day not paid."""

    payer: Organisation
    reference: str
    kinds: list[str]
    starts_on: datetime.date
    ends_on: NotRequired[datetime.date | None]
    amount: NotRequired[decimal.Decimal | None]
    currency: NotRequired[str]
    condition: NotRequired[str]
    condition_text: NotRequired[str]


@transaction.atomic
def record_agreement(*, office: Office, by: User, **facts: Unpack[AgreementFacts]) -> Agreement:
    """Records an agreement. Raises AgreementRefused."""
    require(by, Permission.AGREEMENT_CHANGE)
    if office.pk not in by.office_ids(Permission.AGREEMENT_CHANGE):
        raise AgreementRefused(_("This office is not among those you work for."), field="office")
    agreement = Agreement(office=office, changed_by=by)
    _set_facts(agreement, **facts)
    details = {"ends_on": str(agreement.ends_on or ""), "condition": agreement.condition}
    return add_and_record(agreement, "agreement.recorded", by=by, details=details)


@transaction.atomic
def change_agreement(
    agreement: Agreement, *, by: User, **facts: Unpack[AgreementFacts]
) -> Agreement:
    """Corrects or extends an agreement. Raises AgreementRefused."""
    agreement = lock_for(agreement, Permission.AGREEMENT_CHANGE, by=by)
    before, condition = str(agreement.ends_on or ""), agreement.condition
    agreement.changed_by = by
    _set_facts(agreement, **facts)
    details = {"ends_on": [before, str(agreement.ends_on or "")]}
    if condition != agreement.condition:
        details["condition"] = [condition, agreement.condition]
    return save_and_record(agreement, verb="agreement.changed", by=by, details=details)


def _set_facts(
    agreement: Agreement,
    *,
    payer: Organisation,
    reference: str,
    kinds: list[str],
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    amount: decimal.Decimal | None = None,
    currency: str = "",
    condition: str = "",
    condition_text: str = "",
) -> None:
    agreement.payer, agreement.reference = payer, reference.strip()
    agreement.kinds = list(kinds)
    agreement.starts_on, agreement.ends_on = starts_on, ends_on
    agreement.amount, agreement.currency = amount, currency
    agreement.condition, agreement.condition_text = condition, condition_text.strip()
    _check(agreement)


@transaction.atomic
def give_notice(
    agreement: Agreement, *, given_on: datetime.date, ends_on: datetime.date, by: User
) -> Agreement:
    """Records that the payer or the office gave notice; `ends_on` is the first day not paid. Raises AgreementRefused."""
    agreement = lock_for(agreement, Permission.AGREEMENT_CHANGE, by=by)
    if agreement.ends_on and agreement.ends_on <= given_on:
        raise AgreementRefused(_("The agreement has ended already."))
    if ends_on < given_on:
        raise AgreementRefused(
            _("The first day not paid is before the day of the notice."), field="ends_on"
        )
    agreement.notice_given_on, agreement.notice_recorded_at = given_on, timezone.now()
    agreement.ends_on = ends_on
    agreement.changed_by = by
    _check(agreement)
    details = {"ends_on": ends_on.isoformat()}
    return save_and_record(agreement, verb="agreement.notice_given", by=by, details=details)


@transaction.atomic
def correct_notice(
    agreement: Agreement,
    *,
    notice_given_on: datetime.date | None,
    ends_on: datetime.date | None,
    by: User,
    reason: str = "",
) -> Agreement:
    """Corrects the day of a notice and the first day not paid. Without a day of notice, none was given.

    Commitments under the agreement end on the corrected day. Raises AgreementRefused. Later than a day after the notice was
    recorded, raises ActionRefused without a reason.
    """
    row = lock_for(agreement, Permission.AGREEMENT_CHANGE, by=by)
    if row.notice_given_on is None or row.notice_recorded_at is None:
        raise AgreementRefused(_("No notice is recorded for this agreement."))
    if notice_given_on:
        refuse_future(notice_given_on, by=by, field="notice_given_on")
        if ends_on is None:
            raise AgreementRefused(_("Say which day is not paid any more."), field="ends_on")
        if ends_on < notice_given_on:
            raise AgreementRefused(
                _("The first day not paid is before the day of the notice."), field="ends_on"
            )
    facts = {"notice_given_on": notice_given_on, "ends_on": ends_on}
    fields = apply_correction(row, facts, reason=reason, by=by, recorded_at=row.notice_recorded_at)
    row.notice_recorded_at = row.notice_recorded_at if notice_given_on else None
    row.changed_by = by
    _check(row)
    return save_and_record(
        row, verb="agreement.notice_corrected", by=by, details={"fields": fields}
    )


def _check(agreement: Agreement) -> None:
    """Raises AgreementRefused if the agreement contradicts itself or a constraint."""
    if bool(agreement.amount is None) != bool(agreement.currency == ""):
        raise AgreementRefused(
            _("An amount needs its currency, and the other way round."), field="amount"
        )
    if agreement.condition and not agreement.condition_text:
        raise AgreementRefused(
            _("Write the clause in which the agreement asks for it."), field="condition_text"
        )
    if agreement.condition_text and not agreement.condition:
        raise AgreementRefused(
            _("Choose what this clause asks for, or leave the clause empty."), field="condition"
        )
    if agreement.ends_on and agreement.ends_on <= agreement.starts_on:
        raise AgreementRefused(_("The agreement ends before it starts."), field="ends_on")
    try:
        agreement.full_clean()
    except ValidationError as error:
        raise AgreementRefused(*error.messages) from error
