"""What a file really is, and the form in which it may lie in a case.

Nothing is kept as it came: images are drawn anew, PDFs and Word files written anew from their parts,
text decoded. What hides before, behind or between the parts is left behind.
"""

import io
import re
import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pikepdf
from django.utils.translation import gettext_lazy as _
from pikepdf import Name
from PIL import Image, ImageOps, UnidentifiedImageError

from casework.documents.choices.file_types import FileType
from casework.documents.rules import refusals as why
from casework.documents.rules.refusals import UNREADABLE, FileRefused
from casework.documents.rules.word import write_docx_anew

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


# A good phone's photo has 12 to 24 million points; 40 million take 120 MB while they are drawn.
MOST_PIXELS = 40_000_000

PREVIEW_EDGE = 640


def draw_anew(content: bytes, format_name: str) -> tuple[bytes, int, int, bytes]:
    """The image in the same format, its width and height, and a small JPEG of it. Raises FileRefused."""
    image = _points(content, format_name)
    return _saved(image, format_name), image.width, image.height, _preview(image)


def _points(content: bytes, format_name: str) -> Image.Image:
    """The image unpacked, upright and alone: by the time it is packed again, no other copy takes memory."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format_name]) as opened:
                # The size stands in the header: asked before a single point is unpacked.
                if opened.width * opened.height > MOST_PIXELS:
                    raise FileRefused(_("This image is too large: 40 million pixels at most."))
                ImageOps.exif_transpose(opened, in_place=True)
                return _plain(opened, format_name)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise FileRefused(_("This image is too large: 40 million pixels at most.")) from None
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError):
        raise FileRefused(UNREADABLE) from None


def _plain(image: Image.Image, format_name: str) -> Image.Image:
    """The points alone; `info` is where Pillow keeps everything else."""
    has_alpha = format_name != "JPEG" and (
        image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info
    )
    plain = image.convert("RGBA" if has_alpha else "RGB")
    plain.info = {}
    return plain


def _saved(image: Image.Image, format_name: str) -> bytes:
    target = io.BytesIO()
    how = {} if format_name == "PNG" else {"quality": 90}
    image.save(target, format_name, **how)
    return target.getvalue()


def _preview(image: Image.Image) -> bytes:
    shrunk = max(1, min(image.size) // (4 * PREVIEW_EDGE))
    small = image.reduce(shrunk)
    small.thumbnail((PREVIEW_EDGE, PREVIEW_EDGE))
    if small.mode == "RGBA":
        ground = Image.new("RGB", small.size, "white")
        ground.paste(small, mask=small.getchannel("A"))
        small = ground
    target = io.BytesIO()
    small.save(target, "JPEG", quality=75)
    return target.getvalue()


# One packed piece may unpack to so much: a scanned page has 25 MB, a bomb has gigabytes.
LARGEST_PIECE = 256 * 1024 * 1024

MOST_OBJECTS = 300_000

POINTS_IN_MILLIMETRE = 72 / 25.4

_PACKED = re.compile(rb"stream\r?\n(?=[\x08-\x78][\x01\x5e\x9c\xda])")

_STREAM = re.compile(rb"\bstream\r?\n")

_COMMENT = re.compile(rb"%[^\r\n]*")

_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")

# Two filters or more, or one that is named somewhere else.
_CHAIN = re.compile(rb"/Filter\s*(\[[^\]]*/[^\]/]*/|\[?\s*\d+\s+\d+\s+R)")

LONGEST_DICTIONARY = 64 * 1024

FAR_MORE = _("This PDF unpacks to far more than it should.")

_NOT_READABLE = (
    pikepdf.PdfError,
    ValueError,
    TypeError,
    KeyError,
    RuntimeError,
)

# Where actions, scripts and other files hang.
ACTING: tuple[str, ...] = ("/AA", "/OpenAction", "/JS", "/JavaScript", "/EmbeddedFiles", "/EF")
ACTING += ("/XFA", "/Metadata", "/RichMediaContent", "/Collection", "/AF", "/PieceInfo")
ACTIONS = {"/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/GoToE", "/Rendition"}
ACTIONS |= {"/Movie", "/Sound", "/RichMediaExecute", "/URI", "/Named"}
ACTING_NOTES = {"/FileAttachment", "/Screen", "/Movie", "/Sound", "/3D", "/RichMedia"}


def write_pdf_anew(content: bytes) -> tuple[bytes, int, int, int]:
    """The pages alone, their count, and the first page's width and height in mm. Raises FileRefused."""
    _refuse_chains(content)
    _refuse_bombs(content)
    try:
        with pikepdf.open(io.BytesIO(content)) as paper:
            if not len(paper.pages):
                raise FileRefused(UNREADABLE)
            _disarm(paper)
            target = io.BytesIO()
            paper.save(target, stream_decode_level=pikepdf.StreamDecodeLevel.none)
            width, height = _millimetres(paper.pages[0])
            return target.getvalue(), len(paper.pages), width, height
    except pikepdf.PasswordError:
        raise FileRefused(why.LOCKED_PDF) from None
    except _NOT_READABLE:
        raise FileRefused(UNREADABLE) from None


