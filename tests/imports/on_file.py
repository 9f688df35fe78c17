"""A sheet on its whole way through the pages, and what is on file or asked at its end."""

import unicodedata

from django.test import Client

from casework.register.models.individual import Individual
from imports.choices import RowDoubt, RowState
from imports.models import ImportBatch
from imports.rows import rows_in
from tests.cast import Cast
from tests.imports.sheets import batch_of, press, put_on_file, upload


def through(client: Client, cast: Cast, name: str, content: bytes) -> ImportBatch:
    """Upload, columns and words as they are guessed, the check, and the good rows on file."""
    batch = batch_of(upload(client, content, name, cast.norte, arrived_on="2026-11-25"))
    answer = press(client, f"/imports/{batch.pk}/columns/")
    if answer["Location"].endswith("/words/"):
        press(client, answer["Location"])
    batch.refresh_from_db()
    return put_on_file(client, batch) if batch.rows_good else batch


def without_invisible(text: str) -> str:
    """Signs that nobody sees are no part of a name, whether or not they were kept."""
    return "".join(letter for letter in text if unicodedata.category(letter) != "Cf")


def facts(person: Individual) -> str:
    """Everything that the sheet said of somebody, as it is on file."""
    membership = person.memberships.get()
    said = [
        without_invisible(f"{person.given_names} / {person.family_names}").strip(),
        f"{person.sex}",
        f"{person.born_on or person.birth_year} {person.birth_precision}",
        *(paper.number for paper in person.identity_documents.all()),
        *(phone.number for phone in person.phones.all()),
        f"{membership.relation_to_principal} {membership.joined_on:%d.%m.}",
        person.alias and f"({person.alias})",
    ]
    return " · ".join(filter(None, said))


def on_file() -> list[str]:
    return sorted(facts(person) for person in Individual.objects.all())


def asked(batch: ImportBatch) -> dict[int, set[str]]:
    """By row what it asks; a wait for the family is nothing."""
    told = {
        row["number"]: {each[1] for each in row["faults"]} | {each[0] for each in row["doubts"]}
        for row in rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL, RowState.HELD])
    }
    return {number: said - {RowDoubt.WAITS_FOR_FAMILY} for number, said in told.items()}
