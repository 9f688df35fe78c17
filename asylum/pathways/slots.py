"""Verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "pathway.corrected": _("confirmed where a row of a pathway comes from"),
}
