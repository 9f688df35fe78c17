"""Base classes and filters for lists."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import django_filters
from django import forms
from django.db.models import Choices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django_filters.fields import ModelChoiceField, ModelChoiceIterator

from pages.apps import NOT_OFFERED
from pages.dates import FIRST_YEAR, LAST_YEAR
from pages.field_names import names_of
from pages.forms import DateField

# Query parameters that are no filters: the page number, what is unfolded, and the page to go back to.
NO_FILTERS = frozenset({"page", "filters", "chart", "back", "next"})
BACKWARDS = _("The end is before the start.")
# Accepted values of a yes/no filter. Django takes anything else for a tick, or for no answer.
YES_OR_NO_ANSWERS = {"", "on", "unknown", "true", "false", "1", "0", "2", "3"}


def is_backwards(start: Any, end: Any) -> bool:
    """Whether both ends of a range are given, and the end lies before the start."""
    return start is not None and end is not None and bool(end < start)


def say_unknown(form: forms.Form, names: Iterable[str]) -> None:
    """Adds an error to the filter form for each of these query parameters that is unknown, so that none is ignored."""
    known_names = NO_FILTERS.union(*(names_of(field, name) for name, field in form.fields.items()))
    form.full_clean()
    for name in names:
        if name not in known_names:
            form.add_error(None, _("There is no filter “%(name)s” here.") % {"name": name})


class YearForm(forms.Form):
    """The filter of a page that shows one year."""

    year = forms.IntegerField(
        label=_("Year"), required=False, min_value=FIRST_YEAR, max_value=LAST_YEAR
    )


class CheckedFilterForm(forms.Form):
    """Mixin for filter forms: refuses ranges that end before they begin, and invalid values of yes/no filters.

    `ENDS` maps the name of a range's end filter to that of its start filter.
    """

    ENDS: Mapping[str, str] = {}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for end, start in self.ENDS.items():
            if is_backwards(cleaned.get(start), cleaned.get(end)):
                self.add_error(end, BACKWARDS)
        for name, value in list(cleaned.items()):
            if isinstance(value, slice) and is_backwards(value.start, value.stop):
                self.add_error(name, BACKWARDS)
        for name, field in self.fields.items():
            answer = self.data.get(self.add_prefix(name)) or ""
            if (
                isinstance(field, forms.NullBooleanField)
                and str(answer).lower() not in YES_OR_NO_ANSWERS
            ):
                self.add_error(name, forms.ValidationError(NOT_OFFERED, "invalid_choice"))
        return cleaned


class FilterSet(django_filters.FilterSet):
    """The filters of one list. If one of them is invalid, nothing is found, and the error is shown at its field."""

    def get_form_class(self) -> type[forms.Form]:
        form_class: type[forms.Form] = super().get_form_class()
        ends = {"ENDS": ends_of_ranges(self.filters)}
        return type(form_class.__name__, (CheckedFilterForm, form_class), ends)

    @property
    def qs(self) -> Any:
        # django-filter would ignore an invalid filter, and the whole list would look like the result.
        return self.queryset.none() if self.is_bound and self.errors else super().qs


def ends_of_ranges(filters: Mapping[str, Any]) -> dict[str, str]:
    """The name of the start filter by that of the end filter. A range is two filters on one field, `gte` and `lte`."""
    starts = {
        each.field_name: name
        for name, each in filters.items()
        if str(each.lookup_expr).split("__")[-1] == "gte"
    }
    return {
        name: starts[each.field_name]
        for name, each in filters.items()
        if str(each.lookup_expr).split("__")[-1] == "lte" and each.field_name in starts
    }


class DayFilter(django_filters.DateFilter):
    field_class = DateField


class OneOf(django_filters.ChoiceFilter):
    """A filter by one of these choices."""

    def __init__(self, words: type[Choices], **kwargs: Any) -> None:
        super().__init__(choices=words.choices, empty_label=_("All"), **kwargs)


class OrderFilter(django_filters.ChoiceFilter):
    """Offers the usual order of a list and the reverse; the arguments are their labels. It must be the last filter.

    An index serves both directions; any other order would sort all rows for each page.
    """

    def __init__(self, usual: str | Promise, turned: str | Promise) -> None:
        choices = [("reversed", turned)]
        super().__init__(label=_("Order"), choices=choices, empty_label=usual)

    def filter(self, rows: Any, value: str) -> Any:
        return rows.reverse() if value else rows


YES_OR_NO = [("", _("All")), ("true", _("Yes")), ("false", _("No"))]


class OneQueryIterator(ModelChoiceIterator):
    """Reads a short list in one query. Django reads lists through a server-side cursor, which takes four statements."""

    def __iter__(self) -> Iterator[tuple[Any, str]]:
        if self.field.empty_label is not None:
            yield ("", self.field.empty_label)
        if self.field.null_label is not None:
            yield (self.field.null_value, self.field.null_label)
        for row in self.queryset:
            yield self.choice(row)


class ShortListField(ModelChoiceField):
    iterator = OneQueryIterator

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except forms.ValidationError:
            # A malformed key gets the message of a missing row, because nobody types keys.
            raise forms.ValidationError(NOT_OFFERED, "invalid_choice") from None


class ShortListFilter(django_filters.ModelChoiceFilter):
    """A filter by a row of a short list, a few dozen at most: teams, offices, places."""

    field_class = ShortListField
