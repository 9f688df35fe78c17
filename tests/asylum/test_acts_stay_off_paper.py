"""A printed claim, paper or file says what is on file, and not what could be recorded next."""

import pytest
from django.urls import reverse

from tests.asylum.build import D, a_submitted_paper, an_application
from tests.asylum.files import some_evidence
from tests.cast import as_
from tests.page import page_of
from tests.pages.test_no_act_on_paper import on_paper

pytestmark = pytest.mark.django_db
ACTS = {"¿Qué pasó después?", "Resolver la revisión"}


@pytest.mark.parametrize("printed", ["claim", "paper", "file"])
def test_what_could_be_done_next_stays_on_the_screen(cast, law, printed):
    paper = a_submitted_paper(cast)
    claim = an_application(cast, paper.individual)
    some_evidence(cast, paper.individual, on=D(2019, 3, 6))
    address = {
        "claim": claim.get_absolute_url(),
        "paper": paper.get_absolute_url(),
        "file": reverse("renunciation-file", args=[paper.individual_id]),
    }[printed]
    [main] = page_of(as_(cast.lucia).get(address)).root.all("main")
    assert {each.text for each in main.all("h2", "a")} & ACTS
    assert not {each.text for each in on_paper(main)} & ACTS
