"""What the authority says of one person: which of several words stands, in whatever order they come in."""

import pytest
from django.db import IntegrityError, connection
from django.urls import reverse

from asylum.actions.renunciations import record_demand
from asylum.models import AsylumApplication
from asylum.querysets.missing import Missing
from asylum.renunciation_file.known import known_on
from asylum.standing import standing_of
from casework.register.models.individual import Individual
from tests.asylum.build import D, S, a_client, a_paper, an_application, undone
from tests.cast import Cast, as_
from tests.page import page_of

TODAY = D(2019, 5, 16)
EARLIER, NEWER = D(2019, 4, 1), D(2019, 5, 2)


def _says(cast: Cast, person: Individual, on, *, asks: bool, **said):
    return record_demand(person, is_asked=asks, on=on, by=cast.lucia, **said)


def _stands(cast: Cast, person: Individual) -> set[bool | None]:
    """What each page that reads the word takes for it."""
    return {
        standing_of(person, TODAY).is_asked,
        known_on(person, cast.lucia.today()).demand.is_asked,
        Missing(cast.lucia).papers.filter(pk=person.pk).exists(),
        person.renunciation_demands.first().is_asked,
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
