"""The form that takes a sheet of rooms, and the lines of its preview."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _
from xlsxwriter.utility import xl_col_to_name

from casework.uploads.forms import KeptFile
from pages.forms import ActionForm, OncePerSubmission, field_of
from pages.refusals import ActionRefused
from pages.uploads import UploadInput
from shelters.actions.rooms import names_on_file
from shelters.choices import BedKind
from shelters.forms.sites import RoomForm
from shelters.models import Room, Site
from shelters.rules.room_numbers import floor_of
from shelters.rules.room_sheet import (
    COLUMNS,
    TOTALS,
    choice_in,
    column_of,
    floor_in,
    folded,
    yes_or_no,
)

ENDINGS = ".xlsx,.xls,.ods,.csv,.txt,.tsv"
MOST_ROOMS = 500
FIELDS = tuple(dict.fromkeys(COLUMNS.values()))
REQUIRED = ("name", "beds")
Rows = Sequence[tuple[int, list[str]]]
# Headings and numbered rows of the file of this name. Raises ActionRefused.
Reader = Callable[..., tuple[list[str], Rows]]


@dataclass
class SheetLine:
    """A row of the sheet, the room that it would become, and each fault with the letter and heading of its column."""

    number: int
    name: str
    room: Room | None
    beds: int
    bed_kind: str
    faults: list[str]
    is_on_file: bool = False

    @property
    def is_new(self) -> bool:
        return not self.faults and not self.is_on_file

    @property
    def kind_of_beds(self) -> str:
        return str(BedKind(self.bed_kind).label) if self.room else ""


class RoomsSheetForm(OncePerSubmission, ActionForm):
    """The first sending holds the file, the second the cells that were shown: they are read again, and then acted on."""

    file = KeptFile(
        label=_("Sheet"),
        help_text=_("XLSX, XLS, ODS or CSV. One row per room."),
        widget=UploadInput(attrs={"accept": ENDINGS}),
    )

    def __init__(self, request: HttpRequest, *, site: Site, read: Reader) -> None:
        is_sent = request.method == "POST"
        super().__init__(*(request.POST, request.FILES) if is_sent else ())
        self.site, self.read = site, read
        self.fields["file"].required = not self.data.get("cells")
        self.cells, self.lines = "", list[SheetLine]()
        self.not_read: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        table = self._table(cleaned.get("file"))
        if table is None:
            if not self.errors:
                self.add_error("file", self.fields["file"].error_messages["required"])
            return cleaned
        headings, rows = table
        self.cells = json.dumps(table)
        columns = dict[str, int]()
        for index, heading in enumerate(headings):
            field = column_of(heading)
            if field and field not in columns:
                columns[field] = index
            elif heading:
                self.not_read.append(heading)
        if missing := [name for name in REQUIRED if name not in columns]:
            names = ", ".join(map(label_of, missing))
            self.add_error(
                "file", gettext("The sheet has no column for: %(names)s.") % {"names": names}
            )
        elif len(rows) > MOST_ROOMS:
            most = gettext("At most %(most)s rooms at once.") % {"most": MOST_ROOMS}
            self.add_error("file", most)
        else:
            self.lines = _lines_of(rows, columns, headings, self.site)
        if faulty := sum(bool(line.faults) for line in self.lines):
            sentence = ngettext(
                "%(count)d row cannot be read. Mend it in the sheet and choose the sheet again: nothing was set up.",
                "%(count)d rows cannot be read. Mend them in the sheet and choose the sheet again: nothing was set up.",
                faulty,
            )
            self.add_error("file", sentence % {"count": faulty})
        return cleaned

    def _table(self, upload: Any) -> tuple[list[str], Rows] | None:
        """What is in the file, or else the cells that were shown; None without either, or if the file is refused."""
        if upload:
            try:
                return self.read(
                    upload.name,
                    upload.read(),
                    guess=column_of,
                    without_headings=gettext(
                        "No row of headings was found. Put one above the rooms, such as: Room, Beds, Floor."
                    ),
                )
            except ActionRefused as refusal:
                self._add_refusal(refusal)
                return None
        with suppress(ValueError, TypeError):
            headings, rows = json.loads(self.data.get("cells", ""))
            return (
                [str(each) for each in headings],
                [(int(number), [str(each) for each in cells]) for number, cells in rows],
            )
        return None

    def for_action(self) -> dict[str, Any]:
        new = [line for line in self.lines if line.is_new]
        return {"rooms": [(line.room, line.beds, line.bed_kind) for line in new]}

    @property
    def new(self) -> list[SheetLine]:
        return [line for line in self.lines if line.is_new]

    @property
    def total(self) -> int:
        """The number of beds of all rooms that would be set up."""
        return sum(line.beds for line in self.new)


def label_of(name: str) -> str:
    """The heading of a column in the active language."""
    return gettext("Room") if name == "name" else capfirst(str(RoomForm().fields[name].label))


def words_by_column() -> list[tuple[str, str]]:
    """For each column of the sheet its heading, and what its cells may say."""
    yes = gettext("yes or no; empty: no")
    said = {
        "floor": gettext(
            "Empty: from the number, so that 204 is on floor 2. 0 is the ground floor."
        ),
        "beds": gettext("How many, from 0 to 100."),
        "is_step_free": yes,
        "has_cot": yes,
        "has_own_bathroom": yes,
    }
    form = RoomForm()
    for name in ("kind", "bed_kind", "for_whom"):
        choices = field_of(form, name).choices
        said[name] = ", ".join(str(label) for value, label in choices if value)
    return [(label_of(name), said.get(name) or str(form.fields[name].help_text)) for name in FIELDS]


def _labels() -> dict[str, dict[str, str]]:
    """For each field with choices, these by their folded labels in all languages: a sheet may come from elsewhere."""
    found: dict[str, dict[str, str]] = {"kind": {}, "bed_kind": {}, "for_whom": {}}
    for code, _name in settings.LANGUAGES:
        with override(code):
            form = RoomForm()
            for name, labels in found.items():
                labels |= {
                    folded(str(label)): value for value, label in field_of(form, name).choices
                }
    return found


def _lines_of(
    rows: Rows, columns: dict[str, int], headings: list[str], site: Site
) -> list[SheetLine]:
    labels, on_file = _labels(), names_on_file(site)
    seen: dict[str, int] = {}
    lines = []
    for number, cells in rows:
        typed = {
            name: cells[index].strip() for name, index in columns.items() if index < len(cells)
        }
        name = typed.get("name", "")
        if not any(typed.values()) or folded(name) in TOTALS:
            continue
        line = _line_of(number, typed, labels, columns, headings)
        key = name.casefold()
        if key in seen and key:
            above = gettext("row %(row)s has this room already") % {"row": seen[key]}
            line.faults.append(_at(number, columns["name"], headings, above))
        seen.setdefault(key, number)
        line.is_on_file = key in on_file
        lines.append(line)
    return lines


def _line_of(
    number: int,
    typed: dict[str, str],
    labels: dict[str, dict[str, str]],
    columns: dict[str, int],
    headings: list[str],
) -> SheetLine:
    """The row as the form for one room reads it: the same limits hold, and its sentences say what is wrong."""
    values: dict[str, Any] = {**typed, "floor": floor_in(typed.get("floor", ""))}
    values["floor"] = values["floor"] or floor_of(typed.get("name", ""))
    for name, choices in labels.items():
        values[name] = choice_in(typed.get(name, ""), choices)
    values["kind"] = values["kind"] or "room"
    values["bed_kind"] = values["bed_kind"] or "bed"
    wrong: dict[str, Sequence[str]] = {}
    for name in ("is_step_free", "has_cot", "has_own_bathroom"):
        answer = yes_or_no(typed.get(name, ""))
        values[name] = answer or "false"
        if answer is None:
            wrong[name] = [gettext("write yes or no")]
    form = RoomForm(values)
    wrong |= {name: [str(each) for each in errors] for name, errors in form.errors.items()}
    faults = [
        _at(number, columns.get(name, columns["name"]), headings, " ".join(sentences))
        for name, sentences in sorted(wrong.items(), key=lambda each: columns.get(each[0], 0))
    ]
    return SheetLine(
        number=number,
        name=typed.get("name", ""),
        room=None if faults else form.instance,
        beds=0 if faults else form.cleaned_data["beds"],
        bed_kind=values["bed_kind"],
        faults=faults,
    )


def _at(number: int, column: int, headings: list[str], sentence: str) -> str:
    values = {
        "row": number,
        "column": xl_col_to_name(column),
        "heading": headings[column],
        "fault": sentence,
    }
    return gettext("Row %(row)s, column %(column)s (%(heading)s): %(fault)s") % values
