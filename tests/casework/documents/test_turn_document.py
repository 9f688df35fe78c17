"""A scan that lies on its side is turned: as it was it stays readable, and turning it back undoes it."""

import io

import pikepdf
import pytest
from django.urls import reverse
from PIL import Image

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.documents.actions import turn_document, withdraw_document
from casework.documents.choices import Turn
from casework.documents.models import DocumentUpload
from casework.uploads.queue import check_all
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.build import an_arrival
from tests.casework.documents.build import filed, look_into_all
from tests.casework.documents.papers import a_pdf
from tests.casework.documents.photos import saved
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("media")

# Dark above, light below.
STANDING = Image.new("L", (60, 40), 255)
STANDING.paste(0, (0, 0, 60, 20))


def a_scan(cast, name="c.png", content=None):
    told = {"content": content or saved(STANDING, "PNG"), "title": "Acta", "by": cast.ana}
    return filed(an_arrival(cast), name=name, **told)


def content_of(client, version):
    answer = client.get(reverse("document-download", args=[version.pk]))
    return b"".join(answer.streaming_content)


def shades(content):
    """Of the points left, right, above and below: whether they are light."""
    image = Image.open(io.BytesIO(content)).convert("L")
    width, height = image.size
    points = [(2, height // 2), (width - 3, height // 2), (width // 2, 2), (width // 2, height - 3)]
    return [image.getpixel(point) > 127 for point in points]


@pytest.mark.parametrize(
    ("turn", "light", "said"),
    [
        (Turn.RIGHT, [True, False], "Girado a la derecha"),
        (Turn.LEFT, [False, True], "Girado a la izquierda"),
    ],
)
@pytest.mark.parametrize("check", [look_into_all, check_all])
def test_a_picture_is_turned_and_stays_readable_as_it_was(cast, turn, light, said, check):
    document, client = a_scan(cast), as_(cast.ana)
    before = content_of(client, document.newest)
    page = page_of(client.get(document.get_absolute_url()))
    assert page.says("Girar a la izquierda", "Girar a la derecha")
    answer = client.post(reverse("document-turn", args=[document.pk]), {"turn": turn}, follow=True)
    assert page_of(answer).says("Se está girando")
    assert not page_of(answer).says("Girar a la izquierda")
    check()
    document.refresh_from_db()
    newest = document.newest
    assert (newest.number, newest.width, newest.height) == (2, 40, 60)
    assert shades(content_of(client, newest))[:2] == light
    assert page_of(client.get(document.get_absolute_url())).says(said)
    assert content_of(client, document.versions.get(number=1)) == before
    event = AuditEvent.objects.get(verb="document.turned")
    assert (event.actor, event.details) == (cast.ana, {"turn": turn.name.lower()})


def test_turning_it_back_undoes_it(cast):
    document, client = a_scan(cast), as_(cast.ana)
    before = content_of(client, document.newest)
    for turn in (Turn.RIGHT, Turn.LEFT):
        turn_document(document, turn=turn, by=cast.ana)
        look_into_all()
    document.refresh_from_db()
    assert content_of(client, document.newest) == before


def test_every_page_of_a_pdf_is_turned(cast):
    document = a_scan(cast, "c.pdf", a_pdf(pages=2))
    for _twice in range(2):
        turn_document(document, turn=Turn.LEFT, by=cast.ana)
        look_into_all()
        document.refresh_from_db()
    with pikepdf.open(io.BytesIO(content_of(as_(cast.ana), document.newest))) as paper:
        assert [page.Rotate for page in paper.pages] == [180, 180]


def test_a_second_tap_turns_nothing_while_the_first_is_on_its_way(cast):
    document, client = a_scan(cast), as_(cast.ana)
    for _tap in range(2):
        client.post(reverse("document-turn", args=[document.pk]), {"turn": Turn.RIGHT})
    assert DocumentUpload.objects.count() == 1


def test_what_has_no_picture_what_was_withdrawn_and_whoever_only_reads_turn_nothing(cast):
    note = a_scan(cast, "c.txt", b"Hola")
    with refused("Only a picture or a PDF"):
        turn_document(note, turn=Turn.LEFT, by=cast.ana)
    assert not page_of(as_(cast.ana).get(note.get_absolute_url())).says("Girar a la izquierda")
    scan = a_scan(cast)
    with pytest.raises(NotAllowed):
        turn_document(scan, turn=Turn.LEFT, by=cast.luis)
    withdraw_document(scan, reason="Repetida", by=cast.ana)
    with refused("This document is withdrawn"):
        turn_document(scan, turn=Turn.LEFT, by=cast.ana)
    assert not page_of(as_(cast.ana).get(scan.get_absolute_url())).says("Girar a la izquierda")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_scan_is_turned_with_a_tap_on_a_telephone(translations, live_server, cast):
    document = a_scan(cast)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        page.goto(live_server.url + document.get_absolute_url())
        assert (overflow(page), axe_faults(page)) == (0, [])
        page.get_by_role("button", name="Girar a la derecha").click()
        page.get_by_text("Se está girando").wait_for()
    assert DocumentUpload.objects.get().quarter_turns == Turn.RIGHT
