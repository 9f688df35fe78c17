"""Notes: a day to mend them, then sealed, by the page, the action and the database."""

import datetime

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import AuditEvent
from casework.notes.actions import correct_note, edit_note, write_note
from casework.notes.choices import NoteKind
from casework.notes.models import Note, NoteVersion
from tests.build import a_case, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("english")
DAY = datetime.timedelta(days=1)


def an_old_note(cast, case):
    """Written a day and a minute ago."""
    return Note.objects.create(
        key_id=case.key_id,
        case=case,
        author=cast.ana,
        text="Pidió una cuna.",
        written_at=datetime.datetime.now(datetime.UTC) - DAY - datetime.timedelta(minutes=1),
    )


def test_the_author_edits_a_note_for_a_day_and_every_version_is_kept(cast):
    case = an_arrival(cast)
    note = write_note(case, text="Pidió una cuna.", by=cast.ana)
    edit_note(note, text="Pidió dos cunas.", by=cast.ana)
    edit_note(note, text="Pidió tres cunas.", kind=NoteKind.CALL, by=cast.ana)
    note = Note.objects.get()
    assert (note.text, note.kind) == ("Pidió tres cunas.", NoteKind.CALL)
    assert {version.text for version in note.versions.all()} == {
        "Pidió una cuna.",
        "Pidió dos cunas.",
    }
    assert AuditEvent.objects.filter(verb="note.edited", case_id=case.pk).count() == 2


def test_after_a_day_the_note_is_sealed_and_a_newer_one_corrects_it(cast):
    case = an_arrival(cast)
    note = an_old_note(cast, case)
    with refused("the note is sealed"):
        edit_note(note, text="Otra cosa.", by=cast.ana)
    newer = correct_note(note, text="Pidió dos cunas.", by=cast.ana)
    assert Note.objects.get(pk=note.pk).text == "Pidió una cuna."
    assert (newer.corrects, newer.text) == (note, "Pidió dos cunas.")
    with refused("This note was corrected already"):
        correct_note(note, text="Tres.", by=cast.ana)


def test_the_last_minute_of_the_day_still_counts(cast):
    with time_machine.travel(datetime.datetime.now(datetime.UTC), tick=False) as clock:
        note = write_note(an_arrival(cast), text="Pidió una cuna.", by=cast.ana)
        clock.shift(DAY - datetime.timedelta(seconds=1))
        assert not note.is_sealed
        clock.shift(1)
        assert note.is_sealed


@pytest.mark.parametrize("field", ["text", "kind"])
def test_the_database_refuses_to_change_a_sealed_note(cast, field):
    note = an_old_note(cast, an_arrival(cast))
    setattr(note, field, "call")
    with pytest.raises(IntegrityError, match="sealed"), transaction.atomic():
        note.save(update_fields=[field])
    assert Note.objects.get().text == "Pidió una cuna."


def test_the_database_refuses_to_begin_the_day_anew_or_to_change_the_author(cast):
    note = write_note(an_arrival(cast), text="Pidió una cuna.", by=cast.ana)
    for change in ({"written_at": note.written_at + DAY}, {"author": cast.bruno}):
        with pytest.raises(IntegrityError, match="sealed"), transaction.atomic():
            Note.objects.filter(pk=note.pk).update(**change)


def test_a_sealed_note_may_still_be_saved_as_it_is_and_follow_a_person(cast):
    case = an_arrival(cast)
    note = an_old_note(cast, case)
    note.individual = people_of(case)[0]
    note.save()
    assert Note.objects.get().individual == people_of(case)[0]


def test_a_kept_version_cannot_be_changed(cast):
    note = write_note(an_arrival(cast), text="Uno.", by=cast.ana)
    edit_note(note, text="Dos.", by=cast.ana)
    version = NoteVersion.objects.get()
    version.text = "Nunca."
    with pytest.raises(Exception, match="permission denied"), transaction.atomic():
        version.save()


def test_only_the_author_edits(cast):
    note = write_note(an_arrival(cast), text="Uno.", by=cast.ana)
    with refused("Only who wrote a note corrects it"):
        edit_note(note, text="Dos.", by=cast.sonia)
    for name in ("note-edit", "note-correct"):
        address = reverse(name, args=[note.case.number, note.pk])
        assert log_in(cast.sonia).get(address).status_code == 404
        assert log_in(cast.bruno).get(address).status_code == 404


def test_the_page_says_until_when_and_leads_a_sealed_note_to_its_correction(cast):
    case = an_arrival(cast)
    note = write_note(case, text="Uno.", by=cast.ana)
    old = an_old_note(cast, case)
    client = log_in(cast.ana)
    page = page_of(client.get(reverse("note-list", args=[case.number])))
    assert reverse("note-edit", args=[case.number, note.pk]) in page.links
    assert reverse("note-correct", args=[case.number, old.pk]) in page.links
    assert not page.holds(reverse("note-edit", args=[case.number, old.pk]))
    answer = client.get(reverse("note-edit", args=[case.number, old.pk]))
    assert answer["Location"] == reverse("note-correct", args=[case.number, old.pk])
    answer = client.post(
        reverse("note-edit", args=[case.number, note.pk]), {"text": "Dos.", "kind": "visit"}
    )
    assert answer.status_code == 302
    assert Note.objects.get(pk=note.pk).text == "Dos."


def test_the_list_of_notes_filters_by_kind_and_person(cast):
    case = an_arrival(cast)
    person = people_of(case)[1]
    write_note(case, text="Una visita.", kind=NoteKind.VISIT, by=cast.ana)
    write_note(case, text="Una llamada.", kind=NoteKind.CALL, individual=person, by=cast.ana)
    client = log_in(cast.ana)
    address = reverse("note-list", args=[case.number])
    everything = page_of(client.get(address))
    assert everything.says("Una visita.")
    assert everything.says("Una llamada.")
    for query in ("?kind=call", f"?about={person.number}"):
        text = page_of(client.get(address + query))
        assert text.says("Una llamada.")
        assert not text.holds("Una visita.")
    assert log_in(cast.bruno).get(address).status_code == 404


@pytest.mark.parametrize("name", ["case-detail", "note-list"])
def test_four_notes_ask_the_database_as_often_as_one(cast, name, django_assert_max_num_queries):
    case = a_case(cast)
    client = log_in(cast.ana)
    address = reverse(name, args=[case.number])

    def write() -> None:
        note = write_note(case, text="Uno.", individual=people_of(case)[0], by=cast.ana)
        edit_note(note, text="Dos.", by=cast.ana)

    write()
    client.get(address)
    with django_assert_max_num_queries(22) as one:
        client.get(address)
    for _note in range(3):
        write()
    with django_assert_max_num_queries(22) as four:
        client.get(address)
    assert len(one) == len(four)
