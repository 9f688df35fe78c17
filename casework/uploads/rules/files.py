"""Rewrites files into the form in which a case stores them.

Nothing is stored as uploaded: images are redrawn, PDFs and Word files rebuilt from their parts, and text is decoded.
Content hidden before, after or between the parts is dropped."""

from collections.abc import Sequence

from casework.uploads.choices import FileType
from casework.uploads.rules.formats import DOCX, PDF, TEXT, CleanFile, refuse_at_sight
from casework.uploads.rules.images import redraw
from casework.uploads.rules.pdfs import rebuild_pdf
from casework.uploads.rules.texts import read_text
from casework.uploads.rules.word import rebuild_docx


def clean_file(
    name: str, content: bytes, quarter_turns: int = 0, margins: Sequence[int] = ()
) -> CleanFile:
    """Returns the file with its true type, without anything active or revealing. Raises FileRefused.

    Pages and images are turned to the right by `quarter_turns`. `margins` are the percentages of an image to cut off on
    the left, top, right and bottom; not for PDFs, where they would only be hidden."""
    format_name = refuse_at_sight(name, content)
    if format_name == PDF:
        return _pdf(content, quarter_turns)
    if format_name == DOCX:
        written, paragraphs = rebuild_docx(content)
        return CleanFile(FileType.DOCX, written, paragraphs)
    if format_name == TEXT:
        text = read_text(content)
        return CleanFile(FileType.TEXT, text.encode(), text.count("\n") + 1)
    drawn = redraw(content, format_name, quarter_turns, margins)
    # Several scanned pages stay together, as a PDF.
    return drawn if isinstance(drawn, CleanFile) else _pdf(drawn, quarter_turns)


def _pdf(content: bytes, quarter_turns: int) -> CleanFile:
    written, pages, width, height = rebuild_pdf(content, quarter_turns)
    return CleanFile(FileType.PDF, written, pages, width, height)
