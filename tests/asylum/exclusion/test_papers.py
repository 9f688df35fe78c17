"""Papers of a screening: sealed inside the compartment, read by whose role it is, each look written down first."""

import datetime
import io

import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from accounts.access import NotAllowed
from accounts.models import AuditEvent, User
from asylum.exclusion.actions import keep_paper, take_back_step
from asylum.exclusion.choices import StepKind
from asylum.exclusion.models import ScreeningLook, ScreeningPaper, ScreeningStep, ScreeningUpload
from casework.cases.actions import close_case
from casework.documents.models import CaseDocument, DocumentUpload, DocumentVersion
from casework.register.models.case import Case
from casework.rights.actions import erase_individual
from casework.rights.extract import extract_of
from casework.uploads.models import WaitingFile
from tests.asylum.exclusion.build import a_paper, a_screener, a_screening
from tests.build import an_individual
from tests.casework.documents.build import look_into_all
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.django_db
WORDS = "Guardia del 3 de febrero"
PAGES = ("screening-paper", "screening-paper-view", "screening-paper-download")


@pytest.fixture
def elvira(cast) -> User:
    return a_screener(cast)


@pytest.fixture
def screening(cast, elvira):
    return a_screening(an_individual(cast), elvira)


def a_picture() -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (300, 200), "white").save(content, "PNG")
    return content.getvalue()


def test_f26_a_paper_lies_sealed_and_is_read_back_by_who_screens(screening, elvira):
    paper = a_paper(screening, elvira, content=WORDS.encode(), said="Libro de guardias")
    assert (paper.type, paper.step.kind, paper.key_id) == ("txt", StepKind.PAPER, screening.key_id)
    stored = [each for each in settings.MEDIA_ROOT.rglob("*") if each.is_file()]
    assert stored
    assert all(WORDS.encode() not in each.read_bytes() for each in stored)
    answer = as_(elvira).get(reverse("screening-paper-download", args=[paper.pk]))
    assert b"".join(answer.streaming_content).decode().strip() == WORDS
    assert answer["Cache-Control"] == "no-store, private"
    assert answer["Content-Disposition"] == f'attachment; filename="{str(paper.pk)[:8]}.txt"'


def test_f26_a_picture_has_its_small_picture_and_is_drawn_in_the_page(screening, elvira):
    client = as_(elvira)
    paper = a_paper(screening, elvira, name="foto.png", content=a_picture())
    page = page_of(client.get(reverse("screening-paper", args=[paper.pk])))
    for name in ("screening-paper-preview", "screening-paper-view"):
        address = reverse(name, args=[paper.pk])
        assert page.holds(address)
        assert client.get(address).status_code == 200
    text = a_paper(screening, elvira)
    for name in ("screening-paper-preview", "screening-paper-view"):
        assert client.get(reverse(name, args=[text.pk])).status_code == 404


def test_f26_each_look_at_a_paper_is_written_first_and_seen_by_who_screens_alone(screening, elvira):
    paper = a_paper(screening, elvira, said="Libro de guardias")
    events = AuditEvent.objects.count()
    client = as_(elvira)
    before = ScreeningLook.objects.count()
    for name in PAGES:
        client.get(reverse(name, args=[paper.pk]))
    looks = ScreeningLook.objects.order_by("at")[before:]
    # What is not drawn here is not shown, and the look is on record all the same.
    assert [(look.paper, look.by) for look in looks] == [(paper, elvira)] * 3
    assert {event.verb for event in AuditEvent.objects.order_by("at")[events:]} <= {
        "session.started"
    }
    page = page_of(client.get(reverse("screening-read", args=[screening.pk])))
    assert page.text.count("Libro de guardias") == 1 + 1 + 1
    assert page.says("3 veces")


def test_f26_nobody_else_finds_the_address_or_keeps_a_paper(cast, screening, elvira):
    paper = a_paper(screening, elvira)
    for who in (cast.ana, cast.sonia, cast.lucia, cast.adela):
        with pytest.raises(NotAllowed):
            a_paper(screening, who)
        for name in (*PAGES, "screening-paper-preview"):
            assert as_(who).get(reverse(name, args=[paper.pk])).status_code == 404
        address = reverse("screening-paper-keep", args=[screening.pk])
        assert as_(who).get(address).status_code == 404
        assert list(ScreeningPaper.objects.visible_to(who)) == []
    assert list(ScreeningPaper.objects.visible_to(elvira)) == [paper]


