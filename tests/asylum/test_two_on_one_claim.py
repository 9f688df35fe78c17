"""Two who act on one claim: the second reads in words what the first recorded, and the way to look again."""

import pytest
from django.urls import reverse

from asylum.actions.applications import move_application
from asylum.actions.deadlines import settle_deadline
from asylum.choices import ApplicationStatus
from tests.asylum.build import LODGED_ON, D, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.django_db
S = ApplicationStatus


@pytest.mark.parametrize("address", ["", "?to=refused"])
@pytest.mark.parametrize("theirs", [S.WITHDRAWN, S.MISTAKEN])
def test_what_does_not_follow_any_more_is_said_in_words_with_who_and_when(
    cast, law, address, theirs
):
    claim = an_application(cast, status=S.INTERVIEWED)
    page, client = reverse("application-move", args=[claim.pk]) + address, as_(cast.lucia)
    assert page_of(client.get(page)).holds("on")
    move_application(claim, to=theirs, on=D(2019, 5, 2), remark="Lo pidió", by=cast.luis)
    answer = client.post(page, {"to": "refused", "on": "3/5/2019"})
    assert answer.status_code == 200
    shown = page_of(answer)
    assert shown.says(f"«{S.REFUSED.label}» no sigue a «{theirs.label}».")
    assert shown.says(f"{cast.luis} registró «{theirs.label}» el ")
    assert "refused no es" not in answer.content.decode()
    assert (
        f'<a href="{claim.get_absolute_url()}">Ver cómo está ahora</a>' in answer.content.decode()
    )
    claim.refresh_from_db()
    assert claim.status == theirs


def test_a_term_that_was_ticked_off_meanwhile_says_so(cast, law):
    claim = an_application(cast)
    term = claim.deadlines.running().first()
    page = reverse("deadline-settle", args=[term.pk])
    assert as_(cast.lucia).get(page).status_code == 200
    settle_deadline(term, on=LODGED_ON, by=cast.luis)
    answer = as_(cast.lucia).post(page, {"on": LODGED_ON.isoformat()})
    assert page_of(answer).says("Este plazo ya terminó")
