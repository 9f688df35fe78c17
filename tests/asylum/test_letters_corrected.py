"""A letter that states what was put right since is not plainly valid: its page, the case, strangers and the lawyer read it."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from asylum.claims.actions import move_application
from asylum.claims.corrections import correct_application, correct_application_step
from asylum.interviews.actions import record_interview
from asylum.letters.actions import issue_letter
from asylum.letters.choices import LetterKind
from asylum.letters.facts import appointments_of, name_of_paper
from asylum.letters.models import Letter
from asylum.pathways.choices import ApplicationStatus, PermitType
from asylum.permits.actions import renew_permit
from asylum.permits.corrections import correct_permit, retract_permit
from casework.identity.actions.identity_documents import (
    add_identity_document,
    correct_identity_document,
    end_identity_document,
)
from casework.identity.actions.individuals import correct_individual
from casework.register.choices import DocumentEnd, DocumentType
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.tasks.actions import move_task, set_task, settle_task
from casework.tasks.choices import TaskKind, TaskStatus
from tests.asylum.build import (
    D,
    a_client,
    a_permit,
    a_referred_family,
    an_application,
    answers,
    undone,
)
from tests.asylum.test_corrections import application_facts, facts_of
from tests.asylum.test_letter_grounds import TODAY, is_valid, make, since, told
from tests.asylum.test_letters import text_of
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("law")

S, K = ApplicationStatus, LetterKind
CORRECTED = "No válida: lo que dice se corrigió"
CHANGED = "No válida: lo que dice cambió"


def tag_of(cast, letter):
    """What its page and the case say of it: both the same."""
    client = as_(cast.lucia)
    case = case_of(letter.individual, TODAY)
    pages = [letter.get_absolute_url(), reverse("case-part", args=[case.number, "law"])]
    shown = [page_of(client.get(address)) for address in pages]
    said = {page.says(CORRECTED) or page.says(CHANGED) for page in shown}
    assert len(said) == 1, said
    return said.pop()


def claim_put_right(cast, letter, **facts):
    claim = letter.individual.applications.get()
    correct_application(claim, **application_facts(claim, **facts), by=cast.lucia)


def number_put_right(cast, letter):
    claim_put_right(cast, letter, reference="RAD-2019-77")


def day_put_right(cast, letter):
    claim_put_right(cast, letter, lodged_on=D(2019, 3, 5))


def name_put_right(cast, letter):
    correct_individual(letter.individual, given_names="Leonela", by=cast.ana)


def decision_put_right(cast, letter):
    step = letter.individual.applications.get().status_changes.standing().first()
    correct_application_step(step, on=D(2019, 5, 3), by=cast.lucia)


def decision_taken_back(cast, letter):
    step = letter.individual.applications.get().status_changes.standing().first()
    correct_application_step(step, is_mistake=True, reason="Era de otra persona.", by=cast.lucia)


def claim_recorded_by_mistake(cast, letter):
    claim = letter.individual.applications.get()
    move_application(claim, to=S.MISTAKEN, **answers(S.MISTAKEN), by=cast.lucia)


def document_put_right(cast, letter):
    document = letter.individual.identity_documents.get()
    correct_identity_document(document, number="V-8877665", by=cast.ana)


def document_taken_back(cast, letter):
    document = letter.individual.identity_documents.get()
    end_identity_document(document, ended_on=TODAY, end_reason=DocumentEnd.MISTAKE, by=cast.ana)


def permit_taken_back(cast, letter):
    retract_permit(letter.individual.permits.get(), reason="Número de otra persona", by=cast.lucia)


def permit_put_right(cast, letter):
    permit = letter.individual.permits.get()
    correct_permit(permit, **facts_of(permit, expires_on=D(2019, 8, 1)), by=cast.lucia)


def right_put_right(cast, letter):
    permit = letter.individual.permits.get()
    correct_permit(permit, **facts_of(permit, work_right="no"), by=cast.lucia)


PUT_RIGHT = {
    K.CERTIFICATE: [day_put_right, number_put_right, name_put_right],
    K.POWER: [number_put_right, name_put_right, document_put_right, document_taken_back],
    K.REQUEST: [number_put_right, claim_recorded_by_mistake, permit_taken_back],
    K.APPEAL: [number_put_right, decision_put_right, decision_taken_back],
    K.EMPLOYER: [permit_put_right, right_put_right],
}


@pytest.mark.parametrize("kind", PUT_RIGHT)
def test_what_a_letter_states_is_corrected_and_everybody_who_looks_reads_it(cast, kind):
    claim = an_application(
        cast, status=S.REFUSED if kind == K.APPEAL else S.LODGED, reference="S-GCR-19"
    )
    person = claim.individual
    work = {"number": "PEP-9", "work_right": "yes", "expires_on": D(2019, 9, 1)}
    a_permit(cast, person, type=PermitType.PEP, **work)
    add_identity_document(person, type=DocumentType.NATIONAL_ID, number="V-7788665", by=cast.ana)
    asked = {"subject": "Copia", "text": "Solicito copia."} if kind == K.REQUEST else {}
    if kind in (K.POWER, K.APPEAL, K.REQUEST):
        papers = person.permits if kind == K.REQUEST else person.identity_documents
        asked["paper"] = name_of_paper(papers.get())
    letter = make(cast, person, kind, **asked)
    assert (is_valid(letter), tag_of(cast, letter), told(cast)) == (True, False, [])
    for put_right in PUT_RIGHT[kind]:
        with undone():
            put_right(cast, Letter.objects.get(pk=letter.pk))
            seen = (put_right, is_valid(letter), tag_of(cast, letter))
            assert seen == (put_right, False, True)
            assert [row.about_id for row in told(cast)] == [str(letter.pk)], put_right
            # A stranger reads neither what nor when.
            assert since(letter) is None, put_right


def test_what_was_left_open_and_what_came_later_corrects_nothing(cast):
    """The number that the authority gave afterwards, and a permit that renewed the one that is named."""
    claim = an_application(cast)
    permit = a_permit(cast, claim.individual, type=PermitType.PEP, number="PEP-9", work_right="yes")
    letters = [make(cast, claim.individual, kind) for kind in (K.CERTIFICATE, K.EMPLOYER)]
    number_put_right(cast, letters[0])
    renew_permit(permit, issued_on=D(2019, 5, 10), number="PEP-10", by=cast.lucia)
    assert [is_valid(letter) for letter in letters] == [True, True]
    assert told(cast) == []


def test_a_document_that_was_lost_was_rightly_named(cast):
    person = a_client(cast)
    add_identity_document(person, type=DocumentType.NATIONAL_ID, number="V-7788665", by=cast.ana)
    document = person.identity_documents.get()
    letter = make(cast, person, K.POWER, paper=name_of_paper(document))
    end_identity_document(document, ended_on=TODAY, end_reason=DocumentEnd.LOST, by=cast.ana)
    assert (is_valid(letter), told(cast)) == (True, [])


def test_a_correction_that_is_taken_back_makes_the_letter_valid_again(cast):
    claim = an_application(cast, a_client(cast))
    letter = make(cast, claim.individual, K.CERTIFICATE)
    day_put_right(cast, letter)
    assert not is_valid(letter)
    claim_put_right(cast, letter, lodged_on=claim.lodged_on)
    assert (is_valid(letter), told(cast)) == (True, [])


def now_on_file(cast, letter) -> str:
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    return page.text.partition("Hoy consta:")[2].partition(".")[0].strip()


def test_in_the_place_of_a_paper_stands_its_name_once_in_the_language_of_the_reader(cast):
    person = a_client(cast)
    add_identity_document(person, type=DocumentType.NATIONAL_ID, number="V-7788665", by=cast.ana)
    document = person.identity_documents.get()
    letter = make(cast, person, K.POWER, paper=name_of_paper(document))
    address = reverse("paper-correct", args=[person.number, document.pk])
    typed = page_of(as_(cast.ana).get(address)).fields | {"number": "V-7788666", "country": "VE"}
    assert as_(cast.ana).post(address, typed).status_code == 302
    assert now_on_file(cast, letter) == "Cédula de identidad V-7788666"


def test_the_paper_that_was_renewed_is_not_named_in_the_place_of_the_newer_one(cast):
    permit = a_permit(
        cast, type=PermitType.PEP, number="PEP-9", work_right="yes", expires_on=D(2019, 6, 1)
    )
    until = {"issued_on": D(2019, 5, 10), "expires_on": D(2019, 8, 1), "work_right": "yes"}
    newer = renew_permit(permit, **until, by=cast.lucia)
    letter = make(cast, permit.individual, K.EMPLOYER)
    address = reverse("permit-correct", args=[newer.pk])
    typed = page_of(as_(cast.lucia).get(address)).fields | {"expires_on": "2/8/2019"}
    assert as_(cast.lucia).post(address, typed).status_code == 302
    assert "2 de agosto de 2019" in now_on_file(cast, letter)
    assert "1 de junio de 2019" not in now_on_file(cast, letter)


HEARING = {"interview_on": D(2019, 6, 3), "at_time": datetime.time(14, 30), "place": "Calle 10"}


def summoned(cast, **hearing):
    claim = an_application(cast, status=S.ADMITTED)
    move_application(claim, to=S.SUMMONED, on=D(2019, 5, 2), **HEARING | hearing, by=cast.lucia)
    return claim


def notice(cast, person):
    [visit] = appointments_of(person, TODAY)
    return make(cast, person, K.APPOINTMENT, appointment=visit)


def summoned_anew(cast, claim):
    again = HEARING | {"interview_on": D(2019, 6, 9)}
    move_application(claim, to=S.SUMMONED, on=D(2019, 5, 3), **again, by=cast.lucia)


def summons_taken_back(cast, claim):
    step = claim.status_changes.standing().first()
    correct_application_step(step, is_mistake=True, reason="Era de otra persona.", by=cast.lucia)


def hour_told_anew(cast, claim):
    record_interview(claim.interviews.get(), at_time=datetime.time(9), by=cast.lucia)


def place_told_anew(cast, claim):
    record_interview(claim.interviews.get(), place="Calle 11", by=cast.lucia)


@pytest.mark.parametrize(
    "put_right",
    [summoned_anew, summons_taken_back, hour_told_anew, place_told_anew],
)
def test_the_notice_of_an_interview_falls_with_its_day_hour_or_place(cast, put_right):
    claim = summoned(cast)
    letter = notice(cast, claim.individual)
    assert (is_valid(letter), tag_of(cast, letter), told(cast)) == (True, False, [])
    put_right(cast, claim)
    assert (is_valid(letter), tag_of(cast, letter)) == (False, True)
    assert [row.about_id for row in told(cast)] == [str(letter.pk)]


def test_the_notice_of_an_interview_stands_when_it_is_held_and_when_an_hour_left_open_is_told(cast):
    claim = summoned(cast, at_time=None, place="")
    letter = notice(cast, claim.individual)
    hour_told_anew(cast, claim)
    assert is_valid(letter)
    with time_machine.travel(datetime.datetime(2019, 6, 3, 20, tzinfo=datetime.UTC)):
        move_application(claim, to=S.INTERVIEWED, on=D(2019, 6, 3), by=cast.lucia)
        assert is_valid(letter)


@pytest.mark.parametrize("of_family", [True, False])
@pytest.mark.parametrize("is_moved", [True, False])
def test_the_notice_of_an_appointment_falls_when_it_is_moved_or_called_off(
    cast, of_family, is_moved
):
    person, relative = a_referred_family(cast)[:2]
    case = case_of(person, TODAY)
    asked = {"title": "Foto", "kind": TaskKind.APPOINTMENT, "due_on": D(2019, 6, 3), "by": cast.ana}
    task = set_task(case, individual=None if of_family else person, **asked)
    letter = notice(cast, person)
    # What a relative alone is expected at on that day says nothing of the person.
    set_task(case, individual=relative, **asked)
    assert (is_valid(letter), tag_of(cast, letter), told(cast)) == (True, False, [])
    if is_moved:
        move_task(task, due_on=D(2019, 6, 4), by=cast.ana)
    else:
        settle_task(task, status=TaskStatus.NOT_NEEDED, by=cast.ana)
    # What was called off was not put right.
    assert (is_valid(letter), tag_of(cast, letter)) == (False, is_moved)


def test_the_page_of_a_notice_names_the_day_that_it_says_and_the_one_to_which_it_was_moved(cast):
    person = a_client(cast)
    case = case_of(person, TODAY)
    asked = {"kind": TaskKind.APPOINTMENT, "at_time": datetime.time(9), "place": "Calle 10"}
    told = {"title": "Foto", "due_on": D(2019, 6, 3), "by": cast.ana} | asked
    task, other = (
        set_task(case, individual=person, **told | facts)
        for facts in ({}, {"due_on": D(2019, 6, 20), "place": "Calle 44"})
    )
    visit = next(each for each in appointments_of(person, TODAY) if each.key == str(task.pk))
    letter = make(cast, person, K.APPOINTMENT, appointment=visit)
    client, address = as_(cast.ana), reverse("task-move", args=[task.pk])
    typed = page_of(client.get(address)).fields | {"due_on": "4/6/2019"}
    assert client.post(address, typed).status_code == 302
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Dice: 3 de junio de 2019, 09:00, Calle 10.")
    assert page.says("Hoy consta: 4 de junio de 2019, 09:00, Calle 10.")
    assert not page.says(other.place)
    assert not is_valid(letter)


def test_the_page_of_a_notice_of_an_interview_names_the_newer_summons_and_no_other_appointment(
    cast,
):
    claim = summoned(cast)
    letter = notice(cast, claim.individual)
    case, other = case_of(claim.individual, TODAY), {"place": "Salón", "kind": TaskKind.APPOINTMENT}
    visit = set_task(case, title="Charla", due_on=TODAY, by=cast.ana, **other)
    settle_task(visit, status=TaskStatus.NO_SHOW, by=cast.ana)
    newer = {"to": S.SUMMONED, "on": "16/5/2019", "interview_on": "9/6/2019", "place": "Sede B"}
    address = reverse("application-move", args=[claim.pk]) + f"?to={S.SUMMONED}"
    assert as_(cast.lucia).post(address, newer).status_code == 302
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Dice: 3 de junio de 2019, 14:30, Calle 10.")
    assert page.says("Hoy consta: 9 de junio de 2019, Sede B.")


def test_the_page_of_a_notice_says_that_nothing_came_in_the_place_of_what_was_called_off(cast):
    claim = summoned(cast)
    letter = notice(cast, claim.individual)
    summons_taken_back(cast, claim)
    page = page_of(as_(cast.lucia).get(letter.get_absolute_url()))
    assert page.says("Dice: 3 de junio de 2019, 14:30, Calle 10.")
    assert page.says("Hoy consta: nada en su lugar.")


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize(("years", "is_brought"), [(0, True), (11, True), (12, False), (40, False)])
def test_the_notice_of_an_appointment_of_a_small_child_speaks_to_who_brings_it(
    cast, language, years, is_brought
):
    person = a_client(cast)
    Individual.objects.filter(pk=person.pk).update(
        born_on=None, birth_year=TODAY.year - years, birth_precision="year"
    )
    person.refresh_from_db()
    set_task(
        case_of(person, TODAY),
        individual=person,
        title="Foto",
        kind=TaskKind.APPOINTMENT,
        due_on=D(2019, 6, 3),
        by=cast.ana,
    )
    [visit] = appointments_of(person, TODAY)
    asked = {"kind": K.APPOINTMENT, "language": language, "appointment": visit}
    said = text_of(issue_letter(person, **asked, by=cast.lucia).content())
    to_themself = {"es": "usted tiene una cita", "en": "you have an appointment"}[language]
    to_another = {"es": "A quien acompaña a", "en": "To whoever brings"}[language]
    assert (to_another in said, to_themself not in said) == (is_brought, is_brought)
