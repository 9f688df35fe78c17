"""What a file must be to be kept, and what is left of it."""

import io
import struct
import zipfile
import zlib

import pikepdf
import pytest
from PIL import Image

from casework.uploads.choices import FileType
from casework.uploads.rules.files import clean_file
from casework.uploads.rules.formats import LARGEST
from casework.uploads.rules.pdfs import FAR_MORE, LARGEST_PIECE
from casework.uploads.rules.refusals import (
    LOCKED_PDF,
    LOCKED_WORD,
    MISMATCH,
    TOO_MANY_PIXELS,
    UNREADABLE,
    FileRefused,
)
from tests.casework.documents.papers import a_docx, a_pdf, a_picture

OLD_WORD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


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
def test_the_name_decides_nothing_where_the_content_says_what_it_is(name):
    assert clean_file(name, a_pdf()).type == FileType.PDF


@pytest.mark.parametrize("name", ["a.exe", "a.bat", "a.html", "a.docm", "a.pdf.js", "a.jpg"])
def test_plain_text_under_a_name_that_claims_something_else_is_refused(name):
    assert why_not(name, b"echo hola") == [MISMATCH]


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
def test_a_file_is_kept_under_its_true_type(ending, real):
    if real == "txt" and ending != "txt":
        assert why_not(f"a.{ending}", ALL[real]) == [MISMATCH]
    else:
        assert clean_file(f"a.{ending}", ALL[real]).type == real


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
    assert why_not("a.png", huge) == [TOO_MANY_PIXELS]


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


def locked(paper: pikepdf.Pdf, *, user: str) -> bytes:
    target = io.BytesIO()
    paper.save(target, encryption=pikepdf.Encryption(owner="a", user=user))
    return target.getvalue()


def test_a_pdf_that_asks_for_a_password_says_the_way_out():
    with pikepdf.open(io.BytesIO(a_pdf())) as paper:
        assert why_not("a.pdf", locked(paper, user="b")) == [LOCKED_PDF]


def test_a_pdf_that_forbids_changes_but_opens_is_kept_without_what_acts_and_without_its_lock():
    with pikepdf.open(io.BytesIO(a_pdf(pages=2))) as paper:
        kept = clean_file("a.pdf", locked(paper, user=""))
    assert kept.extent == 2
    with pikepdf.open(io.BytesIO(kept.content)) as paper:
        words = b"".join(each.unparse(resolved=True) for each in paper.objects)
        assert (paper.is_encrypted, len(paper.attachments)) == (False, 0)
    for word in (b"JavaScript", b"alert", b"cmd.exe", b"CanarioAutora"):
        assert word not in words + kept.content


def test_what_unpacks_without_end_behind_a_lock_is_refused():
    with pikepdf.open(io.BytesIO(a_pdf())) as paper:
        packed = zlib.compress(bytes(LARGEST_PIECE + 1), 9)
        bomb = pikepdf.Stream(paper, packed)
        bomb.Filter = pikepdf.Name.FlateDecode
        paper.pages[0].Contents = bomb
        content = locked(paper, user="")
    assert packed not in content
    assert why_not("a.pdf", content) == [FAR_MORE]


@pytest.mark.parametrize("name", ["IMG_0042.HEIC", "IMG_0042.heif", "IMG_0042.jpg"])
def test_a_damaged_photo_of_apple_is_refused(name):
    photo = b"\x00\x00\x00\x24ftypheic\x00\x00\x00\x00mif1heic" + bytes(100)
    assert why_not(name, photo) == [UNREADABLE]


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
