"""The form in which a file may lie in a case.

Nothing is kept as it came: images are drawn anew, PDFs and Word files written anew from their parts,
text decoded. What hides before, behind or between the parts is left behind.
"""

from collections.abc import Sequence

from casework.uploads.choices import FileType
from casework.uploads.rules.formats import DOCX, PDF, TEXT, CleanFile, refuse_at_sight
from casework.uploads.rules.images import draw_anew
from casework.uploads.rules.pdfs import write_pdf_anew
from casework.uploads.rules.texts import read_text
from casework.uploads.rules.word import write_docx_anew


def clean_file(
    name: str, content: bytes, quarter_turns: int = 0, margins: Sequence[int] = ()
) -> CleanFile:
    """The file under its true type, without anything that could act or tell on somebody. Raises FileRefused.

    What has pages or points is turned to the right by `quarter_turns`. `margins` are the hundredths of a picture
    that are cut off on the left, above, on the right and below: of a page of a PDF they would only be hidden.
    """
    format_name = refuse_at_sight(name, content)
    if format_name == PDF:
        return _pdf(content, quarter_turns)
    if format_name == DOCX:
        written, paragraphs = write_docx_anew(content)
        return CleanFile(FileType.DOCX, written, paragraphs)
    if format_name == TEXT:
        text = read_text(content)
        return CleanFile(FileType.TEXT, text.encode(), text.count("\n") + 1)
    drawn = draw_anew(content, format_name, quarter_turns, margins)
    # Several pages of a scanner stay together.
    return drawn if isinstance(drawn, CleanFile) else _pdf(drawn, quarter_turns)


def _pdf(content: bytes, quarter_turns: int) -> CleanFile:
    written, pages, width, height = write_pdf_anew(content, quarter_turns)
    return CleanFile(FileType.PDF, written, pages, width, height)
