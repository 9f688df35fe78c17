"""Records, renews, cancels and confirms permits."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.papers.choices import AS_BEFORE, WorkRight
from asylum.papers.models.permit import Permit
from asylum.papers.querysets import STILL_HOLDS
from asylum.pathways.choices import WHILE_PENDING
from asylum.pathways.querysets import is_closed_to
from asylum.pathways.rules import VALIDITY_RULES
from asylum.people.actions import DaysInDoubt, ask_about_days, lock_person_and_case
from asylum.procedure.models.application import AsylumApplication
from asylum.rule_tasks.actions import update_visa_task
from asylum.scans.actions import file_scan
from casework.corrections.steps import save_correction
from casework.documents.actions import SentFile
from casework.papers.rules.numbers import bare_number
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.refusals import ActionRefused
from reference.calendar import computed_day
from reference.models import DeadlineRule
from vault.search import exact_token

# An authority may count a few days more than the rule on file. A paper that is valid longer than this after the day by
# the rule probably has a wrong year.
MOST_BEYOND_RULE = datetime.timedelta(days=31)
# The purpose of search tokens is that of identity papers, because one paper may be on file as both.
NUMBER = "document"


@transaction.atomic
def record_permit(
    individual: Individual,
    *,
    type: str,
    issued_on: datetime.date,
    by: User,
    expires_on: datetime.date | None = None,
    number: str = "",
    has_no_number: bool = False,
    valid_from: datetime.date | None = None,
    authority: str = "",
    work_right: str = WorkRight.UNKNOWN,
    scan: SentFile | None = None,
    is_sure: bool = False,
) -> Permit:
    """Records a paper that the person holds, and returns it. Without `expires_on` the rule of the day of issue applies.

    Unless the user `is_sure`, raises DaysInDoubt for a paper issued before the arrival, a kind that was not issued any
    longer when the person entered, a paper for applicants without a claim on file, and a last day far beyond the rule.
    """
    individual, case = lock_person_and_case(individual, by=by, permission=Permission.PERMIT_CHANGE)
    ask_about_day_of_issue(individual, issued_on, type=type, is_sure=is_sure)
    ask_about_claim(individual, type=type, is_sure=is_sure)
    ask_about_last_day(individual, issued_on, expires_on, type=type, is_sure=is_sure)
    permit = _store(
        individual,
        case,
        by=by,
        type=type,
        issued_on=issued_on,
        expires_on=expires_on,
        number=number,
        has_no_number=has_no_number,
        valid_from=valid_from,
        authority=authority,
        work_right=work_right,
    )
    record("permit.recorded", by=by, about=permit, case=case, details={"type": str(type)})
    if scan:
        file_scan(permit, scan, by=by)
    update_visa_task(permit, by=by)
    return permit


@transaction.atomic
def renew_permit(
    permit: Permit,
    *,
    issued_on: datetime.date,
    by: User,
    expires_on: datetime.date | None = None,
    number: str = "",
    valid_from: datetime.date | None = None,
    work_right: str = WorkRight.UNKNOWN,
    scan: SentFile | None = None,
    is_sure: bool = False,
) -> Permit:
    """Records the paper that replaces this permit, and returns it. Without `number` the new paper has the old number.

    The right to work is unknown until somebody records it; `AS_BEFORE` copies the one of the old paper.
    """
    old = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    individual, case = lock_person_and_case(
        old.individual, by=by, permission=Permission.PERMIT_CHANGE
    )
    if old.is_renewed:
        raise ActionRefused(_("This permit was renewed already."))
    if not old.is_current:
        raise ActionRefused(_("A cancelled permit is not renewed: record a new one."))
    if issued_on < old.issued_on:
        raise ActionRefused(_("The new permit was issued before the old one."), field="issued_on")
    ask_about_last_day(individual, issued_on, expires_on, type=old.type, is_sure=is_sure)
    new = _store(
        individual,
        case,
        by=by,
        type=old.type,
        issued_on=issued_on,
        expires_on=expires_on,
        number=number or old.number,
        has_no_number=old.has_no_number and not number,
        valid_from=valid_from,
        authority=old.authority,
        work_right=old.work_right if work_right == AS_BEFORE else work_right,
        previous=old,
    )
    record("permit.renewed", by=by, about=new, case=case, details={"type": old.type})
    if scan:
        file_scan(new, scan, by=by)
    update_visa_task(new, by=by)
    return new


@transaction.atomic
def cancel_permit(permit: Permit, *, on: datetime.date, by: User) -> Permit:
    """Records that the authority cancelled the permit on that day."""
    permit = lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    refuse_future(on, by=by)
    if not permit.is_current:
        raise ActionRefused(_("This permit counts no more."))
    if on < permit.issued_on:
        raise ActionRefused(_("The permit was issued after this day."), field="on")
    permit.cancelled_on = on
    permit.save(update_fields=["cancelled_on"])
    record("permit.cancelled", by=by, about=permit, case=permit.case)
    update_visa_task(permit, by=by)
    return permit


@transaction.atomic
def confirm_permit(permit: Permit, *, on: datetime.date, reason: str, by: User) -> Permit:
    """Records that the authority confirmed, on that day, a permit whose claim ended; `reason` names the source.

    Stored as a correction. Raises ActionRefused if the validity of the permit is not in doubt.
    """
    permit = _lock_with_claim_ended(permit, by=by)
    refuse_future(on, by=by)
    if not permit.is_current or permit.claim_ended_on is None:
        raise ActionRefused(_("Nothing is in doubt about this permit."))
    if on < permit.claim_ended_on:
        raise ActionRefused(_("The claim ended after this day."), field="on")
    if not reason.strip():
        raise ActionRefused(_("Say who said so."), field="reason")
    words = _("The authority said on %(day)s that it still holds") % {"day": short_date(on)}
    save_correction(
        permit, [STILL_HOLDS], words, individual=permit.individual, because=reason, by=by, day=on
    )
    record("permit.confirmed", by=by, about=permit, case=permit.case)
    return permit


@transaction.atomic
def retract_confirmation(permit: Permit, *, reason: str, by: User) -> Permit:
    """Undoes a confirmation recorded by mistake: the validity of the permit is in doubt again."""
    permit = _lock_with_claim_ended(permit, by=by)
    if permit.confirmed_on is None:
        raise ActionRefused(_("Nobody said of this permit that it still holds."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    words = _("That it still holds: recorded by mistake")
    save_correction(
        permit, [STILL_HOLDS], words, individual=permit.individual, because=reason, by=by
    )
    record("permit.confirmation_retracted", by=by, about=permit, case=permit.case)
    return permit


def _lock_with_claim_ended(permit: Permit, *, by: User) -> Permit:
    lock_for(permit, Permission.PERMIT_CHANGE, by=by)
    row: Permit = Permit.objects.with_claim_ended().get(pk=permit.pk)
    return row


def permit_token(number: str) -> int | None:
    """Returns the search token of the number of a permit; None without a number."""
    return exact_token(bare_number(number), purpose=NUMBER) if number else None


def _store(
    individual: Individual,
    case: Case,
    *,
    by: User,
    type: str,
    issued_on: datetime.date,
    expires_on: datetime.date | None,
    number: str,
    has_no_number: bool,
    valid_from: datetime.date | None,
    **facts: Any,
) -> Permit:
    refuse_future(issued_on, by=by, field="issued_on")
    refuse_contradiction(number, has_no_number, issued_on, valid_from, expires_on)
    rule, computed = computed_facts(type, issued_on, individual)
    return Permit.objects.create(
        key_id=individual.key_id,
        individual=individual,
        case=case,
        type=type,
        number=number,
        number_token=permit_token(number),
        issued_on=issued_on,
        has_no_number=has_no_number,
        valid_from=valid_from,
        expires_on=expires_on,
        computed_expires_on=computed,
        rule=rule,
        recorded_by=by,
        **facts,
    )


def ask_about_day_of_issue(
    individual: Individual, issued_on: datetime.date, *, type: str, is_sure: bool
) -> None:
    """Raises DaysInDoubt for a paper issued before the arrival, or of a kind no longer issued at the person's entry."""
    arrived_on = individual.arrival.on if individual.arrival else None
    question = _("The arrival is on file as %(day)s. Was the paper issued before that day?")
    ask_about_days(arrived_on, issued_on, question, is_sure=is_sure)
    if not is_sure and is_closed_to(individual, type):
        raise DaysInDoubt(
            _(
                "Papers of this kind were given to nobody who entered that late. Is it of an earlier stay, and was its "
                "holder never away for so long that it ran out?"
            ),
            field="is_sure",
        )


