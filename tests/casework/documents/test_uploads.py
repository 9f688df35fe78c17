"""A file that was sent waits, sealed and served to nobody, until a worker has looked into it: kept then, or refused."""

import contextlib
import datetime
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import AuditEvent
from casework.documents.actions import file_document, replace_document, withdraw_document
from casework.documents.models import CaseDocument, DocumentUpload, DocumentVersion
from casework.register.views import file_page_url
from casework.uploads.models import WaitingFile
from casework.uploads.queue import LOCK, MOST_TRIES, MOST_UPLOADS, check_all, check_next
from casework.uploads.tasks import check_uploads
from tests.build import a_case, an_arrival, people_of
from tests.casework.documents.build import filed, look_into_all
from tests.casework.documents.papers import a_pdf, a_picture
from tests.cast import as_, log_in
from tests.page import page_of
from vault.files import open_file
from vault.keys import destroy_key
from worklist.notices.models import Notice
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.usefixtures("media")

# An image by its first bytes, and by no other.
TORN = a_picture()[:300]


def sent(case, by, name="c.txt", content=b"uno", **told):
    return file_document(case, name=name, content=content, title="Carta", by=by, **told)


def files_in(media):
    return [path for path in media.rglob("*") if path.is_file()]


def htmx(client, address):
    return client.get(address, headers={"HX-Request": "true"})


def post(client, case, name, content):
    told = {"file": SimpleUploadedFile(name, content), "kind": "photo", "title": "Foto"}
    return client.post(reverse("document-file", args=[case.number]), told, follow=True)


def test_the_page_answers_at_once_and_nothing_is_served_before_a_worker_was_there(cast, media):
    case, client = an_arrival(cast), as_(cast.ana)
    answer = post(client, case, "foto de Yorman.jpg", a_picture(place=True))
    document = CaseDocument.objects.get()
    assert page_of(answer).says("Se recibió y se está revisando:", "Foto", "En revisión")
    assert not DocumentVersion.objects.exists()
    page = page_of(client.get(document.get_absolute_url()))
    assert page.says(
        "En revisión", "El archivo se está revisando: hasta entonces nadie puede abrirlo"
    )
    assert not page.holds("/documents/version/")
    assert page_of(client.get(reverse("document-list"))).says("En revisión")
    (stored,) = files_in(media)
    assert stored.read_bytes().startswith(b"AMPARO\x01")
    upload = DocumentUpload.objects.get()
    assert upload.key_id == case.key_id

    check_uploads()
    version = document.versions.get()
    assert (version.filed_by, version.filed_at) == (cast.ana, upload.sent_at)
    with open_file(version.file_name, key_id=version.key_id, row_id=version.pk) as opened:
        assert b"CanarioCamara" not in opened.read()
    ready = page_of(client.get(document.get_absolute_url()))
    assert ready.says("Registrado")
    assert reverse("document-preview", args=[version.pk]) in ready.pictures
    assert not DocumentUpload.objects.exists(), "nor is the name kept under which it came"


@pytest.mark.django_db(transaction=True)
def test_the_file_that_came_goes_once_it_is_kept_or_refused(cast, media):
    case = an_arrival(cast)
    kept, torn = sent(case, cast.ana), sent(case, cast.ana, "foto.jpg", TORN)
    came = set(files_in(media))
    assert len(came) == 2
    check_all()
    assert not came & set(files_in(media))
    assert [kept.versions.count(), torn.versions.count()] == [1, 0]


