"""Before a declaration is made, its pages say where nobody knows whether the authority asks for one."""

import pytest
from django.urls import reverse

from asylum.letters.choices import LetterKind
from asylum.renunciation.actions import record_demand
from tests.asylum.build import D, a_client
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
UNKNOWN = "No consta si la autoridad se la pide a esta persona"


def test_it_is_said_on_both_pages_until_the_word_of_the_authority_is_on_file(cast):
    person, lucia = a_client(cast), as_(cast.lucia)
    address = reverse("letter-issue", args=[person.pk, LetterKind.DECLARATION])
    page = page_of(lucia.get(address))
    assert page.says(UNKNOWN)
    word = reverse("renunciation-demand", args=[person.pk])
    assert [link for link in page.links if link.startswith(word)]
    sent = page.fields | {"language": "es"}
    preview = lucia.post(address, sent)["Location"]
    assert page_of(lucia.get(preview)).says(UNKNOWN)
    power = reverse("letter-issue", args=[person.pk, LetterKind.POWER])
    assert not page_of(lucia.get(power)).says(UNKNOWN)
    record_demand(person, is_asked=True, on=D(2019, 5, 2), by=cast.lucia)
    assert not page_of(lucia.get(address)).says(UNKNOWN)
