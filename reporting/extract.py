"""Reporting's part of a person's extract: who received a list with their name."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.slots.extract import ExtractPart
from reporting.models.named_list import NamedListLine

named_list_line_extract = ExtractPart(
    NamedListLine,
    _("Lists in which the person stands"),
    first=["named_list", "is_named"],
    permission=P.CONSENT_READ,
)
