"""Writes referrals to outside services, sends them, and records their answers and ends."""

import datetime
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future, refuse_move
from casework.consents.actions import ConsentMissing
from casework.referrals.choices import NEEDS_REASON, ReferralStatus, Urgency
from casework.referrals.models import Referral, ReferralStep
from casework.referrals.rules import due_on
from casework.register.actions import refuse_closed
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.refusals import ActionRefused
from partners.models import Organisation

AGAINST_A_REFUSAL = _(
    "The person said no (%(answers)s), and nothing is sent against that. If they agree now, or cannot be asked and "
    "their life depends on it, record that consent first."
)


class AlreadyReferred(ActionRefused):
    """The person has an open referral to the service already."""


@transaction.atomic
def write_referral(
    case: Case,
    *,
    people: Sequence[Individual],
    service: str,
    organisation: Organisation,
    reason: str,
    by: User,
    urgency: str = Urgency.NORMAL,
    on: datetime.date | None = None,
) -> list[Referral]:
    """Adds a draft for each of these people, dated `on` or today, and returns the drafts. Raises AlreadyReferred."""
    case = lock_for(case, Permission.REFERRAL_MAKE, by=by)
    refuse_closed(case)
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    members = set(case.members.on(by.today()).values_list("individual", flat=True))
    if not people or any(person.pk not in members for person in people):
        raise ActionRefused(_("Choose people who belong to the case."), field="people")
    return [
        _write(
            case,
            person,
            service=service,
            organisation=organisation,
            reason=reason,
            urgency=urgency,
            status_on=on or by.today(),
            by=by,
        )
        for person in people
    ]


def _write(case: Case, person: Individual, *, reason: str, by: User, **facts: object) -> Referral:
    referral = Referral(
        key_id=person.key_id,
        case=case,
        individual=person,
        reason=reason.strip(),
        written_by=by,
        **facts,
    )
    save_if_only_open(referral)
    _save_step(referral, by=by, remark="")
    record("referral.drafted", by=by, about=referral, details={"service": referral.service})
    return referral


def save_if_only_open(referral: Referral) -> None:
    """Saves the referral. Raises AlreadyReferred if the person has another open referral to the service."""
    try:
        with transaction.atomic():
            referral.save()
    except IntegrityError as error:
        if "one_open_referral_per_person_and_service" not in str(error):
            raise
        values = {"number": referral.individual.number}
        raise AlreadyReferred(
            _("%(number)s is referred to that service already.") % values, field="service"
        ) from None


MISSING_TODAY = _(
    "There is no consent for “%(purpose)s”. Ask the person, or say why it cannot wait."
)
MISSING_ON_DAY = _("On that day there was no consent for “%(purpose)s”: say why it was sent.")


@transaction.atomic
def send_referral(
    referral: Referral, *, on: datetime.date, by: User, override_reason: str = ""
) -> Referral:
    """Records that the referral was sent on `on`: with the person's consent of that day, or else with a reason.

    Raises ConsentMissing, whatever the reason, if the person refuses today or had refused on that day. Then a new answer,
    or the ground of vital interest for a person who cannot be asked, must be recorded first.
    """
    # The person is locked first, as for a withdrawal of consent, so that the two actions follow each other.
    Individual.objects.lock(referral.individual)
    row = _lock_if_lawful(referral, ReferralStatus.SENT, on, by)
    row.sent_on = on
    row.due_on = due_on(row.service, row.urgency, on)
    judge_consent(row, on, why=override_reason, why_field="override_reason", today=by.today())
    return _move(row, ReferralStatus.SENT, on, by, "")


def judge_consent(
    row: Referral,
    on: datetime.date,
    *,
    why: str,
    why_field: str,
    field: str | None = None,
    today: datetime.date | None = None,
) -> None:
    """Sets `is_consent_overridden` and `override_reason` by the consents on `on`, the day of sending.

    Raises ConsentMissing at `field` if the person had refused on that day or, if `today` is given, refuses today; and at
    `why_field` if a consent is missing and `why` is empty. The caller has locked the person, and saves the row.
    """
    if refused := row.refused_consents(on) or (row.refused_consents(today) if today else ""):
        raise ConsentMissing(AGAINST_A_REFUSAL % {"answers": refused}, field=field)
    missing_purposes = row.missing_consents(on)
    if missing_purposes and not why.strip():
        sentence = MISSING_TODAY if on == today else MISSING_ON_DAY
        raise ConsentMissing(sentence % {"purpose": missing_purposes}, field=why_field)
    row.is_consent_overridden = bool(missing_purposes)
    row.override_reason = why.strip() if missing_purposes else ""


@transaction.atomic
def move_referral(
    referral: Referral, *, to: str, on: datetime.date, by: User, remark: str = ""
) -> Referral:
    """Moves the referral to another status and returns it; `remark` is the reason where one is needed."""
    row = _lock_if_lawful(referral, to, on, by)
    if to == ReferralStatus.SENT:
        return send_referral(row, on=on, by=by)
    if to in NEEDS_REASON and not remark.strip():
        raise ActionRefused(_("Give the reason."), field="remark")
    return _move(row, ReferralStatus(to), on, by, remark)


def _lock_if_lawful(referral: Referral, to: str, on: datetime.date, by: User) -> Referral:
    row = lock_for(referral, Permission.REFERRAL_MAKE, by=by)
    refuse_future(on, by=by)
    if to not in row.lawful_moves:
        refuse_move(row, ReferralStatus(to), row.steps.standing(), field="to")
    if row.status != ReferralStatus.DRAFT and on < row.status_on:
        raise ActionRefused(_("The last step was on a later day."), field="on")
    return row


def _move(row: Referral, to: ReferralStatus, on: datetime.date, by: User, remark: str) -> Referral:
    row.status, row.status_on = to, on
    row.save()
    _save_step(row, by=by, remark=remark)
    details = {"service": row.service, "without_consent": row.is_consent_overridden}
    record(f"referral.{to}", by=by, about=row, details=details)
    return row


def _save_step(row: Referral, *, by: User, remark: str) -> None:
    ReferralStep.objects.create(
        key_id=row.key_id,
        referral=row,
        status=row.status,
        on=row.status_on,
        by=by,
        remark=remark.strip(),
    )
