"""Who learns of a file of renunciation, and what its pages cost."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from asylum.evidence.actions import resolve_review
from asylum.evidence.choices import ReviewResult
from asylum.evidence.models import Evidence
from casework.merges.actions import merge_individuals
from casework.merges.values import MergeRefused
from tests.asylum.build import a_client, a_submitted_paper
from tests.asylum.files import a_group_report, an_approach, an_observation, some_evidence
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due

SECRET = "Palabrasecreta"


@pytest.fixture
def person(cast, law):
    """Somebody with a row of each kind."""
    person = a_client(cast)
    some_evidence(cast, person, what=SECRET, source=SECRET)
    an_observation(cast, person, reasons=SECRET)
    an_approach(cast, person, what=SECRET)
    return person


@pytest.mark.parametrize("name", ["ana", "sonia"])
def test_neither_the_file_nor_its_history_tells_a_caseworker_that_there_is_evidence(
    cast, person, name
):
    client, number = as_(getattr(cast, name)), person.memberships.get().case.number
    pages = [reverse("case-part", args=[number, "law"]), reverse("case-history", args=[number])]
    pages += [reverse("case-timeline", args=[number]), reverse("today"), reverse("due-list")]
    legal = as_(cast.lucia).get(pages[0]).content.decode()
    assert reverse("renunciation-file", args=[person.pk]) in legal
    for page in pages:
        text = client.get(page).content.decode()
        told = [
            word for word in (SECRET, "renunciations/file", "ndicio", "bservación") if word in text
        ]
        assert told == [], page


def test_who_reads_or_moves_a_paper_meets_the_open_review_and_a_caseworker_does_not(cast, person):
    paper = a_submitted_paper(cast, person)
    pages = [paper.get_absolute_url(), reverse("renunciation-verify", args=[paper.pk])]
    for page in pages:
        assert page_of(as_(cast.luis).get(page)).says("Algo habla en contra de la renuncia")
    for name in ("ana", "sonia"):
        text = as_(getattr(cast, name)).get(pages[0]).content.decode()
        assert "Algo habla en contra" not in text, name
        assert "renunciations/reviews" not in text, name


def test_open_reviews_and_observations_fall_due_for_legal_officers_alone(cast, person):
    kinds = {"standing_review", "observation_review"}
    told = {
        name: {row.kind for row in due(user, today=user.today())} & kinds
        for name, user in cast.users.items()
    }
    assert {name for name, found in told.items() if found} == {"lucia", "luis"}
    assert told["lucia"] == kinds
    resolve_review(
        Evidence.objects.get().review, result=ReviewResult.NOTED, because="Visto.", by=cast.luis
    )
    left = {row.kind for row in due(cast.lucia, today=cast.lucia.today())} & kinds
    assert left == {"observation_review"}


def test_two_records_under_review_are_not_merged_and_nobody_is_told_why(cast, person):
    other = a_client(cast)
    some_evidence(cast, other)
    with pytest.raises(MergeRefused) as refusal:
        merge_individuals(person, merged=other, by=cast.sonia)
    said = str(refusal.value)
    assert "enunci" not in said
    resolve_review(
        other.evidence.get().review, result=ReviewResult.NOTED, because="Visto.", by=cast.luis
    )
    merge_individuals(person, merged=other, by=cast.sonia)
    assert person.evidence.count() == 2


def queries(client, page):
    with CaptureQueriesContext(connection) as seen:
        assert client.get(page).status_code == 200
    return len(seen)


def test_the_file_asks_as_much_for_four_pieces_of_evidence_as_for_one(cast, person):
    client, page = as_(cast.lucia), reverse("renunciation-file", args=[person.pk])
    queries(client, page)
    at_one = queries(client, page)
    for _each in range(3):
        some_evidence(cast, person)
    assert queries(client, page) == at_one


def test_the_list_of_reports_asks_as_much_for_four_as_for_one(cast):
    client, page = as_(cast.lucia), reverse("group-report-list")
    a_group_report(cast)
    queries(client, page)
    at_one = queries(client, page)
    for _each in range(3):
        a_group_report(cast)
    assert queries(client, page) == at_one
