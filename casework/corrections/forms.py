"""What every form that puts something right asks besides."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Correction
from casework.register.forms import AboutForm
from pages.corrections import MistakeField, WhyPutRight
from pages.forms import ActionForm, DateField

CORRECTED = _("The correction is saved. What stood there before stays readable.")


class CorrectionForm(WhyPutRight, ActionForm):
    """Mixin: the reason, which is needed once a day has passed.

    `END` names the day of an end. It is asked of what has ended; to end something is an act of its own.
    """

    END = ""
    row: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Some rows have a reason of their own: that is another one.
        self.initial.pop("reason", None)
        if self.END and not getattr(self.row, self.END):
            del self.fields[self.END]

    def corrections(self) -> Iterable[Correction]:
        """What was put right in the row before, where the form knows its row."""
        return Correction.objects.of(self.row) if self.row is not None else ()


class MistakeForm(MistakeField, CorrectionForm):
    """Mixin: a correction that may take the whole row back."""


class CorrectDayForm(CorrectionForm, AboutForm):
    """The right day of a step, which carries its `day`."""

    on = DateField(label=_("Day"), past_only=True)
    field_order = ("on", "is_mistake", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = self.row.day


class CorrectStepForm(MistakeField, CorrectDayForm):
    """The same of a step that may have been recorded by mistake."""
