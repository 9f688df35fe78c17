"""Terms run under the rule of the day, and a date on paper beats them."""

import datetime
from urllib.parse import urlencode

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.actions import lodge_application, move_application, prepare_application
from asylum.claims.corrections import correct_application_step
from asylum.claims.slots import open_proceedings
from asylum.filing.days import filing_day
from asylum.papers.choices import Validity
from asylum.papers.models.permit import Permit
from asylum.papers.rules import validity_on
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.permits.actions import cancel_permit, record_permit, renew_permit
from asylum.terms.actions import correct_tick, settle_deadline
from asylum.terms.slots import appeals, legal_terms
from casework.corrections.models import Correction
from reference.models import DeadlineRule
from tests.asylum.build import D, a_client, a_permit, an_application, answers, undone
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S = ApplicationStatus
K = DeadlineKind


@pytest.mark.parametrize(
    ("entered", "last_day"),
    [
        (D(2019, 2, 23), D(2019, 4, 23)),
        (D(2018, 12, 31), D(2019, 2, 28)),
        # 29 February 2020 is a Saturday.
        (D(2019, 12, 30), D(2020, 3, 2)),
        (D(2018, 12, 30), D(2019, 2, 28)),
        (D(2019, 6, 30), D(2019, 8, 30)),
    ],
)
def test_two_calendar_months_are_left_to_apply_after_the_entry(law, entered, last_day):
    assert filing_day(entered, country="CO") == last_day


def test_entry_over_the_river_without_a_stamp_starts_the_same_clock_f18(cast, law):
    person = a_client(cast, entry_mode="river")
    application = prepare_application(person, by=cast.lucia)
    term = application.deadlines.get()
    assert (term.kind, term.starts_on, term.due_on) == (K.FILE, D(2019, 2, 23), D(2019, 4, 23))
    assert term.is_overdue_on(D(2019, 5, 16))


@pytest.mark.parametrize(
    ("notified", "last_day"),
    [
        # Holy Week: 18 and 19 April closed; 1 May too.
        (D(2019, 4, 12), D(2019, 4, 30)),
        (D(2019, 4, 17), D(2019, 5, 6)),
        # Saint Joseph was moved to Monday, 25 March.
        (D(2019, 3, 15), D(2019, 4, 1)),
        # The Ascension will be kept on Monday, 3 June.
        (D(2019, 5, 16), D(2019, 5, 30)),
        (D(2019, 3, 9), D(2019, 3, 22)),
    ],
)
def test_ten_business_days_are_left_to_appeal_over_holy_week_and_moved_mondays(
    cast, law, notified, last_day
):
    application = move_application(an_application(cast), to=S.REFUSED, on=notified, by=cast.lucia)
    term = application.deadlines.running().get()
    assert (term.kind, term.computed_on, term.due_on, term.rule.confidence) == (
        K.APPEAL,
        last_day,
        last_day,
        "V2",
    )


def test_a_term_shows_its_sum_where_its_day_was_computed(cast, law):
    application = an_application(cast)
    application = move_application(application, to=S.REFUSED, on=D(2019, 4, 12), by=cast.lucia)
    said = "10 días hábiles desde el 12 abr 2019, sin contar 18 abr y 19 abr"
    number = application.case.number
    for address in (
        application.get_absolute_url(),
        reverse("case-part", args=[number, "law"]),
    ):
        assert page_of(as_(cast.lucia).get(address)).says(said)
    application.deadlines.running().update(due_on=D(2019, 5, 20))
    page = page_of(as_(cast.lucia).get(application.get_absolute_url()))
    assert not page.holds(said)


def test_an_appeal_meets_its_term_and_a_final_refusal_lets_it_lapse(cast, law):
    appealed = an_application(cast, status=S.APPEALED).deadlines.get(kind=K.APPEAL)
    lapsed = an_application(cast, status=S.REFUSED_FINAL).deadlines.get(kind=K.APPEAL)
    assert (appealed.was_met, appealed.ended_on) == (True, D(2019, 5, 2))
    assert lapsed.was_met is False


