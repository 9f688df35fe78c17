"""What a run of nights on the board is, and what the rules say about a free one."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RunKind(models.TextChoices):
    """Each has a sign and a word besides its colour; the value is its class on the page."""

    FREE = "free", _("free")
    CLOSED = "closed", _("out of service")
    NO_BED = "none", _("no bed")
    SLEPT = "slept", pgettext_lazy("a stay", "checked in")
    PLANNED = "planned", pgettext_lazy("a stay", "not arrived yet")
    PAST = "past", pgettext_lazy("a stay", "over")
    LATE = "late", pgettext_lazy("a stay", "should have left")
    NOT_ARRIVED = "missed", pgettext_lazy("a stay", "should have arrived")
    LAPSED = "lapsed", pgettext_lazy("a stay", "provisional, and nobody confirmed it")
    TAKEN = "taken", _("taken")
    HELD = "held", _("held for a call")
    DRAFT = "draft", pgettext_lazy("a stay", "in the draft of a plan")

    @property
    def sign(self) -> str:
        return SIGNS.get(self, "")


SIGNS: dict[str, str] = {
    RunKind.CLOSED: "⊘",
    RunKind.PLANNED: "◇",
    RunKind.LATE: "!",
    RunKind.NOT_ARRIVED: "! ◇",
    RunKind.LAPSED: "! ?",
    RunKind.HELD: "☎",
    RunKind.DRAFT: "┄",
}


class PickVerdict(models.TextChoices):
    """What the rules say about the picked people in a free run."""

    FITS = "fits", _("fits")
    ASKS = "asks", _("with a reason")
    REFUSED = "refused", _("does not fit")

    @property
    def sign(self) -> str:
        return {"fits": "✓", "asks": "!", "refused": "✗"}[self.value]
