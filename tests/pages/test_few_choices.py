"""Up to four choices stand in sight; nothing is chosen by that, and short answers get short lines."""

import pytest
from django import forms
from django.utils import translation

from accounts.models import Team
from pages.forms import ActionForm, DateField, LongText, ShortText
from pages.templatetags.pages import layout

CHOICES = [("a", "Ana"), ("b", "Berta"), ("c", "Clara"), ("d", "Dora")]


class SampleForm(ActionForm):
    must = forms.ChoiceField(choices=CHOICES)
    may = forms.ChoiceField(choices=[("", "—"), *CHOICES], required=False)
    known = forms.ChoiceField(choices=CHOICES, initial="b")
    many = forms.ChoiceField(choices=[*CHOICES, ("e", "Eva")])
    grouped = forms.ChoiceField(choices=[("Names", CHOICES)])
    stamped = forms.NullBooleanField(required=False)


def question(name: str, data: dict[str, str] | None = None) -> str:
    return str(SampleForm(data)[name].as_question())


def checked(drawn: str) -> list[str]:
    return [
        part.split('"')[1] for part in drawn.split("value=")[1:] if "checked" in part.split(">")[0]
    ]


def test_few_choices_stand_in_sight_and_none_is_chosen() -> None:
    drawn = question("must")
    assert drawn.count('type="radio"') == 4
    assert "<legend>" in drawn
    assert checked(drawn) == []


@pytest.mark.django_db
def test_what_may_stay_open_says_so(translations: None) -> None:
    with translation.override("es"):
        drawn = question("may")
    assert "sin responder" in drawn
    assert drawn.count('type="radio"') == 5
    assert checked(drawn) == [""]


def test_what_is_known_or_was_sent_is_shown() -> None:
    assert checked(question("known")) == ["b"]
    assert checked(question("must", {"must": "c"})) == ["c"]


def test_yes_no_and_not_known_are_read_as_before() -> None:
    assert checked(question("stamped")) == ["unknown"]
    assert checked(question("stamped", {"stamped": "true"})) == ["true"]
    form = SampleForm({"stamped": "false", "must": "a", "known": "a", "many": "e", "grouped": "b"})
    assert form.is_valid()
    assert form.cleaned_data["stamped"] is False


@pytest.mark.parametrize("name", ["many", "grouped"])
def test_longer_lists_and_groups_stay_lists(name: str) -> None:
    assert "<select" in question(name)


def test_in_a_row_a_list_stays_a_list() -> None:
    assert "<select" in str(SampleForm()["must"].as_field_group())


@pytest.mark.django_db
def test_rows_stay_a_list_however_few() -> None:
    class OfRows(ActionForm):
        team = forms.ModelChoiceField(Team.objects.all())

    assert "<select" in str(OfRows()["team"].as_question())


def test_the_sentence_above_leads_to_the_first_choice() -> None:
    form = SampleForm({})
    form["must"].as_question()
    assert form["must"].goes_to == "id_must_0"


class LongForm(forms.Form):
    day = DateField()
    code = ShortText(max_length=20)
    name = ShortText()
    note = LongText()


def test_short_answers_get_short_lines() -> None:
    form = LongForm()
    assert [form[name].size for name in ("day", "code", "name", "note")] == [
        "short",
        "short",
        "",
        "wide",
    ]
    assert '<div class="field short">' in str(form["day"].as_field_group())


def test_a_form_of_many_short_fields_has_two_columns() -> None:
    many = type("Many", (forms.Form,), {f"code_{n}": ShortText(max_length=9) for n in range(7)})
    assert layout(many()) == "two"
    assert layout(LongForm()) == ""
