"""Words of a case as a whole."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class CaseStatus(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


CASE_MOVES: dict[str, set[str]] = {
    CaseStatus.OPEN: {CaseStatus.CLOSED},
    CaseStatus.CLOSED: {CaseStatus.OPEN},
}


class EndReason(models.TextChoices):
    """Why support of a family unit ended."""

    SETTLED = "settled", _("Lives on its own means")
    ONWARD = "onward", _("Travelled on to another country")
    RETURNED = "returned", _("Returned to the country of origin")
    RESETTLED = "resettled", _("Resettled")
    LOST_CONTACT = "lost_contact", _("Contact lost")
    TRANSFERRED = "transferred", _("Handed over to another organisation")
    WITHDREW = "withdrew", _("No longer wants support")
    DIED = "died", _("Died")
    JOINED = "joined", _("Joined with another case")
    DUPLICATE = "duplicate", _("Opened by mistake")


class Service(models.TextChoices):
    """Where a case can be referred to inside the house."""

    LEGAL = "legal", _("Legal aid")


STATUS_TONE: dict[str, str] = {CaseStatus.OPEN: "good", CaseStatus.CLOSED: "quiet"}
