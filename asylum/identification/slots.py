"""Contested identifications in extracts, and verbs of the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission as P
from asylum.identification.models import IdentificationContest
from casework.slots.extract import held_unless_withdrawn

identification_contest_extract = held_unless_withdrawn(
    IdentificationContest,
    gettext_lazy("Contested identification"),
    ["grounds", "result_reference"],
    permission=P.EVIDENCE_READ,
)

VERBS: dict[str, str | Promise] = {
    "identification.contested": gettext_lazy("recorded that an identification is contested"),
    "identification.contest_withdrawn": gettext_lazy(
        "took back that an identification is contested"
    ),
    "identification.settled": gettext_lazy("recorded the answer to a contested identification"),
    "renunciation.word_withdrawn": gettext_lazy(
        "took back a word of the authority recorded by mistake"
    ),
}