def test_the_day_of_the_interview_is_the_one_that_the_summons_states(cast, law):
    application = an_application(cast, status=S.SUMMONED)
    term = application.deadlines.running().get(kind=K.INTERVIEW)
    assert (term.due_on, term.computed_on, term.rule) == (D(2019, 6, 3), None, None)
    again = answers(S.SUMMONED) | {"interview_on": D(2019, 6, 10)}
    application = move_application(application, to=S.SUMMONED, **again, by=cast.lucia)
    assert application.deadlines.running().get(kind=K.INTERVIEW).due_on == D(2019, 6, 10)


def test_a_term_with_one_weak_source_says_so(cast, law):
    """Of terms that began before the decree of 2025 the decree leaves no doubt."""
    DeadlineRule.objects.update(verified_by="Una abogada", verified_on=D(2019, 5, 1))
    application = an_application(cast, status=S.ADMITTED)
    assert {
        term.kind: len(term.doubts) for term in application.deadlines.select_related("rule")
    } == {
        K.FILE: 0,
        K.ADMISSION: 1,
        K.RATIFY: 1,
    }


def test_a_term_without_a_later_state_is_ticked_off_by_hand(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    assert settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia).was_met
    with refused("This term has ended already"):
        settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia)


@pytest.mark.parametrize(
    ("days", "tag", "told"),
    [
        (0, ("Cumplido", "good"), "cumplido"),
        (1, ("Cumplido fuera de plazo, 1 día tarde", "warn"), "cumplido fuera de plazo, 1 día"),
        (4, ("Cumplido fuera de plazo, 4 días tarde", "warn"), "cumplido fuera de plazo, 4 días"),
    ],
)
def test_a_term_that_was_met_after_its_last_day_is_said_to_be_late(cast, law, days, tag, told):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    on = term.due_on + datetime.timedelta(days=days)
    term = settle_deadline(term, on=on, by=cast.lucia)
    with translation.override("es"):
        assert term.status_tag == tag
    lucia = as_(cast.lucia)
    told_on = page_of(lucia.get(reverse("case-timeline", args=[application.case.number])))
    assert told_on.says(f"El plazo de {application.individual.display_name} terminó", told)
    assert page_of(lucia.get(application.get_absolute_url())).says(tag[0])


def test_a_term_that_lapsed_is_not_said_to_be_met_late(cast, law):
    lapsed = an_application(cast, status=S.REFUSED_FINAL).deadlines.get(kind=K.APPEAL)
    lapsed.ended_on = lapsed.due_on + datetime.timedelta(days=3)
    assert lapsed.days_late == 0
    assert lapsed.status_tag[1] == "quiet"


def test_without_a_rule_in_force_an_application_is_lodged_all_the_same(cast):
    """No rule of the office's country is on file."""
    cast.cucuta.country = "PE"
    cast.cucuta.save()
    application = lodge_application(a_client(cast), on=D(2019, 5, 10), by=cast.lucia)
    assert (application.status, application.deadlines.count()) == (S.LODGED, 0)


@pytest.mark.parametrize(
    ("type", "issued", "by_the_rule"),
    [
        (PermitType.SC2, D(2019, 3, 4), D(2019, 6, 4)),
        (PermitType.SC2, D(2018, 11, 30), D(2019, 2, 28)),
        (PermitType.PIP, D(2019, 3, 4), D(2019, 6, 2)),
        (PermitType.OTHER, D(2019, 3, 4), None),
    ],
)
def test_without_a_date_on_the_paper_the_rule_of_the_day_of_issue_counts(
    cast, law, type, issued, by_the_rule
):
    permit = a_permit(cast, type=type, issued_on=issued, is_sure=True)
    assert (permit.expires_on, permit.computed_expires_on, permit.valid_until) == (
        None,
        by_the_rule,
        by_the_rule,
    )


