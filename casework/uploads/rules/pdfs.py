"""Rebuilds PDFs from their pages, without active content and decompression bombs."""

import io
import re
import zlib
from typing import Any

import pikepdf
from django.utils.translation import gettext_lazy as _
from pikepdf import Name

from casework.uploads.rules import refusals as why
from casework.uploads.rules.refusals import UNREADABLE, FileRefused

# The most that a compressed stream may unpack to: a scanned page has 25 MB, a bomb gigabytes.
LARGEST_PIECE = 256 * 1024 * 1024

MOST_OBJECTS = 300_000

POINTS_IN_MILLIMETRE = 72 / 25.4

_COMPRESSED_STREAM = re.compile(rb"stream\r?\n(?=[\x08-\x78][\x01\x5e\x9c\xda])")

_STREAM = re.compile(rb"\bstream\r?\n")

_COMMENT = re.compile(rb"%[^\r\n]*")

_ESCAPED = re.compile(rb"#([0-9A-Fa-f]{2})")

# Several filters, or one that is defined elsewhere.
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

# Keys of actions, scripts and embedded files.
ACTIVE_KEYS: tuple[str, ...] = ("/AA", "/OpenAction", "/JS", "/JavaScript", "/EmbeddedFiles", "/EF")
ACTIVE_KEYS += ("/XFA", "/Metadata", "/RichMediaContent", "/Collection", "/AF", "/PieceInfo")
ACTIONS = {"/JavaScript", "/Launch", "/SubmitForm", "/ImportData", "/GoToR", "/GoToE", "/Rendition"}
ACTIONS |= {"/Movie", "/Sound", "/RichMediaExecute", "/URI", "/Named"}
ACTIVE_ANNOTATIONS = {"/FileAttachment", "/Screen", "/Movie", "/Sound", "/3D", "/RichMedia"}


def rebuild_pdf(content: bytes, quarter_turns: int = 0) -> tuple[bytes, int, int, int]:
    """Returns the rebuilt PDF, its number of pages, and the width and height of the first page in mm. Raises FileRefused."""
    _refuse_chains(content)
    _refuse_bombs(content)
    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            if not len(pdf.pages):
                raise FileRefused(UNREADABLE)
            _disarm(pdf)
            if quarter_turns:
                for page in pdf.pages:
                    page.rotate(90 * quarter_turns, relative=True)
            target = io.BytesIO()
            none = pikepdf.StreamDecodeLevel.none
            pdf.save(target, stream_decode_level=none, encryption=False)
            if pdf.is_encrypted:
                # Compressed objects could not be checked before.
                _refuse_bombs(target.getvalue())
            width, height = _millimetres(pdf.pages[0])
            return target.getvalue(), len(pdf.pages), width, height
    except pikepdf.PasswordError:
        raise FileRefused(why.LOCKED_PDF) from None
    except _NOT_READABLE:
        raise FileRefused(UNREADABLE) from None


def _refuse_chains(content: bytes) -> None:
    """Refuses object streams with several filters, because the parser unpacks them itself: two kilobytes become gigabytes.

    Normal programs compress them once. The limits of the process stop files that hide the names from this check."""
    for stream in _STREAM.finditer(content):
        # Searches in place: copying what precedes each of a million streams takes a minute.
        start = content.rfind(b"obj", max(0, stream.start() - LONGEST_DICTIONARY), stream.start())
        dictionary = _COMMENT.sub(b" ", content[start : stream.start()]) if start >= 0 else b""
        plain = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), dictionary)
        if re.search(rb"/(ObjStm|XRef)\b", plain) and _CHAIN.search(plain):
            raise FileRefused(FAR_MORE)


def _refuse_bombs(content: bytes) -> None:
    """Unpacks every compressed stream in small chunks, and stops at the limit."""
    for stream in _COMPRESSED_STREAM.finditer(content):
        unpack, at, length = zlib.decompressobj(), stream.end(), 0
        chunk = content[at : at + 65_536]
        while chunk and not unpack.eof:
            try:
                length += len(unpack.decompress(chunk, 1 << 20))
            except zlib.error:
                break
            if length > LARGEST_PIECE:
                raise FileRefused(FAR_MORE)
            if unpack.unconsumed_tail:
                chunk = unpack.unconsumed_tail
            else:
                at += 65_536
                chunk = content[at : at + 65_536]


def _disarm(pdf: pikepdf.Pdf) -> None:
    """Removes scripts, actions, embedded files and metadata about the author."""
    if len(pdf.objects) > MOST_OBJECTS:
        raise FileRefused(UNREADABLE)
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]
    visited = 0
    waiting: list[Any] = [*pdf.objects, pdf.trailer]
    while waiting:
        part = waiting.pop()
        visited += 1
        if visited > 10 * MOST_OBJECTS:
            raise FileRefused(UNREADABLE)
        if isinstance(part, pikepdf.Array):
            _remove_annotations(part)
            waiting.extend(each for each in part if _is_inside(each))
        elif isinstance(part, pikepdf.Dictionary | pikepdf.Stream):
            _remove_actions(part)
            waiting.extend(each for _key, each in part.items() if _is_inside(each))


def _is_inside(part: Any) -> bool:
    """Returns whether a part is nested in another; those with an object number are visited by it."""
    return isinstance(part, pikepdf.Array | pikepdf.Dictionary) and not part.is_indirect


def _remove_actions(part: Any) -> None:
    for key in ACTIVE_KEYS:
        if key in part:
            del part[key]
    for key in ("/A", "/S"):
        if key not in part:
            continue
        value = part[key]
        action = value.get("/S") if isinstance(value, pikepdf.Dictionary) else value
        if isinstance(action, Name) and str(action) in ACTIONS:
            del part[key]


def _remove_annotations(parts: Any) -> None:
    for place in reversed(range(len(parts))):
        each = parts[place]
        if isinstance(each, pikepdf.Dictionary) and str(each.get("/Subtype")) in ACTIVE_ANNOTATIONS:
            del parts[place]


def _millimetres(page: Any) -> tuple[int, int]:
    left, bottom, right, top = (float(edge) for edge in page.mediabox)
    # No page is longer than ten metres.
    return tuple(  # type: ignore[return-value]
        min(10_000, round(abs(length) / POINTS_IN_MILLIMETRE))
        for length in (right - left, top - bottom)
    )
