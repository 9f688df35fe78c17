"""Erasing a person is refused while something is open; afterwards nothing names the person."""

import datetime

import pytest
from django.db import InternalError, ProgrammingError, transaction
from django.urls import reverse

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from aid.actions.commitments import commit_aid
from aid.choices import AidKind
from asylum.claims.actions import lodge_application
from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.cases.actions import close_case, refer_to_legal
from casework.claims.choices import SubjectRequestResult
from casework.contact.actions import add_phone
from casework.documents.models import CaseDocument
from casework.duplicates.actions import pair_of
from casework.duplicates.choices import PairStatus
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.values import MergeRefused, UndoRefused
from casework.notes.actions import write_note
from casework.notes.models import Note
from casework.register.choices import EndReason, Relation, Sex
from casework.register.models.individual import Individual
from casework.register.querysets.individual import PersonErased
from casework.rights.actions import (
    ErasureRefused,
    erase_individual,
    record_subject_request,
)
from casework.rights.choices import ErasureReason
from casework.rights.models import Erasure
from casework.search.querysets import search_people
from casework.tasks.actions import set_task
from shelters.actions.placements import place
from tests.aid.build import an_agreement
from tests.build import a_row, an_arrival, people_of
from tests.casework.documents.build import filed
from tests.casework.documents.papers import a_pdf
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.shelters.build import a_site
from tests.test_canary import sealed_models

pytestmark = pytest.mark.usefixtures("media")

NAME = "Canarioborrado"


def somebody(cast: Cast, given: str = "Petra", **facts) -> Individual:
    row = a_row(given, NAME, document="V-77.002.222", phone="3009998877", **facts)
    return people_of(an_arrival(cast, people=[row]))[0]


def closed(cast: Cast, person: Individual) -> Individual:
    case = person.memberships.get().case
    close_case(case, reason=EndReason.values[0], on=cast.cucuta.today(), by=cast.ana)
    person.refresh_from_db()
    return person


def erased(cast: Cast, person: Individual, reason: str = ErasureReason.RETENTION) -> Erasure:
    return erase_individual(person, reason=reason, by=cast.sonia)


def readable() -> str:
    """Returns everything that can still be decrypted, as one text."""
    return " ".join(
        str(getattr(row, field.name))
        for model, fields in sealed_models()
        for row in model._base_manager.all()
        for field in fields
    )


def test_nothing_that_named_the_person_can_be_decrypted_or_found(cast):
    person = somebody(cast)
    case = person.memberships.get().case
    write_note(case, text=f"Habla de {NAME}", by=cast.ana)
    write_note(case, text=f"Sobre {NAME}", individual=person, by=cast.ana)
    filed(
        case,
        name="carta.pdf",
        content=a_pdf(),
        kind="other",
        title=f"Carta de {NAME}",
        individual=person,
        by=cast.ana,
    )
    assert NAME in readable()
    assert [hit.individual for hit in search_people("canarioborrado", cast.sonia)] == [person]
    erased(cast, closed(cast, person))
    assert NAME not in readable()
    for typed in ("canarioborrado", "Petra", "V-77.002.222", "77002222", "3009998877"):
        assert search_people(typed, cast.sonia) == [], typed
    assert [hit.individual for hit in search_people(person.number, cast.sonia)] == [person]


@pytest.mark.parametrize("which", [0, 1])
def test_why_two_are_kept_apart_goes_with_either_of_them(cast, which):
    """The reason is about both people, and the key of one of them seals it."""
    one = somebody(cast)
    other = people_of(an_arrival(cast, people=[a_row("Rosa", "Otra")]))[0]
    relate(one, other=other, kind=Bond.APART, reason="Una amenazó a la otra.", by=cast.ana)
    assert "amenazó" in readable()
    erased(cast, closed(cast, (one, other)[which]))
    assert "amenazó" not in readable()