def ask_about_claim(individual: Individual, *, type: str, is_sure: bool) -> None:
    """Raises DaysInDoubt for a paper for applicants without a claim on file: it may belong to a family member."""
    claims = AsylumApplication.objects.made().filter(individual=individual)
    if not is_sure and type in WHILE_PENDING and not claims.exists():
        raise DaysInDoubt(
            _(
                "Papers of this kind are given to who applied for asylum, and no application of this person is on file. Is "
                "the paper theirs?"
            ),
            field="is_sure",
        )


def ask_about_last_day(
    individual: Individual,
    issued_on: datetime.date,
    expires_on: datetime.date | None,
    *,
    type: str,
    is_sure: bool,
) -> None:
    """Raises DaysInDoubt for a last day far beyond that of the rule: a wrong year would hide when the paper expires."""
    if is_sure or expires_on is None:
        return
    _rule, computed = computed_facts(type, issued_on, individual)
    if computed and expires_on > computed + MOST_BEYOND_RULE:
        question = _(
            "By the rule a paper that was issued then is valid until %(day)s. Does this one say %(end)s?"
        )
        days = {"day": short_date(computed), "end": short_date(expires_on)}
        raise DaysInDoubt(question % days, field="is_sure")


def refuse_contradiction(
    number: str,
    has_no_number: bool,
    issued_on: datetime.date,
    valid_from: datetime.date | None,
    expires_on: datetime.date | None,
) -> None:
    """Raises ActionRefused for a paper both with a number and without, or that ends before it starts or was issued."""
    if number and has_no_number:
        raise ActionRefused(_("It has a number, or it has none."), field="has_no_number")
    if expires_on is not None and expires_on < issued_on:
        raise ActionRefused(_("The permit expires before it was issued."), field="expires_on")
    if expires_on is not None and valid_from is not None and expires_on < valid_from:
        raise ActionRefused(_("The permit expires before it holds."), field="expires_on")


def computed_facts(
    type: str, issued_on: datetime.date, individual: Individual
) -> tuple[DeadlineRule | None, datetime.date | None]:
    """Returns the rule for the validity of such a paper on the day of issue, and the last day by that rule."""
    country = individual.office.country
    return computed_day(VALIDITY_RULES.get(type, ""), issued_on, country=country)
