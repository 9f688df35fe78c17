"""Texts for the audit log's verbs of the search."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

VERBS: dict[str, str | Promise] = {
    "search.made": _("found the case in a search"),
}
