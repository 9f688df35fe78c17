"""How the audit log describes changes about partners, by event code."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "contact.added": _("added somebody to the contact directory"),
    "contact.changed": _("changed an entry of the contact directory"),
    "contact.ended": _("took somebody off the contact directory"),
    "contact.listed": _("looked at the contact directory"),
    "organisation.added": _("added an organisation"),
    "organisation.changed": _("changed an organisation"),
    "participation.recorded": _("recorded whether an organisation takes part"),
    "partner_role.corrected": _("corrected what an organisation does"),
    "partner_role.ended": _("ended what an organisation does"),
    "partner_role.given": _("recorded what an organisation does"),
    "partner_role.read": _("looked at what an organisation does"),
    "reported_figure.added": _("recorded a reported figure"),
    "reported_figure.corrected": _("corrected a reported figure"),
    "request.answered": _("recorded the answer to a request"),
    "request.corrected": _("corrected a request"),
    "request.listed": _("looked at the list of requests"),
    "request.made": _("recorded a request"),
    "tension.corrected": _("corrected a tension"),
    "tension.listed": _("looked at the list of tensions"),
    "tension.recorded": _("recorded a tension"),
}
