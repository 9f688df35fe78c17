"""The words for the verbs of the worklist in the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "first_step.said": _("said that a first step is done"),
    "first_step.taken_back": _("took back that a first step is done"),
    "mail.tested": _("sent a mail to try the way"),
    "due.handed_over": _("gave a date to a colleague"),
    "due.listed": _("looked at what falls due"),
    "due.passed_on": _("passed a date on from a colleague who sees it no more"),
    "due.postponed": _("postponed a date"),
    "due.read": _("opened a date"),
    "due.settled": _("said that a date was seen to"),
    "due.undone": _("took back what was decided about a date"),
    "inbox.read": _("looked at the own notices"),
    "notice.listed": _("looked at which notices were sent"),
    "warning_days.reset": _("set the days of warning of a kind back"),
    "warning_days.set": _("set the days of warning of a kind"),
    "today.read": _("looked at what comes first today"),
}
