"""Documents of a file: filed, replaced, withdrawn, opened."""

import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.cases.actions import refer_to_legal
from casework.documents.actions import replace_document, withdraw_document
from casework.documents.models import CaseDocument, DocumentVersion
from casework.documents.slots import documents_panel
from casework.register.views import file_page_url
from pages.dates import short_date
from tests.build import a_case, an_arrival, people_of
from tests.casework.documents.build import filed, look_into_all, replaced
from tests.casework.documents.papers import a_pdf, a_picture
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from vault.files import open_file
from vault.keys import destroy_key

pytestmark = pytest.mark.usefixtures("media")


def a_document(cast, case=None, **facts):
    case = case or an_arrival(cast)
    told = {"name": "c.jpg", "content": a_picture(), "title": "Cédula de Yorman", "by": cast.ana}
    return filed(case, **(told | facts))


def content_of(version: DocumentVersion) -> bytes:
    with open_file(version.file_name, key_id=version.key_id, row_id=version.pk) as opened:
        return opened.read()


def test_a_document_is_sealed_with_the_persons_key_or_the_cases(cast, media):
    case = an_arrival(cast)
    person = people_of(case)[1]
    own = a_document(cast, case, individual=person, kind="identity")
    common = a_document(cast, case, name="c.pdf", content=a_pdf())
    assert (own.key_id, common.key_id) == (person.key_id, case.key_id)
    assert [document.number for document in (own, common)] == [1, 2]
    for path in media.rglob("*"):
        if path.is_file():
            assert path.read_bytes().startswith(b"AMPARO\x01")
    destroy_key(person.key_id)
    with pytest.raises(Exception, match=r"(?i)destroyed|key"):
        content_of(DocumentVersion.objects.get(document=own))