def test_f26_it_is_among_no_documents_and_in_no_extract(cast, screening, elvira):
    person, other = screening.individual, an_individual(cast)
    a_paper(screening, elvira, content=WORDS.encode(), said=WORDS)
    assert (CaseDocument.objects.count(), DocumentVersion.objects.count()) == (0, 0)
    one, two = (extract_of(each, by=cast.sonia) for each in (person, other))
    assert (one.reasons, one.empty) == (two.reasons, two.empty)
    assert WORDS not in str(one)
    pages = [
        reverse("document-list"),
        reverse("case-part", args=[Case.objects.first().number, "papers"]),
    ]
    for page in pages:
        assert WORDS not in as_(cast.ana).get(page).content.decode()


def test_f26_the_form_keeps_a_paper_and_lets_nothing_of_it_wait_elsewhere(screening, elvira):
    client, address = as_(elvira), reverse("screening-paper-keep", args=[screening.pk])
    today = elvira.today()
    events = AuditEvent.objects.count()

    def sent(**told: str) -> dict[str, object]:
        file = io.BytesIO(WORDS.encode())
        file.name = "libro.txt"
        return {"file": file, "on": today.isoformat(), "said": "Libro", **told}

    late = (today + datetime.timedelta(days=2)).isoformat()
    for wrong in (sent(said=""), sent(on=late), {**sent(), "file": ""}):
        assert client.post(address, wrong).status_code == 200
    assert (ScreeningPaper.objects.count(), WaitingFile.objects.count()) == (0, 0)
    answer = client.post(address, sent(), follow=True)
    assert page_of(answer).says(
        "El documento queda guardado aquí y en ninguna otra parte; su archivo se está revisando.",
        "El archivo se está revisando: hasta entonces nadie puede abrirlo.",
        "Libro",
    )
    assert ScreeningUpload.objects.get().key_id == screening.key_id
    assert DocumentUpload.objects.count() == 0
    look_into_all()
    assert ScreeningPaper.objects.get().step.said == "Libro"
    written = AuditEvent.objects.order_by("at")[events:]
    assert "upload.kept" not in {event.verb for event in written}


def test_f26_what_could_act_is_refused_and_leaves_no_step(screening, elvira):
    with refused("can be kept"):
        a_paper(screening, elvira, name="libro.exe", content=b"MZ\x90\x00")
    with refused("what the paper is", field="said"):
        a_paper(screening, elvira, said="  ")
    assert not ScreeningStep.objects.filter(kind=StepKind.PAPER).exists()


def test_f26_a_file_that_is_refused_later_is_named_inside_the_compartment_alone(
    cast, screening, elvira
):
    events = AuditEvent.objects.count()
    told = {"name": "libro roto.pdf", "content": b"%PDF-1.7\n", "said": "Libro"}
    keep_paper(screening, on=elvira.today(), by=elvira, **told)
    look_into_all()
    assert (ScreeningPaper.objects.count(), AuditEvent.objects.count()) == (0, events)
    page = page_of(as_(elvira).get(reverse("screening-read", args=[screening.pk])))
    assert page.says("«libro roto.pdf» fue rechazado:", "Este archivo no se puede leer.")


def test_f26_a_paper_kept_by_mistake_is_taken_back_and_stays_readable(cast, screening, elvira):
    paper = a_paper(screening, elvira)
    take_back_step(paper.step, said="Era de otra persona", by=a_screener(cast, "Efraín"))
    page = page_of(as_(elvira).get(reverse("screening-read", args=[screening.pk])))
    assert page.says("Era de otra persona")
    assert as_(elvira).get(reverse("screening-paper", args=[paper.pk])).status_code == 200
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        ScreeningPaper.objects.filter(pk=paper.pk).update(type="pdf")


def test_f26_erasing_the_person_erases_the_paper_without_a_warning(cast, screening, elvira):
    paper = a_paper(screening, elvira, said=WORDS)
    person = screening.individual
    close_case(Case.objects.get(), reason="settled", on=cast.ana.today(), by=cast.ana)
    person.refresh_from_db()
    erase_individual(person, by=cast.sonia, reason="retention")
    client = as_(elvira)
    for name in PAGES:
        assert client.get(reverse(name, args=[paper.pk])).status_code == 404
    page = page_of(client.get(reverse("screening-read", args=[screening.pk])))
    assert not page.holds(WORDS)
    assert not page.holds(reverse("screening-paper", args=[paper.pk]))


def test_a_screening_asks_as_much_for_four_papers_as_for_one(screening, elvira):
    client, page = as_(elvira), reverse("screening-read", args=[screening.pk])
    counts = []
    for more in (1, 3):
        for _each in range(more):
            a_paper(screening, elvira)
        client.get(page)
        with CaptureQueriesContext(connection) as queries:
            client.get(page)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_paper_needs_the_right_to_screen(cast, screening):
    with pytest.raises(NotAllowed):
        keep_paper(
            screening, name="a.txt", content=b"a", said="a", on=cast.ana.today(), by=cast.ana
        )
