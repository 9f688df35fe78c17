"""An application goes where the procedure leads, and nowhere else."""

import contextlib
import datetime

import pytest

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from asylum.actions.applications import (
    MoveNotLawful,
    RenunciationMissing,
    lodge_application,
    move_application,
    prepare_application,
)
from asylum.choices import ApplicationStatus, Wording
from asylum.pathways.models import PathwayStage
from casework.register.models.case import FamilyMember
from tests.asylum.build import (
    LODGED_ON,
    D,
    a_client,
    a_paper,
    a_referred_family,
    a_submitted_paper,
    an_application,
    answers,
    undone,
    verify,
)
from tests.refusals import refused

S = ApplicationStatus
AFTER_LODGING = [state for state in S if state != S.DRAFT]


@pytest.mark.parametrize("here", AFTER_LODGING)
def test_every_pair_of_states_moves_only_where_the_table_says(cast, law, here):
    application = an_application(cast, status=here)
    reached = set()
    for there in S:
        with contextlib.suppress(MoveNotLawful), undone():
            moved = move_application(application, to=there, **answers(there), by=cast.lucia)
            assert (moved.status, moved.status_on) == (there, D(2019, 5, 2))
            reached.add(there)
        application.refresh_from_db()
        assert application.status == here
    assert reached == set(PathwayStage.objects.stage("CO", here).leads_to)


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
