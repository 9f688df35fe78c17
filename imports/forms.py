"""Forms to upload a sheet, say what its columns and words mean, and correct a row."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Team, User
from accounts.permissions import Permission
from casework.consents.forms.answers import StartFields
from casework.register.choices import Category, DocumentType, EntryMode, Relation, Sex
from casework.register.querysets.teams import teams_of
from casework.uploads.forms import KeepsItsFile
from imports.actions.reading import kind_of_upload
from imports.actions.sheet_words import SheetWord, heading_of
from imports.choices import AgeDay, AgeUnit, DateOrder, NamePart, SheetField, WordKind
from imports.models import ImportBatch
from imports.rows import ShownFault
from imports.rules.choices import SheetFault
from imports.rules.kinds import MOST_BYTES
from imports.rules.text import MOST_LETTERS, column_letter
from imports.rules.words import BY_SEX, NO_FORCE, NOT_ASKED, SERVED, UNKNOWN
from pages.forms import ActionForm, DateField, OncePerSubmission, ShortText, choose_from, field_of
from pages.uploads import UploadInput
from reference.choices import countries
from reference.forms import OfferedChoice
from reference.models import CrossingPoint, Force, Rank, RegionalDirectorate

ENDINGS = ".xlsx,.xls,.ods,.csv,.txt,.tsv"
SAMPLES = 3


class UploadForm(KeepsItsFile, OncePerSubmission, ActionForm):
    """The file, and facts that apply to everybody in it unless a column says otherwise."""

    STORE_PERMISSION = Permission.IMPORT_RUN

    file = forms.FileField(
        label=_("Sheet"),
        help_text=_("XLSX, XLS, ODS or CSV, at most 25 MiB. One row per person."),
        widget=UploadInput(attrs={"accept": ENDINGS}),
        allow_empty_file=True,
        max_length=None,
    )
    arrived_on = DateField(label=_("Arrived on, where the sheet does not say"), past_only=True)
    crossing = OfferedChoice(CrossingPoint, label=_("Crossing point"))
    directorate = OfferedChoice(RegionalDirectorate, label=_("Regional directorate"))
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"))

    def __init__(self, request: HttpRequest, *, user: User) -> None:
        is_post = request.method == "POST"
        self.user = user
        super().__init__(
            request.POST if is_post else None,
            request.FILES if is_post else None,
            initial={"arrived_on": user.today()},
        )
        self.is_too_big = int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES + 100_000
        teams = teams_of(user, Permission.IMPORT_RUN)
        choose_from(self, "team", teams)
        field_of(self, "team").empty_label = None
        if len(teams) == 1:
            self.fields["team"].widget = forms.HiddenInput()
            self.initial["team"] = teams[0].pk

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        upload = cleaned.get("file")
        if self.is_too_big or (upload and upload.size > MOST_BYTES):
            self.errors.pop("file", None)
            self.add_error("file", SheetFault.TOO_BIG.label)
        return cleaned

    def refuse_at_sight(self, name: str, content: bytes) -> None:
        kind_of_upload(name, content)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        return arguments | {"file_name": arguments.pop("name")}


class ChooseSheetForm(ActionForm):
    """The index of another sheet in the workbook."""

    sheet = forms.IntegerField(min_value=0, widget=forms.HiddenInput)


class ColumnsForm(ActionForm):
    """What each column contains; the guess is preselected."""

    def __init__(self, *args: Any, batch: ImportBatch, samples: list[list[str]], **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.samples = samples
        fields_by_column = batch.column_fields
        headings = batch.headings or []
        width = max([len(headings), *(len(cells) for cells in samples)])
        self.columns = [
            column
            for column in range(width)
            if (column < len(headings) and headings[column])
            or any(column < len(cells) and cells[column] for cells in samples)
        ]
        for column in self.columns:
            heading = heading_of(batch, column)
            self.fields[f"column-{column}"] = forms.ChoiceField(
                label=f"{column_letter(column)} · {heading}".rstrip(" ·"),
                choices=[("", _("Do not import")), *SheetField.choices],
                initial=fields_by_column.get(column, ""),
                required=False,
            )

    def rows(self) -> list[tuple[forms.BoundField, list[str]]]:
        """Each column's field, with its first cells."""
        return [
            (
                self[f"column-{column}"],
                [cells[column] for cells in self.samples if column < len(cells) and cells[column]],
            )
            for column in self.columns
        ]

    def for_action(self) -> dict[str, Any]:
        chosen = {column: self.cleaned_data[f"column-{column}"] for column in self.columns}
        return {"columns": {column: name for column, name in chosen.items() if name}}


# A word of the sheet, its kind, the field for its meaning, and the earlier answer.
WordRow = tuple[SheetWord, str, forms.BoundField, str]


