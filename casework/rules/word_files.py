"""Word files are packed anew from the parts that a text needs; bounded before anything is unpacked."""

import io
import re
import zipfile
import zlib

from django.utils.translation import gettext_lazy as _

from casework.rules.file_refusal import UNREADABLE, FileRefused

MOST_PARTS = 2_000
LARGEST_PART = 60 * 1024 * 1024
LARGEST_TOGETHER = 120 * 1024 * 1024
BODY = "word/document.xml"
_PLAIN_NAME = re.compile(r"[\w][\w .%()\[\]/-]*\Z")
_ACTING = re.compile(r"vba|macro|activex|embeddings|\.(exe|js|vbs|dll|bat|cmd|ps1|hta)\Z", re.I)
_OUTSIDE = re.compile(rb"<Relationship\b[^>]*TargetMode\s*=\s*[\"']External[\"'][^>]*>", re.I)
_MACROS = _("This Word file holds macros or other programs. Save it as PDF or without them.")


def write_docx_anew(content: bytes) -> tuple[bytes, int]:
    """The same text in a new archive, and the number of its paragraphs. Raises FileRefused."""
    target = io.BytesIO()
    try:
        with (
            zipfile.ZipFile(io.BytesIO(content)) as archive,
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written,
        ):
            parts = _bounded(archive)
            paragraphs = 0
            for part in parts:
                text = _unpacked(archive, part)
                _refuse_what_acts(part.filename, text)
                if part.filename == BODY:
                    paragraphs = len(re.findall(rb"<w:p[ >]", text))
                written.writestr(zipfile.ZipInfo(part.filename), text, zipfile.ZIP_DEFLATED)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, ValueError):
        raise FileRefused(UNREADABLE) from None
    return target.getvalue(), paragraphs


def _bounded(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """What the directory names, if it stays within bounds and is a Word file's."""
    parts = [part for part in archive.infolist() if not part.is_dir()]
    names = [part.filename for part in parts]
    if BODY not in names or "[Content_Types].xml" not in names or len(set(names)) != len(names):
        raise FileRefused(UNREADABLE)
    together = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or together > LARGEST_TOGETHER:
        raise FileRefused(_("This Word file unpacks to far more than it should."))
    if any(not _PLAIN_NAME.match(name.lstrip("[_")) or ".." in name for name in names):
        raise FileRefused(UNREADABLE)
    if any(_ACTING.search(name) for name in names):
        raise FileRefused(_MACROS)
    return parts


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """The part, whatever its directory entry claims about its length."""
    with archive.open(part) as opened:
        text = opened.read(LARGEST_PART + 1)
    if len(text) > LARGEST_PART:
        raise FileRefused(_("This Word file unpacks to far more than it should."))
    return text


def _refuse_what_acts(name: str, text: bytes) -> None:
    """Macros, parts of the text that are fetched from elsewhere, entities that grow."""
    if not name.endswith((".xml", ".rels")):
        return
    if b"\x00" in text or b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise FileRefused(UNREADABLE)
    if name == "[Content_Types].xml" and re.search(rb"macroEnabled|vbaProject", text, re.I):
        raise FileRefused(_MACROS)
    for link in _OUTSIDE.findall(text):
        if b"/hyperlink" not in link:
            raise FileRefused(
                _("This Word file fetches parts from elsewhere. Save it as PDF instead.")
            )
