"""The first steps on the server: mail, backups and the master key. Amparo cannot check all of these itself."""

from django.conf import settings
from django.template.defaultfilters import date as formatted
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mails import mail_folder
from accounts.models import AuditEvent
from accounts.permissions import Permission
from pages.context import address
from vault import master
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.steps import Installation, Step, StepState
from worklist.scheduler.heartbeats import BACKUP, RESTORED
from worklist.scheduler.models import Heartbeat

# The page of the guide that explains backups and the master key.
HOW_TO_KEEP = "first-start"


def confirmation_scope(step: ConfirmedStep | str) -> str:
    """The mail server or the master key to which a confirmation of this step applies; empty for other steps."""
    match step:
        case ConfirmedStep.MAIL:
            return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}" if settings.EMAIL_HOST else ""
        case ConfirmedStep.KEY:
            return master.current().fingerprint
    return ""


def mail(installation: Installation) -> Step:
    """Done when a user has confirmed that a mail through the current mail server arrived."""
    server = confirmation_scope(ConfirmedStep.MAIL)
    confirmation = _confirmation(ConfirmedStep.MAIL) if server else None
    sent = _test_mail(installation, server) if server else None
    if confirmation:
        sentence = _("Mails leave through %(server)s, and one arrived.") % {"server": server}
    elif sent:
        sentence = _("A mail left through %(server)s for %(address)s. Did it arrive?") % {
            "server": server,
            "address": installation.reader.email,
        }
    elif server:
        sentence = _(
            "Mails leave through %(server)s. Send one to yourself, and say whether it arrived."
        ) % {"server": server}
    elif settings.MAIL_LIES_IN_FOLDER:
        sentence = _(
            "No mail leaves this demonstration: each is written as a file into the folder %(folder)s on the server."
        ) % {"folder": mail_folder()}
    else:
        sentence = _(
            "No mail server is configured: whoever is invited gets no link. It is set with AMPARO_MAIL_HOST."
        )
    return Step(
        ConfirmedStep.MAIL,
        gettext_lazy("Mail that arrives"),
        sentence,
        _state(confirmation),
        Permission.OFFICE_CHANGE,
        at=confirmation.said_at if confirmation else None,
        by=confirmation.said_by.full_name if confirmation else "",
        asks=ConfirmedStep.MAIL if sent and not confirmation else None,
        confirmation=confirmation,
    )


def _test_mail(installation: Installation, server: str) -> AuditEvent | None:
    """The audit event of the user's newest test mail that this server took; None without any."""
    return (
        AuditEvent.objects.filter(
            about_id=str(installation.reader.pk),
            verb="mail.tested",
            details__server=server,
            details__outcome="sent",
        )
        .order_by("-at")
        .first()
    )


def backup(installation: Installation) -> Step:
    """Done when a backup was ever made. The check of /readyz watches the age of the newest backup."""
    made = Heartbeat.objects.filter(name=BACKUP).first()
    if made:
        sentence = _("The newest one is of %(moment)s.") % {
            "moment": formatted(timezone.localtime(made.beat_at), "j M Y, H:i")
        }
    elif not settings.IS_PRODUCTION:
        sentence = _("A demonstration needs none.")
    else:
        sentence = _("None was made yet. It is made every night, by the clock of the server.")
    return Step(
        "backup",
        gettext_lazy("A backup every night"),
        sentence,
        _state(made),
        None,
        address("guide-page", HOW_TO_KEEP),
        gettext_lazy("How it is done"),
    )


def restored(installation: Installation) -> Step:
    """Done when this database was restored from a backup, or when a user has confirmed a restore elsewhere."""
    restored_here = Heartbeat.objects.filter(name=RESTORED).first()
    confirmation = _confirmation(ConfirmedStep.RESTORED)
    if restored_here:
        sentence = _("What you see here came back from a backup on %(moment)s.") % {
            "moment": formatted(timezone.localtime(restored_here.beat_at), "j M Y, H:i")
        }
    elif confirmation:
        sentence = _("Somebody brought a backup back and saw that it can be read.")
    else:
        sentence = _(
            "A backup that was never restored is a hope. Restore one on another machine, and say so here."
        )
    done = restored_here or confirmation
    return Step(
        ConfirmedStep.RESTORED,
        gettext_lazy("A backup that was brought back once"),
        sentence,
        _state(done),
        None,
        address("guide-page", HOW_TO_KEEP),
        gettext_lazy("How it is done"),
        at=confirmation.said_at if confirmation else None,
        by=confirmation.said_by.full_name if confirmation else "",
        asks=None if done else ConfirmedStep.RESTORED,
        confirmation=confirmation,
    )


def key(installation: Installation) -> Step:
    """Done when a user has confirmed that a copy of the current master key is kept elsewhere."""
    confirmation = _confirmation(ConfirmedStep.KEY)
    return Step(
        ConfirmedStep.KEY,
        gettext_lazy("The master key, kept in a second place"),
        _("There is a copy away from this server.")
        if confirmation
        else _(
            "Every name is locked with it: whoever loses it loses them all, for good. Keep a copy away from this "
            "server and its backups, and say so here."
        ),
        _state(confirmation),
        None,
        address("guide-page", HOW_TO_KEEP),
        gettext_lazy("How it is done"),
        at=confirmation.said_at if confirmation else None,
        by=confirmation.said_by.full_name if confirmation else "",
        asks=None if confirmation else ConfirmedStep.KEY,
        confirmation=confirmation,
    )


def _confirmation(step: ConfirmedStep) -> StepSaid | None:
    """The confirmation of this step that counts now."""
    confirmations = StepSaid.objects.standing(step, confirmation_scope(step))
    return confirmations.select_related("said_by").first()


def _state(done: object) -> StepState:
    """The state of a step on the server. A demonstration does not need the step, because it holds no real people."""
    if done:
        return StepState.DONE
    return StepState.OPEN if settings.IS_PRODUCTION else StepState.NOT_HERE
