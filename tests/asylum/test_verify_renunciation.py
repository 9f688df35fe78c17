"""A renunciation is verified by a second person; the database itself holds that."""

import contextlib

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from asylum.claims.actions import move_application
from asylum.file import renunciation_panel
from asylum.papers.choices import RENUNCIATION_MOVES, Gap, RenunciationStatus, Signature, Wording
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus
from asylum.renunciation.actions import (
    NotToBeAsked,
    SecondPersonNeeded,
    postpone_renunciation,
    record_demand,
    refuse_renunciation,
    retract_renunciation,
    submit_renunciation,
    verify_renunciation,
    withdraw_renunciation,
)
from asylum.renunciation.querysets import PeopleWithoutPaper
from asylum.rule_tasks.choices import RuleTask
from casework.children.rules import is_surely_adult
from casework.register.choices import BirthPrecision, Category
from casework.register.rules import Birth
from casework.slots.panels import glances_of
from casework.tasks.actions import settle_task
from casework.tasks.choices import TaskStatus
from casework.tasks.models import CaseTask
from pages.refusals import ActionRefused
from tests.asylum.build import (
    D,
    a_client,
    a_paper,
    a_referred_family,
    a_submitted_paper,
    an_application,
    an_authority,
    referred,
    sign,
    undone,
    verify,
)
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_, log_in
from tests.page import page_of
from tests.refusals import refused

R = RenunciationStatus
ACTIONS = {
    R.SUBMITTED: submit_renunciation,
    R.VERIFIED: verify,
    R.NOT_YET: postpone_renunciation,
    R.REFUSED: refuse_renunciation,
    R.WITHDRAWN: withdraw_renunciation,
    R.MISTAKEN: lambda paper, on, by: retract_renunciation(paper, by=by, remark="Otra persona."),
}
WAY = {
    R.RECORDED: [],
    R.SUBMITTED: [R.SUBMITTED],
    R.NOT_YET: [R.SUBMITTED, R.NOT_YET],
    R.VERIFIED: [R.SUBMITTED, R.VERIFIED],
    R.REFUSED: [R.SUBMITTED, R.REFUSED],
    R.WITHDRAWN: [R.WITHDRAWN],
    R.MISTAKEN: [R.MISTAKEN],
}
DAY = D(2019, 5, 2)


def refused_by_database(sql: str, *parameters: object) -> str:
    """The constraint that stops the statement."""
    with (
        pytest.raises(IntegrityError) as error,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, parameters)
    return str(error.value.__cause__.diag.constraint_name)


VERIFY = (
    "UPDATE asylum_renunciation SET status = 'verified', verified_by_id = %s, verified_on = %s"
    " WHERE id = %s"
)


def test_the_database_refuses_the_recorder_as_verifier(cast):
    paper = a_submitted_paper(cast)
    assert (
        refused_by_database(VERIFY, cast.lucia.pk, DAY, paper.pk) == "verified_by_a_second_person"
    )
    Renunciation.objects.filter(pk=paper.pk).update(verified_without=[Gap.REFERENCE])
    with connection.cursor() as cursor:
        cursor.execute(VERIFY, [cast.luis.pk, DAY, paper.pk])
    paper.refresh_from_db()
    assert (paper.status, paper.verified_by) == (R.VERIFIED, cast.luis)


def test_the_database_refuses_to_make_the_verifier_the_recorder_afterwards(cast):
    paper = verify(a_submitted_paper(cast), on=DAY, by=cast.luis)
    sql = "UPDATE asylum_renunciation SET recorded_by_id = verified_by_id WHERE id = %s"
    assert refused_by_database(sql, paper.pk) == "verified_by_a_second_person"


@pytest.mark.parametrize(
    ("change", "constraint"),
    [
        ({"verified_by": None, "verified_on": None}, "verified_paper_is_permanent_and_signed"),
        ({"verified_on": None}, "verified_by_a_second_person"),
        ({"wording": Wording.TEMPORARY}, "verified_paper_is_permanent_and_signed"),
        ({"signature": Signature.REFUSED}, "verified_paper_is_permanent_and_signed"),
    ],
)
def test_the_database_keeps_a_verified_paper_whole(cast, change, constraint):
    paper = verify(a_submitted_paper(cast), on=DAY, by=cast.luis)
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        Renunciation.objects.filter(pk=paper.pk).update(**change)
    assert error.value.__cause__.diag.constraint_name == constraint


def test_whoever_recorded_is_told_kindly_before_the_database_says_no(cast):
    with pytest.raises(SecondPersonNeeded):
        verify(a_submitted_paper(cast), on=DAY, by=cast.lucia)


