"""What a file must be to be kept, and what is left of it."""

import io
import struct
import zipfile
import zlib

import pikepdf
import pytest
from PIL import Image

from casework.uploads.choices import FileType
from casework.uploads.rules.files import LARGEST, OLD_WORD, clean_file
from casework.uploads.rules.refusals import APPLE_PHOTO, LOCKED_PDF, LOCKED_WORD, FileRefused
from tests.casework.documents.papers import a_docx, a_pdf, a_picture


@pytest.mark.parametrize(
    ("name", "content", "facts"),
    [
        ("a.pdf", a_pdf(pages=3), (FileType.PDF, 3, 210, 297)),
        ("a.JPG", a_picture(), (FileType.JPEG, None, 900, 600)),
        ("a.jpeg", a_picture(), (FileType.JPEG, None, 900, 600)),
        ("a.png", a_picture("PNG"), (FileType.PNG, None, 900, 600)),
        ("a.webp", a_picture("WEBP"), (FileType.WEBP, None, 900, 600)),
        ("a.docx", a_docx(), (FileType.DOCX, 2, None, None)),
        ("a.txt", "Señora\nPeña".encode(), (FileType.TEXT, 2, None, None)),
        ("a.txt", "Señora\nPeña".encode("cp1252"), (FileType.TEXT, 2, None, None)),
    ],
)
def test_six_types_are_kept_with_their_first_facts(name, content, facts):
    kept = clean_file(name, content)
    assert (kept.type, kept.extent, kept.width, kept.height) == facts


@pytest.mark.parametrize("name", ["a.exe", "a.svg", "a.html", "a.docm", "a.heic", "a", "a.pdf.js"])
def test_other_endings_are_refused(name):
    with pytest.raises(FileRefused):
        clean_file(name, a_pdf())


ALL = {
    "pdf": a_pdf(),
    "jpg": a_picture(),
    "png": a_picture("PNG"),
    "webp": a_picture("WEBP"),
    "docx": a_docx(),
    "txt": b"Buenos dias",
}


@pytest.mark.parametrize("ending", ALL)
@pytest.mark.parametrize("real", ALL)
def test_a_file_is_what_its_name_says_or_it_is_refused(ending, real):
    if ending == real:
        assert clean_file(f"a.{ending}", ALL[real]).type == ending
        return
    with pytest.raises(FileRefused):
        clean_file(f"a.{ending}", ALL[real])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.txt", b""),
        ("a.txt", b"a" * (LARGEST + 1)),
        ("a.txt", b"MZ\x90\x00\x03"),
        ("a.txt", b"hola\n%PDF-1.7"),
        ("a.pdf", b"GIF89a%PDF-1.7"),
        ("a.pdf", b"%PDF-1.7 nothing more"),
        ("a.jpg", b"\xff\xd8\xff\xe0 nothing more"),
        ("a.docx", b"PK\x03\x04 nothing more"),
        ("a.jpg", a_picture()[:2000]),
    ],
)
def test_empty_large_broken_and_two_faced_files_are_refused(name, content):
    with pytest.raises(FileRefused):
        clean_file(name, content)


@pytest.mark.parametrize(
    ("name", "front"),
    [("a.jpg", a_picture()), ("a.png", a_picture("PNG")), ("a.webp", a_picture("WEBP"))],
)
def test_an_archive_hung_behind_a_picture_is_left_behind(name, front):
    two_faced = front + a_docx({"programa.exe": "MZ"})
    assert zipfile.is_zipfile(io.BytesIO(two_faced))
    assert not zipfile.is_zipfile(io.BytesIO(clean_file(name, two_faced).content))


def test_an_archive_hung_behind_a_pdf_or_before_a_word_file_is_left_behind():
    kept = clean_file("a.pdf", a_pdf() + a_docx()).content
    assert not zipfile.is_zipfile(io.BytesIO(kept))
    with pytest.raises(FileRefused):
        clean_file("a.docx", b"<html><script>1</script>" + a_docx())
    behind = clean_file("a.docx", a_docx() + b"<html><script>1</script>")
    assert b"<script>" not in behind.content


