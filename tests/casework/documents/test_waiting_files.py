"""A file that was chosen waits while another field of its form is put right: for its user alone, for a day."""

import datetime
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from accounts.models import AuditEvent
from casework.documents.models import CaseDocument
from casework.register.views import file_page_url
from casework.uploads.models import WaitingFile
from casework.uploads.waiting import MOST_WAITING, content_of, store_waiting
from tests.build import an_arrival, people_of
from tests.casework.documents.build import filed, look_into_all
from tests.casework.documents.papers import a_pdf, a_picture
from tests.cast import as_, log_in
from tests.page import page_of
from vault.subject_keys import SubjectKey
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.usefixtures("media")

TWIN = "foto de Yorman.jpg"
DAY = datetime.timedelta(days=1)


def address_of(case):
    return reverse("document-file", args=[case.number])


def send(client, case, content=None, name=TWIN, **facts):
    # Without a title it is a form that is not complete: the kind is missing, too.
    kind = "photo" if facts.get("title") else ""
    told = {"kind": kind, "title": "", "submission": str(uuid.uuid4())} | facts
    if content is not None:
        told["file"] = SimpleUploadedFile(name, content)
    return client.post(address_of(case), told)


def refused_once(client, case, content=None, **facts):
    """The page after a photo was sent without a kind, and the file that waits."""
    page = page_of(send(client, case, content or a_picture(place=True), **facts))
    return page, WaitingFile.objects.get()


def files_in(media):
    return [path for path in media.rglob("*") if path.is_file()]


