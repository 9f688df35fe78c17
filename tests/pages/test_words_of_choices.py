"""What a list offers has a code that nobody typed: no error names one, in no form and in no filter."""

import django_filters
import pytest
from django import forms

from pages.apps import NOT_OFFERED
from tests.pages.test_nothing_is_chosen_beforehand import all_forms

CHOOSING = (
    forms.ChoiceField,
    forms.MultipleChoiceField,
    forms.ModelChoiceField,
    forms.ModelMultipleChoiceField,
)


def kinds(kind: type[forms.Field]) -> set[type[forms.Field]]:
    return {kind}.union(*(kinds(each) for each in kind.__subclasses__()))


def names_its_value(said: object) -> bool:
    return "%(" in str(said)


def test_no_form_of_ours_names_the_code_of_a_choice():
    asked = [
        (f"{form.__qualname__}.{name}", field)
        for form in all_forms()
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, CHOOSING)
    ]
    assert len(asked) > 100
    assert [
        name
        for name, field in asked
        for code in ("invalid_choice", "invalid_pk_value")
        if names_its_value(field.error_messages.get(code, ""))
    ] == []


def test_no_field_that_a_form_or_a_filter_makes_later_names_one_either():
    assert django_filters.ChoiceFilter.field_class in kinds(forms.ChoiceField)
    assert [
        kind.__qualname__
        for base in CHOOSING
        for kind in kinds(base)
        for code in ("invalid_choice", "invalid_pk_value")
        if names_its_value(vars(kind).get("default_error_messages", {}).get(code, ""))
    ] == []


def test_what_is_not_offered_is_said_without_its_code():
    with pytest.raises(forms.ValidationError) as info:
        forms.ChoiceField(choices=[("a", "Ana")]).clean("refused")
    assert info.value.messages == [str(NOT_OFFERED)]
