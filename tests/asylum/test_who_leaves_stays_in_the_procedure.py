"""Whoever leaves the house does not leave the procedure: what the law asks stays in all lists of the file they left."""

import pytest
from django.urls import reverse

from accounts.due import due_sources
from asylum.pathways.choices import ApplicationStatus
from casework.exits.actions import confirm_loss, record_exit, report_loss, settle_exit
from casework.exits.choices import OUT_OF_THE_COUNTRY
from casework.families.actions.family import change_principal
from casework.identity.actions.identity_documents import add_identity_document
from casework.register.choices import AfterExit, EndReason, ExitType, Relation
from casework.slots.obstacles import closure_blockers
from tests.asylum.build import (
    D,
    a_permit,
    a_referred_family,
    a_submitted_paper,
    an_application,
    undone,
)
from tests.cast import as_
from tests.page import page_of
from worklist.due.rows import due

pytestmark = pytest.mark.usefixtures("law")
S = ApplicationStatus
# What each date follows. The procedure: the living person, in the file where they are or were last.
PROCEDURE = {
    "appeal_term",
    "application_to_lodge",
    "file_taken_back",
    "interview",
    "interview_in_doubt",
    "interview_missed",
    "interview_to_prepare",
    "legal_term",
    "legal_term_behind",
    "letter_fallen",
    "letter_fallen_answer",
    "letter_fallen_legal",
    "measure_review",
    "observation_review",
    "permit_expires",
    "permit_in_doubt",
    "renunciation_to_verify",
    "review_late",
    "standing_review",
    "stay_paper_expires",
    "subject_request_due",
    "subject_request_incomplete",
    "term_handed",
    "term_moved",
}
# What the house does for who is there: it ends with the stay.
HOUSE = {
    "age_to_ask",
    "basis_to_settle",
    "child_without_adult",
    "consent_expires",
    "need_review",
    "notice_to_tell",
    "restricted_need_review",
}
LEAVES = {"risk_note": "Ninguno conocido", "is_voluntary": "yes", "asked_by": "Ana"}


def kinds_of(person, user):
    rows = due(user, today=user.today())
    return {row.kind for row in rows if row.person_id == person.pk}


@pytest.fixture
def person(cast):
    """Of a family, with a term to appeal, a permit, a stay paper's end and a renunciation to verify."""
    person, wife, *_others = a_referred_family(cast)
    change_principal(
        person.memberships.get().case,
        principal=wife.memberships.get(),
        relation_of_former=Relation.SPOUSE,
        by=cast.ana,
    )
    an_application(cast, person, status=S.REFUSED)
    a_permit(cast, person)
    a_submitted_paper(cast, person)
    return person


def leaves(person, type_, cast):
    how = LEAVES if type_ == ExitType.RETURN else {}
    return record_exit(person, type=type_, on=cast.ana.today(), by=cast.ana, **how)


def test_every_date_says_whom_it_follows(cast):
    today = cast.ana.today()
    words = {
        each.kind: str(each.rows_on(today).query)
        for each in due_sources
        if each.kind in PROCEDURE | HOUSE
    }
    assert words.keys() == PROCEDURE | HOUSE
    assert {kind for kind, sql in words.items() if "is_latest" in sql} >= PROCEDURE
    of_those_here = {kind for kind, sql in words.items() if '"joined_on" <=' in sql}
    # Of who stands alone as a child it is asked who is there.
    assert of_those_here - {"term_moved", "application_to_lodge"} == HOUSE
    law = {
        each.kind for each in due_sources if each.about and each.about._meta.app_label == "asylum"
    }
    assert law - PROCEDURE == set()


@pytest.mark.parametrize("reader", ["lucia", "luis"])
def test_after_every_exit_but_death_the_law_goes_on(cast, person, reader):
    user = getattr(cast, reader)
    before = kinds_of(person, user)
    assert {"appeal_term", "permit_expires"} <= before
    assert ("renunciation_to_verify" in before) == (reader == "luis")
    for type_ in set(ExitType) - {ExitType.DIED}:
        with undone():
            leaves(person, type_, cast)
            assert kinds_of(person, user) == before, type_
            file = person.memberships.get().case
            rows = due(user, today=user.today(), kinds=["appeal_term"])
            assert {row.case_id for row in rows} == {file.pk}


def test_death_ends_them_and_an_exit_by_mistake_changes_nothing(cast, person):
    before = kinds_of(person, cast.lucia)
    with undone():
        exit_ = leaves(person, ExitType.OWN_MEANS, cast)
        settle_exit(exit_, what=AfterExit.MISTAKE, reason="No se fue", by=cast.ana)
        assert kinds_of(person, cast.lucia) == before
    report = report_loss(
        person, kind="death", on=cast.ana.today(), known_from="Su hermana", by=cast.ana
    )
    confirm_loss(report, checked_how="Vi el certificado", by=cast.sonia)
    assert not kinds_of(person, cast.lucia) & PROCEDURE


