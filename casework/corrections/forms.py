"""What every form that puts something right asks besides."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Correction
from pages.forms import ActionForm, ShortText

CORRECTED = _("The correction is saved. What stood there before stays readable.")


class CorrectionForm(ActionForm):
    """Mixin: the reason, which is needed once a day has passed."""

    reason = ShortText(
        label=_("Why it is put right"),
        max_length=255,
        help_text=_("Needed when it was recorded more than a day ago. Old and new stay readable."),
    )

    def corrections(self) -> Iterable[Correction]:
        """What was put right in the row before, where the form knows its row."""
        row: Any = getattr(self, "row", None)
        return Correction.objects.of(row) if row is not None else ()
