"""An empty sheet to fill in, with the headings that an import understands, and suggested values."""

import io
from collections.abc import Iterable
from typing import NamedTuple

import xlsxwriter
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casework.register.choices import DocumentType, Relation, Sex
from imports.choices import SheetField
from imports.rules.text import defused
from reference.models import Force

F = SheetField
ROWS = 300
# Limits of spreadsheets for the list of a cell, the title of a hint and its text.
LONGEST_LIST, LONGEST_TITLE, LONGEST_TEXT = 255, 32, 255
# Relations suggested in a cell; others may be typed.
USUAL_RELATIONS = (
    Relation.PRINCIPAL,
    Relation.SPOUSE,
    Relation.PARTNER,
    Relation.SON,
    Relation.DAUGHTER,
    Relation.FATHER,
    Relation.MOTHER,
    Relation.BROTHER,
    Relation.SISTER,
    Relation.NEPHEW,
    Relation.NIECE,
    Relation.FATHER_IN_LAW,
    Relation.MOTHER_IN_LAW,
    Relation.SON_IN_LAW,
    Relation.DAUGHTER_IN_LAW,
    Relation.BROTHER_IN_LAW,
    Relation.SISTER_IN_LAW,
)


class SheetColumn(NamedTuple):
    """A column of the blank sheet: its field, the hint shown at its cells, its width in characters."""

    field: SheetField
    hint: str | Promise
    width: int = 16


COLUMNS = (
    SheetColumn(F.FAMILY, gettext_lazy("The same number for everybody of one family."), 10),
    SheetColumn(F.GIVEN_NAMES, gettext_lazy("As on the document."), 22),
    SheetColumn(F.FAMILY_NAMES, gettext_lazy("As on the document."), 22),
    SheetColumn(F.SEX, gettext_lazy("Leave it empty when nobody asked."), 12),
    SheetColumn(F.BIRTH, gettext_lazy("Day, month, year: 12/4/1991. Leave it empty when only the age is known.")),
    SheetColumn(F.AGE, gettext_lazy("In years; for babies “8 months”. Not needed beside a birth date."), 8),
    SheetColumn(F.DOCUMENT, gettext_lazy("One number in a cell.")),
    SheetColumn(F.DOCUMENT_TYPE, gettext_lazy("Only where the number alone does not tell it.")),
    SheetColumn(F.RELATION, gettext_lazy("To the head of the family, who stands first.")),
    SheetColumn(F.FORCE, gettext_lazy("Only for who served, and “none” for a head who did not.")),
    SheetColumn(F.RANK, gettext_lazy("As the person says it: S/2, Tte., Cap.")),
    SheetColumn(F.PHONE, gettext_lazy("One number in a cell, with +57 or +58 if it is known.")),
    SheetColumn(F.ARRIVED_ON, gettext_lazy("Day, month, year. Empty: the day that is said when uploading.")),
    SheetColumn(F.CIRCUMSTANCES, gettext_lazy("What the whole team may read. What is said of violence goes in confidence."), 40),
)  # fmt: skip


def blank_sheet() -> bytes:
    """Returns an XLSX with headings only, in the active language. Cells suggest values and accept others."""
    stream = io.BytesIO()
    suggestions = _suggestions()
    with xlsxwriter.Workbook(stream, {"in_memory": True, "strings_to_formulas": False}) as book:
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
        text = book.add_format({"num_format": "@"})
        sheet = book.add_worksheet(_("Arrivals"))
        sheet.freeze_panes(1, 0)
        for index, column in enumerate(COLUMNS):
            heading = f"{column.field.label}"
            # Text format: otherwise a spreadsheet drops leading zeros and swaps day and month.
            sheet.set_column(index, index, column.width, text)
            sheet.write(0, index, defused(heading), bold)
            rule: dict[str, str | bool | list[str]] = {
                "input_title": heading[:LONGEST_TITLE],
                "input_message": f"{column.hint}"[:LONGEST_TEXT],
                "validate": "any",
            }
            if words := suggestions.get(column.field):
                rule |= {"validate": "list", "source": words, "show_error": False}
            sheet.data_validation(1, index, ROWS, index, rule)
    return stream.getvalue()


def _suggestions() -> dict[SheetField, list[str]]:
    """Suggested values of columns with known words, as many as fit into the list of a cell."""
    forces = (force.short_name or force.name for force in Force.objects.offered())
    return {
        F.SEX: _fitting(sex.label for sex in (Sex.FEMALE, Sex.MALE, Sex.OTHER)),
        F.RELATION: _fitting(relation.label for relation in USUAL_RELATIONS),
        F.DOCUMENT_TYPE: _fitting(kind.label for kind in DocumentType),
        F.FORCE: _fitting((_("none"), *forces)),
    }


def _fitting(words: Iterable[str | Promise]) -> list[str]:
    """As many words as fit into a list separated by commas, without words that contain a comma."""
    fitting: list[str] = []
    for word in words:
        if "," not in f"{word}" and len(",".join((*fitting, f"{word}"))) <= LONGEST_LIST:
            fitting.append(f"{word}")
    return fitting
