"""F66: cases are reviewed one by one, and who reviewed, what was asked for and what came of it stays on file."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.individual_reviews.actions import (
    record_individual_review,
    withdraw_individual_review,
)
from asylum.individual_reviews.choices import AskedFor, ReviewOutcome
from asylum.individual_reviews.models import IndividualReview
from casework.merges.actions import merge_individuals
from tests.asylum.build import D, a_client
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

SAID = {
    "on": D(2019, 5, 14),
    "reviewed_by": "Migración, ventanilla 4",
    "asked_for": AskedFor.STATES_WORK,
    "outcome": ReviewOutcome.OPEN,
    "next_step": "Volver con la copia",
}


def a_review(cast, person=None, **facts):
    return record_individual_review(person or a_client(cast), **(SAID | facts), by=cast.lucia)


def papers_of(user, person):
    case = person.memberships.get().case
    return page_of(as_(user).get(reverse("case-part", args=[case.number, "law"])))


def test_f66_a_review_of_one_person_stands_where_their_right_to_work_stands(cast, law):
    person = a_client(cast)
    lucia = as_(cast.lucia)
    address = reverse("individual-review-record", args=[person.pk])
    assert address in papers_of(cast.lucia, person).links
    form = lucia.get(address).context["form"]
    assert {form[name].value() for name in ("asked_for", "outcome")} == {None}
    sent = {key: str(value) for key, value in SAID.items()} | {"on": "14/5/2019"}
    answer = lucia.post(address, sent | {"next_step": ""})
    assert list(answer.context["form"].errors) == ["next_step"]
    assert lucia.post(address, sent).status_code == 302
    for reader in (cast.lucia, cast.ana):
        assert papers_of(reader, person).says(
            "14 may 2019 · Un papel que diga que puede trabajar",
            "Sin respuesta todavía",
            "Migración, ventanilla 4",
            "Volver con la copia",
        )
    assert address not in papers_of(cast.ana, person).links


def test_only_whoever_looks_after_papers_records_one(cast, law):
    person = a_client(cast)
    for stranger in (cast.ana, cast.mara, cast.adela):
        with pytest.raises(NotAllowed):
            record_individual_review(person, **SAID, by=stranger)
        address = reverse("individual-review-record", args=[person.pk])
        assert as_(stranger).get(address).status_code == 404


def test_what_was_refused_or_not_answered_names_its_next_step_in_the_database_too(cast, law):
    for outcome in (ReviewOutcome.REFUSED, ReviewOutcome.OPEN):
        with refused(field="next_step"):
            a_review(cast, outcome=outcome, next_step=" ")
    assert a_review(cast, outcome=ReviewOutcome.GIVEN, next_step="").next_step in ("", None)
    with refused(field="on"):
        a_review(cast, on=D(2019, 5, 17))
    row = a_review(cast)
    row.pk, row.next_step, row._state.adding = None, None, True
    with pytest.raises(IntegrityError), transaction.atomic():
        IndividualReview.objects.bulk_create([row])


def test_the_log_only_grows_and_a_mistake_counts_no_more(cast, law):
    review = a_review(cast)
    for change in ({"outcome": ReviewOutcome.GIVEN}, {"on": D(2019, 5, 1)}):
        with pytest.raises(DatabaseError), transaction.atomic():
            IndividualReview.objects.filter(pk=review.pk).update(**change)
    with pytest.raises(NotAllowed):
        withdraw_individual_review(review, reason="Otra persona", by=cast.ana)
    withdraw_individual_review(review, reason="Otra persona", by=cast.lucia)
    assert not papers_of(cast.lucia, review.individual).says("ventanilla 4")
    assert IndividualReview.objects.get().withdrawn_because == "Otra persona"
    with refused("taken back already"):
        withdraw_individual_review(review, reason="Otra vez", by=cast.lucia)


def test_a_merge_takes_the_reviews_along(cast, law):
    kept, review = a_client(cast), a_review(cast)
    merge_individuals(kept, merged=review.individual, by=cast.sonia)
    review.refresh_from_db()
    assert (review.individual, review.next_step) == (kept, "Volver con la copia")


def test_the_papers_of_a_family_ask_as_often_for_four_reviews_as_for_one(cast, law):
    person, counts = a_client(cast), []
    for extra in (1, 3):
        for _each in range(extra):
            a_review(cast, person)
        papers_of(cast.lucia, person)
        with CaptureQueriesContext(connection) as asked:
            papers_of(cast.lucia, person)
        counts.append(len(asked))
    assert counts[0] == counts[1]