@pytest.mark.parametrize("here", WAY)
def test_every_pair_of_states_moves_only_where_the_table_says(cast, here):
    paper = a_paper(cast)
    for step in WAY[here]:
        paper = ACTIONS[step](paper, on=DAY, by=cast.luis)
    reached = set()
    for there, action in ACTIONS.items():
        with contextlib.suppress(ActionRefused), undone():
            assert action(paper, on=DAY, by=cast.luis).status == there
            reached.add(there)
        paper.refresh_from_db()
        assert paper.status == here
    assert reached == RENUNCIATION_MOVES[here]


def test_a_temporary_wording_never_satisfies(cast):
    paper = a_submitted_paper(cast, wording=Wording.TEMPORARY)
    with refused("does not follow on “With the authority”"):
        verify(paper, on=DAY, by=cast.luis)
    assert not Renunciation.objects.awaiting_verification().exists()


def test_somebody_who_refused_to_sign_is_not_verified_and_may_sign_later(cast):
    person = a_client(cast)
    refused = a_paper(cast, person, signature=Signature.REFUSED)
    assert refused.lawful_moves == [R.MISTAKEN]
    assert a_paper(cast, person, signed_on=DAY).signature == Signature.YES


def test_one_person_may_hold_both_papers_but_not_two_of_one_wording(cast):
    person = a_client(cast)
    a_paper(cast, person)
    a_paper(cast, person, wording=Wording.TEMPORARY)
    with refused("This person has signed such a paper already"):
        a_paper(cast, person)


def test_only_legal_officers_record_and_verify(cast):
    paper = a_submitted_paper(cast)
    for user in (cast.ana, cast.sonia, cast.carla, cast.adela, cast.mara):
        with pytest.raises(NotAllowed):
            verify(paper, on=DAY, by=user)
        with pytest.raises(NotAllowed):
            sign(paper.individual, signed_on=DAY, by=user)


def test_f28_relatives_and_children_are_never_asked_to_sign(cast):
    for relative in a_referred_family(cast)[1:]:
        with pytest.raises(NotToBeAsked):
            sign(relative, signed_on=DAY, by=cast.lucia)


def a_young_recruit(cast, born_on):
    row = a_row(
        "Deivi",
        "Mora",
        category=Category.FORMER_MEMBER,
        birth=Birth(BirthPrecision.DAY, born_on, born_on.year),
    )
    return people_of(referred(an_arrival(cast, people=[row]), cast))[0]


def test_f28_somebody_under_eighteen_who_served_is_not_asked_either(cast):
    boy = a_young_recruit(cast, D(2001, 5, 17))
    with pytest.raises(NotToBeAsked):
        sign(boy, signed_on=D(2019, 5, 16), by=cast.lucia)
    man = a_young_recruit(cast, D(2001, 5, 16))
    assert sign(man, signed_on=D(2019, 5, 16), by=cast.lucia).pk
    assert boy not in PeopleWithoutPaper(cast.lucia).without_paper


def test_f28_the_list_names_adult_former_members_without_a_signed_paper_and_nobody_else(cast):
    missing = a_referred_family(cast)[0]
    record_demand(missing, is_asked=True, on=DAY, by=cast.lucia)
    a_paper(cast, a_client(cast))
    temporary = a_paper(cast, a_client(cast), wording=Wording.TEMPORARY).individual
    refused = a_paper(cast, a_client(cast), signature=Signature.REFUSED).individual
    taken_back = a_paper(cast, a_client(cast))
    withdraw_renunciation(taken_back, on=DAY, by=cast.lucia)
    a_young_recruit(cast, D(2001, 12, 1))
    assert set(PeopleWithoutPaper(cast.lucia).without_paper) == {
        missing,
        temporary,
        refused,
        taken_back.individual,
    }


def test_a_child_and_somebody_whose_age_leaves_a_doubt_are_never_asked(cast):
    for birth in (
        Birth(BirthPrecision.YEAR, None, 2001),
        Birth(BirthPrecision.AGE, None, 2001),
        Birth(),
    ):
        row = a_row("Deivi", "Mora", category=Category.FORMER_MEMBER, birth=birth)
        person = people_of(referred(an_arrival(cast, people=[row]), cast))[0]
        with pytest.raises(NotToBeAsked):
            record_demand(person, is_asked=True, on=DAY, by=cast.lucia)
        with pytest.raises(NotToBeAsked):
            sign(person, signed_on=DAY, by=cast.lucia)
        assert person not in PeopleWithoutPaper(cast.lucia).without_statement


