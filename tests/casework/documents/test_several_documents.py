"""Several files at once: chosen together, described one by one, filed or left out; shown in the page."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from accounts.models import AuditEvent
from casework.documents.models import CaseDocument
from casework.register.views import file_page_url
from casework.uploads.models import WaitingFile
from pages.dates import short_date
from tests.build import an_arrival, people_of
from tests.casework.documents.build import filed
from tests.casework.documents.papers import a_pdf, a_picture
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("media")


def choose(client, case, *files, **facts):
    sent = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post(reverse("document-file", args=[case.number]), {"file": sent, **facts})


def two_files(client, case):
    """The page with a row for each of two files."""
    answer = choose(client, case, ("a.jpg", a_picture()), ("b.pdf", a_pdf()))
    return answer["Location"]


def described(person, **facts):
    told = {
        "submission": str(uuid.uuid4()),
        "kind-0": "identity",
        "individual-0": person.pk,
        "kind-1": "medical",
        "title-1": "Fórmula",
    }
    return told | facts


def test_several_files_wait_and_each_gets_a_row_in_which_nothing_is_chosen(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    page = page_of(client.get(two_files(client, case)))
    assert page.says("a.jpg", "b.pdf")
    assert {page.fields.get(f"{name}-{row}") for name in ("kind", "title") for row in (0, 1)} <= {
        "",
        None,
    }
    assert WaitingFile.objects.filter(user=cast.ana).count() == 2
    assert not CaseDocument.objects.exists()


def test_what_was_said_of_all_of_them_stands_in_each_row(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    person = people_of(case)[1]
    files = [("a.jpg", a_picture()), ("b.pdf", a_pdf())]
    answer = choose(client, case, *files, kind="identity", individual=str(person.pk))
    page = page_of(client.get(answer["Location"]))
    for row in (0, 1):
        assert page.fields[f"kind-{row}"] == "identity"
        assert page.fields[f"individual-{row}"] == str(person.pk)


def test_they_are_filed_together_under_the_title_that_kind_person_and_day_make(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    person = people_of(case)[0]
    address = two_files(client, case)
    answer = client.post(address, described(person), follow=True)
    assert answer.redirect_chain == [(file_page_url(case, "papers"), 302)]
    proposed = f"Documento de identidad de {person.display_name}, {short_date(cast.ana.today())}"
    assert {(each.title, each.individual) for each in CaseDocument.objects.all()} == {
        (proposed, person),
        ("Fórmula", None),
    }
    assert page_of(answer).says("Se recibieron y se están revisando:", proposed, "Fórmula")
    assert not WaitingFile.objects.exists()


def test_two_of_one_kind_person_and_day_get_two_titles(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    person = people_of(case)[0]
    alike = {"kind-1": "identity", "individual-1": person.pk, "title-1": ""}
    client.post(two_files(client, case), described(person, **alike))
    titles = sorted(each.title for each in CaseDocument.objects.all())
    assert titles[1] == f"{titles[0]} · 2"


def test_a_row_without_its_kind_is_refused_and_nothing_is_lost(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    address = two_files(client, case)
    page = page_of(client.post(address, described(people_of(case)[0], **{"kind-1": ""})))
    assert "#id_kind-1" in page.links
    assert page.fields["title-1"] == "Fórmula"
    assert (CaseDocument.objects.count(), WaitingFile.objects.count()) == (0, 2)


def test_a_file_can_be_left_out_and_not_all_of_them(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    address, person = two_files(client, case), people_of(case)[0]
    none = page_of(client.post(address, described(person, **{"leave-0": "on", "leave-1": "on"})))
    assert none.refusals
    client.post(address, described(person, **{"leave-0": "on", "kind-0": ""}))
    assert [each.title for each in CaseDocument.objects.all()] == ["Fórmula"]
    assert not WaitingFile.objects.exists()


def test_of_several_the_bad_one_is_named_and_the_others_go_on(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    answer = choose(client, case, ("a.jpg", a_picture()), ("x.exe", b"MZ"))
    page = page_of(client.get(answer["Location"]))
    assert page.says("a.jpg", "x.exe:")
    assert WaitingFile.objects.count() == 1


def test_nobody_describes_what_another_chose_and_a_second_press_files_once(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    address, told = two_files(client, case), described(people_of(case)[0])
    stranger = as_(cast.sonia).post(address, told)
    assert not CaseDocument.objects.exists()
    assert stranger["Location"] == reverse("document-file", args=[case.number])
    assert as_(cast.bruno).get(address).status_code == 404
    first, second = client.post(address, told), client.post(address, told)
    assert first["Location"] == second["Location"] == file_page_url(case, "papers")
    assert CaseDocument.objects.count() == 2


def test_a_title_for_several_stands_in_each_row_with_its_number_and_in_no_address(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    files = [("a.jpg", a_picture()), ("b.pdf", a_pdf())]
    answer = choose(client, case, *files, title="Cédula de Yorman")
    assert "Yorman" not in answer["Location"]
    page = page_of(client.get(answer["Location"]))
    assert [page.fields[f"title-{row}"] for row in (0, 1)] == [
        "Cédula de Yorman",
        "Cédula de Yorman · 2",
    ]


@pytest.mark.parametrize("files", [[("x.exe", b"MZ"), ("y.txt", b"")], [("a.txt", b"uno")] * 11])
def test_where_none_of_several_is_taken_what_was_said_of_them_stays(cast, files):
    case, client = an_arrival(cast), as_(cast.ana)
    person = people_of(case)[1]
    said = {"kind": "identity", "individual": str(person.pk), "title": "Cédula"}
    page = page_of(choose(client, case, *files, **said))
    assert {name: page.fields[name] for name in said} == said
    assert "#id_file" in page.links
    assert not WaitingFile.objects.exists()


def test_an_empty_file_is_called_so_alone_and_among_several(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    alone = page_of(choose(client, case, ("y.txt", b""), kind="identity"))
    assert alone.refusals == ["Archivo: Este archivo está vacío."]
    among = choose(client, case, ("a.jpg", a_picture()), ("y.txt", b""))
    assert page_of(client.get(among["Location"])).says("y.txt: Este archivo está vacío.")


def test_what_waits_to_be_described_is_told_on_the_file_to_who_sent_it_alone(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    address = choose(client, case, ("a.jpg", a_picture()), ("b.pdf", a_pdf()), kind="medical")
    papers = file_page_url(case, "papers").partition("#")[0]
    told = "2 archivos que usted envió esperan que diga qué son"
    page = page_of(client.get(papers))
    assert page.says(told)
    assert address["Location"] in page.links
    described_at = page_of(client.get(address["Location"]))
    assert described_at.says("Nada de esto está todavía en el caso.", "a.jpg", "b.pdf")
    assert described_at.fields["kind-1"] == "medical"
    assert not page_of(as_(cast.sonia).get(papers)).says("esperan que diga")
    client.post(address["Location"], described(people_of(case)[0]))
    assert not page_of(client.get(papers)).says("esperan que diga")


def test_a_picture_from_the_camera_is_taken_as_the_file(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    page = client.get(reverse("document-file", args=[case.number])).content.decode()
    assert 'capture="environment"' in page
    field = next(page_of(page).root.where("name", "file"))
    assert "required" not in field.attributes, "a browser would insist on it beside a picture"
    nothing = page_of(client.post(reverse("document-file", args=[case.number]), {"kind": "photo"}))
    assert nothing.refusals == ["Adjunte el archivo."]
    told = {"photo": SimpleUploadedFile("p.jpg", a_picture()), "kind": "photo"}
    client.post(reverse("document-file", args=[case.number]), told)
    assert CaseDocument.objects.get().title == f"Fotografía, {short_date(cast.ana.today())}"


def test_a_pdf_is_framed_by_its_page_alone_and_the_look_is_on_record(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    paper = filed(case, name="a.pdf", content=a_pdf(), title="Acta", by=cast.ana)
    page = client.get(paper.get_absolute_url())
    address = reverse("document-view", args=[paper.newest.pk])
    assert f'src="{address}"' in page.content.decode()
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    assert "script-src 'self'" in page["Content-Security-Policy"]
    shown = client.get(address)
    assert shown["Content-Disposition"].startswith("inline; filename=")
    assert shown["Content-Type"] == "application/pdf"
    assert shown["X-Content-Type-Options"] == "nosniff"
    assert shown["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in shown["Content-Security-Policy"]
    assert "default-src 'none'" in shown["Content-Security-Policy"]
    assert "no-store" in shown["Cache-Control"]
    assert AuditEvent.objects.get(verb="document.viewed").actor == cast.ana


def test_a_picture_stays_an_attachment_and_a_text_is_not_shown(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    photo = filed(case, name="a.jpg", content=a_picture(), title="Foto", by=cast.ana)
    text = filed(case, name="a.txt", content=b"uno", title="Carta", by=cast.ana)
    shown = client.get(reverse("document-view", args=[photo.newest.pk]))
    assert shown["Content-Disposition"].startswith("attachment")
    assert "frame-ancestors 'none'" in shown["Content-Security-Policy"]
    assert client.get(reverse("document-view", args=[text.newest.pk])).status_code == 404
    assert page_of(client.get(text.get_absolute_url())).says("no se muestra aquí")
