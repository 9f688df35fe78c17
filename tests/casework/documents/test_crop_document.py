"""What stands around the paper on a scan is cut off: as it was it stays readable, and it is used again with one press."""

import io

import pytest
from django.urls import reverse
from PIL import Image

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.documents.actions import crop_document, use_version_again, withdraw_document
from casework.documents.models import DocumentUpload
from casework.uploads.queue import check_all
from tests.browser import at_desk, axe_faults, chromium, overflow
from tests.casework.documents.build import look_into_all
from tests.casework.documents.papers import a_pdf
from tests.casework.documents.test_turn_document import a_scan, content_of
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("media")

# Of the scan, which is dark above: a third of its width, and of its height all that is light.
SIDES = {"left": 50, "top": 50, "right": 20, "bottom": 0}


@pytest.mark.parametrize("check", [look_into_all, check_all])
def test_a_picture_is_cropped_and_the_one_before_is_used_again(cast, check):
    document, client = a_scan(cast), as_(cast.ana)
    first = document.newest
    before = content_of(client, first)
    answer = client.post(reverse("document-crop", args=[document.pk]), SIDES, follow=True)
    page = page_of(answer)
    assert page.says("Se está recortando")
    undo = reverse("document-again", args=[first.pk])
    assert undo in answer.content.decode()
    check()
    document.refresh_from_db()
    cropped = content_of(client, document.newest)
    image = Image.open(io.BytesIO(cropped)).convert("L")
    assert (image.size, document.newest.width, image.getextrema()) == ((18, 20), 18, (255, 255))
    assert content_of(client, document.versions.get(number=1)) == before
    assert page_of(client.get(document.get_absolute_url())).says("Recortado")
    client.post(undo)
    check()
    document.refresh_from_db()
    assert (document.newest.number, content_of(client, document.newest)) == (3, before)
    assert page_of(client.get(document.get_absolute_url())).says("Otra vez la versión 1")
    told = {"document.cropped": {"margins": [50, 50, 20, 0]}, "document.used_again": {"version": 1}}
    for verb, details in told.items():
        assert AuditEvent.objects.get(verb=verb, actor=cast.ana).details == details


def test_what_leaves_nothing_or_is_no_picture_is_not_cropped(cast):
    scan, nothing = a_scan(cast), dict.fromkeys(SIDES, 0)
    for sides in (nothing, nothing | {"left": 50, "right": 41}, nothing | {"bottom": 95}):
        page = page_of(as_(cast.ana).post(reverse("document-crop", args=[scan.pk]), sides))
        assert page.refusals
    paper = a_scan(cast, "c.pdf", a_pdf())
    with refused("Only a picture that was checked"):
        crop_document(paper, **SIDES, by=cast.ana)
    assert not page_of(as_(cast.ana).get(paper.get_absolute_url())).says("Recortar")
    with pytest.raises(NotAllowed):
        crop_document(scan, **SIDES, by=cast.luis)
    with refused("This version is the newest"):
        use_version_again(scan.newest, by=cast.ana)
    withdraw_document(scan, reason="Repetida", by=cast.ana)
    with refused("This document is withdrawn"):
        crop_document(scan, **SIDES, by=cast.ana)
    assert not DocumentUpload.objects.exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_shows_beforehand_what_will_be_left(translations, live_server, cast):
    document = a_scan(cast)
    with (
        chromium() as browser,
        at_desk(browser, live_server.url, width=360, user=cast.ana) as page,
    ):
        page.goto(live_server.url + document.get_absolute_url())
        page.get_by_text("Recortar la imagen").click()
        page.get_by_label("Quitar a la izquierda").fill("50")
        assert page.locator("img.preview").first.evaluate("each => each.style.clipPath") == (
            "inset(0% 0% 0% 50%)"
        )
        assert (overflow(page), axe_faults(page)) == (0, [])
        page.get_by_role("button", name="Recortar").click()
        page.get_by_text("Se está recortando").wait_for()
    assert DocumentUpload.objects.get().margins == [50, 0, 0, 0]
