"""Two who act on one claim: the second reads in words what the first recorded, and the way to look again."""

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.permits.actions import cancel_permit
from asylum.permits.corrections import correct_permit
from asylum.renunciation.actions import submit_renunciation
from asylum.terms.actions import settle_deadline
from tests.asylum.build import D, a_paper, a_permit, an_application
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
    claim = an_application(cast, status=S.ADMITTED)
    term = claim.deadlines.get(kind=DeadlineKind.RATIFY)
    page = reverse("deadline-settle", args=[term.pk])
    assert as_(cast.lucia).get(page).status_code == 200
    settle_deadline(term, on=term.starts_on, by=cast.luis)
    answer = as_(cast.lucia).post(page, {"on": term.starts_on.isoformat()})
    assert page_of(answer).says("Este plazo ya terminó")


def twice(cast, page, act, typed):
    """What Lucía opened, Luis changes meanwhile; the answer to what she sends, and to sending it again."""
    client = as_(cast.lucia)
    fields = page_of(client.get(page)).fields
    act()
    first = client.post(page, fields | typed)
    assert first.status_code == 200
    shown = page_of(first)
    assert shown.says(f"{cast.luis} cambió esto el ")
    assert "Ver cómo está ahora</a>" in first.content.decode()
    return shown, client.post(page, shown.fields | typed)


def test_a_move_that_is_still_possible_is_not_made_over_that_of_a_colleague(cast, law):
    claim = an_application(cast)
    page = reverse("application-move", args=[claim.pk]) + "?to=withdrawn"
    step = {"to": S.ADMITTED, "on": D(2019, 5, 2), "override_reason": "Práctica", "by": cast.luis}
    typed = {"to": "withdrawn", "on": "3/5/2019"}
    shown, again = twice(cast, page, lambda: move_application(claim, **step), typed)
    assert shown.says(f"Ahora está en «{S.ADMITTED.label}».")
    assert again.status_code == 302
    claim.refresh_from_db()
    assert claim.status == S.WITHDRAWN


def test_nobody_is_told_of_what_they_did_in_another_window(cast, law):
    claim, client = an_application(cast), as_(cast.lucia)
    page = reverse("application-move", args=[claim.pk]) + "?to=withdrawn"
    fields = page_of(client.get(page)).fields
    move_application(claim, to=S.RECEIVED, on=D(2019, 5, 2), by=cast.lucia)
    assert client.post(page, fields | {"on": "3/5/2019"}).status_code == 302


def test_two_corrections_of_one_claim_do_not_pass_over_each_other(cast, law):
    claim = an_application(cast)
    page = reverse("application-correct", args=[claim.pk])
    theirs = page_of(as_(cast.luis).get(page)).fields | {"reference": "RC-46-X", "reason": "Error"}

    def act():
        assert as_(cast.luis).post(page, theirs).status_code == 302

    typed = {"reference": "RC-46-L", "reason": "Error"}
    _shown, again = twice(cast, page, act, typed)
    claim.refresh_from_db()
    assert again.status_code == 302
    assert claim.reference == "RC-46-L"


def test_nor_do_two_who_correct_steps(cast, law):
    claim = an_application(cast, status=S.RECEIVED)
    page = reverse("application-step-correct", args=[claim.status_changes.latest("at").pk])

    def act():
        sent = {"on": "3/5/2019", "reason": "Error"}
        assert as_(cast.luis).post(page, sent).status_code == 302

    assert twice(cast, page, act, {"on": "4/5/2019", "reason": "Error"})[1].status_code == 302


def test_a_paper_that_was_handed_in_meanwhile_is_looked_at_again(cast, law):
    paper = a_paper(cast)
    page = reverse("renunciation-withdraw", args=[paper.pk])
    act = lambda: submit_renunciation(paper, on=D(2019, 5, 5), by=cast.luis)  # noqa: E731
    assert twice(cast, page, act, {"on": "16/5/2019"})[1].status_code == 302


@pytest.mark.parametrize("name", ["permit-cancel", "permit-renew"])
def test_so_is_a_permit(cast, law, name):
    permit = a_permit(cast, expires_on=D(2019, 9, 1))
    page = reverse(name, args=[permit.pk])
    facts = {"type": permit.type, "number": "", "issued_on": D(2019, 3, 5), "work_right": "yes"}
    act = lambda: correct_permit(permit, **facts, reason="Error", by=cast.luis)  # noqa: E731
    day = "issued_on" if name == "permit-renew" else "on"
    assert twice(cast, page, act, {day: "16/5/2019"})[1].status_code == 302


@pytest.mark.parametrize("name", ["permit-cancel", "permit-renew"])
def test_a_permit_that_a_colleague_cancelled_meanwhile_has_a_page_that_says_so(cast, law, name):
    permit = a_permit(cast, expires_on=D(2019, 9, 1))
    client, page = as_(cast.lucia), reverse(name, args=[permit.pk])
    fields = page_of(client.get(page)).fields
    cancel_permit(permit, on=D(2019, 5, 15), by=cast.luis)
    day = "issued_on" if name == "permit-renew" else "on"
    shown = page_of(client.post(page, fields | {day: "16/5/2019"}))
    assert shown.says(f"{cast.luis} cambió esto el ")
