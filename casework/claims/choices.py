"""Choices of requests about own data."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SubjectRequestKind(models.TextChoices):
    ACCESS = "access", _("Access: what is held about me")
    CORRECTION = "correction", _("Correction")
    ERASURE = "erasure", _("Erasure")
    REVOCATION = "revocation", _("Taking back the permission to keep the file")
    OPPOSITION = "opposition", _("Objection to a use of the data")


class SubjectRequestResult(models.TextChoices):
    GRANTED = "granted", _("Granted")
    PARTLY = "partly", _("Partly granted")
    REFUSED = "refused", _("Refused, with reasons")
    GIVEN_UP = "given_up", _("Given up: it was not completed")

    @classmethod
    def to_answer(cls) -> list[tuple[str, str]]:
        """Returns the choices for an answer; giving up follows from the law and is no answer."""
        return [(each.value, str(each.label)) for each in cls if each != cls.GIVEN_UP]


class KeptBecause(models.TextChoices):
    """The duty to keep data that somebody wants erased (Decreto 1377 de 2013, art. 9; Ley 1581 de 2012, art. 6d)."""

    LEGAL_DUTY = "duty", _("A law obliges to keep it")
    CONTRACT = "contract", _("A contract with the person obliges to keep it")
    CLAIM = "claim", _("A claim or a proceeding of the person is running and needs it")
    ORDERED = "ordered", _("An authority or a judge ordered that it be kept")


# Kinds of requests after which the file is erased, unless a duty to keep it applies.
ENDS_THE_FILE = frozenset({SubjectRequestKind.ERASURE, SubjectRequestKind.REVOCATION})


COMPLAINT = "data-complaint"

# The codes of two rules by kind: the term of the answer, and the time that an extension adds.
# Ley 1581 de 2012, art. 14 (consulta) and art. 15 (reclamo).
RULES: dict[str, tuple[str, str]] = {
    SubjectRequestKind.ACCESS: ("data-consultation", "data-consultation-more"),
    SubjectRequestKind.CORRECTION: (COMPLAINT, "data-complaint-more"),
    SubjectRequestKind.ERASURE: (COMPLAINT, "data-complaint-more"),
    # Ley 1581 de 2012, arts. 8(e) and 15: both are complaints.
    SubjectRequestKind.REVOCATION: (COMPLAINT, "data-complaint-more"),
    SubjectRequestKind.OPPOSITION: (COMPLAINT, "data-complaint-more"),
}

# The rules for an incomplete complaint (Ley 1581 de 2012, art. 15, 1): the last day to ask the person to complete it,
# and the day on which it counts as given up.
ASK_TO_COMPLETE = "data-complaint-incomplete"
GIVEN_UP_AFTER = "data-complaint-given-up"
