"""What was typed wrong is put right: old and new stay readable, and no authority is said to have acted."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.corrections import correct_application, correct_application_step
from asylum.papers.choices import Gap, RenunciationStatus, Signature, Validity, Wording
from asylum.papers.models.permit import Permit
from asylum.pathways.choices import ApplicationStatus, DeadlineKind, PermitType
from asylum.permits.actions import cancel_permit, record_permit, renew_permit
from asylum.permits.corrections import correct_permit, retract_permit
from asylum.renunciation.corrections import correct_renunciation
from casework.corrections.models import Correction
from casework.register.choices import YesNo
from pages.dates import short_date
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_permit,
    a_submitted_paper,
    an_application,
    verify,
)
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused


def facts_of(permit, **facts):
    names = ("type", "number", "issued_on", "expires_on", "work_right")
    return {name: getattr(permit, name) for name in names} | facts


def test_a_slip_is_put_right_without_a_reason_for_a_day_and_with_one_later(cast, law):
    permit = a_permit(cast, number="SC2-881")
    right = correct_permit(permit, **facts_of(permit, number="SC2-818"), by=cast.lucia)
    assert right.number == "SC2-818"
    with time_machine.travel(datetime.datetime(2019, 5, 18, 12, tzinfo=datetime.UTC)):
        with refused("say why it is put right", field="reason"):
            correct_permit(right, **facts_of(right, number="SC2-1"), by=cast.lucia)
        correct_permit(right, **facts_of(right, number="SC2-1"), reason="Mal leído.", by=cast.luis)
    first, second = Correction.objects.of(permit).order_by("at")
    assert "SC2-881 → SC2-818" in first.changes
    assert (second.because, second.by) == ("Mal leído.", cast.luis)
    event = AuditEvent.objects.filter(verb="permit.corrected").first()
    assert event.details == {"fields": ["number"]}


def test_the_computed_day_of_a_permit_follows_its_corrected_type_and_day(cast, law):
    permit = a_permit(cast)
    right = correct_permit(
        permit, **facts_of(permit, type=PermitType.PIP, issued_on=D(2019, 3, 5)), by=cast.lucia
    )
    assert (right.computed_expires_on, right.rule.code) == (D(2019, 6, 3), "pip-validity")
    with refused("expires before it was issued", field="expires_on"):
        correct_permit(right, **facts_of(right, expires_on=D(2019, 1, 1)), by=cast.lucia)
    with refused("Nothing was changed"):
        correct_permit(right, **facts_of(right), by=cast.lucia)


def test_a_permit_recorded_by_mistake_is_none_that_the_authority_cancelled(cast, law):
    old = a_permit(cast, expires_on=D(2019, 6, 20))
    wrong = renew_permit(old, issued_on=D(2019, 5, 16), by=cast.lucia)
    with refused("Give the reason", field="reason"):
        retract_permit(wrong, reason=" ", by=cast.lucia)
    with pytest.raises(NotAllowed):
        retract_permit(wrong, reason="Otra persona.", by=cast.ana)
    wrong = retract_permit(wrong, reason="Otra persona.", by=cast.lucia)
    assert (wrong.cancelled_on, wrong.validity_on(D(2019, 5, 16))) == (None, Validity.MISTAKEN)
    assert list(Permit.objects.current()) == [old]
    with refused("taken back already"):
        retract_permit(wrong, reason="Otra vez.", by=cast.lucia)


def application_facts(application, **facts):
    names = (
        "lodged_on",
        "entered_on",
        "interview_on",
        "grounds",
        "reference",
        "late_reason",
        "statement",
    )
    return {name: getattr(application, name) for name in names} | facts


def test_terms_run_from_the_day_that_was_put_right(cast, law):
    application = an_application(cast)
    right = correct_application(
        application,
        **application_facts(application, entered_on=D(2019, 2, 20), lodged_on=D(2019, 3, 5)),
        by=cast.lucia,
    )
    terms = {term.kind: (term.starts_on, term.due_on) for term in right.deadlines.all()}
    assert terms[DeadlineKind.FILE] == (D(2019, 2, 20), D(2019, 4, 22))
    assert terms[DeadlineKind.ADMISSION][0] == D(2019, 3, 5)
    assert (right.status, right.status_on) == (ApplicationStatus.LODGED, D(2019, 3, 5))


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"lodged_on": None}, "lodged_on"),
        ({"lodged_on": D(2019, 2, 1)}, "lodged_on"),
        ({"lodged_on": D(2019, 5, 10)}, "lodged_on"),
        ({"entered_on": D(2030, 1, 1)}, "entered_on"),
    ],
)
def test_days_that_cannot_be_are_refused_at_their_field(cast, law, facts, field):
    application = an_application(cast, status=ApplicationStatus.ADMITTED)
    with refused(field=field):
        correct_application(application, **application_facts(application, **facts), by=cast.lucia)


def paper_facts(paper, **facts):
    names = ("signed_on", "wording", "signature", "witness", "is_copy_given")
    return {name: getattr(paper, name) for name in names} | facts


def test_a_fresh_paper_is_put_right_and_one_that_went_on_keeps_its_wording(cast):
    paper = a_paper(cast, witness="Rosa")
    right = correct_renunciation(
        paper, **paper_facts(paper, witness="Rosalba", wording=Wording.TEMPORARY), by=cast.lucia
    )
    assert (right.witness, right.wording) == ("Rosalba", Wording.TEMPORARY)
    gone_on = a_submitted_paper(cast)
    with refused("has gone on", field="wording"):
        correct_renunciation(
            gone_on, **paper_facts(gone_on, signature=Signature.REFUSED), by=cast.lucia
        )
    with refused("The next step was on an earlier day", field="signed_on"):
        correct_renunciation(
            gone_on, **paper_facts(gone_on, signed_on=D(2019, 5, 1)), by=cast.lucia
        )


def test_a_verified_paper_that_turns_out_to_lack_something_says_so_with_its_reason(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 3, 7), by=cast.luis)
    assert (paper.verified_without, paper.is_copy_given) == ([], YesNo.YES)
    facts = paper_facts(paper, is_copy_given=YesNo.NO)
    with refused("that the person got a copy", field="reason"):
        correct_renunciation(paper, **facts, by=cast.lucia)
    right = correct_renunciation(
        paper, **facts, reason="La copia se entregó a otra persona.", by=cast.lucia
    )
    assert (right.status, right.verified_without) == (RenunciationStatus.VERIFIED, [Gap.COPY])
    assert right.verified_without_because == "La copia se entregó a otra persona."
    again = correct_renunciation(right, **paper_facts(right, is_copy_given=YesNo.YES), by=cast.luis)
    assert again.verified_without == []


def test_the_reference_of_the_act_is_put_right_by_who_may_date_the_verification(cast):
    paper = verify(a_submitted_paper(cast), on=D(2019, 3, 7), by=cast.luis)
    address = reverse("renunciation-correct", args=[paper.pk])
    luis, lucia = as_(cast.luis), as_(cast.lucia)
    assert "reference" not in page_of(lucia.get(address)).fields
    with refused("Whoever verified it", field="reference"):
        correct_renunciation(paper, **paper_facts(paper, reference="MRE-2"), by=cast.lucia)
    assert (
        "reference"
        not in page_of(
            as_(cast.lucia).get(reverse("renunciation-correct", args=[a_submitted_paper(cast).pk]))
        ).fields
    )
    sent = page_of(luis.get(address)).fields | {"reference": "MRE-11"}
    assert luis.post(address, sent).status_code == 302
    page = page_of(luis.get(paper.get_absolute_url()))
    assert page.says("MRE-1 → MRE-11")
    paper.refresh_from_db()
    assert (paper.reference, paper.status) == ("MRE-11", RenunciationStatus.VERIFIED)
    without = page_of(luis.get(address)).fields | {"reference": ""}
    assert page_of(luis.post(address, without)).refusals, "a gap needs a reason"


def day_of(row, status):
    return row.status_changes.with_day().get(status=status).day


def test_a_step_on_the_wrong_day_is_put_right_and_its_terms_follow(cast, law):
    application = an_application(cast, status=ApplicationStatus.ADMITTED)
    step = application.status_changes.get(status=ApplicationStatus.ADMITTED)
    on = step.on + datetime.timedelta(days=1)
    term = application.deadlines.get(kind=DeadlineKind.RATIFY)
    admission = application.deadlines.get(kind=DeadlineKind.ADMISSION)
    assert (term.starts_on, admission.ended_on) == (step.on, step.on)
    right = correct_application_step(step, on=on, by=cast.lucia)
    term.refresh_from_db()
    admission.refresh_from_db()
    assert (right.status_on, term.starts_on, admission.ended_on) == (on, on, on)
    assert term.due_on == term.computed_on
    assert day_of(application, ApplicationStatus.ADMITTED) == on
    step.refresh_from_db()
    assert step.on != on, "what was written first stays as it was"
    assert AuditEvent.objects.filter(verb="application.step_corrected").exists()


def test_a_step_stays_between_its_neighbours_and_needs_a_reason_after_a_day(cast, law):
    application = an_application(cast, status=ApplicationStatus.ADMITTED)
    step = application.status_changes.get(status=ApplicationStatus.ADMITTED)
    before = application.lodged_on - datetime.timedelta(days=1)
    with refused("this step cannot be before it", field="on"):
        correct_application_step(step, on=before, by=cast.lucia)
    with refused("Nothing was changed", field="on"):
        correct_application_step(step, on=step.on, by=cast.lucia)
    with refused(field="on"):
        correct_application_step(step, on=D(2030, 1, 1), by=cast.lucia)
    lodged = application.status_changes.get(status=ApplicationStatus.LODGED)
    with refused("with the rest of the form", field="on"):
        correct_application_step(lodged, on=step.on, by=cast.lucia)
    with pytest.raises(NotAllowed):
        correct_application_step(step, on=application.lodged_on, by=cast.ana)
    with time_machine.travel(datetime.datetime(2019, 5, 18, 12, tzinfo=datetime.UTC)):
        with refused("say why it is put right", field="reason"):
            correct_application_step(step, on=application.lodged_on, by=cast.lucia)
        correct_application_step(step, on=application.lodged_on, reason="Mal leído.", by=cast.lucia)


def test_the_day_of_the_form_is_the_day_of_its_step(cast, law):
    application = an_application(cast)
    correct_application(
        application, **application_facts(application, lodged_on=D(2019, 3, 5)), by=cast.lucia
    )
    assert day_of(application, ApplicationStatus.LODGED) == D(2019, 3, 5)
    paper = a_paper(cast)
    correct_renunciation(paper, **paper_facts(paper, signed_on=D(2019, 3, 7)), by=cast.lucia)
    assert day_of(paper, RenunciationStatus.RECORDED) == D(2019, 3, 7)


def test_a_day_put_right_in_the_form_is_told_once_on_the_page_and_in_the_timeline(cast, law):
    claim = an_application(cast, status=ApplicationStatus.SUMMONED)
    client = as_(cast.lucia)
    correct = reverse("application-correct", args=[claim.pk])
    was, day = short_date(claim.lodged_on), short_date(claim.lodged_on - datetime.timedelta(days=1))
    sent = page_of(client.get(correct)).fields | {
        "lodged_on": day,
        "interview_on": short_date(claim.interview_on + datetime.timedelta(days=3)),
    }
    assert client.post(correct, sent).status_code == 302
    page = page_of(client.get(claim.get_absolute_url()))
    assert page.text.count(f"{was} → {day}") == 1
    who = claim.individual.display_name
    timeline = reverse("case-timeline", args=[claim.individual.memberships.get().case.number])
    page = page_of(client.get(timeline))
    said = f"Lucia corrigió la solicitud de asilo de {who}"
    assert page.says(f"{said}: día de presentación, día de la entrevista")
    assert not page.says("corrigió el día de un paso")


def test_the_date_of_a_paper_put_right_stands_once_among_its_corrections(cast):
    paper = a_paper(cast)
    was, right = short_date(paper.signed_on), D(2019, 3, 7)
    correct_renunciation(paper, **paper_facts(paper, signed_on=right), by=cast.lucia)
    page = page_of(as_(cast.lucia).get(paper.get_absolute_url()))
    assert page.text.count(f"{was} → {short_date(right)}") == 1


def test_the_page_of_a_step_keeps_the_old_day_readable(cast, law):
    paper = verify(a_submitted_paper(cast), on=D(2019, 3, 7), by=cast.luis)
    step = paper.status_changes.get(status=RenunciationStatus.VERIFIED)
    address = reverse("renunciation-step-correct", args=[step.pk])
    client = as_(cast.luis)
    assert address in page_of(client.get(paper.get_absolute_url())).links
    assert as_(cast.ana).get(address).status_code == 404
    handed = paper.status_changes.get(status=RenunciationStatus.SUBMITTED).on
    assert client.get(address).context["form"]["on"].value() == step.on
    sent = {"on": handed.isoformat(), "reason": "Mal leído."}
    assert client.post(address, sent).status_code == 302
    paper.refresh_from_db()
    assert paper.verified_on == handed
    shown = page_of(client.get(paper.get_absolute_url()))
    assert shown.says(f"{short_date(step.on)} → {short_date(handed)}")


def test_the_pages_start_from_what_is_on_file_and_show_old_and_new(cast, law):
    permit = a_permit(cast, number="SC2-881")
    client = as_(cast.lucia)
    address = reverse("permit-correct", args=[permit.pk])
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value()}
    assert client.post(address, sent | {"number": "SC2-999"}).status_code == 302
    assert page_of(client.get(permit.get_absolute_url())).says("SC2-881 → SC2-999")
    assert as_(cast.ana).get(address).status_code == 404
    for name, row in (("application", an_application(cast)), ("renunciation", a_paper(cast))):
        assert client.get(reverse(f"{name}-correct", args=[row.pk])).status_code == 200
    sent = {"reason": "Otra persona."}
    assert client.post(reverse("permit-retract", args=[permit.pk]), sent).status_code == 302


def test_whoever_holds_a_safe_conduct_and_a_ppt_is_warned_of_what_may_not_be_asked(cast, law):
    person = a_client(cast)
    safe_conduct = a_permit(cast, person, expires_on=D(2019, 7, 1))
    page = page_of(as_(cast.lucia).get(safe_conduct.get_absolute_url()))
    assert not page.says("SU-543")
    record_permit(person, type=PermitType.PPT, issued_on=D(2019, 5, 1), by=cast.lucia)
    assert page_of(as_(cast.lucia).get(safe_conduct.get_absolute_url())).says("SU-543")


def test_a_paper_that_is_cancelled_or_renewed_is_put_right_from_its_page(cast, law):
    lucia, cancelled = as_(cast.lucia), a_permit(cast)
    cancel_permit(cancelled, on=cast.lucia.today(), by=cast.lucia)
    pages = {
        name: reverse(f"permit-{name}", args=[cancelled.pk]) for name in ("correct", "retract")
    }
    assert {*pages.values()} <= {*page_of(lucia.get(cancelled.get_absolute_url())).links}
    assert {*pages.values()}.isdisjoint(
        page_of(as_(cast.ana).get(cancelled.get_absolute_url())).links
    )
    lucia.post(pages["retract"], {"reason": "Era de otra persona"})
    assert {*pages.values()}.isdisjoint(page_of(lucia.get(cancelled.get_absolute_url())).links)
    old = a_permit(cast)
    renew_permit(old, issued_on=cast.lucia.today(), number="SC2-2", by=cast.lucia)
    links = page_of(lucia.get(old.get_absolute_url())).links
    assert reverse("permit-correct", args=[old.pk]) in links
    assert reverse("permit-retract", args=[old.pk]) not in links
