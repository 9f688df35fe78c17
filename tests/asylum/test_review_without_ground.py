"""A review whose ground was taken back before the second person decided: every page says so, and it is ended for that."""

import pytest
from django.urls import reverse

from asylum.evidence.actions import resolve_review
from asylum.evidence.choices import ReviewResult
from asylum.evidence.models import Evidence, StandingReview
from asylum.evidence.slots import reviews_open
from asylum.people.actions import mark_as_mistake
from tests.asylum.build import a_client, a_submitted_paper
from tests.asylum.files import some_evidence
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

AGAINST, GONE = "Algo habla en contra", "Se retiró lo que hablaba en contra"


@pytest.fixture
def person(cast, law):
    return a_client(cast)


@pytest.fixture
def review(cast, person):
    """Lucía took back on its page the one thing that spoke against it."""
    piece = some_evidence(cast, person)
    address = reverse("evidence-withdraw", args=[piece.pk])
    sent = {"reason": "Era un homónimo."}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    return StandingReview.objects.get()


def test_every_page_says_what_was_taken_back_by_whom_and_why(cast, person, review):
    paper = a_submitted_paper(cast, person)
    pages = [
        reverse("standing-review-resolve", args=[review.pk]),
        reverse("renunciation-file", args=[person.pk]),
        paper.get_absolute_url(),
        reverse("renunciation-verify", args=[paper.pk]),
    ]
    for address in pages:
        page = page_of(as_(cast.luis).get(address))
        assert page.says(GONE), address
        assert page.says("Era un homónimo."), address
        assert page.says(str(cast.lucia)), address
        assert not page.says(AGAINST), address


def test_the_lists_say_it_and_who_follows_the_case_reads_nothing_of_it(cast, review):
    said, _person = reviews_open.sentence([review.pk])[review.pk]
    assert said.startswith("Revisión por resolver")
    for address in (reverse("today"), reverse("due-list")):
        assert page_of(as_(cast.luis).get(address)).says("retiró lo que hablaba en contra"), address
        assert "hablaba en contra" not in as_(cast.ana).get(address).content.decode()


def test_it_is_ended_for_that_reason_by_somebody_else_than_who_took_it_back(cast, person, review):
    address = reverse("standing-review-resolve", args=[review.pk])
    sent = {"result": ReviewResult.TAKEN_BACK.value, "because": "Era otro."}
    page = page_of(as_(cast.lucia).get(address))
    assert page.says("Usted retiró lo que hablaba en contra")
    assert not page.offered("result")
    as_(cast.lucia).post(address, sent)
    assert StandingReview.objects.get().is_open
    assert as_(cast.luis).post(address, sent).status_code == 302
    file = page_of(as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk])))
    assert file.says(f"{cast.luis}: Se retiró lo que hablaba en contra")
    assert not file.says(AGAINST)


def test_while_something_stands_it_is_not_ended_for_that_reason(cast, person):
    first = some_evidence(cast, person)
    some_evidence(cast, person)
    mark_as_mistake(first, "evidence.withdrawn", reason="Era un homónimo.", by=cast.lucia)
    review = StandingReview.objects.get()
    page = page_of(as_(cast.luis).get(reverse("standing-review-resolve", args=[review.pk])))
    assert page.says("Era un homónimo.")
    assert ReviewResult.TAKEN_BACK not in page.offered("result")
    with refused("still speaks against it", field="result"):
        resolve_review(review, result=ReviewResult.TAKEN_BACK, because="Ya no.", by=cast.luis)
    assert page_of(as_(cast.luis).get(reverse("renunciation-file", args=[person.pk]))).says(AGAINST)


def test_what_comes_in_later_is_reviewed_as_before(cast, person, review):
    some_evidence(cast, person)
    assert Evidence.objects.standing().get().review == review
    file = page_of(as_(cast.luis).get(reverse("renunciation-file", args=[person.pk])))
    assert file.says(AGAINST)
    assert not file.says(GONE)