def test_what_is_left_says_erased_on_every_page(cast):
    person = closed(cast, somebody(cast))
    case = person.memberships.get().case
    erased(cast, person)
    browser = log_in(cast.sonia)
    parts = ["family", "papers", "timeline", "notes", "plan", "home", "work", "asylum", "aid"]
    pages = [
        reverse("individual-list"),
        reverse("case-list") + "?status=closed",
        reverse("individual-detail", args=[person.number]),
        reverse("case-detail", args=[case.number]),
        reverse("case-timeline", args=[case.number]),
        *(reverse("case-part", args=[case.number, part]) for part in parts),
    ]
    answers = {page: browser.get(page) for page in pages}
    assert {answer.status_code for answer in answers.values()} <= {200, 404}
    texts = {page: answer.content.decode() for page, answer in answers.items()}
    assert [page for page, text in texts.items() if NAME in text or "Petra" in text] == []
    for page in pages[:4]:
        assert "Borrado" in texts[page], page
    assert reverse("phone-add", args=[person.number]) not in texts[pages[2]]


def test_a_family_keeps_its_file_until_the_last_of_them_is_erased(cast):
    rows = [a_row("Rosa", NAME, sex=Sex.FEMALE), a_row("Luz", "Otra", relation=Relation.SPOUSE)]
    case = an_arrival(cast, people=rows)
    rosa, luz = people_of(case)
    family = write_note(case, text="Toda la familia", by=cast.ana)
    own = write_note(case, text=f"Solo {NAME}", individual=rosa, by=cast.ana)
    # Older notes are sealed with the key of the case, not of the person.
    old = write_note(case, text=f"Antes: {NAME}", individual=rosa, by=cast.ana)
    old.key_id = case.key_id
    old.save()
    close_case(case, reason=EndReason.values[0], on=cast.cucuta.today(), by=cast.ana)
    erased(cast, rosa)
    texts = {note.pk: note.text for note in Note.objects.all()}
    assert texts == {family.pk: "Toda la familia", own.pk: "borrado", old.pk: "borrado"}
    luz.refresh_from_db()
    assert luz.full_name == "Luz Otra"
    erased(cast, luz)
    assert Note.objects.get(pk=family.pk).text == "borrado"


def test_both_keys_of_a_merged_person_are_destroyed(cast):
    survivor, merged = somebody(cast), somebody(cast, "Petronila")
    merge = merge_individuals(survivor, merged=merged, by=cast.sonia)
    erased(cast, closed(cast, survivor))
    for each in (survivor, merged):
        each.refresh_from_db()
        assert (each.is_erased, bool(each.erased_on)) == (True, True)
    assert NAME not in readable()
    with pytest.raises(UndoRefused):
        undo_merge(merge, by=cast.sonia)


def test_it_is_refused_with_a_sentence_for_everything_that_stands_open(cast, english):
    person = somebody(cast)
    case, today = person.memberships.get().case, cast.cucuta.today()
    later = today + datetime.timedelta(days=5)
    set_task(case, title="Llamar", due_on=later, individual=person, by=cast.ana)
    record_subject_request(person, kind="access", received_on=today, by=cast.ana)
    place(person, site=a_site(cast.cucuta), starts_on=today, by=cast.sonia)
    refer_to_legal(case, by=cast.ana)
    lodge_application(person, on=today, by=cast.lucia)
    agreement = an_agreement(cast)
    commit_aid(
        person,
        kind=AidKind.MEALS,
        is_firm=True,
        starts_on=today,
        until=later,
        agreement=agreement,
        by=cast.ana,
    )
    with pytest.raises(ErasureRefused) as refused:
        erased(cast, person)
    said = [str(sentence) for sentence in refused.value.sentences]
    assert [sentence.split()[0:3] for sentence in said] == [
        [case.number, "is", "open"],
        ["Tasks,", "goals", "or"],
        ["A", "request", "of"],
        ["This", "person", "still"],
        ["An", "asylum", "application"],
        ["A", "commitment", "of"],
    ]
    assert not Erasure.objects.exists()
    page = log_in(cast.sonia).get(reverse("individual-erase", args=[person.number]))
    assert case.number in str(page.context["blockers"])
    assert page_of(page).says("Todavía no: esto sigue abierto")


