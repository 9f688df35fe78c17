"""Rows of an import for its page: decrypts only the chunks of one page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casework.duplicates.choices import AGAINST, Reason
from casework.register.choices import Category, DocumentType, EntryMode, Relation, Sex, YesNo
from casework.register.rules import birth_as_text
from casework.service.choices import NOBODY_ASKED
from imports.actions.sheet_words import heading_of
from imports.actions.words import person_of_row, vocabulary_of
from imports.choices import RowDoubt, RowFault, RowState, SheetField
from imports.models import ImportBatch
from imports.rules.names import NAME_FIELDS
from imports.rules.rows import SheetPerson, by_field
from imports.rules.states import DECIDED_SINGLY, StagedRow, doubts_left
from imports.rules.text import column_letter
from imports.rules.vocabulary import Vocabulary
from imports.rules.words import NamedEntry
from pages.dates import short_date
from reference.choices import Country

PAGE = 25
MOST_REMARKS = 200


@dataclass(frozen=True)
class ShownFault:
    """A fault for display, with column index, letter and heading, and the text of the cell. `column` None: the whole row."""

    column: int | None
    letter: str
    heading: str
    sentence: str
    text: str


@dataclass(frozen=True)
class ShownDoubt:
    """A doubt about a row, and the row or the person to compare."""

    sentence: str
    individual: str = ""
    row: str = ""
    for_it: list[str] = field(default_factory=list)
    against_it: list[str] = field(default_factory=list)

    @property
    def in_words(self) -> str:
        """The whole doubt on one line, for a cell."""
        where = f"{_('Row')} {self.row}" if self.row else self.individual
        sentence = f"{self.sentence} {where}".strip()
        return "; ".join(filter(None, [sentence, ", ".join([*self.for_it, *self.against_it])]))


@dataclass(frozen=True)
class ShownRow:
    """One row of the sheet, in words."""

    number: int
    name: str
    summary: list[str]
    family: str
    faults: list[ShownFault] = field(default_factory=list)
    doubts: list[ShownDoubt] = field(default_factory=list)
    # The label of the button that confirms the row in spite of its doubts.
    confirm_label: str = ""
    may_be_accepted_together: bool = False
    is_accepted: bool = False


class _LengthOnly(Sequence[int]):
    """A sequence of the given length for the paginator, which then decrypts no row."""

    def __init__(self, total: int) -> None:
        self.total = total

    def __len__(self) -> int:
        return self.total

    def __getitem__(self, wanted: Any) -> Any:
        return range(self.total)[wanted]


def rows_page(batch: ImportBatch, state: str, number: Any) -> Page[Any]:
    """Returns one page of the rows in a state; its `object_list` contains ShownRows."""
    counts = list(batch.chunks.values_list("place", state))
    page = Paginator(_LengthOnly(sum(count for _place, count in counts)), PAGE).get_page(number)
    first, last = (page.start_index() - 1, page.end_index()) if page.paginator.count else (0, 0)
    wanted, before, passed = [], 0, 0
    for index, count in counts:
        if count and before < last and before + count > first:
            wanted.append(index)
        elif before + count <= first:
            passed = before + count
        before += count
    rows = [
        row
        for chunk in batch.chunks.filter(place__in=wanted)
        for row in chunk.rows
        if row["state"] == state
    ]
    vocabulary = vocabulary_of(batch)
    page.object_list = [
        to_shown_row(batch, row, vocabulary) for row in rows[first - passed : last - passed]
    ]
    return page


def rows_in(batch: ImportBatch, states: Sequence[str]) -> Iterator[StagedRow]:
    """All rows in these states, a few chunks at a time."""
    for chunk in batch.chunks.iterator(chunk_size=10):
        yield from (row for row in chunk.rows if row["state"] in states)


def next_row_with_error(batch: ImportBatch, after: int) -> int | None:
    """The number of the next row with an error below `after`, else of the first one above it; None without any."""
    numbers = [
        row["number"]
        for chunk in batch.chunks.filter(wrong__gt=0)
        for row in chunk.rows
        if row["state"] == RowState.WRONG and row["number"] != after
    ]
    return min(numbers, key=lambda number: (number < after, number), default=None)


def columns_not_imported(batch: ImportBatch) -> list[str]:
    """Columns with content that are not imported: letter, heading and number of rows."""
    imported = batch.column_fields
    return [
        ngettext(
            "%(column)s: filled in %(count)s row",
            "%(column)s: filled in %(count)s rows",
            count,
        )
        % {
            "column": f"{column_letter(int(column))} · {heading_of(batch, int(column))}".rstrip(
                " ·"
            ),
            "count": count,
        }
        for column, count in sorted((batch.filled or {}).items(), key=lambda each: int(each[0]))
        if int(column) not in imported
    ]


def to_shown_row(batch: ImportBatch, row: StagedRow, vocabulary: Vocabulary) -> ShownRow:
    """Interprets a row for display, with unreadable cells as faults. A line about nobody shows its cells instead."""
    if row["state"] == RowState.UNREAD:
        return ShownRow(row["number"], " · ".join(filter(None, row["cells"])), [], "")
    texts = by_field(row["cells"], batch.column_fields)
    person = person_of_row(batch, row, vocabulary)
    written = " ".join(texts[name] for name in NAME_FIELDS if texts.get(name))
    return ShownRow(
        number=row["number"],
        name=name_with_comma(person) or written,
        summary=summary_of(person, vocabulary, is_head=row["is_head"]),
        family=texts.get(SheetField.FAMILY, ""),
        faults=shown_faults(batch, row),
        doubts=[
            _shown_doubt(doubt, about, row.get("why", {}).get(about, []))
            for doubt, about in row["doubts"]
        ],
        confirm_label=_confirm_label(row),
        may_be_accepted_together=not doubts_left(row) & DECIDED_SINGLY,
        is_accepted=bool(row["accepted"] and row["doubts"]),
    )


def _confirm_label(row: StagedRow) -> str:
    """The button text for a row whose doubts are all to be confirmed."""
    open_doubts = doubts_left(row)
    if open_doubts == {RowDoubt.HIDDEN}:
        return _("Read this row")
    return (
        _("It is right")
        if open_doubts & {RowDoubt.AGES, RowDoubt.HIDDEN, RowDoubt.SMALL_CHILD_FIRST}
        else _("Somebody new")
    )


def name_with_comma(person: SheetPerson) -> str:
    """`Mora Peña, Luis`: shows which names are taken for family names."""
    return ", ".join(part for part in (person.family_names, person.given_names) if part)


def summary_of(person: SheetPerson, vocabulary: Vocabulary, *, is_head: bool) -> list[str]:
    """The facts of a row as texts in the active language, without empty ones."""
    category = person.category(is_head=is_head, silence_answers=vocabulary.silence_answers)
    facts = [
        Category(category).label if category else "",
        _answer_about_service(person, vocabulary, is_head=is_head)
        if category == Category.RELATIVE
        else "",
        "" if person.sex == Sex.UNKNOWN else Sex(person.sex).label,
        birth_as_text(person.birth),
        _paper(person) if person.document else "",
        Relation(person.relation).label if person.relation else "",
        _label(person.rank, vocabulary.ranks),
        _label(person.force, vocabulary.forces),
        person.unit,
        ""
        if person.years_of_service is None
        else f"{SheetField.YEARS_OF_SERVICE.label}: {person.years_of_service}",
        ", ".join(person.phones),
        " · ".join(
            str(Country(code).label)
            for code in person.two_nationalities.values()
            if code and person.nationalities
        ),
        person.alias,
        _label(person.crossing, vocabulary.crossings),
        EntryMode(person.entry_mode).label if person.entry_mode else "",
    ]
    if person.knew_work_right:
        answer = {"answer": YesNo(person.knew_work_right).label}
        facts.append(_("Knew of the right to work: %(answer)s") % answer)
    if person.arrived_on:
        facts.append(_("arrived on %(day)s") % {"day": short_date(person.arrived_on)})
    facts.append(Truncator(person.circumstances).chars(MOST_REMARKS))
    return [str(fact) for fact in facts if fact]


def _paper(person: SheetPerson) -> str:
    """Kind, country if known, and number of the document, as they go on file."""
    kind, country = person.document_type or DocumentType.OTHER, person.document_country
    issued = f" · {Country(country).label}" if country else ""
    return f"{DocumentType(kind).label}{issued}: {person.document}"


def _answer_about_service(person: SheetPerson, vocabulary: Vocabulary, *, is_head: bool) -> str:
    """Whether a relative was asked about service, in words; empty for a child that nobody asked."""
    if person.was_asked(is_head=is_head, silence_answers=vocabulary.silence_answers):
        return _("Asked: served in no force")
    return "" if person.is_minor else str(NOBODY_ASKED)


def _label(code: str | None, rows: Sequence[NamedEntry]) -> str:
    return next((each.label for each in rows if each.code == code), "")


def shown_faults(batch: ImportBatch, row: StagedRow) -> list[ShownFault]:
    """The faults in the order of the columns."""
    faults = [_shown_fault(batch, row, *fault) for fault in row["faults"]]
    return sorted(faults, key=lambda fault: -1 if fault.column is None else fault.column)


def _shown_fault(
    batch: ImportBatch, row: StagedRow, where: str, fault: str, reason: str = ""
) -> ShownFault:
    columns = [column for column, name in batch.column_fields.items() if name == where]
    column = columns[0] if columns else None
    if column is None:
        return ShownFault(None, "", "", reason or str(RowFault(fault).label), "")
    return ShownFault(
        column,
        column_letter(column),
        heading_of(batch, column),
        str(RowFault(fault).label),
        row["cells"][column] if column < len(row["cells"]) else "",
    )


def _shown_doubt(doubt: str, about: str, why: list[str]) -> ShownDoubt:
    sentence = str(RowDoubt(doubt).label)
    if doubt in (RowDoubt.ON_FILE, RowDoubt.REPEATS_FILE):
        return ShownDoubt(
            sentence,
            individual=about,
            for_it=[str(Reason(code).label) for code in why if code not in AGAINST],
            against_it=[str(Reason(code).label) for code in why if code in AGAINST],
        )
    return ShownDoubt(sentence, row=about)
