"""The page of an open claim without a running term says that none runs, and why."""

import pytest

from asylum.claims.actions import move_application
from asylum.pathways.choices import ApplicationStatus as S
from tests.asylum.build import D, an_application
from tests.cast import as_
from tests.page import page_of


@pytest.fixture
def claim(cast, law):
    return an_application(cast, status=S.ADMITTED)


def page(cast, claim):
    return page_of(as_(cast.lucia).get(claim.get_absolute_url()))


def test_of_a_reopened_claim_it_says_what_ended_and_where_a_day_is_kept(cast, claim):
    move_application(claim, to=S.CLOSED, on=D(2019, 5, 3), by=cast.lucia)
    assert not page(cast, claim).says("Ahora no corre ningún plazo legal")
    claim.refresh_from_db()
    move_application(claim, to=S.REOPENED, on=D(2019, 5, 6), by=cast.lucia)
    assert page(cast, claim).says(
        "Ahora no corre ningún plazo legal. Lo que corría antes de archivarse", "ponga una tarea"
    )


def test_of_a_claim_with_a_running_term_it_says_nothing(cast, claim):
    assert not page(cast, claim).says("Ahora no corre ningún plazo legal")
