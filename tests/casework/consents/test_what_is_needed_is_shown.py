"""Fields that the start of a file may need are not called optional."""

import pytest
from django.urls import reverse

from casework.consents.choices import Ground, NoticeState, NotToldBecause
from casework.consents.forms.answers import StartFields
from casework.consents.start import LawfulStart
from tests.build import an_arrival
from tests.cast import as_
from tests.page import page_of

HALVES = [
    LawfulStart(notice=NoticeState.TOLD),
    LawfulStart(notice=NoticeState.NOT_YET),
    LawfulStart(notice=NoticeState.NOT_YET, because=NotToldBecause.OTHER),
    *(LawfulStart(ground=ground) for ground in Ground),
]


@pytest.mark.parametrize("half", HALVES)
def test_whatever_is_refused_when_empty_says_when_it_is_needed(half):
    for name, _sentence in half.faults():
        assert StartFields.base_fields[name].needed_when, name


@pytest.mark.django_db
def test_its_words_stand_beside_the_label_in_place_of_optional(cast):
    case = an_arrival(cast)
    page = page_of(as_(cast.sonia).get(reverse("case-close", args=[case.number])))
    told = [label.text for label in page.root.all("label", "legend")]
    assert "Riesgo hace falta para un retorno" in told, told
    assert not any("opcional" in each for each in told if each.startswith("Riesgo"))
