"""Of each decision of a claim its day and its reason stay legible, and what stands twice is put right together."""

import pytest
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application_step
from asylum.pathways.choices import ApplicationStatus
from asylum.procedure.decisions import earlier_decisions
from tests.asylum.build import D, an_application
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")
S = ApplicationStatus


def refused_claim(cast):
    claim = an_application(cast, status=S.ADMITTED)
    facts = {"on": D(2019, 5, 4), "resolved_on": D(2019, 5, 3), "refusal_ground": "credibility"}
    return move_application(claim, to=S.REFUSED, **facts, by=cast.lucia)


def facts_shown(cast, claim):
    return page_of(as_(cast.lucia).get(claim.get_absolute_url()))


def test_the_day_of_a_decision_follows_its_step_also_after_an_appeal(cast):
    claim = refused_claim(cast)
    claim = move_application(claim, to=S.APPEALED, on=D(2019, 5, 9), by=cast.lucia)
    step = claim.status_changes.get(status=S.REFUSED)
    address = reverse("application-step-correct", args=[step.pk])
    early = page_of(as_(cast.lucia).post(address, {"on": "2/5/2019"}))
    assert early.says(
        "el acto es del 3 may 2019. Si esa fecha está mal, corríjala primero con Corregir"
    )
    sent = {"on": "6/5/2019", "reason": "Mal leído"}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    claim.refresh_from_db()
    assert claim.decided_on == D(2019, 5, 6)
    assert facts_shown(cast, claim).says("Decisión notificada el 6 may 2019")


def test_the_first_decision_stays_legible_after_the_last_and_comes_back_with_its_reason(cast):
    claim = refused_claim(cast)
    claim = move_application(claim, to=S.APPEALED, on=D(2019, 5, 9), by=cast.lucia)
    claim = move_application(claim, to=S.REFUSED_FINAL, on=D(2019, 5, 14), by=cast.lucia)
    page = facts_shown(cast, claim)
    assert page.says("Decisión negativa notificada 4 may 2019")
    assert page.says("No le creyeron")
    assert not page_of(as_(cast.ana).get(claim.get_absolute_url())).says("No le creyeron")
    last = claim.status_changes.get(status=S.REFUSED_FINAL)
    back = correct_application_step(last, is_mistake=True, by=cast.lucia)
    assert (back.decided_on, back.resolved_on) == (D(2019, 5, 4), D(2019, 5, 3))
    assert back.refusal_ground == "credibility"


def test_decisions_of_one_day_each_keep_their_own_act_and_reason(cast):
    """Refused and refused for good on one day: the court that came after said nothing about the first."""
    claim, day = refused_claim(cast), D(2019, 5, 4)
    claim = move_application(claim, to=S.APPEALED, on=day, by=cast.lucia)
    last = {"resolved_on": day, "refusal_ground": "definition"}
    claim = move_application(claim, to=S.REFUSED_FINAL, on=day, **last, by=cast.lucia)
    claim = move_application(claim, to=S.TUTELA, on=day, by=cast.lucia)
    claim = move_application(claim, to=S.REFUSED_FINAL, on=day, **last, by=cast.lucia)
    told = [(each.resolved_on, each.refusal_ground) for each in earlier_decisions(claim)]
    assert told == [(D(2019, 5, 3), "credibility"), (day, "definition")]


def test_what_was_put_right_of_a_decision_is_what_the_next_one_keeps(cast):
    claim = refused_claim(cast)
    address = reverse("application-correct", args=[claim.pk])
    sent = {"lodged_on": "4/3/2019", "resolved_on": "2/5/2019", "refusal_ground": "definition"}
    answer = as_(cast.lucia).post(address, sent | {"reason": "Mal leído"})
    assert answer.status_code == 302, answer.context["form"].errors
    claim.refresh_from_db()
    claim = move_application(claim, to=S.APPEALED, on=D(2019, 5, 9), by=cast.lucia)
    claim = move_application(claim, to=S.REFUSED_FINAL, on=D(2019, 5, 14), by=cast.lucia)
    [first] = earlier_decisions(claim)
    assert (first.resolved_on, first.refusal_ground) == (D(2019, 5, 2), "definition")


def test_the_day_of_an_interview_that_was_held_is_put_right_with_its_step(cast):
    page = reverse("application-correct", args=[an_application(cast, status=S.INTERVIEWED).pk])
    assert "interview_on" not in as_(cast.lucia).get(page).context["form"].fields
    page = reverse("application-correct", args=[an_application(cast, status=S.SUMMONED).pk])
    assert "interview_on" in as_(cast.lucia).get(page).context["form"].fields


def test_a_decision_dated_before_the_interview_is_asked_about(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    for to, on in ((S.SUMMONED, D(2019, 5, 2)), (S.INTERVIEWED, D(2019, 5, 6))):
        claim = move_application(claim, to=to, on=on, interview_on=D(2019, 5, 6), by=cast.lucia)
    client, address = as_(cast.lucia), reverse("application-move", args=[claim.pk])
    typed = page_of(client.get(address, {"to": S.REFUSED})).fields
    typed |= {"on": "10/5/2019", "resolved_on": "3/5/2019"}
    answer = client.post(f"{address}?to={S.REFUSED}", typed)
    assert page_of(answer).says("La entrevista consta el 6 may 2019. ¿La decisión se tomó antes?")
    asked = page_of(answer).fields | {"is_sure": "on"}
    assert client.post(f"{address}?to={S.REFUSED}", asked).status_code == 302
    address = reverse("application-correct", args=[claim.pk])
    typed = page_of(client.get(address)).fields | {"resolved_on": "4/5/2019"}
    assert page_of(client.post(address, typed)).says("¿La decisión se tomó antes?")


def test_why_a_decision_was_negative_is_put_right_while_an_appeal_runs(cast):
    claim = refused_claim(cast)
    claim = move_application(claim, to=S.APPEALED, on=D(2019, 5, 9), by=cast.lucia)
    address = reverse("application-correct", args=[claim.pk])
    typed = page_of(as_(cast.lucia).get(address)).fields
    assert typed["refusal_ground"] == "credibility"
    sent = typed | {"refusal_ground": "definition", "reason": "Mal marcado"}
    assert as_(cast.lucia).post(address, sent).status_code == 302
    claim.refresh_from_db()
    assert claim.refusal_ground == "definition"