@pytest.mark.parametrize(
    ("born", "year", "is_sure"),
    [
        (D(2001, 3, 1), 2001, True),
        (D(2001, 3, 2), 2001, False),
        (None, 2001, False),
        (None, 2000, True),
        (None, None, False),
    ],
)
def test_a_year_alone_is_read_as_its_last_day(born, year, is_sure):
    assert is_surely_adult(D(2019, 3, 1), born_on=born, birth_year=year) is is_sure


def test_who_must_renounce_hangs_on_the_authority_and_not_on_the_force(cast):
    person = a_client(cast)
    assert list(PeopleWithoutPaper(cast.lucia).without_statement) == [person]
    assert not PeopleWithoutPaper(cast.lucia).without_paper.exists()
    with refused("Nobody signs whom the authority does not ask", field="is_demanded"):
        sign(person, signed_on=DAY, is_demanded=None, by=cast.lucia)
    record_demand(person, is_asked=True, on=DAY, authority=an_authority(), by=cast.lucia)
    assert list(PeopleWithoutPaper(cast.lucia).without_paper) == [person]
    record_demand(person, is_asked=False, on=DAY, by=cast.luis)
    assert not PeopleWithoutPaper(cast.lucia).without_paper.exists()
    assert not PeopleWithoutPaper(cast.lucia).without_statement.exists()


def test_a_verification_says_what_the_authority_did_or_why_that_is_not_on_file(cast):
    paper = a_submitted_paper(cast)
    with refused("Not on file", field="because"):
        verify_renunciation(paper, on=DAY, by=cast.luis)
    verified = verify_renunciation(
        paper, on=DAY, authority=an_authority(), because="El acta llega mañana.", by=cast.luis
    )
    assert verified.verified_without == [Gap.REFERENCE, Gap.EXPLAINED, Gap.COPY]
    assert verified.verified_without_because == "El acta llega mañana."
    whole = verify(a_submitted_paper(cast), on=DAY, by=cast.luis, scan_follows=True)
    assert (whole.verified_without, whole.verified_without_because) == ([], "")
    assert whole.individual.tasks.get().assigned_to == cast.luis


def test_the_database_refuses_a_verification_without_the_act_of_an_authority(cast):
    paper = a_submitted_paper(cast)
    assert (
        refused_by_database(VERIFY, cast.luis.pk, DAY, paper.pk)
        == "verified_by_an_act_of_the_state"
    )


def test_the_database_refuses_a_state_that_the_table_does_not_lead_to(cast):
    paper = a_paper(cast)
    with pytest.raises(ProgrammingError, match="Invalid transition"), transaction.atomic():
        Renunciation.objects.filter(pk=paper.pk).update(status=R.REFUSED)
    Renunciation.objects.filter(pk=paper.pk).update(status=R.SUBMITTED)


def _end_of_the_request() -> None:
    """What the database judges when the transaction ends is judged before somebody does the next thing."""
    connection.check_constraints()


def test_a_withdrawal_after_admission_opens_one_review_and_changes_nothing_else(cast, law):
    application = an_application(cast)
    paper = verify(a_submitted_paper(cast, application.individual), on=DAY, by=cast.luis)
    move_application(application, to=ApplicationStatus.ADMITTED, on=DAY, by=cast.lucia)
    _end_of_the_request()
    withdraw_renunciation(paper, on=DAY, by=cast.lucia)
    task = application.individual.tasks.get()
    assert "Revisar la solicitud" in task.title or "Review the claim" in task.title
    application.refresh_from_db()
    assert application.status == ApplicationStatus.ADMITTED
    again = verify(a_submitted_paper(cast, application.individual), on=DAY, by=cast.luis)
    task.refresh_from_db()
    assert task.status == TaskStatus.NOT_NEEDED, "a verified renunciation stands"
    retract_renunciation(again, remark="Era de otra persona.", by=cast.lucia)
    assert application.individual.tasks.open().count() == 1
    with refused("Not on file", field="override_reason"):
        move_application(application, to=ApplicationStatus.RECOGNISED, on=DAY, by=cast.lucia)


