"""That something was recorded by mistake is asked by one field, in one wording, wherever it is asked."""

import re

import pytest

from pages.corrections import MistakeField, WhyPutRight
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