def test_the_date_on_the_paper_beats_the_computed_one(cast, law):
    permit = a_permit(cast, expires_on=D(2019, 4, 4))
    assert (permit.valid_until, permit.computed_expires_on, permit.contradicts_the_rule) == (
        D(2019, 4, 4),
        D(2019, 6, 4),
        True,
    )
    assert permit in Permit.objects.expired(D(2019, 5, 16))


@pytest.mark.parametrize(
    ("valid_until", "validity"),
    [
        (D(2019, 5, 15), Validity.EXPIRED),
        (D(2019, 5, 16), Validity.EXPIRING),
        (D(2019, 6, 15), Validity.EXPIRING),
        (D(2019, 6, 16), Validity.VALID),
        (None, Validity.UNDATED),
    ],
)
def test_how_a_permit_stands_follows_from_the_day(valid_until, validity):
    assert validity_on(D(2019, 5, 16), valid_until=valid_until) == validity


def test_a_renewed_permit_hands_over_to_the_new_paper(cast, law):
    old = a_permit(cast, number="SC2-881-4410", expires_on=D(2019, 5, 20))
    new = renew_permit(old, issued_on=D(2019, 5, 16), expires_on=D(2019, 8, 14), by=cast.lucia)
    old = Permit.objects.get(pk=old.pk)
    assert (new.number, new.previous, old.validity_on(D(2019, 5, 16))) == (
        "SC2-881-4410",
        old,
        Validity.RENEWED,
    )
    assert list(Permit.objects.current()) == [new]
    with refused("This permit was renewed already"):
        renew_permit(old, issued_on=D(2019, 5, 16), by=cast.lucia)


def test_a_cancelled_permit_counts_no_more(cast, law):
    permit = cancel_permit(a_permit(cast), on=D(2019, 5, 10), by=cast.lucia)
    assert not Permit.objects.current().exists()
    with refused("A cancelled permit is not renewed"):
        renew_permit(permit, issued_on=D(2019, 5, 16), by=cast.lucia)


def test_the_rule_of_the_day_of_issue_is_taken_when_the_law_changes(cast, law):
    DeadlineRule.objects.filter(code="sc2-validity", valid_from=D(2015, 5, 26)).update(
        valid_to=D(2019, 4, 1)
    )
    DeadlineRule.objects.filter(code="sc2-validity", valid_from=D(2020, 7, 14)).update(
        valid_from=D(2019, 4, 1)
    )
    person = a_client(cast)
    before = record_permit(
        person, type=PermitType.SC2, issued_on=D(2019, 3, 31), is_sure=True, by=cast.lucia
    )
    after = record_permit(
        person, type=PermitType.SC2, issued_on=D(2019, 4, 1), is_sure=True, by=cast.lucia
    )
    assert (before.valid_until, after.valid_until) == (D(2019, 6, 30), D(2019, 9, 28))


def test_a_tick_that_was_wrong_is_taken_back_and_the_term_is_reminded_of_again(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia)
    assert term not in legal_terms.rows_on(D(2019, 5, 16))
    client, address = as_(cast.lucia), reverse("deadline-correct", args=[term.pk])
    assert address in client.get(application.get_absolute_url()).content.decode()
    assert client.post(address, {"on": "2019-05-03"}).status_code == 302
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (D(2019, 5, 3), True)
    assert client.post(address, {"on": "2019-05-03", "is_mistake": "on"}).status_code == 302
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (None, None)
    assert term in legal_terms.rows_on(D(2019, 5, 16))
    assert Correction.objects.of(term).count() == 2
    page = client.get(application.get_absolute_url()).content.decode()
    assert "registrado por error" in page
    assert reverse("deadline-settle", args=[term.pk]) in page
    assert AuditEvent.objects.filter(verb="deadline.corrected").count() == 2
    assert client.get(address).status_code == 404


