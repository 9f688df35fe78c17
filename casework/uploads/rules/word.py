"""Rebuilds a Word file from its parts, without content that runs or is fetched when it is opened."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterable
from urllib.parse import unquote

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, XMLParser
from django.utils.translation import gettext_lazy as _

from casework.uploads.rules.fields import FIELD_ELEMENTS, Fields
from casework.uploads.rules.refusals import FETCHES, UNREADABLE, FileRefused

MOST_PARTS = 2_000

LARGEST_PART = 60 * 1024 * 1024

LARGEST_TOGETHER = 120 * 1024 * 1024

BODY = "word/document.xml"

TYPES = "[Content_Types].xml"

_PLAIN_NAME = re.compile(r"[\w][\w .%()\[\]/-]*\Z")

_ACTING = re.compile(r"vba|macro|activex|embeddings|\.(exe|js|vbs|dll|bat|cmd|ps1|hta)\Z", re.I)

# A long report has some hundred thousand XML elements. They are parsed one by one and not stored.
MOST_ELEMENTS = 1_500_000

# The encodings that Word reads, whatever else this machine supports.
ENCODINGS = {None, "utf-8", "utf-16", "us-ascii"}

_PARAGRAPHS = {
    "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}p",
    "{http://purl.oclc.org/ooxml/wordprocessingml/main}p",
}

# Relationships that run something, or refer to files whose parts we never check.
_RUNNING = ("/vbaproject", "/oleobject", "/package", "/control", "/afchunk", "/subdocument")

_ADDRESS = re.compile(r"\s*([a-z][a-z0-9+.-]*:|//|\\)", re.I)

_MACROS = _("This Word file holds macros or other programs. Save it as PDF or without them.")

_DEFINES = _(
    "This Word file holds definitions of its own, as no honest one does. Save it as PDF instead."
)

_FAR_MORE = _("This Word file unpacks to far more than it should.")


def rebuild_docx(content: bytes) -> tuple[bytes, int]:
    """Returns the same text in a new archive, and the number of its paragraphs. Raises FileRefused."""
    target = io.BytesIO()
    try:
        with (
            zipfile.ZipFile(io.BytesIO(content)) as archive,
            zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written,
        ):
            parts = _parts_within_limits(archive)
            checker = ElementChecker()
            for part in parts:
                text = _unpacked(archive, part)
                _refuse_active_content(part.filename, text, checker)
                written.writestr(zipfile.ZipInfo(part.filename), text, zipfile.ZIP_DEFLATED)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, ValueError):
        raise FileRefused(UNREADABLE) from None
    return target.getvalue(), checker.paragraphs


def _parts_within_limits(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Returns the parts in the directory. Raises FileRefused if they exceed the limits or form no Word file."""
    parts = [part for part in archive.infolist() if not part.is_dir()]
    names = [part.filename for part in parts]
    if BODY not in names or TYPES not in names or len(set(map(_comparable, names))) != len(names):
        raise FileRefused(UNREADABLE)
    together = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or together > LARGEST_TOGETHER:
        raise FileRefused(_FAR_MORE)
    if any(not _PLAIN_NAME.match(name.lstrip("[_")) or ".." in name for name in names):
        raise FileRefused(UNREADABLE)
    if any(_ACTING.search(name) for name in names):
        raise FileRefused(_MACROS)
    return parts


def _unpacked(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Returns the content of the part. Raises FileRefused above the limit, whatever length the directory states."""
    with archive.open(part) as opened:
        text = opened.read(LARGEST_PART + 1)
    if len(text) > LARGEST_PART:
        raise FileRefused(_FAR_MORE)
    return text


def _comparable(name: str) -> str:
    """Returns the name as Word compares it: ignoring case and escapes."""
    return unquote(name).casefold()


def _refuse_active_content(name: str, text: bytes, checker: "ElementChecker") -> None:
    """Refuses macros, parts that are fetched from elsewhere, and expanding entities."""
    is_xml = _comparable(name).endswith((".xml", ".rels"))
    if is_xml and b"\x00" in text:
        raise FileRefused(UNREADABLE)
    if not is_xml and not text.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n").startswith(b"<"):
        return
    checker.begin(name)
    parser = XMLParser(target=checker, forbid_dtd=True)
    parser.parser.XmlDeclHandler = _refuse_odd_encodings
    try:
        parser.feed(text)
        parser.close()
    except DefusedXmlException:
        raise FileRefused(_DEFINES) from None
    except (ParseError, LookupError, ValueError):
        # An image or font may begin like XML.
        if is_xml:
            raise FileRefused(UNREADABLE) from None


def _refuse_odd_encodings(_version: str, encoding: str | None, _standalone: int) -> None:
    if (encoding and encoding.lower()) not in ENCODINGS:
        raise FileRefused(UNREADABLE)


class ElementChecker:
    """Checks every XML element during parsing: names without prefix, text without entities."""

    def __init__(self) -> None:
        self.paragraphs = 0
        self._count = 0
        self.begin("")

    def begin(self, part: str) -> None:
        self.part, self._fields = part, Fields()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise FileRefused(_FAR_MORE)
        if self.part == BODY and tag in _PARAGRAPHS:
            self.paragraphs += 1
        local = _local(tag)
        if local == "relationship":
            _refuse_relationship([(_local(name), text) for name, text in attributes.items()])
        elif local in FIELD_ELEMENTS:
            self._fields.start(local, {_local(name): text for name, text in attributes.items()})
        if self.part == TYPES:
            _refuse_macros(attributes.values())

    def data(self, words: str) -> None:
        self._fields.data(words)

    def end(self, tag: str) -> None:
        self._fields.end(_local(tag))

    def close(self) -> None:
        self._fields.close()


def _local(name: str) -> str:
    return name.rpartition("}")[2].lower()


def _refuse_relationship(attributes: list[tuple[str, str]]) -> None:
    """A link only opens when clicked; any other external relationship would be fetched, or run, at once."""
    kinds = [text for name, text in attributes if name == "type"]
    if any(kind.strip().lower().endswith(_RUNNING) for kind in kinds):
        raise FileRefused(_MACROS)
    leads_outside = any(
        (name == "targetmode" and text.strip().lower() == "external")
        or (name == "target" and _ADDRESS.match(text))
        for name, text in attributes
    )
    is_link = bool(kinds) and all(kind.endswith("/hyperlink") for kind in kinds)
    if leads_outside and not is_link:
        raise FileRefused(FETCHES)


def _refuse_macros(words: Iterable[str]) -> None:
    if any(re.search(r"macroEnabled|vbaProject", each, re.I) for each in words):
        raise FileRefused(_MACROS)