def test_who_asked_must_be_on_file_and_is_answered_by_it(cast):
    person = closed(cast, somebody(cast))
    with pytest.raises(ErasureRefused):
        erased(cast, person, ErasureReason.ASKED)
    request = record_subject_request(
        person, kind="erasure", received_on=cast.cucuta.today(), asked=NAME, by=cast.ana
    )
    act = erased(cast, person, ErasureReason.ASKED)
    request.refresh_from_db()
    assert request.result == SubjectRequestResult.GRANTED
    assert (act.reason, act.by) == (ErasureReason.ASKED, cast.sonia)
    event = AuditEvent.objects.get(verb="individual.erased")
    assert event.details["records"] == [person.number]
    assert NAME not in str(event.details)


def test_only_a_supervisor_of_the_office_erases_and_the_act_cannot_be_unwritten(cast):
    person = closed(cast, somebody(cast))
    for user in (cast.ana, cast.bruno, cast.lucia, cast.carla, cast.adela, cast.mara):
        with pytest.raises(NotAllowed):
            erase_individual(person, reason=ErasureReason.ORDER, by=user)
        page = log_in(user).get(reverse("individual-erase", args=[person.number]))
        assert page.status_code == 404
    act = erased(cast, person)
    with pytest.raises((ProgrammingError, InternalError)), transaction.atomic():
        Erasure.objects.filter(pk=act.pk).delete()


def test_nothing_is_added_merged_or_compared_afterwards(cast, client):
    person, other = closed(cast, somebody(cast)), somebody(cast, "Petra")
    pair = pair_of(person, other)
    assert pair.status == PairStatus.OPEN
    erased(cast, person)
    pair.refresh_from_db()
    assert pair.status == PairStatus.DIFFERENT
    with pytest.raises(PersonErased):
        add_phone(person, number="3001112233", by=cast.ana)
    person.refresh_from_db()
    case = person.memberships.get().case
    with pytest.raises(PersonErased):
        write_note(case, text="Volvió", individual=person, by=cast.ana)
    assert person.pk not in set(Individual.objects.to_compare().values_list("pk", flat=True))
    with pytest.raises(MergeRefused):
        merge_individuals(other, merged=person, by=cast.sonia)


def test_the_page_asks_once_more_and_wants_a_reason(cast):
    person = closed(cast, somebody(cast))
    browser = log_in(cast.sonia)
    address = reverse("individual-erase", args=[person.number])
    assert page_of(browser.get(address)).says("Nadie puede deshacerlo")
    assert browser.post(address, {"reason": ""}).status_code == 200
    assert not Erasure.objects.exists()
    answer = browser.post(address, {"reason": ErasureReason.RETENTION})
    assert answer.status_code == 302
    assert browser.get(address).status_code == 404
    assert page_of(browser.get(answer["Location"])).says("Borrado el")


def test_a_document_of_the_erased_is_listed_without_its_title_and_not_served(cast):
    person = somebody(cast)
    case = person.memberships.get().case
    version = filed(
        case,
        name="carta.pdf",
        content=a_pdf(),
        kind="other",
        title=f"Carta de {NAME}",
        individual=person,
        by=cast.ana,
    ).newest
    browser = log_in(cast.sonia)
    address = reverse("document-download", args=[version.pk])
    assert browser.get(address).status_code == 200
    erased(cast, closed(cast, person))
    assert browser.get(address).status_code == 404
    page = page_of(browser.get(CaseDocument.objects.get().get_absolute_url()))
    assert page.says("borrado")
    assert not page.holds(NAME)
