"""Fields that casework's forms share."""

import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casework.models import Case, Individual
from casework.models.catalogued import Catalogued
from casework.querysets.case import members_today
from casework.rules.birth import Birth
from casework.rules.birth_text import BirthNotUnderstood, read_birth


class BirthField(forms.CharField):
    """An age or a birth date in one field. `on` is the day on which an age was stated."""

    def __init__(self, *, on: datetime.date | None = None, **kwargs: Any) -> None:
        self.on = on
        kwargs.setdefault("label", _("Age or birth date"))
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_length", 40)
        super().__init__(**kwargs)

    def clean(self, value: Any) -> Birth:
        text = super().clean(value)
        try:
            return read_birth(text, on=self.on or datetime.date.max)
        except BirthNotUnderstood:
            raise ValidationError(
                _("Write an age (34), a year (1991) or a date (12/4/1991).")
            ) from None


class ShortText(forms.CharField):
    """One line of text, without surrounding blanks."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("max_length", 255)
        super().__init__(**kwargs)


class LongText(forms.CharField):
    """Several lines of text."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_length", 20_000)
        kwargs.setdefault("widget", forms.Textarea(attrs={"rows": 4}))
        super().__init__(**kwargs)


class OfferedChoice(forms.ModelChoiceField):
    """A row of a list that is still offered, or the one that stands on file."""

    def __init__(self, model: type[Catalogued], **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        self.model = model
        super().__init__(model._default_manager.filter(ended_on=None), **kwargs)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        standing = form.get_initial_for_field(self, field_name)
        if standing:
            key = getattr(standing, "pk", standing)
            rows = self.model._default_manager
            self.queryset = rows.filter(Q(ended_on=None) | Q(pk=key))
        return super().get_bound_field(form, field_name)


class PersonChoice(forms.ModelChoiceField):
    """A choice among people, by display name."""

    def label_from_instance(self, individual: Any) -> str:
        return str(individual.display_name)


def person_of(case: Case, day: datetime.date, **kwargs: Any) -> PersonChoice:
    """A choice among who belongs to the case that day, or none of them."""
    people = Individual.objects.filter(pk__in=members_today(case, day).values("individual"))
    kwargs.setdefault("required", False)
    kwargs.setdefault("empty_label", _("The whole case"))
    return PersonChoice(queryset=people, **kwargs)


class ChoiceOrDefault(forms.ChoiceField):
    """A choice that falls back on `initial` when nothing was sent."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        return super().clean(value) or self.initial