def test_a_paper_on_which_no_claim_rested_asks_for_no_review_when_it_was_a_mistake(cast, law):
    application = an_application(cast)
    reason = "Práctica de la autoridad"
    move_application(
        application, to=ApplicationStatus.ADMITTED, on=DAY, override_reason=reason, by=cast.lucia
    )
    client, words = as_(cast.lucia), "avanzó, y no hay otra renuncia verificada"
    asked = CaseTask.objects.filter(rule=RuleTask.NO_RENUNCIATION)
    for facts in ({}, {"wording": Wording.TEMPORARY}):
        paper = a_paper(cast, application.individual, **facts)
        pages = {
            name: page_of(client.get(reverse(name, args=[paper.pk])))
            for name in ("renunciation-retract", "renunciation-withdraw")
        }
        assert not pages["renunciation-retract"].says(words)
        assert pages["renunciation-withdraw"].says(words) == (not facts)
        # That the authority asks for one, which its paper says, is a reason to look at the claim.
        for task in asked.open():
            settle_task(task, status=TaskStatus.DONE, by=cast.lucia)
        before = asked.count()
        retract_renunciation(paper, remark="Era de otra persona.", by=cast.lucia)
        assert asked.count() == before
    verified = verify(a_submitted_paper(cast, application.individual), on=DAY, by=cast.luis)
    page = page_of(client.get(reverse("renunciation-retract", args=[verified.pk])))
    assert page.says(words, "Admitida")


def test_a_demand_after_admission_opens_one_review(cast, law):
    application = an_application(cast)
    person = application.individual
    record_demand(person, is_asked=False, on=DAY, by=cast.lucia)
    move_application(
        application, to=ApplicationStatus.ADMITTED, on=DAY, override_reason="X", by=cast.lucia
    )
    _end_of_the_request()
    record_demand(person, is_asked=False, on=DAY, by=cast.lucia)
    assert not person.tasks.exists()
    for _again in range(2):
        record_demand(person, is_asked=True, on=DAY, by=cast.lucia)
    task = person.tasks.get()
    assert "Revisar la solicitud" in task.title or "Review the claim" in task.title
    application.refresh_from_db()
    assert application.status == ApplicationStatus.ADMITTED
    paper = a_submitted_paper(cast, person)
    withdraw_renunciation(paper, on=DAY, by=cast.lucia)
    assert person.tasks.count() == 1


def test_a_demand_opens_no_review_before_admission_nor_where_a_paper_is_verified(cast, law):
    application = an_application(cast)
    person = application.individual
    record_demand(person, is_asked=True, on=DAY, by=cast.lucia)
    verify(a_submitted_paper(cast, person), on=DAY, by=cast.luis)
    move_application(application, to=ApplicationStatus.ADMITTED, on=DAY, by=cast.lucia)
    record_demand(person, is_asked=True, on=DAY, by=cast.lucia)
    assert not person.tasks.exists()


def test_a_paper_recorded_by_mistake_counts_nowhere_and_needs_its_reason(cast):
    paper = a_paper(cast)
    with refused("Give the reason", field="remark"):
        retract_renunciation(paper, by=cast.lucia)
    retract_renunciation(paper, remark="Era de otra persona.", by=cast.lucia)
    assert list(PeopleWithoutPaper(cast.lucia).without_paper) == [paper.individual]
    assert a_paper(cast, paper.individual).signature == Signature.YES


def test_a_paper_that_falls_under_an_admitted_claim_is_said_wherever_one_looks(cast, law):
    """Before the step on its page, and after it on the claim and in the head of the case."""
    application = an_application(cast)
    person = application.individual
    paper = verify(a_submitted_paper(cast, person), on=DAY, by=cast.luis)
    move_application(application, to=ApplicationStatus.ADMITTED, on=DAY, by=cast.lucia)
    lucia = log_in(cast.lucia)
    step = lucia.get(reverse("renunciation-withdraw", args=[paper.pk]))
    assert application.get_absolute_url() in step.content.decode()
    claim_page = application.get_absolute_url()
    assert lucia.get(claim_page).context["fallen"] is None
    case = person.memberships.get().case
    assert glances_of([renunciation_panel.renunciation], case, cast.lucia).facts == {}
    withdraw_renunciation(paper, on=DAY, by=cast.lucia)
    assert lucia.get(claim_page).context["fallen"] == paper
    (said,) = glances_of([renunciation_panel.renunciation], case, cast.lucia).facts[
        renunciation_panel.renunciation.slug
    ]
    assert said.tone == "trouble"
    verify(a_submitted_paper(cast, person), on=DAY, by=cast.luis)
    assert lucia.get(claim_page).context["fallen"] is None
    assert glances_of([renunciation_panel.renunciation], case, cast.lucia).facts == {}


def test_the_list_says_how_many_wait_for_others_to_verify(cast, law):
    a_submitted_paper(cast, by=cast.luis)
    a_submitted_paper(cast, by=cast.lucia)
    a_submitted_paper(cast, by=cast.lucia)
    page = page_of(as_(cast.lucia).get(reverse("renunciation-list") + "?to_verify=on"))
    assert page.says("1 que usted puede verificar, 3 en total")