def test_a_refusal_names_the_file_and_the_reason_in_each_readers_language(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    document = sent(case, cast.ana, "cédula rota.jpg", TORN)
    check_uploads()
    told = ("«cédula rota.jpg» fue rechazado:", "Este archivo no se puede leer.")
    for address in (
        document.get_absolute_url(),
        file_page_url(case, "papers"),
        reverse("document-list"),
    ):
        assert page_of(client.get(address)).says("Archivo rechazado", *told)
    cast.ana.language = "en"
    cast.ana.save()
    english = page_of(log_in(cast.ana).get(document.get_absolute_url()))
    assert english.says("“cédula rota.jpg” was refused:", "This file cannot be read.")
    event = AuditEvent.objects.get(verb="document.refused")
    assert (event.actor, event.about_id, event.case_id) == (cast.ana, str(document.pk), case.pk)
    assert "rota" not in str(list(AuditEvent.objects.values_list("details")))
    assert not check_next(), "what was refused is not begun again"


def test_another_file_takes_the_place_of_the_refused_one(cast):
    case = an_arrival(cast)
    document = sent(case, cast.ana, "foto.jpg", TORN)
    look_into_all()
    replace_document(document, name="foto.jpg", content=a_picture(), by=cast.ana)
    look_into_all()
    assert [(each.number, each.type) for each in document.versions.all()] == [(1, "jpg")]
    assert not page_of(as_(cast.ana).get(document.get_absolute_url())).says("fue rechazado")


def test_the_older_version_is_served_while_the_newer_is_checked_and_after_it_is_refused(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    document = filed(case, name="c.txt", content=b"uno", title="Carta", by=cast.ana)
    older = reverse("document-download", args=[document.newest.pk])
    replace_document(document, name="foto.jpg", content=TORN, by=cast.ana)
    for said in ("En revisión", "Archivo rechazado"):
        assert page_of(client.get(document.get_absolute_url())).says(said)
        assert client.get(older).status_code == 200
        look_into_all()
    assert document.versions.count() == 1


def test_the_page_asks_how_far_it_is_without_a_look_on_record_and_is_drawn_anew_when_done(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    document, other = sent(case, cast.ana), sent(case, cast.ana)
    address, checks = document.get_absolute_url(), reverse("document-checks", args=[case.number])
    assert f'hx-get="{checks}?of=2"' in client.get(file_page_url(case, "papers")).content.decode()
    looks = AuditEvent.objects.filter(verb="document.read").count()
    waiting = htmx(client, address)
    assert page_of(waiting).says("se está revisando")
    assert not waiting.has_header("HX-Refresh")
    assert AuditEvent.objects.filter(verb="document.read").count() == looks
    check_next()
    assert htmx(client, address)["HX-Refresh"] == "true"
    half = htmx(client, f"{checks}?of=2")
    assert page_of(half).says("1 / 2")
    assert b"hx-get" in half.content
    check_next()
    done = htmx(client, f"{checks}?of=2")
    assert page_of(done).says("2 / 2", "Todos los archivos están revisados.")
    assert (b"hx-get" in done.content, done["HX-Refresh"]) == (False, "true")
    assert other.versions.count() == 1
    assert as_(cast.bruno).get(checks).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_pages_of_everybody_answer_while_a_file_is_looked_into(cast, monkeypatch):
    """In the page that took it in, a few such files held every thread of the web server."""
    case, client, began, go_on = an_arrival(cast), as_(cast.ana), Event(), Event()
    confined = subprocess.run

    def slowly(*args, **told):
        began.set()
        assert go_on.wait(20)
        return confined(*args, **told)

    def worker():
        try:
            check_next()
        finally:
            connection.close()

    monkeypatch.setattr(subprocess, "run", slowly)
    with ThreadPoolExecutor(1) as pool:
        try:
            post(client, case, "a.txt", b"uno")
            assert not began.is_set(), "the page looks into nothing"
            work = pool.submit(worker)
            assert began.wait(60)
            of_the_case = reverse("case-detail", args=[case.number])
            for user, address in ((cast.bruno, "/"), (cast.ana, of_the_case)):
                assert as_(user).get(address).status_code == 200
            assert Client().get("/healthz").status_code == 200
            assert post(client, case, "b.txt", b"dos").status_code == 200
            assert not work.done(), "nobody waited for it"
        finally:
            go_on.set()
        work.result(60)
    assert DocumentVersion.objects.count() == 1


def test_who_sent_many_holds_nobody_elses_up(cast):
    of_ana, of_bruno = an_arrival(cast), a_case(cast, by=cast.bruno, name="Otro")
    documents = [sent(of_ana, cast.ana) for _each in range(4)]
    documents += [sent(of_bruno, cast.bruno) for _each in range(2)]
    order = []
    while True:
        more = check_next()
        order += [
            place
            for place, document in enumerate(documents)
            if place not in order and document.versions.exists()
        ]
        if not more:
            break
    assert order == [0, 4, 1, 5, 2, 3]


def test_one_account_has_so_many_waiting_and_the_next_file_is_kept_in_its_form(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    for _each in range(MOST_UPLOADS):
        sent(case, cast.ana)
    page = page_of(post(client, case, "otra.txt", b"uno"))
    assert "Tantos archivos suyos se están revisando" in str(page.refusals)
    assert WaitingFile.objects.get().name == "otra.txt"
    assert CaseDocument.objects.count() == MOST_UPLOADS
    other = a_case(cast, by=cast.bruno, name="Otro")
    assert sent(other, cast.bruno), "another account has a line of its own"
    check_next()
    answer = client.post(
        reverse("document-file", args=[case.number]),
        {"kind": "photo", "title": "Foto", "kept": page.fields["kept"]},
    )
    assert answer.status_code == 302


class Killed(BaseException):
    """Ends whoever it meets, as a signal does: nothing answers it."""


@contextlib.contextmanager
def killing(monkeypatch):
    """Whoever starts the confined process inside is killed by that."""

    def killed(*_args, **_told):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(subprocess, "run", killed)
        with pytest.raises(Killed):
            yield


def test_a_worker_that_is_killed_leaves_the_file_waiting_and_the_next_one_begins_again(
    cast, monkeypatch
):
    document = sent(an_arrival(cast), cast.ana)
    with killing(monkeypatch):
        check_uploads()
    upload = DocumentUpload.objects.get()
    assert (upload.is_refused, upload.tries) == (False, 1)
    check_uploads()
    assert document.versions.count() == 1


def test_a_file_with_which_two_workers_died_is_refused_and_the_line_goes_on(cast, monkeypatch):
    case = an_arrival(cast)
    poison, next_one = sent(case, cast.ana), sent(case, cast.ana)
    for _each in range(MOST_TRIES):
        with killing(monkeypatch):
            check_uploads()
    look_into_all()
    page = page_of(as_(cast.ana).get(poison.get_absolute_url()))
    assert page.says("se interrumpió dos veces")
    assert next_one.versions.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_file_at_a_time_is_looked_into_and_a_dead_workers_turn_is_free_at_once(cast):
    document = sent(an_arrival(cast), cast.ana)
    facts = connection.get_connection_params()
    told = {
        name: facts[name]
        for name in ("host", "port", "user", "password", "dbname")
        if name in facts
    }
    with psycopg.connect(**told, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        assert not check_next()
        assert not document.versions.exists()
    until = time.monotonic() + 20
    # The database takes a moment to see that somebody is gone.
    while not document.versions.exists() and time.monotonic() < until:
        check_next()
    assert document.versions.exists()


def test_nothing_is_done_about_a_file_whose_person_was_erased(cast, media):
    case = an_arrival(cast)
    person = people_of(case)[1]
    document = sent(case, cast.ana, individual=person)
    assert DocumentUpload.objects.get().key_id == person.key_id
    destroy_key(person.key_id)
    look_into_all()
    assert not DocumentUpload.objects.exists()
    assert not document.versions.exists()


def test_a_file_that_is_gone_is_refused_with_a_sentence(cast, media):
    document = sent(an_arrival(cast), cast.ana)
    for path in files_in(media):
        path.unlink()
    look_into_all()
    assert page_of(as_(cast.ana).get(document.get_absolute_url())).says("no se puede leer")


def test_a_torn_pdf_and_a_dead_image_are_refused_and_an_honest_one_is_kept(cast):
    case = an_arrival(cast)
    documents = [
        sent(case, cast.ana, name, content)
        for name, content in (("a.pdf", b"%PDF-1.7\n"), ("b.jpg", TORN), ("c.pdf", a_pdf()))
    ]
    look_into_all()
    assert [each.versions.count() for each in documents] == [0, 0, 1]


def test_pages_ask_as_often_for_thirty_files_that_wait_as_for_one(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    addresses = [reverse("document-list"), file_page_url(case, "papers")]

    def asked():
        counts = []
        for address in addresses:
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        return counts

    sent(case, cast.ana)
    one = asked()
    for _each in range(MOST_UPLOADS - 1):
        sent(case, cast.ana)
    assert asked() == one


def test_a_withdrawn_document_still_gets_the_file_that_was_sent(cast):
    document = sent(an_arrival(cast), cast.ana)
    DocumentUpload.objects.update(sent_at=datetime.datetime(2019, 5, 16, tzinfo=datetime.UTC))
    look_into_all()
    assert document.versions.get().filed_at.year == 2019


def told(user):
    """What their notices say of files, the newest last, and where each leads."""
    tick()
    shown = page_of(as_(user).get(reverse("inbox")))
    notices = Notice.objects.filter(user=user, kind="file_refused").order_by("created_at")
    leads = [as_(user).post(reverse("notice-open", args=[each.pk])).url for each in notices]
    return shown, leads


def test_who_sent_a_file_that_was_refused_is_told_by_number_and_led_to_its_document(cast):
    case = an_arrival(cast)
    document = sent(case, cast.ana, "foto.jpg", TORN)
    good = sent(case, cast.ana)
    assert told(cast.ana)[1] == [], "nobody has looked into them yet"
    check_all()
    shown, leads = told(cast.ana)
    assert shown.says(f"Se rechazó un archivo suyo: {case.number}")
    assert leads == [document.get_absolute_url()] != [good.get_absolute_url()]
    assert told(cast.sonia)[1] == [], "she sees the document and sent nothing"


def test_of_the_next_file_that_is_refused_a_new_notice_tells_and_of_a_withdrawn_document_none(cast):
    case = an_arrival(cast)
    document = sent(case, cast.ana, "foto.jpg", TORN)
    check_all()
    assert told(cast.ana)[1] == [document.get_absolute_url()]
    replace_document(document, name="foto.jpg", content=TORN, by=cast.ana)
    assert not told(cast.ana)[0].says(f"Se rechazó un archivo suyo: {case.number}")
    check_all()
    shown, leads = told(cast.ana)
    assert shown.says(f"Se rechazó un archivo suyo: {case.number}")
    assert leads[-1] == document.get_absolute_url()
    other = sent(case, cast.ana, "otra.jpg", TORN)
    withdraw_document(other, reason="Repetida.", by=cast.ana)
    check_all()
    assert len(told(cast.ana)[1]) == len(leads)
