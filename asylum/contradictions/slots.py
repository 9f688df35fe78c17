"""Dismissed contradictions in extracts, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission as P
from asylum.contradictions.models import DismissedContradiction
from casework.slots.extract import held_unless_withdrawn

dismissed_contradiction_extract = held_unless_withdrawn(
    DismissedContradiction,
    gettext_lazy("Days that do not fit, and why"),
    ["because"],
    {
        "said": gettext_lazy("The two days repeat what stands elsewhere in the file."),
    },
    permission=P.EVIDENCE_READ,
)

VERBS: dict[str, str | Promise] = {
    "contradiction.dismissed": gettext_lazy("judged that two days of a file fit"),
    "contradiction.restored": gettext_lazy("took back that two days of a file fit"),
}
