"""Sheets as people send them, made in memory; and the way of one through the pages."""

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Team
from casework.register.choices import Category
from imports.actions.stages import run_steps
from imports.choices import AgeDay, AgeUnit, DateOrder, WordKind
from imports.models import ImportBatch

HEADINGS = [
    "Familia",
    "Nombres",
    "Apellidos",
    "Sexo",
    "Fecha de nacimiento",
    "Edad",
    "Cédula",
    "Parentesco",
    "Fuerza",
    "Grado",
    "Teléfono",
    "Fecha de llegada",
]
FAMILY = [
    ["1", "Yorman José", "Rodríguez Peña", "M", "12/4/1991", "", "V-19.345.678", "titular", "GNB",
     "S/2", "0414-1234567", "23/02/2019"],
    ["1", "Marleny", "Suárez Contreras", "Mujer", "", "24 años", "V-20.111.222", "esposa", "", "", "", ""],
    ["1", "Ángel David", "Rodríguez Suárez", "M", "", "8 meses", "", "hijo", "", "", "", ""],
]  # fmt: skip

UNGUESSED: dict[str, str] = {
    WordKind.CATEGORY: Category.RELATIVE.value,
    WordKind.DATES: DateOrder.DAY.value,
    WordKind.AGES: AgeUnit.YEARS.value,
    WordKind.AGE_DAY: AgeDay.ARRIVAL.value,
}


def as_xlsx(rows: Sequence[Sequence[Any]]) -> bytes:
    return as_workbook({"Hoja1": rows})


def as_workbook(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """An XLSX with these sheets, in their order."""
    stream = io.BytesIO()
    options = {"strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, options) as book:
        for name, rows in sheets.items():
            sheet = book.add_worksheet(name)
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return stream.getvalue()


def as_csv(
    rows: Sequence[Sequence[Any]], *, delimiter: str = ";", encoding: str = "utf-8-sig"
) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding)


def upload(client: Client, content: bytes, name: str, team: Team, **answers: Any) -> Any:
    """Sends the file as the form does."""
    file = SimpleUploadedFile(name, content)
    posted = {"file": file, "arrived_on": "2019-02-25", "team": str(team.pk), **answers}
    return client.post("/imports/upload/", posted)


def batch_of(answer: Any) -> ImportBatch:
    """The import that an answer leads to."""
    return ImportBatch.objects.get(pk=answer["Location"].split("/")[2])


def press(client: Client, address: str) -> Any:
    """Presses the button of a page's form as it stands: the guesses are sent back.

    Where nothing is guessed, heads are relatives and dates have the day first.
    """
    page = client.get(address)
    form = page.context["form"]
    answers = {name: form[name].value() or "" for name in form.fields}
    for place, word in enumerate(getattr(form, "words", [])):
        if word.kind in UNGUESSED and not word.guess:
            answers[f"word-{place}"] = UNGUESSED[word.kind]
    return client.post(address, answers)


def checked(client: Client, content: bytes, name: str, team: Team, **answers: Any) -> ImportBatch:
    """Upload, columns and words as guessed, and the check of all rows."""
    batch = batch_of(upload(client, content, name, team, **answers))
    answer = press(client, f"/imports/{batch.pk}/columns/")
    if answer["Location"].endswith("/words/"):
        press(client, answer["Location"])
    run_steps(batch.pk)
    batch.refresh_from_db()
    return batch


def put_on_file(client: Client, batch: ImportBatch) -> ImportBatch:
    """The button, and the work that a worker does."""
    client.post(f"/imports/{batch.pk}/commit/")
    run_steps(batch.pk)
    batch.refresh_from_db()
    return batch