def _refuse_chains(content: bytes) -> None:
    """A PDF's parser unpacks the lists of its objects by itself: packed twice, two kilobytes become gigabytes.

    Programs that write PDFs pack them once. Who hides the two names from this look meets the process's limits.
    """
    for stream in _STREAM.finditer(content):
        # Found in place: a copy of what stands before each of a million streams takes a minute.
        opens = content.rfind(b"obj", max(0, stream.start() - LONGEST_DICTIONARY), stream.start())
        said = _COMMENT.sub(b" ", content[opens : stream.start()]) if opens >= 0 else b""
        plain = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), said)
        if re.search(rb"/(ObjStm|XRef)\b", plain) and _CHAIN.search(plain):
            raise FileRefused(FAR_MORE)


def _refuse_bombs(content: bytes) -> None:
    """Unpacks every packed piece in small bites, and stops at the first that never ends."""
    for place in _PACKED.finditer(content):
        unpack, at, length = zlib.decompressobj(), place.end(), 0
        bite = content[at : at + 65_536]
        while bite and not unpack.eof:
            try:
                length += len(unpack.decompress(bite, 1 << 20))
            except zlib.error:
                break
            if length > LARGEST_PIECE:
                raise FileRefused(FAR_MORE)
            if unpack.unconsumed_tail:
                bite = unpack.unconsumed_tail
            else:
                at += 65_536
                bite = content[at : at + 65_536]


def _disarm(paper: pikepdf.Pdf) -> None:
    """Takes away scripts, actions, other files and what tells who wrote it where."""
    if paper.is_encrypted:
        raise FileRefused(why.LOCKED_PDF)
    if len(paper.objects) > MOST_OBJECTS:
        raise FileRefused(UNREADABLE)
    if Name.Info in paper.trailer:
        del paper.trailer[Name.Info]
    seen = 0
    waiting: list[Any] = [*paper.objects, paper.trailer]
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > 10 * MOST_OBJECTS:
            raise FileRefused(UNREADABLE)
        if isinstance(part, pikepdf.Array):
            _drop_acting_notes(part)
            waiting.extend(each for each in part if _is_inside(each))
        elif isinstance(part, pikepdf.Dictionary | pikepdf.Stream):
            _cut(part)
            waiting.extend(each for _key, each in part.items() if _is_inside(each))


def _is_inside(part: Any) -> bool:
    """A part that stands inside another; those with a number of their own are visited by it."""
    return isinstance(part, pikepdf.Array | pikepdf.Dictionary) and not part.is_indirect


def _cut(part: Any) -> None:
    for key in ACTING:
        if key in part:
            del part[key]
    for key in ("/A", "/S"):
        if key not in part:
            continue
        value = part[key]
        action = value.get("/S") if isinstance(value, pikepdf.Dictionary) else value
        if isinstance(action, Name) and str(action) in ACTIONS:
            del part[key]


def _drop_acting_notes(parts: Any) -> None:
    for place in reversed(range(len(parts))):
        each = parts[place]
        if isinstance(each, pikepdf.Dictionary) and str(each.get("/Subtype")) in ACTING_NOTES:
            del parts[place]


def _millimetres(page: Any) -> tuple[int, int]:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    # Pages of more than ten metres do not exist.
    return tuple(  # type: ignore[return-value]
        min(10_000, round(abs(length) / POINTS_IN_MILLIMETRE))
        for length in (right - left, top - bottom)
    )
