"""Confirming a first step, undoing that, and sending a test mail to oneself."""

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
from accounts.audit import changed, entered, record
from accounts.models import Office, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from worklist.first_steps.choices import SaidStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.order import first_steps
from worklist.first_steps.server import holds_for

log = logging.getLogger(__name__)


class MailOutcome(StrEnum):
    """The outcome of a mail as far as Amparo can know: a server accepted it, which does not mean that it arrived."""

    SENT = "sent"
    FAILED = "failed"
    IN_FOLDER = "in_folder"
    NO_SERVER = "no_server"


def send_test_mail(*, by: User) -> MailOutcome:
    """Sends a test mail to the user through the usual backend and records the outcome."""
    require(by, Permission.OFFICE_CHANGE)
    outcome = _sent(by)
    said = {"outcome": outcome.value, "server": holds_for(SaidStep.MAIL)}
    record("mail.tested", by=by, about=by, details=said)
    return outcome


def _sent(by: User) -> MailOutcome:
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
def say_step(step: SaidStep, *, by: User) -> StepSaid:
    """Confirms, by name, a step that no table can tell.

    Refused for a step that is not asked now, or that is confirmed already.
    """
    require(by, Permission.OFFICE_CHANGE)
    # Serialises two confirmations at the same time.
    list(Office.objects.select_for_update().order_by("pk"))
    if StepSaid.objects.standing(step, holds_for(step)).exists():
        raise ActionRefused(_("This was said already."))
    steps = first_steps(by)
    if step == SaidStep.PUT_AWAY:
        if any(each.is_open for each in steps):
            raise ActionRefused(_("Something on the list is still to be done."))
    elif step not in {each.asks for each in steps}:
        raise ActionRefused(_("There is nothing to say about this step now."))
    row = StepSaid(step=step, holds_for=holds_for(step), said_by=by)
    return entered(row, "first_step.said", by=by, details={"step": step.value})


@transaction.atomic
def take_back_step(said: StepSaid, *, by: User) -> StepSaid:
    """Withdraws the confirmation: the step is open again. The audit log keeps what was confirmed."""
    said = lock_for(said, Permission.OFFICE_CHANGE, by=by)
    if said.taken_back_at:
        raise ActionRefused(_("This was taken back already."))
    said.taken_back_by, said.taken_back_at = by, timezone.now()
    details = {"step": said.step}
    fields = ("taken_back_by", "taken_back_at")
    return changed(said, *fields, verb="first_step.taken_back", by=by, details=details)
