"""What a file really is, and the form in which it may lie in a case.

Nothing is kept as it came: images are drawn anew, PDFs and Word files written anew from their parts,
text decoded. What hides before, behind or between the parts is left behind.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from casework.uploads.choices import FileType
from casework.uploads.rules import refusals as why
from casework.uploads.rules.images import draw_anew
from casework.uploads.rules.pdfs import write_pdf_anew
from casework.uploads.rules.refusals import FileRefused
from casework.uploads.rules.word import write_docx_anew

LARGEST = 25 * 1024 * 1024

ENDINGS = {each.value: each for each in FileType} | {
    # Telephones leave an old ending on a photo that they made a JPEG on the way.
    **dict.fromkeys(("jpeg", "jfif", "jpe", "heic", "heif"), FileType.JPEG)
}

# How a file of ISO's media begins, behind four bytes of length, that is a photo of Apple's phones.
APPLE_STARTS = tuple(
    b"ftyp" + kind for kind in (b"heic", b"heix", b"heim", b"heis", b"hevc", b"mif1", b"msf1")
)

# Word before 2007, and every Word file with a password.
OLD_WORD, WORD_ENDINGS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ("doc", "docx")

SIGNATURES: list[tuple[FileType, Callable[[bytes], bool]]] = [
    (FileType.PDF, lambda start: start.startswith(b"%PDF-")),
    (FileType.JPEG, lambda start: start.startswith(b"\xff\xd8\xff")),
    (FileType.PNG, lambda start: start.startswith(b"\x89PNG\r\n\x1a\n")),
    (FileType.WEBP, lambda start: start[:4] == b"RIFF" and start[8:12] == b"WEBP"),
    (FileType.DOCX, lambda start: start.startswith(b"PK\x03\x04")),
]

# Bytes that no page of text holds.
NOT_TEXT = bytes({*range(32), 127} - {9, 10, 12, 13})

_MISMATCH = _("What is in this file is not what its name says. Save it again in the right form.")


@dataclass(frozen=True)
class CleanFile:
    """A file as it may be kept. `extent` counts pages (PDF), paragraphs (Word) or lines (text).

    `width` and `height` are pixels of an image, millimetres of a PDF's first page. `preview` is a small JPEG.
    """

    type: FileType
    content: bytes
    extent: int | None = None
    width: int | None = None
    height: int | None = None
    preview: bytes | None = None


def clean_file(name: str, content: bytes) -> CleanFile:
    """The file without anything that could act or tell on somebody. Raises FileRefused."""
    type_ = refuse_at_sight(name, content)
    match type_:
        case FileType.PDF:
            written, pages, width, height = write_pdf_anew(content)
            return CleanFile(type_, written, pages, width, height)
        case FileType.DOCX:
            written, paragraphs = write_docx_anew(content)
            return CleanFile(type_, written, paragraphs)
        case FileType.TEXT:
            text = _read_text(content)
            return CleanFile(type_, text.encode(), text.count("\n") + 1)
    drawn, width, height, preview = draw_anew(content, str(type_.name))
    return CleanFile(type_, drawn, None, width, height, preview)


def refuse_at_sight(name: str, content: bytes) -> FileType:
    """The type, once size, ending and first bytes agree; asks nothing that takes long. Raises FileRefused."""
    if not content:
        raise FileRefused(why.EMPTY)
    if len(content) > LARGEST:
        raise FileRefused(why.TOO_LARGE)
    ending = name.rpartition(".")[2].lower()
    _refuse_with_a_way_out(ending, content)
    type_ = ENDINGS.get(ending)
    if type_ is None:
        raise FileRefused(why.NO_KEPT_TYPE)
    if found_type(content) != type_:
        raise FileRefused(_MISMATCH)
    return type_


def _refuse_with_a_way_out(ending: str, content: bytes) -> None:
    """Of what people often have in another form it is said how they come to one that is kept."""
    if content[4:12].startswith(APPLE_STARTS):
        raise FileRefused(why.APPLE_PHOTO)
    if ending in WORD_ENDINGS and content.startswith(OLD_WORD):
        raise FileRefused(why.LOCKED_WORD)


def found_type(content: bytes) -> FileType | None:
    """The type that the first bytes tell; text is what has no byte that text cannot have."""
    for type_, is_it in SIGNATURES:
        if is_it(content[:16]):
            return type_
    # A signature further on would make the file two things at once.
    if any(mark in content[:1024] for mark in (b"%PDF-", b"PK\x03\x04", b"\xff\xd8\xff")):
        return None
    return FileType.TEXT if len(content.translate(None, NOT_TEXT)) == len(content) else None


def _read_text(content: bytes) -> str:
    """Text of today or of an old Windows machine."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise FileRefused(_MISMATCH)
