"""The first steps on the server: mail, backups and the master key, which Amparo cannot check from inside."""

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
from worklist.first_steps.choices import SaidStep
from worklist.first_steps.models import StepSaid
from worklist.first_steps.steps import House, Step, StepState
from worklist.scheduler.heartbeats import BACKUP, RESTORED
from worklist.scheduler.models import Heartbeat

HOW_TO_KEEP = "first-start"


def holds_for(step: SaidStep | str) -> str:
    """Identifies the mail server or master key that a confirmation is given for; it does not count for another one."""
    match step:
        case SaidStep.MAIL:
            return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}" if settings.EMAIL_HOST else ""
        case SaidStep.KEY:
            return master.current().fingerprint
    return ""


def mail(house: House) -> Step:
    """Done when somebody confirms that a mail through the current mail server arrived."""
    server = holds_for(SaidStep.MAIL)
    said = _standing(SaidStep.MAIL) if server else None
    sent = _test_mail(house, server) if server else None
    if said:
        sentence = _("Mails leave through %(server)s, and one arrived.") % {"server": server}
    elif sent:
        sentence = _("A mail left through %(server)s for %(address)s. Did it arrive?") % {
            "server": server,
            "address": house.reader.email,
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
        SaidStep.MAIL,
        gettext_lazy("Mail that arrives"),
        sentence,
        _state(said),
        Permission.OFFICE_CHANGE,
        at=said.said_at if said else None,
        by=said.said_by.full_name if said else "",
        asks=SaidStep.MAIL if sent and not said else None,
        said=said,
    )


def _test_mail(house: House, server: str) -> AuditEvent | None:
    """The user's newest test mail that this server took."""
    return (
        AuditEvent.objects.filter(
            about_id=str(house.reader.pk),
            verb="mail.tested",
            details__server=server,
            details__outcome="sent",
        )
        .order_by("-at")
        .first()
    )


def backup(house: House) -> Step:
    """Done when a backup was ever made. Monitoring (/readyz) watches how old the newest one is."""
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


def restored(house: House) -> Step:
    """Done when this database was restored from a backup, or when somebody confirms a restore elsewhere."""
    came_back = Heartbeat.objects.filter(name=RESTORED).first()
    said = _standing(SaidStep.RESTORED)
    if came_back:
        sentence = _("What you see here came back from a backup on %(moment)s.") % {
            "moment": formatted(timezone.localtime(came_back.beat_at), "j M Y, H:i")
        }
    elif said:
        sentence = _("Somebody brought a backup back and saw that it can be read.")
    else:
        sentence = _(
            "A backup that was never restored is a hope. Restore one on another machine, and say so here."
        )
    done = came_back or said
    return Step(
        SaidStep.RESTORED,
        gettext_lazy("A backup that was brought back once"),
        sentence,
        _state(done),
        None,
        address("guide-page", HOW_TO_KEEP),
        gettext_lazy("How it is done"),
        at=said.said_at if said else None,
        by=said.said_by.full_name if said else "",
        asks=None if done else SaidStep.RESTORED,
        said=said,
    )


def key(house: House) -> Step:
    """Done when somebody confirms that the master key in use is also kept elsewhere."""
    said = _standing(SaidStep.KEY)
    return Step(
        SaidStep.KEY,
        gettext_lazy("The master key, kept in a second place"),
        _("There is a copy away from this server.")
        if said
        else _(
            "Every name is locked with it: whoever loses it loses them all, for good. Keep a copy away from this "
            "server and its backups, and say so here."
        ),
        _state(said),
        None,
        address("guide-page", HOW_TO_KEEP),
        gettext_lazy("How it is done"),
        at=said.said_at if said else None,
        by=said.said_by.full_name if said else "",
        asks=None if said else SaidStep.KEY,
        said=said,
    )


def _standing(step: SaidStep) -> StepSaid | None:
    words = StepSaid.objects.standing(step, holds_for(step))
    return words.select_related("said_by").first()


def _state(done: object) -> StepState:
    """A demonstration holds no real people, so the step is not needed there."""
    if done:
        return StepState.DONE
    return StepState.OPEN if settings.IS_PRODUCTION else StepState.NOT_HERE
