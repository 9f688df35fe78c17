"""What telephones, scanners, chat programs and authorities make comes in by the page and goes out right, or says why not."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from PIL import Image

from casework.documents.models import CaseDocument
from casework.uploads.queue import check_all
from casework.uploads.rules import refusals as why
from tests.build import an_arrival
from tests.casework.documents.build import look_into_all
from tests.casework.documents.papers import a_docx, a_pdf, a_picture
from tests.casework.documents.photos import (
    MOVING,
    deep,
    deep_negative,
    greys,
    locked_pdf,
    pages_of_a_scanner,
    saved,
    with_a_small_picture_before,
    with_place,
)
from tests.cast import as_
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("media")

FILES = Path(__file__).parent / "files"

# Greys come out as they were, but for what a JPEG rounds.
GREYS = (40, 235)
NOTE = "Señora Peña llamó mañana. ¿Ya salió? ÁNGEL: nº 5, 20 °C — «sí»"


def sent(client: Any, case: Any, name: str, content: bytes) -> CaseDocument:
    told = {"file": SimpleUploadedFile(name, content), "kind": "photo", "title": name}
    client.post(reverse("document-file", args=[case.number]), told)
    return CaseDocument.objects.get(case=case)


def downloaded(client: Any, document: CaseDocument) -> tuple[str, bytes]:
    answer = client.get(reverse("document-download", args=[document.newest.pk]))
    ending = answer["Content-Disposition"].rstrip('"').rpartition(".")[2]
    return ending, b"".join(answer.streaming_content)


def picture(size: tuple[int, int], extrema: tuple[int, int] | None = GREYS) -> Callable[..., None]:
    def looks_right(content: bytes) -> None:
        image = Image.open(io.BytesIO(content))
        assert image.size == size
        assert dict(image.getexif()) == {}
        assert b"Canario" not in content
        if extrema:
            grounded = Image.new("RGB", size, "white")
            grounded.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
            low, high = grounded.convert("L").getextrema()
            assert abs(low - extrema[0]) <= 20
            assert abs(high - extrema[1]) <= 20

    return looks_right


def paper(pages: int) -> Callable[[bytes], None]:
    def reads_right(content: bytes) -> None:
        assert content.startswith(b"%PDF-")
        with pikepdf.open(io.BytesIO(content)) as opened:
            assert (len(opened.pages), opened.is_encrypted) == (pages, False)

    return reads_right


def note(words: str) -> Callable[[bytes], None]:
    def reads_right(content: bytes) -> None:
        assert content.decode() == words

    return reads_right


def of(name: str) -> bytes:
    return (FILES / name).read_bytes()


COLOURS = Image.merge("RGB", (greys(), greys().transpose(Image.Transpose.ROTATE_180), greys()))
TURNED = with_place()
TURNED[0x0112] = 6
INK = Image.merge("LA", (Image.new("L", (600, 400)), greys(low=0, high=255)))

# Made by whoever asks for one, not by each process of the tests.
KEPT: dict[str, Callable[[], tuple[bytes, str, Callable[[bytes], None]]]] = {
    # As they were collected; the upright one stands on its side.
    "d01_grey_16_bit_scan.png": lambda: (
        of("d01_grey_16_bit_scan.png"),
        "png",
        picture((600, 400)),
    ),
    "d02_photo.jfif": lambda: (of("d02_photo.jfif"), "jpg", picture((600, 400), None)),
    "d03_screenshot_is_png.jpg": lambda: (
        of("d03_screenshot_is_png.jpg"),
        "png",
        picture((600, 400)),
    ),
    "d04_turned_by_exif.jpg": lambda: (
        of("d04_turned_by_exif.jpg"),
        "jpg",
        picture((400, 600), None),
    ),
    "d05_cmyk_scan.jpg": lambda: (of("d05_cmyk_scan.jpg"), "jpg", picture((600, 400), None)),
    "d06_palette.png": lambda: (of("d06_palette.png"), "png", picture((600, 400))),
    "d08_two_pictures.mpo.jpg": lambda: (
        of("d08_two_pictures.mpo.jpg"),
        "jpg",
        picture((600, 400), None),
    ),
    "d09_no_printing_allowed.pdf": lambda: (of("d09_no_printing_allowed.pdf"), "pdf", paper(1)),
    "d11_UPPER.PDF": lambda: (of("d11_UPPER.PDF"), "pdf", paper(1)),
    "d12_two_filters.pdf": lambda: (of("d12_two_filters_as_reportlab.pdf"), "pdf", paper(1)),
    "d13_nota.txt": lambda: (b"\xff\xfe" + NOTE.encode("utf-16-le"), "txt", note(NOTE)),
    # Telephones.
    "IMG_0042.HEIC": lambda: (
        saved(COLOURS, "HEIF", exif=with_place()),
        "jpg",
        picture((600, 400), None),
    ),
    "IMG_0043.HEIC": lambda: (
        saved(COLOURS, "HEIF", exif=TURNED.tobytes()),
        "jpg",
        picture((400, 600), None),
    ),
    "IMG_0044.jpg": lambda: (saved(greys(), "HEIF"), "jpg", picture((600, 400))),
    "burst.heic": lambda: (
        saved(greys(), "HEIF", save_all=True, append_images=[greys(low=0)]),
        "jpg",
        picture((600, 400)),
    ),
    "PXL_2026.avif": lambda: (
        saved(COLOURS, "AVIF", exif=with_place()),
        "jpg",
        picture((600, 400), None),
    ),
    "PXL_2026.MP.jpg": lambda: (
        saved(COLOURS, "JPEG", exif=with_place()) + b"\0\0\0\x18ftypmp42" + bytes(5000),
        "jpg",
        picture((600, 400), None),
    ),
    # Chat programs.
    "sticker.webp": lambda: (
        saved(INK, "WEBP", lossless=True),
        "webp",
        picture((600, 400), (0, 255)),
    ),
    "WhatsApp Image 2026-11-26": lambda: (saved(greys(), "JPEG"), "jpg", picture((600, 400))),
    "image.png": lambda: (saved(greys(), "WEBP"), "webp", picture((600, 400))),
    "firma.png": lambda: (saved(INK, "PNG"), "png", picture((600, 400), (0, 255))),
    "recorte.bmp": lambda: (saved(greys(), "BMP"), "png", picture((600, 400))),
    "captura.gif": lambda: (saved(greys(), "GIF"), "png", picture((600, 400))),
    # Scanners.
    "fax.tif": lambda: (
        saved(greys().convert("1"), "TIFF", compression="group4"),
        "png",
        picture((600, 400), (0, 255)),
    ),
    "hoja.tiff": lambda: (
        saved(COLOURS, "TIFF", compression="jpeg"),
        "jpg",
        picture((600, 400), None),
    ),
    "expediente.tif": lambda: (pages_of_a_scanner("1", "L", "RGB"), "pdf", paper(3)),
    "con_miniatura.tif": lambda: (with_a_small_picture_before(greys()), "jpg", picture((600, 400))),
    "gris_16.tif": lambda: (deep("I;16", 65535), "jpg", picture((600, 400))),
    "gris_12.tif": lambda: (deep("I;16", 4095, compression="tiff_lzw"), "jpg", picture((600, 400))),
    "gris_32.tif": lambda: (deep("I", 65535), "jpg", picture((600, 400))),
    "gris_coma.tif": lambda: (deep("F", 1.0), "jpg", picture((600, 400))),
    "radiografia.tif": lambda: (deep_negative(), "jpg", picture((600, 400))),
    # Authorities.
    "resolucion.pdf": lambda: (locked_pdf(extract=False, print_highres=False), "pdf", paper(1)),
    "descarga.pdf": lambda: (
        b"Content-Type: application/pdf\r\n\r\n" + a_pdf(pages=2),
        "pdf",
        paper(2),
    ),
    "download.php": lambda: (a_pdf(), "pdf", paper(1)),
    "carta.doc": lambda: (a_docx(), "docx", lambda content: None),
    # Notes of Windows, DOS and old Macs.
    "nota_utf16.txt": lambda: (NOTE.encode("utf-16-le"), "txt", note(NOTE)),
    "nota_be.txt": lambda: (b"\xfe\xff" + NOTE.encode("utf-16-be"), "txt", note(NOTE)),
    "nota_1252.txt": lambda: (NOTE.encode("cp1252"), "txt", note(NOTE)),
    "nota_mac.TXT": lambda: (NOTE.encode("mac_roman"), "txt", note(NOTE)),
    "nota_dos.txt": lambda: (
        "MUÑOZ PEÑA, BEGOÑA · León".encode("cp850"),
        "txt",
        note("MUÑOZ PEÑA, BEGOÑA · León"),
    ),
}


def comes_in_right(cast: Any, name: str, check: Callable[[], None]) -> None:
    content, ending, is_right = KEPT[name]()
    client = as_(cast.ana)
    document = sent(client, an_arrival(cast), name, content)
    check()
    found, out = downloaded(client, document)
    assert found == ending
    is_right(out)


@pytest.mark.parametrize("name", KEPT)
def test_a_file_comes_in_by_the_page_and_goes_out_right_under_its_true_type(cast, name):
    comes_in_right(cast, name, look_into_all)


@pytest.mark.parametrize(
    "name", ["IMG_0042.HEIC", "PXL_2026.avif", "expediente.tif", "gris_16.tif", "nota_mac.TXT"]
)
def test_the_confined_process_makes_the_same_of_it(cast, name):
    comes_in_right(cast, name, check_all)


def test_the_photos_of_telephones_told_their_place_before(cast):
    for name in ("IMG_0042.HEIC", "PXL_2026.avif", "PXL_2026.MP.jpg"):
        content = KEPT[name]()[0]
        assert b"CanarioCamara" in content
        assert Image.open(io.BytesIO(content)).getexif().get_ifd(0x8825)


ODT = b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.text"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)

REFUSED = {
    "hoja.xlsx": (b"PK\x03\x04" + bytes(26) + b"xl/workbook.xml", why.SHEET),
    "hoja.xls": (OLD + "Workbook".encode("utf-16-le"), why.SHEET),
    "correo.msg": (OLD + "__substg1.0_0037001F".encode("utf-16-le"), why.MAIL),
    "viejo.doc": (OLD + "WordDocument".encode("utf-16-le"), why.LOCKED_WORD),
    "carta.odt": (ODT, why.OPEN_DOCUMENT),
    "carta.rtf": (b"{\\rtf1\\ansi Hola}", why.RTF),
    "pagina.txt": (b"<!DOCTYPE html><html>", why.WEB_PAGE),
    "dibujo.svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', why.WEB_PAGE),
    "todo.zip": (b"PK\x03\x04" + bytes(26) + b"foto.jpg", why.ARCHIVE),
    "todo.rar": (b"Rar!\x1a\x07\x00", why.ARCHIVE),
    "VID_0001.mp4": (b"\0\0\0\x18ftypmp42" + bytes(100), why.MEDIA),
    "PTT-20261126.opus": (b"OggS" + bytes(100), why.MEDIA),
    "plano.jp2": (b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(100), why.OTHER_PICTURE),
    "IMG_1.dng": (saved(greys(), "TIFF", tiffinfo={50706: b"\1\4\0\0"}), why.RAW_PHOTO),
    "meme.gif": (MOVING, why.MOVING_PICTURE),
    "clave.pdf": (locked_pdf(user="b"), why.LOCKED_PDF),
    "ruso.txt": ("Здравствуйте, господин".encode("cp1251"), why.UNKNOWN_LETTERS),
    "mezcla.txt": ("Señora ".encode() + "Peña".encode("cp1252"), why.UNKNOWN_LETTERS),
    "foto.jpg": (b"Buenos dias", why.MISMATCH),
    "programa.exe": (b"MZ\x90\x00\x03" + bytes(100), why.NO_KEPT_TYPE),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_names_the_format_and_the_way_out(cast, name):
    content, reason = REFUSED[name]
    case, client = an_arrival(cast), as_(cast.ana)
    told = {"file": SimpleUploadedFile(name, content), "kind": "photo", "title": name}
    answer = client.post(reverse("document-file", args=[case.number]), told, follow=True)
    look_into_all()
    document = CaseDocument.objects.filter(case=case).first()
    page = page_of(client.get(document.get_absolute_url())) if document else page_of(answer)
    with translation.override("es"):
        said = str(reason)
    assert page.says(said)
    assert document is None or document.newest is None


def test_a_scan_that_would_come_out_in_one_colour_is_refused(cast):
    faint = greys(low=0, high=9).convert("I").point(lambda point: point + 65000).convert("I;16")
    case, client = an_arrival(cast), as_(cast.ana)
    document = sent(client, case, "hoja.png", saved(faint, "PNG"))
    look_into_all()
    assert document.newest is None
    with translation.override("es"):
        assert page_of(client.get(document.get_absolute_url())).says(str(why.LOST_PICTURE))
    # What had one colour all the time is kept.
    blank = sent(
        client, an_arrival(cast), "hoja.png", saved(Image.new("I;16", (60, 40), 65535), "PNG")
    )
    look_into_all()
    assert blank.newest.type == "png"


def test_a_picture_of_many_pixels_is_made_smaller(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    huge = saved(greys((16320, 12240)), "JPEG", quality=30)
    document = sent(client, case, "200_megapixeles.jpg", huge)
    check_all()
    assert (document.newest.width, document.newest.height) == (8160, 6120)
    picture((8160, 6120))(downloaded(client, document)[1])


def test_a_plain_picture_still_comes_in(cast):
    case, client = an_arrival(cast), as_(cast.ana)
    document = sent(client, case, "a.jpg", a_picture(place=True))
    look_into_all()
    assert downloaded(client, document)[0] == "jpg"
