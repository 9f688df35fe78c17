"""Choices of checklists."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casework.service.choices import NOBODY_ASKED

# Codes of papers that may be on file (`asylum.checklists.on_file`).
RENUNCIATION, INTERPRETER, SUMMONS, POWER = "renunciation", "interpreter", "summons", "mandate"
SAFE_CONDUCT, PROTOCOL, IDENTITY, BIRTH = "safe_conduct", "protocol", "identity", "birth"
# Codes of papers that are never on file, although their content or the act behind them is.
ENTRY, REASONS, FAMILY = "entry", "reasons", "family"
ACT, NOTICE, APPEAL = "act", "notice", "appeal"


class MarkState(models.TextChoices):
    """The state of a paper on the checklist; a paper without a mark is missing."""

    HERE = "here", _("It is here")
    NOT_NEEDED = "not_needed", _("It is not needed here")
    MISSING = "missing", pgettext_lazy("paper of a checklist", "Missing")


MARK_TONE: dict[str, str] = {
    MarkState.HERE: "good",
    MarkState.NOT_NEEDED: "quiet",
    MarkState.MISSING: "warn",
}


class Finding(models.TextChoices):
    """What the authority decided about one of the three facts."""

    YES = "yes", _("Found by the authority")
    NO = "no", _("Denied by the authority")
    OPEN = "open", _("Not decided")
    UNFOUND = "unfound", _("Not found by the last decision")
    NOT_ASKED = "not_asked", _("Not asked of this person")
    NOT_DEMANDED = "not_demanded", _("The authority does not ask for it")
    NOT_KNOWN = "not_known", _("Not known whether the authority asks")
    SERVICE_UNKNOWN = "service_unknown", NOBODY_ASKED


FINDING_TONE: dict[str, str] = {
    Finding.YES: "good",
    Finding.NO: "trouble",
    Finding.OPEN: "warn",
    Finding.UNFOUND: "quiet",
    Finding.NOT_ASKED: "quiet",
    Finding.NOT_DEMANDED: "quiet",
    Finding.NOT_KNOWN: "warn",
    Finding.SERVICE_UNKNOWN: "warn",
}
