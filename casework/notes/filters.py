"""Filters of the list of notes."""

import django_filters
from django.utils.translation import gettext_lazy as _

from casework.notes.choices import NoteKind
from casework.notes.models import Note
from pages.filters import FilterSet


class NoteFilter(FilterSet):
    """Filters the notes of one case."""

    kind = django_filters.ChoiceFilter(
        label=_("Kind"), choices=NoteKind.choices, empty_label=_("All")
    )
    about = django_filters.CharFilter(
        label=_("Number of the person"), field_name="individual__number", lookup_expr="iexact"
    )

    class Meta:
        model = Note
        fields = ("kind",)
