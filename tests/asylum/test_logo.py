"""The logo at the head of letters: what is taken, what is refused before it is unpacked, and where it is printed."""

import io
import json
import struct
import zlib
from typing import Any

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from accounts.access import NotAllowed
from accounts.actions.offices import change_logo, checksum_of
from accounts.models import AuditEvent, OfficeLogo
from asylum.letters import logo as logos
from asylum.letters.actions import issue_letter, preview_of
from asylum.letters.choices import LetterKind
from asylum.letters.logo import clean_logo, pixels_of
from tests.asylum.build import a_client
from tests.cast import Cast, as_
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("law")

ASKED = {"authority": "Ministerio de prueba", "subject": "Copia del acta", "text": "Es urgente."}
PLACE = b"Puente Internacional"


def picture(kind: str, mode: str = "RGB", size: tuple[int, int] = (60, 40), **how: Any) -> bytes:
    drawing, target = Image.new(mode, size, "red"), io.BytesIO()
    drawing.paste("blue", (0, 0, 20, 20))
    if mode == "RGBA":
        drawing.putpixel((59, 39), (0, 0, 0, 0))
    drawing.save(target, kind, **how)
    return target.getvalue()


def bomb(width: int = 60_000, height: int = 60_000) -> bytes:
    """A small PNG that announces very many points."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    points = zlib.compress(bytes(2_000_000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", points) + chunk(b"IEND", b"")
    )


def send(
    cast: Cast, content: bytes, name: str = "logo.png", who: str = "adela", **more: str
) -> Any:
    told = {"file": SimpleUploadedFile(name, content), **more} if content else more
    return as_(cast.users[who]).post(reverse("logo-change", args=[cast.cucuta.pk]), told)


def pictures_in(content: bytes) -> int:
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return len(pdf.pages[0].get_images())


def test_a_logo_is_chosen_shown_printed_replaced_and_removed(cast):
    person = a_client(cast)
    told = {"kind": LetterKind.REQUEST, "language": "es", "by": cast.lucia, **ASKED}
    before, seen_before = preview_of(person, **told)
    assert pictures_in(issue_letter(person, **told).content()) == 0
    assert send(cast, picture("PNG", "RGBA"))["Location"] == reverse("office-list")
    first = cast.cucuta.logo()
    shown = as_(cast.adela).get(reverse("logo-picture", args=[cast.cucuta.pk]))
    assert (shown.content, shown["Content-Type"]) == (first, "image/png")
    page = as_(cast.adela).get(reverse("logo-change", args=[cast.cucuta.pk])).content.decode()
    assert reverse("logo-picture", args=[cast.cucuta.pk]) in page
    after, seen_after = preview_of(person, **told)
    assert before != after
    assert seen_before != seen_after
    letter = issue_letter(person, **told)
    assert pictures_in(letter.content()) >= 1
    assert json.loads(letter.filled_in)["logo_sum"] == checksum_of(first)
    kept = letter.content()
    send(cast, picture("JPEG"), "logo.jpg")
    second = cast.cucuta.logo()
    assert second.startswith(b"\xff\xd8")
    send(cast, b"", is_removed="on")
    assert OfficeLogo.objects.count() == 0
    assert pictures_in(issue_letter(person, **told).content()) == 0
    assert letter.content() == kept
    events = AuditEvent.objects.filter(verb="office.logo_set").order_by("at")
    assert [(each.details["before"], each.details["after"]) for each in events] == [
        ("", checksum_of(first)),
        (checksum_of(first), checksum_of(second)),
        (checksum_of(second), ""),
    ]
    assert as_(cast.adela).get(reverse("logo-picture", args=[cast.cucuta.pk])).status_code == 404


def test_what_is_no_small_picture_is_refused_and_nothing_is_kept(cast):
    small = "300 kB y 2 megapíxeles"
    for name, content, words in (
        ("logo.png", b"Buenos dias", "no es lo que dice su nombre"),
        ("logo.png", bomb(), small),
        ("logo.gif", picture("GIF"), small),
        ("logo.png", picture("PNG") + bytes(logos.MOST_BYTES), small),
        ("logo.jpg", picture("JPEG", size=(2_000, 1_001)), small),
        ("logo.png", picture("PNG")[:60], "dañado"),
        ("logo.png", b"", "Elija una imagen"),
    ):
        sent = send(cast, content, name)
        assert sent.status_code == 200, (name, words)
        assert page_of(sent).says(words), (name, page_of(sent).text[-3000:])
    assert OfficeLogo.objects.count() == 0


def test_a_bomb_is_refused_before_anything_unpacks_it(monkeypatch):
    asked = []
    monkeypatch.setattr(logos, "clean_confined", lambda *told: asked.append(told))
    with refused("2 megapixels"):
        clean_logo("logo.png", bomb())
    assert asked == []


def test_a_photo_leaves_what_it_says_of_its_place_behind(cast):
    how = Image.Exif()
    how[0x010E] = PLACE.decode()
    photo = picture("JPEG", exif=how)
    assert PLACE in photo
    kept = clean_logo("logo.jpg", photo)
    assert PLACE not in kept
    assert pixels_of(kept) == pixels_of(photo) == 60 * 40


def test_a_clear_ground_stays_clear():
    with Image.open(io.BytesIO(clean_logo("logo.png", picture("PNG", "RGBA")))) as kept:
        assert kept.getpixel((59, 39))[3] == 0


def test_what_grows_when_drawn_anew_is_kept_as_its_preview(monkeypatch):
    monkeypatch.setattr(logos, "MOST_BYTES", 100)
    assert clean_logo("logo.png", picture("PNG")).startswith(b"\xff\xd8")


def test_a_jpeg_that_announces_no_size_is_none():
    assert pixels_of(b"\xff\xd8\xff\xe0") > logos.MOST_PIXELS
    assert pixels_of(picture("JPEG", progressive=True)) == 60 * 40


def test_only_the_administration_of_an_office_chooses(cast):
    content = picture("PNG")
    for name in ("lucia", "sonia", "ana"):
        assert send(cast, content, who=name).status_code in {403, 404}, name
    with pytest.raises(NotAllowed):
        change_logo(cast.cucuta, logo=content, by=cast.lucia)
    change_logo(cast.cucuta, logo=content, by=cast.adela)
    with refused("Nothing was changed"):
        change_logo(cast.cucuta, logo=content, by=cast.adela)