def test_a_stay_paper_of_who_left_runs_out_all_the_same(cast, person):
    person.permits.all().delete()
    add_identity_document(
        person,
        number="PPT-9",
        type="stay_paper",
        country="CO",
        valid_until=D(2019, 5, 20),
        by=cast.ana,
    )
    assert "stay_paper_expires" in kinds_of(person, cast.lucia)
    leaves(person, ExitType.RENT_SUBSIDY, cast)
    assert "stay_paper_expires" in kinds_of(person, cast.lucia)


def test_the_last_day_to_apply_stays_with_who_left_without_a_claim_and_is_in_the_country(cast):
    _head, _wife, _son, brother = a_referred_family(cast)
    file = brother.memberships.get().case
    for type_ in set(ExitType) - {ExitType.DIED}:
        with undone():
            leaves(brother, type_, cast)
            rows = due(cast.lucia, today=cast.lucia.today(), kinds=["application_to_lodge"])
            asked = {(row.person_id, row.case_id) for row in rows} & {(brother.pk, file.pk)}
            part = page_of(as_(cast.lucia).get(reverse("case-part", args=[file.number, "law"])))
            listed = reverse("application-lodge", args=[brother.pk]) in part.links
            assert bool(asked) == listed == (type_ not in OUT_OF_THE_COUNTRY), type_


def test_who_left_without_a_claim_lodges_it_from_the_file_they_left(cast):
    _head, _wife, _son, brother = a_referred_family(cast)
    file, client = brother.memberships.get().case, as_(cast.lucia)
    leaves(brother, ExitType.RENT_SUBSIDY, cast)
    lodge = reverse("application-lodge", args=[brother.pk])
    sent = page_of(client.get(lodge)).fields | {
        "lodged_on": "10/4/2019",
        "late_reason": "Enfermo",
        "confirm": "on",
    }
    assert client.post(lodge, sent).status_code == 302
    assert brother.applications.get().case == file
    assert "application_to_lodge" not in kinds_of(brother, cast.lucia)


def test_who_came_back_from_abroad_is_asked_again(cast):
    _head, _wife, _son, brother = a_referred_family(cast)
    exit_ = leaves(brother, ExitType.ONWARD, cast)
    assert "application_to_lodge" not in kinds_of(brother, cast.lucia)
    settle_exit(exit_, what=AfterExit.BACK, reason="Volvió", back_on=cast.ana.today(), by=cast.ana)
    assert "application_to_lodge" in kinds_of(brother, cast.lucia)


def test_closing_the_file_says_of_whom_no_last_day_is_told_any_more(cast):
    _head, _wife, _son, brother = a_referred_family(cast)
    file = brother.memberships.get().case
    leaves(brother, ExitType.OWN_MEANS, cast)
    closing = page_of(as_(cast.ana).get(reverse("case-close", args=[file.number])))
    assert closing.says("3 personas no han presentado solicitud")


def test_the_file_that_was_left_shows_them_in_head_and_asylum_part(cast, person):
    case, client = person.memberships.get().case, as_(cast.lucia)
    leaves(person, ExitType.OWN_MEANS, cast)
    part = page_of(client.get(reverse("case-part", args=[case.number, "law"])))
    claim = person.applications.get()
    assert claim.get_absolute_url() in part.links
    assert part.says("Interponer recurso")
    assert part.says(person.display_name)
    assert page_of(client.get(reverse("case-detail", args=[case.number]))).says(
        "Interponer recurso"
    )
    listed = page_of(client.get(reverse("due-list"), {"kind": "appeal_term"}))
    assert listed.says(person.display_name)


def test_a_case_is_not_closed_over_the_claim_of_who_left_it(cast, person):
    case = person.memberships.get().case
    leaves(person, ExitType.OWN_MEANS, cast)
    assert any("asilo" in sentence for sentence in closure_blockers(case))
    page = reverse("case-close", args=[case.number])
    answer = as_(cast.ana).post(page, {"reason": EndReason.SETTLED, "on": "16/5/2019"})
    assert answer.status_code == 200
    case.refresh_from_db()
    assert case.is_open


def test_a_paper_of_who_left_is_renewed_from_the_file_they_left(cast, person):
    permit, client = person.permits.get(), as_(cast.lucia)
    case = person.memberships.get().case
    leaves(person, ExitType.RENT_SUBSIDY, cast)
    part = page_of(client.get(reverse("case-part", args=[case.number, "law"])))
    page = reverse("permit-renew", args=[permit.pk])
    assert page in part.links
    sent = page_of(client.get(page)).fields | {"issued_on": "16/5/2019"}
    assert client.post(page, sent).status_code == 302
    assert permit.renewed_by.case == case
