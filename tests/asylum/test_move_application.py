"""An application goes where the procedure leads, and nowhere else."""

import contextlib
import datetime

import pytest
from django.db import IntegrityError, connection
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.claims.actions import (
    MoveNotLawful,
    lodge_application,
    move_application,
    prepare_application,
)
from asylum.claims.corrections import correct_application, correct_application_step
from asylum.claims.gates import RenunciationMissing
from asylum.papers.choices import Identified, Wording
from asylum.pathways.choices import ApplicationStatus
from asylum.pathways.models import PathwayStage
from asylum.permits.actions import cancel_permit, renew_permit
from asylum.permits.corrections import correct_permit
from asylum.procedure.models.application import AsylumApplication
from asylum.renunciation.actions import record_demand
from casework.register.choices import Category
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from tests.asylum.build import (
    LODGED_ON,
    D,
    a_client,
    a_paper,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
    anew,
    answers,
    undone,
    verify,
)
from tests.asylum.test_deadlines import STILL_ASKED
from tests.asylum.test_step_taken_back import stands, take_back
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

S = ApplicationStatus
AFTER_LODGING = [state for state in S if state != S.DRAFT]


def no_act_is_too_late_for_its_term(application, state):
    running = set(application.deadlines.running().values_list("kind", flat=True))
    assert running <= {kind for kind, states in STILL_ASKED.items() if state in states}, state


@pytest.mark.parametrize("here", AFTER_LODGING)
def test_every_pair_of_states_moves_only_where_the_table_says_and_back_and_no_term_outlasts_its_act(
    cast, law, here
):
    """Whichever step leads on from this state, that it was a mistake among them; and each is taken back."""
    application = an_application(cast, status=here)
    no_act_is_too_late_for_its_term(application, here)
    was, reached, on = stands(application), set(), D(2019, 5, 3)
    for there in S:
        with contextlib.suppress(MoveNotLawful), undone():
            moved = move_application(application, to=there, **anew(there, on), by=cast.lucia)
            assert (moved.status, moved.status_on) == (there, on)
            no_act_is_too_late_for_its_term(moved, there)
            reached.add(there)
            back = take_back(moved, cast)
            assert stands(back) == was, there
            assert back.status_changes.count() > back.status_changes.standing().count()
        application.refresh_from_db()
        assert application.status == here
    assert reached == set(PathwayStage.objects.stage("CO", here).leads_to)
    assert reached == set(application.lawful_moves)
    assert S.MISTAKEN in reached or here == S.MISTAKEN


def test_each_move_leaves_a_dated_row_and_an_audit_event(cast, law):
    application = an_application(cast, status=S.INTERVIEWED)
    assert [change.status for change in application.status_changes.all()] == [
        S.INTERVIEWED,
        S.SUMMONED,
        S.ADMITTED,
        S.LODGED,
        S.DRAFT,
    ]
    verbs = AuditEvent.objects.filter(about_id=str(application.pk)).values_list("verb", flat=True)
    assert sorted(verbs) == [
        "application.lodged",
        *["application.moved"] * 3,
        "application.prepared",
    ]


def test_nobody_has_two_open_applications(cast, law):
    application = an_application(cast)
    with refused("This person has an open application already"):
        lodge_application(application.individual, on=D(2019, 3, 5), by=cast.lucia)
    move_application(application, to=S.WITHDRAWN, on=D(2019, 3, 6), by=cast.lucia)
    again = lodge_application(application.individual, on=D(2019, 3, 7), by=cast.lucia)
    assert again.status == S.LODGED


def test_the_entry_is_the_arrival_unless_another_day_is_known(cast, law):
    application = prepare_application(a_client(cast), by=cast.lucia)
    assert (application.status, application.entered_on) == (S.DRAFT, D(2019, 2, 23))


def test_filing_after_two_months_needs_its_reason(cast, law):
    person = a_client(cast)
    with refused("say why the application is late", field="late_reason"):
        lodge_application(person, on=D(2019, 4, 24), by=cast.lucia)
    late = lodge_application(
        person, on=D(2019, 4, 24), late_reason="Estuvo hospitalizado", by=cast.lucia
    )
    assert (late.status, late.late_reason) == (S.LODGED, "Estuvo hospitalizado")


def test_no_step_goes_back_in_time_or_into_the_future(cast, law):
    application = an_application(cast)
    for day, says in (
        (LODGED_ON - datetime.timedelta(days=1), "The last step was on a later day"),
        (D(2019, 5, 17), "This day lies in the future"),
    ):
        with refused(says):
            move_application(application, to=S.REFUSED, on=day, by=cast.lucia)


