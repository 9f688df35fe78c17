"""Mixins and fields of forms for corrections."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from casework.corrections.models import Correction
from casework.register.forms import AboutForm, RowForm
from casework.register.models.individual import Individual
from pages.corrections import MistakeField, WhyPutRight
from pages.dates import short_date
from pages.forms import ActionForm, DateField

WRONG, CHANGED = "wrong", "changed"

CORRECTED = _("The correction is saved. What stood there before stays readable.")


class WrongOrChanged(forms.ChoiceField):
    """Asks whether the old value was wrong, or was right and has changed. Nothing is preselected."""

    widget = forms.RadioSelect
    default_error_messages = {"required": _("Say whether it was wrong, or was so and has changed.")}

    def __init__(self, **kwargs: Any) -> None:
        choices = ((WRONG, _("It was wrong")), (CHANGED, _("It was so, and has changed")))
        super().__init__(choices=choices, **kwargs)


class CorrectionForm(WhyPutRight, ActionForm):
    """Mixin: the reason of a correction, which is required a day after the row was recorded.

    `ONLY_IF_ON_FILE` names days that the form shows only if they are on file, because another action ends something.
    """

    ONLY_IF_ON_FILE: tuple[str, ...] = ()
    row: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The row may have a field `reason`, which is not the reason of the correction.
        self.initial.pop("reason", None)
        for name in self.ONLY_IF_ON_FILE:
            if getattr(self.row, name) is None:
                del self.fields[name]

    def corrections(self) -> Iterable[Correction]:
        """Returns earlier corrections of the row; empty if the form has no row."""
        return Correction.objects.of(self.row) if self.row is not None else ()


class MistakeForm(MistakeField, CorrectionForm):
    """Mixin: a correction that may mark the whole row as a mistake."""


def correcting(model: type[Model], form: type[forms.Form]) -> Any:
    """Returns a class for correcting rows: the form that records them, prefilled, with a reason.

    For a model with `is_mistake` the form also asks whether the row was a mistake.
    """
    mixin = MistakeForm if hasattr(model, "is_mistake") else CorrectionForm
    return type(f"Correct{model.__name__}Form", (mixin, RowForm, form), {})


class ConfirmsDay(forms.Form):
    """Mixin: asks to confirm a day before the arrival, because people often mistype its year.

    `EARLY` names the field of the day. `people_of_day` returns the people whose arrival counts, by default the person of
    the row. The form shows the question only after somebody sent such a day.
    """

    EARLY = "on"
    row: Any

    is_early = forms.BooleanField(
        label=_("The day is right: it was before the arrival"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            del self.fields["is_early"]

    def people_of_day(self) -> Iterable[Individual]:
        return [self.row if isinstance(self.row, Individual) else self.row.individual]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        is_right = cleaned.pop("is_early", False)
        people = list(self.people_of_day())
        arrived_on = [each.arrival.on for each in people if each.arrival]
        births = [each.birth.earliest for each in people if each.birth.earliest]
        day = cleaned.get(self.EARLY)
        if day and births and day < min(births) and day != self.initial.get(self.EARLY):
            # A day before everybody's birth is refused without a question.
            del self.fields["is_early"]
            self.add_error(self.EARLY, _("That is before the birth."))
            return cleaned
        if not (
            day and arrived_on and day < min(arrived_on) and day != self.initial.get(self.EARLY)
        ):
            del self.fields["is_early"]
        elif not is_right:
            question = _("That is before the arrival on %(day)s: if it is right, say so below.")
            self.add_error(self.EARLY, question % {"day": short_date(min(arrived_on))})
        return cleaned


class CorrectStepForm(MistakeForm, AboutForm):
    """Asks for the right day of a step, with its `day` prefilled, and whether the step was a mistake."""

    on = DateField(label=_("Day"), past_only=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = self.row.day
