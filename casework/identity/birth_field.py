"""A field for an age or a birth date."""

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casework.identity.rules import days_as_months
from casework.register.rules import (
    MAX_AGE,
    Birth,
    BirthNotUnderstood,
    BornLater,
    BornTooLongAgo,
    parse_birth,
)
from pages.dates import short_date


class BirthField(forms.CharField):
    """An age or a birth date. `on` is the day on which the age was stated, usually today.

    `by` is the last possible day of birth, by default `on`.
    """

    def __init__(
        self, *, on: datetime.date | None = None, by: datetime.date | None = None, **kwargs: Any
    ) -> None:
        self.on, self.by = on, by
        kwargs.setdefault("label", gettext_lazy("Age or birth date"))
        kwargs.setdefault("required", False)
        kwargs.setdefault("help_text", gettext_lazy("An age is that of today."))
        kwargs.setdefault("max_length", 40)
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Birth:
        text = super().clean(value)
        on = self.on or datetime.date.max
        by = self.by or on
        try:
            return parse_birth(days_as_months(text, on=on), on=on, by=by)
        except BornLater:
            raise ValidationError(
                _("This is later than %(day)s: put it right.") % {"day": short_date(by)}
            ) from None
        except BornTooLongAgo:
            raise ValidationError(
                _("This is more than %(years)s years ago: put it right.") % {"years": MAX_AGE}
            ) from None
        except BirthNotUnderstood:
            raise ValidationError(
                _("Write an age (34), a year (1991) or a date (12/4/1991).")
            ) from None


def birth_no_later_than(form: forms.Form, day: datetime.date) -> Birth:
    """Returns the `birth` of a form, parsed again with `day`, on which the person was here, as last possible day of birth.

    An age is then read as a birth before that day; a birth after it is an error of the field.
    """
    field: Any = form.fields["birth"]
    field.by = day
    born = Birth()
    if "birth" not in form.errors:
        try:
            born = form.cleaned_data["birth"] = field.clean(form["birth"].data)
        except ValidationError as refused:
            form.add_error("birth", refused)
    return born
