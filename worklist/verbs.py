"""The audit log's verbs of the worklist, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "first_step.said": _("said that a first step is done"),
    "first_step.taken_back": _("took back that a first step is done"),
    "mail.tested": _("sent a mail to try the way"),
}
