"""Forms that file, describe, change and withdraw documents."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casework.documents.actions import MOST_CUT_OFF
from casework.documents.choices import DocumentKind, Turn
from casework.register.forms import AboutForm, person_field
from casework.register.models.individual import Individual
from casework.uploads.forms import ACCEPTED, KeepsItsFile, KeptFile
from casework.uploads.models import WaitingFile
from casework.uploads.waiting import MOST_WAITING
from pages.dates import short_date
from pages.forms import LongText, OncePerSubmission, ShortText
from pages.uploads import ManyUploads, UploadInput

TITLE_LENGTH = 120
PERCENTAGE: dict[str, Any] = {"min_value": 0, "max_value": MOST_CUT_OFF}

TITLE_HELP = _("Leave it empty: kind, person and today's day become the title.")


class FileDocumentForm(KeepsItsFile, OncePerSubmission, AboutForm):
    """One file with its kind. Several files lead to a page with a row for each."""

    NOT_FOR_THE_ACTION = KeepsItsFile.NOT_FOR_THE_ACTION | {"photo"}

    file = KeptFile(widget=ManyUploads(MOST_WAITING, attrs={"accept": ACCEPTED}))
    photo = forms.FileField(
        label=_("Or take a picture"),
        required=False,
        widget=UploadInput(attrs={"accept": "image/*", "capture": "environment"}),
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", "—"), *DocumentKind.choices])
    title = ShortText(label=_("Title"), max_length=TITLE_LENGTH, help_text=TITLE_HELP)

    field_order = ("file", "photo", "kind", "individual", "title")

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        if files and files.get("photo") and not files.get("file"):
            files = files.copy()
            files.setlist("file", files.getlist("photo"))
        super().__init__(data, files, **kwargs)
        self.fields["individual"] = person_field(
            self.row, self.user.today(), label=_("Document about")
        )
        self.order_fields(self.field_order)

    def for_action(self) -> dict[str, Any]:
        arguments = super().for_action()
        titles = proposed_titles([arguments], self.user.today())
        return arguments | {"title": titles[0]}

    def refuse_files(self, faults: list[str]) -> None:
        """Replaces all errors by the reasons for refusing the files, because the next page asks about each file."""
        self.errors.clear()
        self.add_error("file", ValidationError(faults))


class DescribeDocumentsForm(OncePerSubmission, AboutForm):
    """A row of kind, person and title for each of several files; `typed_before` are the answers of the page before."""

    ROW = ("kind", "individual", "title", "leave")

    def __init__(
        self,
        *args: Any,
        waiting: list[WaitingFile],
        typed_before: Sequence[Mapping[str, str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.waiting = waiting
        for number, values in enumerate(typed_before):
            self._add_fields(number)
            self.initial.update({f"{name}-{number}": value for name, value in values.items()})

    def _add_fields(self, number: int) -> None:
        leave = f"leave-{number}"
        is_left_out = bool(self.data.get(self.add_prefix(leave)))
        self.fields[f"kind-{number}"] = forms.ChoiceField(
            label=_("Kind"), choices=[("", "—"), *DocumentKind.choices], required=not is_left_out
        )
        self.fields[f"individual-{number}"] = person_field(
            self.row, self.user.today(), label=_("Document about")
        )
        self.fields[f"title-{number}"] = ShortText(
            label=_("Title"), max_length=TITLE_LENGTH, help_text=TITLE_HELP
        )
        self.fields[leave] = forms.BooleanField(label=_("Leave this file out"), required=False)

    @property
    def rows(self) -> list[tuple[WaitingFile, list[forms.BoundField]]]:
        """Returns each file with its fields."""
        return [
            (file, [self[f"{name}-{number}"] for name in self.ROW])
            for number, file in enumerate(self.waiting)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        left_out = [
            bool(cleaned.get(f"leave-{number}")) for number, _file in enumerate(self.waiting)
        ]
        if left_out and all(left_out):
            self.add_error(None, _("Each file is left out: go back, or take one in."))
        return cleaned

    def for_action(self) -> dict[str, Any]:
        rows = [
            {name: self.cleaned_data[f"{name}-{number}"] for name in self.ROW} | {"file": file}
            for number, file in enumerate(self.waiting)
        ]
        chosen = [row for row in rows if not row.pop("leave")]
        titles = proposed_titles(chosen, self.user.today())
        described = [row | {"title": title} for row, title in zip(chosen, titles, strict=True)]
        files = {row["file"].pk for row in chosen}
        return {
            "described": described,
            "left_out": [file for file in self.waiting if file.pk not in files],
        }


def proposed_titles(rows: list[dict[str, Any]], today: datetime.date) -> list[str]:
    """Returns a title for each row: the typed one, or kind, person and day, with a number if that repeats."""
    titles: list[str] = []
    for row in rows:
        title = row["title"].strip() or proposed_title(row["kind"], row["individual"], today)
        repeated = sum(1 for other in titles if other.split(" · ")[0] == title)
        titles.append(f"{title} · {repeated + 1}" if repeated and not row["title"] else title)
    return titles


def proposed_title(kind: str, individual: Individual | None, today: datetime.date) -> str:
    values = {"kind": DocumentKind(kind).label, "day": short_date(today)}
    if individual is None:
        return gettext("%(kind)s, %(day)s") % values
    pattern = gettext("%(kind)s of %(name)s, %(day)s")
    name_length = TITLE_LENGTH - len(pattern % (values | {"name": ""})) - 5
    return pattern % (values | {"name": individual.display_name[:name_length]})


class ReplaceDocumentForm(KeepsItsFile, OncePerSubmission, AboutForm):
    remark = ShortText(label=_("What is new in this version"))


class TurnDocumentForm(AboutForm):
    turn = forms.TypedChoiceField(
        label=_("Which way"), choices=Turn.choices, coerce=int, widget=forms.RadioSelect
    )


class CropDocumentForm(AboutForm):
    """How much to cut off each side, in per cent of the picture."""

    left = forms.IntegerField(label=_("Cut off on the left (%)"), initial=0, **PERCENTAGE)
    top = forms.IntegerField(label=_("Cut off above (%)"), initial=0, **PERCENTAGE)
    right = forms.IntegerField(label=_("Cut off on the right (%)"), initial=0, **PERCENTAGE)
    bottom = forms.IntegerField(label=_("Cut off below (%)"), initial=0, **PERCENTAGE)


class WithdrawDocumentForm(AboutForm):
    reason = LongText(label=_("Why the document is withdrawn"), max_length=500)
