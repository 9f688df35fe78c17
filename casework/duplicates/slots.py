"""Possible duplicates in the API and the audit log; an extract leaves them out."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.duplicates.models import DuplicatePair, PairDecision
from casework.slots.api import Resource
from casework.slots.extract import LeftOut

duplicates_resource = Resource(
    "duplicates",
    DuplicatePair,
    P.DUPLICATE_DECIDE,
    "duplicate",
    ("first.number", "second.number", "status", "score", "reasons", "found_at"),
    ("status",),
    "found_at",
    person="",
)

WHY_LEFT_OUT_OF_EXTRACT = _(
    "Work on records that may be of one person: it compares with other people."
)

pairs_left_out = (
    LeftOut(DuplicatePair, WHY_LEFT_OUT_OF_EXTRACT),
    LeftOut(PairDecision, WHY_LEFT_OUT_OF_EXTRACT),
)

VERBS: dict[str, str | Promise] = {
    "duplicate.decided": _("decided about a possible duplicate"),
    "duplicate.found": _("found possible duplicates"),
    "duplicate.listed": _("looked at the list of possible duplicates"),
    "duplicate.pointed_out": _("said that two records may be one person"),
    "duplicate.read": _("compared two records"),
    "duplicate.reopened": _("opened a decided pair again for new evidence"),
    "duplicate.searched": _("was shown possible duplicates of somebody"),
}
