"""Handing over terms: what goes is listed first, it is taken back, the receiver is told, and the timeline tells."""

import pytest
from django.urls import reverse
from django.utils import timezone

from asylum.claims.actions import move_application
from asylum.pathways.choices import ApplicationStatus, DeadlineKind
from asylum.terms.actions import assign_deadline
from casework.cases.actions import restrict_case
from tests.asylum.build import an_application
from tests.cast import as_
from tests.page import page_of
from worklist.notices.models import Notice
from worklist.scheduler import tick


@pytest.fixture
def terms(cast, law, monkeypatch):
    """Three terms of Lucía's, of which Luis cannot see the last. The tick reads the clock of these tests."""
    monkeypatch.setattr(tick, "database_now", timezone.now)
    made = [
        an_application(cast).deadlines.running().get(kind=DeadlineKind.ADMISSION) for _ in "123"
    ]
    restrict_case(made[2].application.case, people=[cast.lucia], by=cast.sonia)
    return made


def whose(terms):
    for term in terms:
        term.refresh_from_db()
    return [(term.owner, term.deputy) for term in terms]


def handed(cast, **more):
    sent = {"leaving": cast.lucia.pk, "taking": cast.luis.pk} | more
    return as_(cast.lucia).post(reverse("deadline-hand-over"), sent, follow=True)


def undo_of(page):
    [button] = [
        form
        for form in page_of(page).root.all("form")
        if "handed-over" in form.attributes.get("action", "")
    ]
    return button.attributes["action"]


def news(user):
    tick.tick()
    return list(Notice.objects.filter(user=user, kind="term_handed"))


def test_what_goes_is_listed_first_with_what_the_other_one_cannot_take(cast, terms):
    before = whose(terms)
    page = handed(cast)
    assert {term.pk: term.can_be_taken for term in page.context["terms"]} == {
        terms[0].pk: True,
        terms[1].pk: True,
        terms[2].pk: False,
    }
    names = [term.application.individual.display_name for term in terms]
    assert page_of(page).says(*names, "Luis no puede abrir este caso")
    assert page_of(page).says("Pasar los plazos")
    assert not page_of(page).says("Relevo de casos")
    assert whose(terms) == before


def test_it_goes_once_confirmed_and_comes_back_with_one_press(cast, terms):
    before = whose(terms)
    page = handed(cast, confirm="yes")
    assert page_of(page).says("Se entregaron 2 plazos. 1 se quedó donde está.")
    assert whose(terms) == [(cast.luis, None), (cast.luis, None), before[2]]
    back = as_(cast.lucia).post(undo_of(page), follow=True)
    assert page_of(back).says("Volvieron 2 plazos.")
    assert whose(terms) == before
    again = as_(cast.lucia).post(undo_of(page), follow=True)
    assert page_of(again).says("Ya no se puede deshacer nada de esto.")


def test_what_somebody_gave_anew_since_stays(cast, terms):
    undo = undo_of(handed(cast, confirm="yes"))
    assign_deadline(terms[0], owner=cast.luis, deputy=cast.lucia, by=cast.luis)
    page = as_(cast.lucia).post(undo, follow=True)
    assert page_of(page).says("Volvió 1 plazo. 1 se quedó donde está.")
    assert whose(terms)[:2] == [(cast.luis, cast.lucia), (cast.lucia, None)]


def test_a_term_that_ended_since_stays_with_whom_it_ended(cast, terms):
    undo = undo_of(handed(cast, confirm="yes"))
    today = cast.luis.today()
    move_application(terms[0].application, to=ApplicationStatus.WITHDRAWN, on=today, by=cast.luis)
    page = as_(cast.lucia).post(undo, follow=True)
    assert page_of(page).says("Volvió 1 plazo. 1 se quedó donde está.")
    assert whose(terms)[:2] == [(cast.luis, None), (cast.lucia, None)]


def test_who_takes_a_term_is_told_until_it_is_taken_back(cast, terms):
    undo = undo_of(handed(cast, confirm="yes"))
    assert len(news(cast.luis)) == 2
    assert news(cast.lucia) == []
    number = terms[0].application.individual.number
    inbox = page_of(as_(cast.luis).get(reverse("inbox")))
    assert inbox.says("Plazos legales que pasan a usted", number)
    Notice.objects.all().delete()
    as_(cast.lucia).post(undo)
    assert news(cast.luis) == []


def test_who_gets_a_single_term_is_told_too(cast, terms):
    assign_deadline(terms[0], owner=cast.luis, deputy=cast.lucia, by=cast.lucia)
    assert len(news(cast.luis)) == 1
    assert news(cast.lucia) == []


def test_the_timeline_tells_who_gave_it_to_whom_and_that_it_was_taken_back(cast, terms):
    timeline = reverse("case-timeline", args=[terms[0].application.case.number])
    undo = undo_of(handed(cast, confirm="yes"))
    assert page_of(as_(cast.lucia).get(timeline)).says("Lucia pasó a Luis un plazo de")
    as_(cast.lucia).post(undo)
    assert page_of(as_(cast.lucia).get(timeline)).says("y se deshizo")


def test_others_take_nothing_back_and_learn_of_nothing(cast, terms):
    undo = undo_of(handed(cast, confirm="yes"))
    after = whose(terms)
    for name in ("ana", "carla", "sonia", "adela", "aurelio", "mara"):
        assert as_(cast.users[name]).post(undo).status_code == 404
    assert as_(cast.lucia).get(undo).status_code == 405
    assert whose(terms) == after
    assert after[0][0] == cast.luis


def test_a_deputy_hands_over_as_deputy(cast, terms):
    assign_deadline(terms[0], owner=cast.luis, deputy=cast.lucia, by=cast.lucia)
    undo = undo_of(handed(cast, confirm="yes"))
    assert whose(terms)[0] == (cast.luis, None)
    as_(cast.lucia).post(undo)
    assert whose(terms)[0] == (cast.luis, cast.lucia)