def test_the_second_sending_without_a_file_saves_the_file_of_the_first(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    page, waiting = refused_once(client, case)
    assert page.says("foto de Yorman.jpg", "se conserva; elija otro archivo para cambiarlo.")
    assert page.says("No usar el archivo que se conserva")
    assert page.fields["kept"] == str(waiting.pk)
    assert CaseDocument.objects.count() == 0
    answer = send(client, case, title="Foto de la familia", kept=waiting.pk)
    look_into_all()
    document = CaseDocument.objects.get()
    assert answer["Location"] == file_page_url(case, "papers")
    assert (document.newest.type, document.newest.width) == ("jpg", 900)
    assert not WaitingFile.objects.exists()
    assert not SubjectKey.objects.filter(id=waiting.key_id, wrapped__isnull=False).exists()


def test_what_waits_is_sealed_and_its_name_stands_nowhere_in_clear(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    assert b"CanarioCamara" in content_of(waiting), "it lies as it came, and nobody is served it"
    (stored,) = files_in(media)
    assert stored.read_bytes().startswith(b"AMPARO\x01")
    kept = AuditEvent.objects.get(verb="upload.kept")
    assert (kept.actor, kept.about_id) == (cast.ana, str(waiting.pk))
    assert "Yorman" not in str(kept.details)


def test_the_file_that_was_refused_itself_is_not_kept(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    page = page_of(send(client, case, b"Hola", name="cedula.pdf"))
    assert "no es lo que dice su nombre" in str(page.refusals)
    assert "#id_file" in page.links
    whole = page_of(send(client, case, b"MZ", name="programa.exe", title="Cédula"))
    assert "#id_file" in whole.links
    assert (WaitingFile.objects.count(), files_in(media)) == (0, [])


def test_another_user_never_gets_what_somebody_chose(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    for other in (cast.sonia, cast.luis):
        answer = send(as_(other), case, title="Foto", kept=waiting.pk)
        assert answer.status_code in (200, 404)
        if answer.status_code == 200:
            page = page_of(answer)
            assert "ya no está" in str(page.refusals)
            assert not page.says("foto de Yorman.jpg")
    assert CaseDocument.objects.count() == 0
    assert WaitingFile.objects.filter(pk=waiting.pk).exists()


def test_it_waits_for_the_form_and_the_row_where_it_was_chosen(cast):
    case, other, client = an_arrival(cast), an_arrival(cast), as_(cast.ana)
    document = filed(case, name="c.txt", content=b"uno", title="Carta", by=cast.ana)
    _page, waiting = refused_once(client, case)
    assert "ya no está" in str(page_of(send(client, other, title="Foto", kept=waiting.pk)).refusals)
    replace = reverse("document-replace", args=[document.pk])
    assert "ya no está" in str(page_of(client.post(replace, {"kept": waiting.pk})).refusals)
    assert CaseDocument.objects.get().versions.count() == 1
    opened_anew = page_of(client.get(address_of(case)))
    assert not opened_anew.fields.get("kept"), "a form that is opened anew takes no older file"
    assert not opened_anew.says("se conserva")


def test_after_a_day_it_is_gone_before_the_clock_and_after_it(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    WaitingFile.objects.update(created_at=timezone.now() - DAY + datetime.timedelta(minutes=5))
    tick()
    assert WaitingFile.objects.count() == 1
    WaitingFile.objects.update(created_at=timezone.now() - DAY)
    late = page_of(send(client, case, title="Foto", kept=waiting.pk))
    assert "ya no está" in str(late.refusals)
    assert CaseDocument.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_clock_takes_row_key_and_file(cast, media):
    case, client = an_arrival(cast), log_in(cast.ana)
    _page, waiting = refused_once(client, case)
    WaitingFile.objects.update(created_at=timezone.now() - DAY)
    tick()
    assert (WaitingFile.objects.count(), files_in(media)) == (0, [])
    assert not SubjectKey.objects.filter(id=waiting.key_id, wrapped__isnull=False).exists()


def test_it_can_be_dropped_and_then_nothing_is_filed(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    page = page_of(send(client, case, title="Foto", kept=waiting.pk, drop="on"))
    assert "#id_file" in page.links
    assert not page.says("se conserva; elija")
    assert (WaitingFile.objects.count(), CaseDocument.objects.count()) == (0, 0)


def test_another_file_takes_its_place_and_a_wrong_one_drops_it_too(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, first = refused_once(client, case)
    second = page_of(send(client, case, a_pdf(), name="acta.pdf", kept=first.pk))
    waiting = WaitingFile.objects.get()
    assert second.says("acta.pdf")
    assert not second.says("foto de Yorman.jpg")
    wrong = page_of(send(client, case, b"MZ", name="x.exe", title="Acta", kept=waiting.pk))
    assert not wrong.says("acta.pdf")
    assert (WaitingFile.objects.count(), CaseDocument.objects.count()) == (0, 0)


def test_a_file_that_is_too_large_is_said_so_and_never_stands_back_for_the_older_one(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    large = b"a" * (27 * 1024 * 1024)
    page = page_of(send(client, case, large, name="a.txt", title="Foto", kept=waiting.pk))
    assert page.refusals == ["Archivo: Un archivo puede tener 25 MB como máximo."]
    assert (WaitingFile.objects.count(), CaseDocument.objects.count()) == (0, 0)


def test_what_waits_stays_over_further_refusals(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    _page, waiting = refused_once(client, case)
    again = page_of(send(client, case, kept=waiting.pk))
    assert again.fields["kept"] == str(waiting.pk)
    assert WaitingFile.objects.get() == waiting
    send(client, case, title="Foto", kept=waiting.pk)
    assert CaseDocument.objects.count() == 1


def test_a_refusal_of_the_action_keeps_the_file_too(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    page = page_of(send(client, case, a_picture(), title="Foto", individual=uuid.uuid4()))
    assert page.says(TWIN)
    waiting = WaitingFile.objects.get()
    answer = send(client, case, title="Foto", individual=people_of(case)[0].pk, kept=waiting.pk)
    assert answer.status_code == 302


def test_a_second_press_of_the_button_files_once_and_is_no_refusal(cast):
    case, client, token = an_arrival(cast), as_(cast.ana), str(uuid.uuid4())
    _page, waiting = refused_once(client, case, submission=token)
    told = {"title": "Foto", "kept": waiting.pk, "submission": token}
    first, second = send(client, case, **told), send(client, case, **told)
    assert first["Location"] == second["Location"]
    assert CaseDocument.objects.count() == 1


def test_what_waits_is_looked_into_again_when_it_is_taken(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    bad = store_waiting(
        form=f"FileDocumentForm:{case.pk}",
        name="x.pdf",
        content=b"MZ no es un PDF",
        permission="document_change",
        by=cast.ana,
    )
    page = page_of(send(client, case, title="Foto", kept=bad.pk))
    assert "no es lo que dice su nombre" in str(page.refusals)
    assert (WaitingFile.objects.count(), CaseDocument.objects.count()) == (0, 0)


def test_of_one_user_only_so_many_wait(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    for _time in range(MOST_WAITING + 1):
        send(client, case, b"uno", name="c.txt")
    assert WaitingFile.objects.filter(user=cast.ana).count() == MOST_WAITING


def test_a_newer_version_waits_as_well(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    document = filed(case, name="c.txt", content=b"uno", title="Carta", by=cast.ana)
    replace = reverse("document-replace", args=[document.pk])
    told = {"file": SimpleUploadedFile("dos.txt", b"dos"), "remark": "a" * 300}
    page = page_of(client.post(replace, told))
    assert page.says("dos.txt")
    assert client.post(replace, {"kept": page.fields["kept"]}).status_code == 302
    look_into_all()
    assert document.versions.count() == 2