class WordsForm(ActionForm):
    """What words of the sheet mean; the guess is preselected."""

    def __init__(self, *args: Any, words: list[SheetWord], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.words = words
        choices = word_choices()
        for index, word in enumerate(words):
            self.fields[f"word-{index}"] = forms.ChoiceField(
                label=f"{WordKind(word.kind).label}: {word.word}".removesuffix(": "),
                choices=[("", _("Choose")), *choices[word.kind]],
                initial=word.guess or "",
            )

    @property
    def open_words(self) -> list[WordRow]:
        """The words that need an answer, those without a guess first."""
        rows = [row for row in self._rows() if not self._is_plain(row)]
        return sorted(rows, key=lambda row: bool(row[0].guess))

    @property
    def plain_words(self) -> list[WordRow]:
        """Words that equal the label of their meaning. They are shown as a group."""
        return [row for row in self._rows() if self._is_plain(row)]

    def _rows(self) -> list[WordRow]:
        return [
            (word, str(WordKind(word.kind).label), self[name], self._label_of(name, word.earlier))
            for name, word in ((f"word-{index}", word) for index, word in enumerate(self.words))
        ]

    def _is_plain(self, row: WordRow) -> bool:
        word, _kind, bound, _earlier = row
        label = self._label_of(bound.name, word.guess or "")
        is_same_word = label.casefold() == word.word.strip().casefold()
        return bool(label) and is_same_word and not bound.errors

    def _label_of(self, name: str, meaning: str) -> str:
        """The label of a meaning; empty without one."""
        choices = dict(field_of(self, name).choices)
        return str(choices.get(meaning, "")) if meaning else ""

    def for_action(self) -> dict[str, Any]:
        meanings: dict[str, dict[str, str]] = {}
        for index, word in enumerate(self.words):
            meanings.setdefault(word.kind, {})[word.text] = self.cleaned_data[f"word-{index}"]
        return {"meanings": meanings}


def word_choices() -> dict[str, list[tuple[str, Any]]]:
    """What a word of each kind may mean."""
    not_known = (UNKNOWN, _("Not known"))
    not_known_to_serve = (UNKNOWN, _("Not known whether they served"))
    return {
        WordKind.FORCE: [
            *((force.code, force.in_words(force.name)) for force in Force.objects.offered()),
            (SERVED, _("Served, force not known")),
            (NO_FORCE, _("None: not a former member")),
            not_known_to_serve,
        ],
        WordKind.RANK: [
            *((rank.code, str(rank)) for rank in Rank.objects.offered()),
            (SERVED, _("Served, rank not known")),
            (NO_FORCE, _("No rank, or part of a name")),
            not_known_to_serve,
        ],
        WordKind.RELATION: [*Relation.choices, *_of_either_sex(), not_known],
        WordKind.SEX: [
            *(choice for choice in Sex.choices if choice[0] != Sex.UNKNOWN),
            not_known,
        ],
        WordKind.CROSSING: [
            *((each.code, str(each)) for each in CrossingPoint.objects.offered()),
            not_known,
        ],
        WordKind.ENTRY_MODE: [
            *(choice for choice in EntryMode.choices if choice[0] != EntryMode.UNKNOWN),
            not_known,
        ],
        WordKind.NATIONALITY: countries(),
        WordKind.DOCUMENT_TYPE: [*DocumentType.choices, not_known],
        WordKind.DATES: list(DateOrder.choices),
        WordKind.AGES: list(AgeUnit.choices),
        WordKind.AGE_DAY: list(AgeDay.choices),
        WordKind.NAME: list(NamePart.choices),
        WordKind.CATEGORY: [
            (Category.FORMER_MEMBER, _("Former members of a force")),
            (Category.RELATIVE, _("Relatives or civilians: they were asked and did not serve")),
            (NOT_ASKED, _("Nobody has asked them yet")),
        ],
    }


def _of_either_sex() -> Iterator[tuple[str, str]]:
    """`Son or Daughter, by the sex of each`."""
    for meaning, relations in BY_SEX.items():
        he, she = (Relation(relations[sex]).label for sex in (Sex.MALE, Sex.FEMALE))
        yield meaning, gettext("%(he)s or %(she)s, by the sex of each") % {"he": he, "she": she}


class StartForm(StartFields, ActionForm):
    """Facts recorded once for everybody in a sheet."""

    def for_action(self) -> dict[str, Any]:
        return {"start": self.start}


class MendRowForm(ActionForm):
    """The imported cells of one row, with their faults."""

    def __init__(
        self,
        *args: Any,
        batch: ImportBatch,
        cells: list[str],
        faults: list[ShownFault],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.columns = sorted(batch.column_fields)
        sentences = {fault.column: fault.sentence for fault in faults}
        for column in self.columns:
            heading = heading_of(batch, column)
            self.fields[f"cell-{column}"] = ShortText(
                label=f"{column_letter(column)} · {heading}".rstrip(" ·"),
                help_text=sentences.get(column, ""),
                initial=cells[column] if column < len(cells) else "",
                max_length=MOST_LETTERS,
            )

    def for_action(self) -> dict[str, Any]:
        return {"cells": {column: self.cleaned_data[f"cell-{column}"] for column in self.columns}}


class ImportActForm(ActionForm):
    """A button without fields."""