def test_the_same_file_sent_twice_is_told_and_the_hour_tells_two_of_one_title_apart(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    first, again = (a_document(cast, case, title="Foto") for _time in range(2))
    other = a_document(cast, case, title="Otra", content=a_picture(size=(901, 600)))
    papers = page_of(client.get(file_page_url(case, "papers").partition("#")[0]))
    rows = {row.text for row in papers.root.all("tr")}
    when = [moment_of(each) for each in (first, again, other)]
    told = f"Parece ser el mismo archivo que «Foto», {when[0]}."
    assert [told in row for row in rows].count(True) == 1
    assert papers.says(*when)
    withdraw_document(first, reason="Repetida", by=cast.ana)
    assert not page_of(client.get(file_page_url(case, "papers").partition("#")[0])).says(
        "mismo archivo"
    )


def moment_of(document: CaseDocument) -> str:
    at = timezone.localtime(document.filed_at)
    return f"{short_date(at)}, {at:%H:%M}"


def test_a_newer_version_replaces_and_the_old_one_stays_readable(cast):
    document = a_document(cast, name="c.txt", content=b"uno")
    replaced(document, name="c.txt", content=b"dos", remark="Con sello", by=cast.ana)
    assert [(each.number, content_of(each)) for each in document.versions.all()] == [
        (2, b"dos"),
        (1, b"uno"),
    ]
    client = as_(cast.ana)
    for version in document.versions.all():
        answer = client.get(reverse("document-download", args=[version.pk]))
        assert b"".join(answer.streaming_content) == content_of(version)


def test_a_download_is_an_attachment_under_a_neutral_name_kept_nowhere_and_on_record(cast):
    document = a_document(cast)
    version = document.newest
    answer = as_(cast.ana).get(reverse("document-download", args=[version.pk]))
    assert re.fullmatch(
        r'attachment; filename="A-2019-000001-D01-1-\d{4}-\d\d-\d\d.jpg"',
        answer["Content-Disposition"],
    )
    assert "no-store" in answer["Cache-Control"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Type"] == "image/jpeg"
    look = AuditEvent.objects.get(verb="document.downloaded")
    assert (look.actor, look.case_id, look.is_read) == (cast.ana, document.case_id, True)


def test_an_images_small_picture_is_shown_in_the_page_and_other_files_have_facts(cast):
    case = an_arrival(cast)
    image = a_document(cast, case, content=a_picture(size=(2000, 1000), place=True))
    paper = a_document(cast, case, name="c.pdf", content=a_pdf(pages=3))
    client = as_(cast.ana)
    address = reverse("document-preview", args=[image.newest.pk])
    assert address in page_of(client.get(image.get_absolute_url())).pictures
    answer = client.get(address)
    small = Image.open(io.BytesIO(b"".join(answer.streaming_content)))
    assert (small.size, dict(small.getexif())) == ((640, 320), {})
    assert answer["Content-Disposition"].startswith("attachment")
    assert AuditEvent.objects.filter(verb="document.previewed", is_read=True).count() == 1
    text = page_of(client.get(paper.get_absolute_url()))
    assert text.says("210 × 297 mm")
    assert client.get(reverse("document-preview", args=[paper.newest.pk])).status_code == 404


def test_another_teams_document_is_absent_for_every_address(cast):
    document = a_document(cast, a_case(cast, by=cast.bruno, name="Otro"), by=cast.bruno)
    version = document.newest
    for user in (cast.ana, cast.lucia, cast.carla, cast.adela, cast.aurelio, cast.mara):
        client = as_(user)
        for name in ("document-detail", "document-replace", "document-withdraw"):
            assert client.get(reverse(name, args=[document.pk])).status_code == 404
            assert client.post(reverse(name, args=[document.pk]), {}).status_code in (404, 405)
        for name in ("document-download", "document-preview", "document-view"):
            assert client.get(reverse(name, args=[version.pk])).status_code == 404
        address = reverse("document-file", args=[document.case.number])
        assert client.get(address).status_code == 404
    assert as_(cast.bruno).get(document.get_absolute_url()).status_code == 200


def test_a_legal_officer_opens_documents_of_referred_cases_and_files_none(cast):
    document = a_document(cast)
    refer_to_legal(document.case, by=cast.ana)
    client = as_(cast.lucia)
    assert client.get(document.get_absolute_url()).status_code == 200
    assert client.get(reverse("document-download", args=[document.newest.pk])).status_code == 200
    assert client.get(reverse("document-withdraw", args=[document.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        withdraw_document(document, reason="Porque sí", by=cast.lucia)


def test_a_withdrawn_document_stays_with_its_reason_for_who_files_documents(cast):
    document = a_document(cast)
    refer_to_legal(document.case, by=cast.ana)
    withdraw_document(document, reason="Era de otra persona", by=cast.ana)
    download = reverse("document-download", args=[document.newest.pk])
    assert as_(cast.ana).get(download).status_code == 200
    assert as_(cast.lucia).get(download).status_code == 404
    text = page_of(as_(cast.ana).get(document.get_absolute_url()))
    assert text.says("Era de otra persona")
    assert CaseDocument.objects.count() == 1
    assert DocumentVersion.objects.count() == 1
    for act in (
        lambda: withdraw_document(document, reason="Otra vez", by=cast.ana),
        lambda: replace_document(document, name="c.txt", content=b"a", by=cast.ana),
    ):
        with refused("This document is withdrawn: file a new one instead"):
            act()


def test_a_title_and_a_reason_are_needed_and_strangers_are_refused(cast):
    case, other = an_arrival(cast), a_case(cast, name="Otro")
    with refused("Give the document a title"):
        a_document(cast, case, title="  ")
    with refused("This person does not belong to the case"):
        a_document(cast, case, individual=people_of(other)[0])
    with refused("Say why the document is withdrawn"):
        withdraw_document(a_document(cast, case), reason=" ", by=cast.ana)


def test_a_file_that_is_refused_leaves_nothing_behind(cast, media):
    with refused("not what its name says"):
        a_document(cast, name="c.pdf", content=b"Hola")
    assert CaseDocument.objects.count() == 0
    assert [path for path in media.rglob("*") if path.is_file()] == []


def upload(client, case, name, content):
    return client.post(
        reverse("document-file", args=[case.number]),
        {
            "file": SimpleUploadedFile(name, content),
            "kind": "identity",
            "title": "Cédula",
            "individual": people_of(case)[0].pk,
        },
    )


def test_the_page_files_a_document_and_forgets_its_name(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    answer = upload(client, case, "Yorman Rodriguez cedula.jpg", a_picture())
    look_into_all()
    document = CaseDocument.objects.get()
    assert answer["Location"] == reverse("case-part", args=[case.number, "papers"])
    papers = page_of(client.get(answer["Location"]))
    assert papers.says("Cédula")
    for page in (papers, page_of(client.get(document.get_absolute_url()))):
        assert not page.holds("Rodriguez cedula")
    assert "Rodriguez cedula" not in str(list(AuditEvent.objects.values_list("details")))


def test_the_page_says_at_the_field_why_a_file_is_refused(cast):
    case = an_arrival(cast)
    client = as_(cast.ana)
    wrong = page_of(upload(client, case, "cedula.pdf", b"Hola"))
    assert "#id_file" in wrong.links
    assert "no es lo que dice su nombre" in str(wrong.refusals)
    large = page_of(upload(client, case, "cedula.txt", b"a" * (27 * 1024 * 1024)))
    assert "#id_file" in large.links
    assert CaseDocument.objects.count() == 0


def test_the_panel_asks_the_database_as_often_for_four_documents_as_for_one(cast):
    case = an_arrival(cast)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            shown = documents_panel.context(case, cast.ana)
            assert all((each.newest.size_in_words, each.status_tag) for each in shown["documents"])
        return len(asked)

    a_document(cast, case, name="c.txt", content=b"a", individual=people_of(case)[0])
    one = queries()
    for _each in range(3):
        a_document(cast, case, name="c.txt", content=b"a", individual=people_of(case)[0])
    assert queries() == one


def test_the_list_of_documents_asks_the_database_as_often_for_four_as_for_one(cast):
    client, address = as_(cast.ana), reverse("document-list")

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        return len(queries)

    a_document(cast)
    client.get(address)
    one = asked()
    for _number in range(3):
        a_document(cast)
    # Filing takes a while: what is written once a minute is not counted.
    client.get(address)
    assert asked() == one