def test_f29_a_former_member_is_not_admitted_before_the_renunciation_is_verified(cast, law):
    application = an_application(cast)
    paper = a_submitted_paper(cast, application.individual)
    with pytest.raises(RenunciationMissing):
        move_application(application, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    verify(paper, on=D(2019, 5, 3), by=cast.luis)
    with pytest.raises(RenunciationMissing, match="Para el 2 may 2019 no consta una renuncia"):
        move_application(application, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    admitted = move_application(application, to=S.ADMITTED, on=D(2019, 5, 3), by=cast.lucia)
    assert admitted.status == S.ADMITTED
    assert not admitted.status_changes.first().is_override


def _admitted_in_sql(application, day):
    """Admits past the action, and looks at what is only judged when the transaction ends."""
    rows = AsylumApplication.objects.filter(pk=application.pk)
    with undone():
        rows.update(status=S.ADMITTED, status_on=day)
        connection.check_constraints()


def test_f29_the_database_admits_no_former_member_without_a_verified_renunciation(cast, law):
    application = an_application(cast)
    person, day = application.individual, D(2019, 5, 3)
    with pytest.raises(IntegrityError, match="without a verified renunciation"):
        _admitted_in_sql(application, day)
    for facts in ({"category": Category.RELATIVE}, {"birth_year": 2001}, {"birth_year": None}):
        with undone():
            Individual.objects.filter(pk=person.pk).update(**facts)
            _admitted_in_sql(application, day)
    with undone():
        said = {"is_asked": False, "outcome": Identified.CIVILIAN, "reference": "A-1", "on": day}
        record_demand(person, **said, by=cast.lucia)
        _admitted_in_sql(application, day)
    paper = a_submitted_paper(cast, person)
    with pytest.raises(IntegrityError, match="without a verified renunciation"):
        _admitted_in_sql(application, day)
    verify(paper, on=day, by=cast.luis)
    _admitted_in_sql(application, day)
    with pytest.raises(IntegrityError, match="without a verified renunciation"):
        _admitted_in_sql(application, D(2019, 5, 2))


def test_f29_an_override_admits_with_its_reason_and_stays_marked(cast, law):
    application = an_application(cast)
    move_application(
        application,
        to=S.ADMITTED,
        on=D(2019, 5, 2),
        override_reason="La autoridad admitió sin verificar",
        by=cast.lucia,
    )
    change = application.status_changes.first()
    assert (change.is_override, change.remark) == (True, "La autoridad admitió sin verificar")
    connection.check_constraints()


def test_f29_an_override_that_was_a_mistake_admits_nobody_later(cast, law):
    application, day = an_application(cast), D(2019, 5, 3)
    told = {"on": day, "override_reason": "La autoridad admitió sin verificar"}
    admitted = move_application(application, to=S.ADMITTED, **told, by=cast.lucia)
    step = admitted.status_changes.get(status=S.ADMITTED)
    correct_application_step(step, is_mistake=True, by=cast.lucia)
    connection.check_constraints()
    with pytest.raises(IntegrityError, match="without a verified renunciation"):
        _admitted_in_sql(application, day)
    move_application(application, to=S.ADMITTED, **told, by=cast.lucia)
    connection.check_constraints()


def test_f29_a_temporary_separation_does_not_open_admission(cast, law):
    application = an_application(cast)
    a_paper(cast, application.individual, wording=Wording.TEMPORARY)
    with pytest.raises(RenunciationMissing):
        move_application(application, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)


def test_a_relative_is_admitted_without_any_renunciation(cast, law):
    wife = a_referred_family(cast)[1]
    application = an_application(cast, wife)
    admitted = move_application(application, to=S.ADMITTED, on=D(2019, 5, 2), by=cast.lucia)
    assert not admitted.status_changes.first().is_override


def test_only_legal_officers_of_the_office_move_an_application(cast, law):
    application = an_application(cast)
    for user in (cast.ana, cast.sonia, cast.mara, cast.adela, cast.carla):
        with pytest.raises(NotAllowed):
            move_application(application, to=S.WITHDRAWN, on=D(2019, 5, 2), by=user)


def test_an_application_follows_the_person_into_another_case(cast, law):
    application = an_application(cast)
    other = a_client(cast, by=cast.bruno)
    membership = FamilyMember.objects.get(individual=application.individual)
    membership.left_on = D(2019, 5, 16)
    membership.save()
    FamilyMember.objects.create(
        case=FamilyMember.objects.get(individual=other).case,
        individual=application.individual,
        joined_on=D(2019, 5, 16),
    )
    rows = type(application).objects
    assert not rows.visible_to(cast.ana).exists()
    assert rows.visible_to(cast.bruno).get() == application


@pytest.fixture
def summoned(cast, law):
    """Summoned on 2 May for 3 June; today is 16 May."""
    return an_application(cast, status=S.SUMMONED)


def test_an_interview_before_the_day_of_the_summons_is_asked_about_and_one_day_stands_on_the_page(
    cast, summoned
):
    client, address = as_(cast.lucia), reverse("application-move", args=[summoned.pk])
    sent = {"to": S.INTERVIEWED, "on": "10/5/2019"}
    assert "is_sure" not in client.get(address).context["form"].fields
    asked = page_of(client.post(address, sent))
    assert asked.says("La citación es para el 3 jun 2019. ¿Fue la entrevista antes de ese día?")
    summoned.refresh_from_db()
    assert summoned.status == S.SUMMONED
    assert client.post(address, sent | {"is_sure": "on"}).status_code == 302
    page = page_of(client.get(summoned.get_absolute_url()))
    assert page.holds("10 may 2019")
    summoned.refresh_from_db()
    assert (summoned.status, summoned.interview_on) == (S.INTERVIEWED, D(2019, 5, 10))


def test_no_act_of_a_claim_is_dated_before_the_one_it_follows(cast, summoned):
    with refused("The interview is before the summons", field="interview_on"):
        correct_application(
            summoned,
            entered_on=summoned.entered_on,
            lodged_on=LODGED_ON,
            interview_on=D(2019, 5, 1),
            by=cast.lucia,
        )
    with refused("The decision was taken before the claim was lodged", field="resolved_on"):
        other = an_application(cast, a_client(cast))
        move_application(
            other, to=S.REFUSED, on=D(2019, 5, 2), resolved_on=D(2019, 3, 3), by=cast.lucia
        )
    held = move_application(summoned, **answers(S.INTERVIEWED), to=S.INTERVIEWED, by=cast.lucia)
    step = held.status_changes.get(status=S.INTERVIEWED)
    held = correct_application_step(step, on=D(2019, 5, 8), by=cast.lucia)
    assert held.interview_on == held.interviews.get().on == D(2019, 5, 8)


def test_a_summons_is_not_put_on_a_day_after_its_interview(cast, law):
    claim = an_application(cast, status=S.ADMITTED)
    facts = {"to": S.SUMMONED, "on": D(2019, 5, 3), "interview_on": D(2019, 5, 10)}
    claim = move_application(claim, **facts, by=cast.lucia)
    step = claim.status_changes.get(status=S.SUMMONED)
    with refused("The interview is before the summons", field="on"):
        correct_application_step(step, on=D(2019, 5, 12), by=cast.lucia)
    correct_application_step(step, on=D(2019, 5, 4), by=cast.lucia)
    assert claim.interviews.get().noticed_on == D(2019, 5, 4)


def test_a_permit_ends_and_is_corrected_in_the_order_of_its_days(cast, law):
    permit = a_permit(cast, issued_on=D(2019, 3, 4))
    with refused("The permit was issued after this day", field="on"):
        cancel_permit(permit, on=D(2019, 3, 3), by=cast.lucia)
    new = renew_permit(permit, issued_on=D(2019, 4, 4), by=cast.lucia)
    kept = {"type": permit.type, "number": ""}
    for row, on, says in (
        (permit, D(2019, 4, 5), "It was renewed or cancelled before this day"),
        (new, D(2019, 3, 3), "The new permit was issued before the old one"),
    ):
        with refused(says, field="issued_on"):
            correct_permit(row, issued_on=on, **kept, by=cast.lucia)


def test_an_appeal_after_its_term_needs_its_reason_and_keeps_it(cast, law):
    claim = an_application(cast)
    claim = move_application(
        claim, **answers(S.REFUSED, D(2019, 4, 1)), to=S.REFUSED, by=cast.lucia
    )
    client, address = as_(cast.lucia), reverse("application-move", args=[claim.pk])
    sent = {"to": S.APPEALED, "on": "15/5/2019"}
    assert page_of(client.post(address, sent)).says("indique por qué el recurso es tardío")
    assert client.post(address, sent | {"late_reason": "Estuvo hospitalizado"}).status_code == 302
    assert page_of(client.get(claim.get_absolute_url())).says("Estuvo hospitalizado")
