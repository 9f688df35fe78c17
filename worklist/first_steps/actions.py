"""Actions on first steps: confirming a step, withdrawing a confirmation, and sending a test mail to oneself."""

import logging
import smtplib
from enum import StrEnum

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.order import first_steps
from worklist.first_steps.server import confirmation_scope

log = logging.getLogger(__name__)


class MailOutcome(StrEnum):
    """What became of a mail, as far as Amparo can know. SENT means that a server took it, not that it arrived."""

    SENT = "sent"
    FAILED = "failed"
    IN_FOLDER = "in_folder"
    NO_SERVER = "no_server"


def send_test_mail(*, by: User) -> MailOutcome:
    """Sends a test mail to `by` through the usual backend, records the outcome in the audit log, and returns it."""
    require(by, Permission.OFFICE_CHANGE)
    outcome = _send(by)
    details = {"outcome": outcome.value, "server": confirmation_scope(ConfirmedStep.MAIL)}
    record("mail.tested", by=by, about=by, details=details)
    return outcome


def _send(by: User) -> MailOutcome:
    if not settings.EMAIL_HOST and not settings.MAIL_LIES_IN_FOLDER:
        return MailOutcome.NO_SERVER
    with translation.override(by.language):
        subject = _("Amparo: a mail to try the way")
        url = settings.PUBLIC_URL + reverse("first-steps")
        text = render_to_string("worklist/test_mail.txt", {"address": url})
    try:
        send_mail(subject, text, None, [by.email])
    except (OSError, smtplib.SMTPException) as error:
        log.warning("test mail not sent: %s", type(error).__name__)
        return MailOutcome.FAILED
    return MailOutcome.IN_FOLDER if settings.MAIL_LIES_IN_FOLDER else MailOutcome.SENT


@transaction.atomic
def say_step(step: ConfirmedStep, *, by: User) -> StepSaid:
    """Records that `by` confirms a step, or puts the list of steps away.

    Raises ActionRefused if the step is confirmed already or asks for no confirmation now, or if the list still has open
    steps.
    """
    require(by, Permission.OFFICE_CHANGE)
    # Of two confirmations at the same time, the second waits and is refused.
    list(Office.objects.select_for_update().order_by("pk"))
    if StepSaid.objects.standing(step, confirmation_scope(step)).exists():
        raise ActionRefused(_("This was said already."))
    steps = first_steps(by)
    if step == ConfirmedStep.PUT_AWAY:
        if any(each.is_open for each in steps):
            raise ActionRefused(_("Something on the list is still to be done."))
    elif step not in {each.asks for each in steps}:
        raise ActionRefused(_("There is nothing to say about this step now."))
    row = StepSaid(step=step, holds_for=confirmation_scope(step), said_by=by)
    return add_and_record(row, "first_step.said", by=by, details={"step": step.value})


@transaction.atomic
def take_back_step(confirmation: StepSaid, *, by: User) -> StepSaid:
    """Withdraws the confirmation, so that the step is open again. Raises ActionRefused if it is withdrawn already."""
    confirmation = lock_for(confirmation, Permission.OFFICE_CHANGE, by=by)
    if confirmation.taken_back_at:
        raise ActionRefused(_("This was taken back already."))
    confirmation.taken_back_by, confirmation.taken_back_at = by, timezone.now()
    details = {"step": confirmation.step}
    fields = ("taken_back_by", "taken_back_at")
    return save_and_record(
        confirmation, *fields, verb="first_step.taken_back", by=by, details=details
    )