@pytest.mark.parametrize(
    ("name", "format_name"), [("a.jpg", "JPEG"), ("a.png", "PNG"), ("a.webp", "WEBP")]
)
def test_place_camera_and_comment_are_gone(name, format_name):
    told = a_picture(format_name, place=True)
    assert b"CanarioCamara" in told
    kept = clean_file(name, told)
    for content in (kept.content, kept.preview):
        assert b"Canario" not in content
        assert dict(Image.open(io.BytesIO(content)).getexif()) == {}


def test_a_picture_taken_upside_down_stands_upright():
    exif = Image.Exif()
    exif[0x0112] = 6
    target = io.BytesIO()
    Image.new("RGB", (300, 100)).save(target, "JPEG", exif=exif)
    kept = clean_file("a.jpg", target.getvalue())
    assert (kept.width, kept.height) == (100, 300)


def test_a_preview_is_small():
    kept = clean_file("a.png", a_picture("PNG", size=(3000, 2000)))
    assert Image.open(io.BytesIO(kept.preview)).size == (640, 427)


def test_a_picture_of_a_thousand_million_points_is_refused_before_it_is_unpacked():
    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    huge = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")
    with pytest.raises(FileRefused, match=r"40 (million|millones)"):
        clean_file("a.png", huge)


def test_a_pdf_keeps_its_pages_and_nothing_that_acts():
    kept = clean_file("a.pdf", a_pdf(pages=2)).content
    with pikepdf.open(io.BytesIO(kept)) as paper:
        words = b"".join(each.unparse(resolved=True) for each in paper.objects)
        assert len(paper.pages) == 2
        assert len(paper.attachments) == 0
        assert len(paper.pages[0].Annots) == 1
    for word in (b"JavaScript", b"alert", b"Launch", b"cmd.exe", b"programa", b"CanarioAutora"):
        assert word not in words
        assert word not in kept


@pytest.mark.parametrize("password", ["b", ""])
def test_a_pdf_that_asks_for_a_password_or_forbids_changes_says_the_way_out(password):
    target = io.BytesIO()
    with pikepdf.open(io.BytesIO(a_pdf())) as paper:
        paper.save(target, encryption=pikepdf.Encryption(owner="a", user=password))
    assert why_not("a.pdf", target.getvalue()) == [LOCKED_PDF]


@pytest.mark.parametrize("name", ["IMG_0042.HEIC", "IMG_0042.heif", "IMG_0042.jpg"])
def test_a_photo_of_apple_is_told_by_what_is_in_it_and_says_the_way_out(name):
    photo = b"\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1heic" + bytes(100)
    assert why_not(name, photo) == [APPLE_PHOTO]


@pytest.mark.parametrize("name", ["IMG_0042.HEIC", "a.heif", "a.jfif", "a.jpe"])
def test_a_jpeg_under_another_ending_of_photos_is_kept(name):
    assert clean_file(name, a_picture()).type == FileType.JPEG


@pytest.mark.parametrize("name", ["a.doc", "a.docx"])
def test_a_word_file_with_a_password_or_of_old_says_the_way_out(name):
    assert why_not(name, OLD_WORD + bytes(600)) == [LOCKED_WORD]


def why_not(name, content):
    with pytest.raises(FileRefused) as refused:
        clean_file(name, content)
    return list(refused.value.sentences)


def test_a_pdf_that_unpacks_without_end_is_refused():
    packer = zlib.compressobj(9)
    zeros = bytes(1 << 20)
    packed = b"".join(packer.compress(zeros) for _mega in range(300)) + packer.flush()
    bomb = b"%PDF-1.5\n1 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>\nstream\n" + packed
    with pytest.raises(FileRefused, match=r"(far more|mucho más)"):
        clean_file("a.pdf", bomb)


def test_other_archives_are_no_word_files():
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("hola.txt", "hola")
    with pytest.raises(FileRefused):
        clean_file("a.docx", target.getvalue())
