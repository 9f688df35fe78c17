"""What a file really is, and the form in which it may lie in a case.

Nothing is kept as it came: images are drawn anew, PDFs and Word files written anew from their parts,
text decoded. What hides before, behind or between the parts is left behind.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from casework.choices.documents import FileType
from casework.rules.file_refusal import FileRefused
from casework.rules.images import draw_anew
from casework.rules.pdfs import write_pdf_anew
from casework.rules.word_files import write_docx_anew

LARGEST = 25 * 1024 * 1024
ENDINGS = {each.value: each for each in FileType} | {"jpeg": FileType.JPEG}
SIGNATURES: list[tuple[FileType, Callable[[bytes], bool]]] = [
    (FileType.PDF, lambda start: start.startswith(b"%PDF-")),
    (FileType.JPEG, lambda start: start.startswith(b"\xff\xd8\xff")),
    (FileType.PNG, lambda start: start.startswith(b"\x89PNG\r\n\x1a\n")),
    (FileType.WEBP, lambda start: start[:4] == b"RIFF" and start[8:12] == b"WEBP"),
    (FileType.DOCX, lambda start: start.startswith(b"PK\x03\x04")),
]
# Bytes that no page of text holds.
NOT_TEXT = set(range(32)) - {9, 10, 12, 13} | {127}
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
    if not content:
        raise FileRefused(_("This file is empty."))
    if len(content) > LARGEST:
        raise FileRefused(_("A file may have 25 MB at most."))
    type_ = ENDINGS.get(name.rpartition(".")[2].lower())
    if type_ is None:
        raise FileRefused(_("Only PDF, JPEG, PNG, WebP, Word (DOCX) and plain text can be kept."))
    if found_type(content) != type_:
        raise FileRefused(_MISMATCH)
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


def found_type(content: bytes) -> FileType | None:
    """The type that the first bytes tell; text is what has no byte that text cannot have."""
    for type_, is_it in SIGNATURES:
        if is_it(content[:16]):
            return type_
    # A signature further on would make the file two things at once.
    if any(mark in content[:1024] for mark in (b"%PDF-", b"PK\x03\x04", b"\xff\xd8\xff")):
        return None
    return None if NOT_TEXT & set(content) else FileType.TEXT


def _read_text(content: bytes) -> str:
    """Text of today or of an old Windows machine."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise FileRefused(_MISMATCH)