def test_a_tick_is_put_right_with_a_reason_later_and_by_whoever_may_set_it(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    with refused("Nobody ticked this term off"):
        correct_tick(term, is_mistake=True, by=cast.lucia)
    settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia)
    with refused("had not begun", field="on"):
        correct_tick(term, on=D(2019, 1, 6), by=cast.lucia)
    with refused("future", field="on"):
        correct_tick(term, on=D(2031, 1, 6), by=cast.lucia)
    with pytest.raises(NotAllowed):
        correct_tick(term, is_mistake=True, by=cast.ana)
    # The database itself says when something was written into the audit log.
    ticked_at = AuditEvent.objects.get(verb="deadline.settled").at
    with time_machine.travel(ticked_at + datetime.timedelta(hours=25)):
        with refused("say why it is put right", field="reason"):
            correct_tick(term, is_mistake=True, by=cast.lucia)
        correct_tick(term, is_mistake=True, reason="Era otra.", by=cast.lucia)


def test_what_was_met_in_time_and_forgotten_is_ticked_off_after_the_decision(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    move_application(application, to=S.WITHDRAWN, on=D(2019, 5, 10), by=cast.lucia)
    client, address = as_(cast.lucia), reverse("deadline-settle", args=[term.pk])
    page = page_of(client.get(application.get_absolute_url()))
    assert page.says("Vencido, sin marcar como cumplido")
    assert page.links[address] == "Marcar cumplido: Ratificar o ampliar la solicitud"
    assert client.get(address).status_code == 200
    late = page_of(client.post(address, {"on": "13/5/2019"}))
    assert late.says("Ese día la solicitud ya había pasado este paso.")
    done = client.post(address, {"on": "6/5/2019"}, follow=True)
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (D(2019, 5, 6), True)
    [undo] = [url for url in page_of(done).sends_to if "/undo/" in url]
    client.post(undo)
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (D(2019, 5, 10), False)


def test_the_term_of_a_step_that_was_taken_back_is_not_ticked_off(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    step = application.status_changes.standing().first()
    correct_application_step(step, is_mistake=True, by=cast.lucia)
    with refused("ended already"):
        settle_deadline(term, on=term.starts_on, by=cast.lucia)
    address = reverse("deadline-settle", args=[term.pk])
    assert as_(cast.lucia).get(address).status_code == 404


def test_a_tick_that_is_taken_back_after_the_claim_ended_was_not_met(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia)
    move_application(application, to=S.WITHDRAWN, on=D(2019, 5, 10), by=cast.lucia)
    correct_tick(term, is_mistake=True, by=cast.lucia)
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (D(2019, 5, 10), False)


@pytest.mark.parametrize(
    ("reached", "kind"), [(S.ADMITTED, K.RATIFY), (S.REFUSED, K.APPEAL), (S.SUMMONED, K.INTERVIEW)]
)
def test_the_message_takes_the_tick_back_by_one_button(cast, law, reached, kind):
    """Also the tick of a term that a later state would have shown to be met."""
    application = an_application(cast, status=reached)
    term = application.deadlines.running().get(kind=kind)
    client, on = as_(cast.lucia), term.starts_on
    answer = client.post(reverse("deadline-settle", args=[term.pk]), {"on": on}, follow=True)
    page = page_of(answer)
    assert "Se marcó el plazo como cumplido" in page.messages[0]
    [undo] = [url for url in page.sends_to if "/undo/" in url]
    assert as_(cast.ana).post(undo).status_code == 404
    back = page_of(client.post(undo, follow=True))
    who = application.individual.display_name
    assert back.messages == [f"{who} · Se retiró la marca, como registrada por error."]
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (None, None)
    assert Correction.objects.of(term).count() == 1
    again = page_of(client.post(undo, follow=True))
    assert again.messages == ["Nadie marcó este plazo como cumplido."]


@pytest.mark.parametrize("list_name", ["today", "due-list"])
def test_a_term_that_is_settled_from_a_list_leads_back_there_and_so_does_the_undo(
    cast, law, list_name
):
    application = an_application(cast, status=S.ADMITTED)
    term, who = application.deadlines.get(kind=K.RATIFY), application.individual.display_name
    client, place = as_(cast.lucia), reverse(list_name) + "?when=overdue&whose="
    settle = reverse("deadline-settle", args=[term.pk]) + "?" + urlencode({"back": place}, safe="/")
    assert settle in page_of(client.get(place)).links
    asked = page_of(client.get(settle))
    assert place in asked.links
    settled = client.post(settle, {"on": D(2019, 5, 6)}, follow=True)
    page = page_of(settled)
    assert settled.redirect_chain == [(place, 302)]
    assert page.messages == [f"{who} · Se marcó el plazo como cumplido. Deshacer"]
    assert settle not in page.links
    [undo] = [url for url in page.sends_to if "/undo/" in url]
    back = client.post(undo, follow=True)
    assert back.redirect_chain == [(place, 302)]
    assert settle in page_of(back).links


def test_a_term_that_a_later_state_met_is_not_taken_back_as_a_tick(cast, law):
    application = an_application(cast, status=S.REFUSED)
    term = application.deadlines.running().get(kind=K.APPEAL)
    settle_deadline(term, on=term.starts_on, by=cast.lucia)
    move_application(application, to=S.APPEALED, on=term.starts_on, by=cast.lucia)
    with refused("Nobody ticked this term off"):
        correct_tick(term, is_mistake=True, by=cast.lucia)


def test_the_button_asks_no_reason_and_a_day_later_says_that_one_is_needed(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    settle_deadline(term, on=D(2019, 5, 6), by=cast.lucia)
    ticked_at = AuditEvent.objects.get(verb="deadline.settled").at
    with time_machine.travel(ticked_at + datetime.timedelta(hours=25)):
        answer = as_(cast.lucia).post(reverse("deadline-settle-undo", args=[term.pk]), follow=True)
        assert "por qué se corrige" in page_of(answer).messages[0]
    term.refresh_from_db()
    assert term.was_met


# The states in which each term still asks for something; the terms that a state starts are the table's.
STILL_ASKED = {
    K.FILE: {S.DRAFT},
    K.ADMISSION: {S.LODGED, S.RECEIVED},
    K.RATIFY: {S.ADMITTED, S.SUMMONED, S.INTERVIEWED},
    K.INTERVIEW: {S.SUMMONED},
    K.APPEAL: {S.REFUSED, S.INADMITTED, S.CEASED, S.CANCELLED, S.REVOKED},
    K.VISA: {S.RECOGNISED, S.PROTECTED},
    K.LEAVE: {S.REFUSED_FINAL, S.TUTELA},
    K.RULING: {S.TUTELA},
}


@pytest.mark.parametrize("here", sorted(STILL_ASKED[K.RATIFY]))
def test_every_decision_ends_the_time_to_ratify_also_one_after_another_that_was_a_mistake(
    cast, law, here
):
    claim = an_application(cast, status=here)
    decisions = [state for state in claim.lawful_moves if state not in STILL_ASKED[K.RATIFY]]
    assert {S.WITHDRAWN, S.CLOSED, S.MISTAKEN} <= set(decisions)
    for there in decisions:
        runs = []
        with undone():
            for _time in range(2):
                move_application(claim, to=there, **answers(there), by=cast.lucia)
                runs.append(claim.deadlines.running().filter(kind=K.RATIFY).exists())
                step = claim.status_changes.standing().first()
                correct_application_step(step, is_mistake=True, reason="Error", by=cast.lucia)
                runs.append(claim.deadlines.running().filter(kind=K.RATIFY).exists())
        assert runs == [False, True, False, True], there
        claim.refresh_from_db()


def test_a_refusal_after_the_interview_leaves_the_appeal_alone_in_what_falls_due(cast, law):
    application = an_application(cast, status=S.INTERVIEWED)
    ratify = application.deadlines.get(kind=K.RATIFY)
    refused_now = move_application(application, to=S.REFUSED, on=D(2019, 5, 3), by=cast.lucia)
    ratify.refresh_from_db()
    with translation.override("es"):
        assert (ratify.was_met, ratify.status_tag) == (False, ("Ya no corre", "quiet"))
    [appeal] = refused_now.deadlines.running()
    assert appeal.kind == K.APPEAL
    assert ratify not in legal_terms.rows_on(D(2019, 5, 16))
    assert appeal in appeals.rows_on(D(2019, 5, 16))
    said = page_of(as_(cast.lucia).get(reverse("due-list") + "?when=&whose=")).text
    assert "Ratificar o ampliar" not in said
    assert "Interponer recurso de reposición" in said


def test_an_admission_on_appeal_starts_the_time_to_ratify_again(cast, law):
    """Once the first one still ran then, and the database refused a second."""
    application = an_application(cast, status=S.ADMITTED)
    for step in (S.REFUSED, S.APPEALED, S.ADMITTED):
        application = move_application(application, to=step, **answers(step), by=cast.lucia)
    terms = application.deadlines.filter(kind=K.RATIFY).order_by("ended_on")
    assert [term.ended_on for term in terms] == [D(2019, 5, 2), None]


def test_a_tick_that_is_taken_back_after_the_refusal_does_not_run_again(cast, law):
    application = an_application(cast, status=S.ADMITTED)
    term = application.deadlines.get(kind=K.RATIFY)
    settle_deadline(term, on=D(2019, 5, 2), by=cast.lucia)
    for step in (S.SUMMONED, S.INTERVIEWED, S.REFUSED):
        application = move_application(application, to=step, **answers(step), by=cast.lucia)
    correct_tick(term, is_mistake=True, by=cast.lucia)
    term.refresh_from_db()
    assert (term.ended_on, term.was_met) == (D(2019, 5, 2), False)


def test_a_term_of_a_closed_claim_holds_the_file_up_to_its_last_day(cast, law):
    application = an_application(cast, status=S.REFUSED_FINAL)
    [term] = application.deadlines.running()
    next_day = term.due_on + datetime.timedelta(days=1)
    [reason] = open_proceedings(application.individual, term.due_on)
    assert "plazo legal" in reason
    assert open_proceedings(application.individual, next_day) == []


@pytest.mark.parametrize("kind", [DeadlineKind.APPEAL, DeadlineKind.INTERVIEW])
def test_the_list_leads_to_where_a_step_meets_the_term_and_offers_no_tick(cast, law, kind):
    """A tick would silence the term and leave the claim where it stood."""
    claim = an_application(cast, status=S.ADMITTED)
    if kind == DeadlineKind.INTERVIEW:
        to, facts = (
            S.SUMMONED,
            {
                "interview_on": D(2019, 5, 20),
                "at_time": datetime.time(9, 30),
                "place": "Cancillería",
            },
        )
    else:
        to, facts = S.REFUSED, {"on": D(2019, 5, 14)}
    move_application(claim, to=to, **{"on": D(2019, 5, 2), **facts}, by=cast.lucia)
    term = claim.deadlines.get(kind=kind)
    where = claim.interviews.unsaid().first() or claim
    answer = as_(cast.lucia).get(reverse("deadline-settle", args=[term.pk]))
    assert answer["Location"] == where.get_absolute_url()
    file = page_of(as_(cast.lucia).get(case_page(claim)))
    assert reverse("deadline-settle", args=[term.pk]) not in file.links
    assert claim.get_absolute_url() in file.links


def case_page(claim) -> str:
    return reverse("case-detail", args=[claim.individual.memberships.get().case.number])


def test_the_timeline_says_that_the_day_of_a_step_was_put_right(cast, law):
    application = an_application(cast, status=S.REFUSED)
    step = application.status_changes.standing().first()
    address = reverse("application-step-correct", args=[step.pk])
    assert as_(cast.lucia).post(address, {"on": "30/4/2019"}).status_code == 302
    timeline = reverse("case-timeline", args=[application.case.number])
    who = application.individual.display_name
    said = f"Lucia corrigió el día de un paso de {who} (Solicitud de asilo): Decisión negativa"
    assert page_of(as_(cast.lucia).get(timeline)).says(said)
