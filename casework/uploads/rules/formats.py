"""Detects the type of a file by its content, because names are unreliable: chat programs and phones give wrong ones."""

import re
from dataclasses import dataclass

from casework.uploads.choices import FileType
from casework.uploads.rules import refusals as why
from casework.uploads.rules.refusals import FileRefused

LARGEST = 25 * 1024 * 1024

PDF, DOCX, TEXT = "PDF", "DOCX", "TEXT"

# Images by Pillow's names of their formats.
_SIGNATURES = (
    (PDF, re.compile(rb"%PDF-")),
    ("JPEG", re.compile(rb"\xff\xd8\xff")),
    ("PNG", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("WEBP", re.compile(rb"RIFF....WEBP", re.S)),
    ("TIFF", re.compile(rb"II\*\0|MM\0\*|II\+\0|MM\0\+")),
    ("GIF", re.compile(rb"GIF8[79]a")),
    # A length and four zeros follow the two letters; a text that begins with BM has none.
    ("BMP", re.compile(rb"BM....\0\0\0\0", re.S)),
    # In ISO media files the brand is the type, followed by compatible types.
    ("AVIF", re.compile(rb"....ftyp(avif|avis|mif1....(....){0,8}avif)", re.S)),
    ("HEIF", re.compile(rb"....ftyp(hei[cxms]|hev[cx]|mif1|msf1)", re.S)),
)

# Common formats that are refused: the message names the format and a way out.
_REFUSED = (
    (
        why.MEDIA,
        re.compile(rb"....ftyp|RIFF|\x1aE\xdf\xa3|OggS|ID3|#!AMR|\xff[\xfb\xf3\xf1\xf9]", re.S),
    ),
    (why.ARCHIVE, re.compile(rb"Rar!|7z\xbc\xaf|\x1f\x8b|PK\x05\x06")),
    (
        why.OTHER_PICTURE,
        re.compile(rb"\0\0\0\x0cjP|8BPS|AT&TFORM|\xff\x4f\xff\x51|\xd7\xcd\xc6\x9a"),
    ),
    (why.RTF, re.compile(rb"\s*\{\\rtf")),
    (why.WEB_PAGE, re.compile(rb"(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<[\0]*[a-z!?/]", re.I)),
)

# The container of Office before 2007 and of every encrypted Word file. Its stream names are in UTF-16.
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STREAMS = (
    ("WordDocument", why.LOCKED_WORD),
    ("Workbook", why.SHEET),
    ("PowerPoint Document", why.SHEET),
    ("__substg1.0_", why.MAIL),
)

_PARTS = (
    (b"word/document.xml", None),
    (b"xl/workbook.", why.SHEET),
    (b"ppt/presentation.xml", why.SHEET),
    (b"opendocument", why.OPEN_DOCUMENT),
)

# Text has no signature. It is recognised by its extension, and by having no byte that text cannot contain.
TEXT_ENDINGS = frozenset({"txt", "text", "csv", "log", "md", "asc", ""})

NOT_TEXT = bytes({*range(32), 127} - {9, 10, 12, 13})

WIDE_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


@dataclass(frozen=True)
class CleanFile:
    """A cleaned file. `extent` counts pages (PDF), paragraphs (Word) or lines (text).

    `width` and `height` are pixels of an image, or millimetres of a PDF's first page. `preview` is a small JPEG."""

    type: FileType
    content: bytes
    extent: int | None = None
    width: int | None = None
    height: int | None = None
    preview: bytes | None = None


def refuse_at_sight(name: str, content: bytes) -> str:
    """Returns the type of the file, by size and first bytes; fast. Raises FileRefused."""
    if not content:
        raise FileRefused(why.EMPTY)
    if len(content) > LARGEST:
        raise FileRefused(why.TOO_LARGE)
    start = content[:1024]
    for format_name, signature in _SIGNATURES:
        if signature.match(start):
            return format_name
    if content.startswith(b"PK\x03\x04"):
        return _office_file(content)
    if content.startswith(_OLD_OFFICE):
        raise FileRefused(_old_office_file(content))
    # PDF readers skip what a mail program or web server left before the header.
    if b"%PDF-" in start:
        return PDF
    for refusal, signature in _REFUSED:
        if signature.match(start):
            raise FileRefused(refusal)
    return _text(name, content)


def _office_file(content: bytes) -> str:
    """Returns the type of a ZIP archive, by the names of its parts in the directory and before each part."""
    for part, refusal in _PARTS:
        if part in content:
            if refusal is None:
                return DOCX
            raise FileRefused(refusal)
    raise FileRefused(why.ARCHIVE)


def _old_office_file(content: bytes) -> object:
    for stream, refusal in _STREAMS:
        if stream.encode("utf-16-le") in content:
            return refusal
    return why.LOCKED_WORD


def _text(name: str, content: bytes) -> str:
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    is_wide = wide_encoding(content) is not None
    # A second signature would give the file two types at once.
    has_second_signature = any(mark in content[:1024] for mark in (b"PK\x03\x04", b"\xff\xd8\xff"))
    if has_second_signature or not (
        is_wide or len(content.translate(None, NOT_TEXT)) == len(content)
    ):
        raise FileRefused(why.NO_KEPT_TYPE)
    if ending not in TEXT_ENDINGS:
        raise FileRefused(why.MISMATCH)
    return TEXT


def wide_encoding(content: bytes) -> str | None:
    """Returns the encoding of text with two or four bytes a letter, by its byte order mark, or else by the zeros beside Latin
    letters."""
    for mark, encoding in WIDE_MARKS:
        if content.startswith(mark):
            return encoding
    head = content[:2000]
    odd, even = head[1::2].count(0), head[0::2].count(0)
    if len(content) % 2 or max(odd, even) < len(head) * 0.35 or min(odd, even) > len(head) * 0.02:
        return None
    return "utf-16-le" if odd > even else "utf-16-be"
