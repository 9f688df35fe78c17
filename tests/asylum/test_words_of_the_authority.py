"""What the authority says of one person: which of several words stands, in whatever order they come in."""

import pytest
from django.db import IntegrityError, connection
from django.urls import reverse

from asylum.identification.actions import contest_identification, withdraw_word
from asylum.papers.choices import Identified
from asylum.papers.standing import standing_of
from asylum.procedure.models.application import AsylumApplication
from asylum.renunciation.actions import is_asked, record_demand
from asylum.renunciation.querysets import PeopleWithoutPaper
from asylum.renunciation.slots import renunciation_demand_extract
from asylum.renunciation_file.known import known_on
from casework.register.models.individual import Individual
from tests.asylum.build import D, S, a_client, a_paper, an_application, undone
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

TODAY = D(2019, 5, 16)
EARLIER, NEWER = D(2019, 4, 1), D(2019, 5, 2)


def _says(cast: Cast, person: Individual, on, *, asks: bool, **said):
    return record_demand(person, is_asked=asks, on=on, by=cast.lucia, **said)


def _stands(cast: Cast, person: Individual) -> set[bool | None]:
    """What each page that reads the word takes for it."""
    return {
        standing_of(person, TODAY).is_asked,
        known_on(person, cast.lucia.today()).demand.is_asked,
        PeopleWithoutPaper(cast.lucia).without_paper.filter(pk=person.pk).exists(),
        is_asked(person),
    }


@pytest.mark.parametrize("asks", [True, False])
def test_the_word_of_the_latest_day_stands_whatever_comes_in_after_it(cast, asks):
    person = a_client(cast)
    _says(cast, person, NEWER, asks=asks)
    _says(cast, person, EARLIER, asks=not asks)
    assert _stands(cast, person) == {asks}
    _says(cast, person, NEWER, asks=not asks)
    assert _stands(cast, person) == {not asks}


def test_who_records_an_older_word_is_told_that_a_newer_one_stands(cast):
    person = a_client(cast)
    page, fields = reverse("renunciation-demand", args=[person.pk]), {"is_asked": "no"}
    newest = as_(cast.lucia).post(page, fields | {"on": "02/05/2019"}, follow=True)
    older = as_(cast.lucia).post(page, fields | {"on": "01/04/2019"}, follow=True)
    said = "Queda en su lugar entre las anteriores: rige la del 2 may 2019."
    assert said not in page_of(newest).text
    assert said in page_of(older).text


def test_an_older_word_that_asks_has_no_claim_reviewed(cast, law):
    person = a_client(cast)
    _says(cast, person, EARLIER, asks=False)
    an_application(cast, person, status=S.ADMITTED)
    _says(cast, person, D(2019, 3, 1), asks=True)
    assert not person.tasks.exists()
    _says(cast, person, TODAY, asks=True)
    assert person.tasks.count() == 1


def test_a_paper_of_a_day_on_which_the_authority_asked_is_kept_after_it_asks_no_more(cast):
    person = a_client(cast)
    _says(cast, person, NEWER, asks=False)
    a_paper(cast, person, signed_on=EARLIER, is_demanded=True)
    assert standing_of(person, TODAY).is_asked is False


def test_the_database_admits_by_the_word_of_the_latest_day(cast, law):
    person = a_client(cast)
    claim = an_application(cast, person)
    _says(cast, person, D(2019, 3, 20), asks=True)
    _says(cast, person, D(2019, 3, 10), asks=False)
    with undone():
        AsylumApplication.objects.filter(pk=claim.pk).update(
            status=S.ADMITTED, status_on=D(2019, 4, 20)
        )
        with pytest.raises(IntegrityError) as error:
            connection.check_constraints()
    assert error.value.__cause__.diag.constraint_name == "fighters_renounce_first"


def test_the_file_shows_what_the_authority_said_before_with_its_paper(cast):
    person = a_client(cast)
    said = {"outcome": Identified.CIVILIAN, "reference": "Oficio 77-2026", "remark": "Por correo."}
    _says(cast, person, EARLIER, asks=False, **said)
    _says(cast, person, NEWER, asks=True)
    page = as_(cast.lucia).get(reverse("renunciation-file", args=[person.pk]))
    before = page_of(page).text.partition("Lo que la autoridad dijo antes")[2]
    for words in (
        "Civil",
        "La autoridad no la pide",
        "1 abr 2019",
        "Oficio 77-2026",
        "Por correo.",
    ):
        assert words in before


def test_after_a_word_was_taken_back_as_a_mistake_the_one_before_it_stands_again(cast, law):
    person = a_client(cast)
    _says(cast, person, D(2019, 3, 20), asks=True)
    wrong = _says(cast, person, D(2019, 4, 1), asks=False)
    an_application(cast, person, status=S.ADMITTED)
    connection.check_constraints()
    page = reverse("word-withdraw", args=[wrong.pk])
    as_(cast.lucia).post(page, {"reason": ""})
    assert _stands(cast, person) == {False}
    with refused("Give the reason", field="reason"):
        withdraw_word(wrong, reason=" ", by=cast.lucia)
    answer = as_(cast.lucia).post(page, {"reason": "Era de otra persona."}, follow=True)
    assert "Lo que la autoridad dijo antes" not in page_of(answer).text
    assert _stands(cast, person) == {True}
    assert person.tasks.count() == 1
    wrong.refresh_from_db()
    assert (wrong.withdrawn_because, wrong.withdrawn_by) == ("Era de otra persona.", cast.lucia)
    with refused("taken back already"):
        contest_identification(wrong, on=TODAY, grounds="No es así.", by=cast.lucia)


def test_of_a_word_taken_back_nothing_stays_on_file(cast, law):
    person = a_client(cast)
    wrong = _says(cast, person, EARLIER, asks=True)
    withdraw_word(wrong, reason="Era de otra persona.", by=cast.lucia)
    assert standing_of(person, TODAY).is_asked is None
    assert PeopleWithoutPaper(cast.lucia).without_statement.filter(pk=person.pk).exists()
    case = person.memberships.get().case
    part = as_(cast.lucia).get(reverse("case-part", args=[case.number, "law"]))
    assert "No se sabe si la autoridad la pide" in page_of(part).text
    assert not renunciation_demand_extract.rows(person).exists()
