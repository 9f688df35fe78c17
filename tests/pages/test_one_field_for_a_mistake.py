"""That something was recorded by mistake is asked by one field, in one wording, wherever it is asked."""

import re

import pytest
from django import forms

from casework.corrections.forms import correcting
from casework.wellbeing.forms import ActivityForm
from casework.wellbeing.models import Activity
from pages.corrections import MistakeField, WhyPutRight
from partners.models import Organisation
from tests.test_floors import FLOORS, files

OWN = re.compile(r"^    is_mistake = forms\.", re.MULTILINE)


def with_a_field_of_their_own() -> list[str]:
    return [
        str(path)
        for app in FLOORS
        for path in files(app)
        if path.name != "corrections.py" and OWN.search(path.read_text())
    ]


def test_no_form_words_it_in_its_own_way():
    assert with_a_field_of_their_own() == []


def test_a_wording_of_ones_own_would_be_noticed():
    assert OWN.search('class A(Form):\n    is_mistake = forms.BooleanField(label="Oops")\n')


@pytest.mark.parametrize("mixin", [MistakeField, WhyPutRight])
def test_it_says_what_follows(mixin):
    [field] = mixin.base_fields.values()
    assert not field.required
    assert field.help_text


class DayForm(MistakeField, WhyPutRight):
    is_sure = forms.BooleanField()
    day = forms.DateField()


class OwnOrderForm(DayForm):
    field_order = ("reason", "day")


def test_the_mistake_and_the_reason_stand_below_the_facts():
    assert [*DayForm().fields] == ["day", "is_mistake", "reason", "is_sure"]


def test_a_form_that_places_the_reason_says_the_order_itself():
    assert [*OwnOrderForm().fields][:2] == ["reason", "day"]


@pytest.mark.parametrize(("model", "asks"), [(Activity, True), (Organisation, False)])
def test_a_row_is_asked_whether_it_was_a_mistake_where_it_can_be_one(model, asks):
    form = correcting(model, ActivityForm)
    assert ("is_mistake" in form.base_fields) is asks
    recorded = ActivityForm.base_fields.keys() - {"submission"}
    assert form.base_fields.keys() - {"is_mistake"} == {"reason", *recorded}
