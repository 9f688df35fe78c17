"""Filters that several lists share."""

from collections.abc import Iterator
from typing import Any

import django_filters
from django.db.models import Choices
from django.utils.translation import gettext_lazy as _
from django_filters.fields import ModelChoiceField, ModelChoiceIterator

from pages.forms import DateField


class DayFilter(django_filters.DateFilter):
    field_class = DateField


class OneOf(django_filters.ChoiceFilter):
    """One of these words, or all."""

    def __init__(self, words: type[Choices], **kwargs: Any) -> None:
        super().__init__(choices=words.choices, empty_label=_("All"), **kwargs)


YES_OR_NO = [("", _("All")), ("true", _("Yes")), ("false", _("No"))]


class ReadAtOnce(ModelChoiceIterator):
    """A short list of rows in one question. Django opens a cursor, which takes four, for lists of any length."""

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        if self.field.empty_label is not None:
            yield ("", self.field.empty_label)
        if self.field.null_label is not None:
            yield (self.field.null_value, self.field.null_label)
        for row in self.queryset:
            yield self.choice(row)


class ShortListField(ModelChoiceField):
    iterator = ReadAtOnce


class ShortListFilter(django_filters.ModelChoiceFilter):
    """One of a few dozen rows at most: teams, offices, places."""

    field_class = ShortListField
