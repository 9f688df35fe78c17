"""Newborn children without a name in a sheet as on the arrival form, and words that are answered once."""

import datetime

import pytest

from casework.identity.birth_field import BirthField
from casework.register.models.individual import Individual
from imports.choices import RowFault, RowState, WordKind
from imports.rows import rows_in
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload

pytestmark = pytest.mark.usefixtures("house")

HEADINGS = ["Familia", "Nombres y apellidos", "Edad", "Parentesco", "Fuerza"]
HEAD = ["1", "Yorman Rojas", "41", "titular", "GNB"]


def faults(batch):
    return [fault[1] for row in rows_in(batch, [RowState.WRONG]) for fault in row["faults"]]


@pytest.mark.parametrize(
    ("name", "age", "family_names", "alias"),
    [
        ("Bebé de Yusmary", "7 días", "", "Bebé de Yusmary"),
        ("", "0.5", "", ""),
        ("sin nombre", "10 d", "", ""),
        ("Recién nacida", "2 semanas", "", "Recién nacida"),
        ("Bebé", "5 meses", "", "Bebé"),
        ("Gil, NN", "1", "Gil", ""),
    ],
)
def test_a_newborn_child_needs_no_name(cast, ana, name, age, family_names, alias):
    rows = [HEADINGS, HEAD, ["1", name, age, "otro familiar", ""]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert faults(batch) == []
    put_on_file(ana, batch)
    baby = Individual.objects.get(number__endswith="-02")
    assert (baby.given_names, baby.family_names, baby.alias) == ("", family_names, alias)


@pytest.mark.parametrize("name", ["", "sin nombre", "Gil, NN"])
def test_whoever_is_older_needs_a_name(cast, ana, name):
    rows = [HEADINGS, HEAD, ["1", name, "3", "otro familiar", ""]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert set(faults(batch)) & {RowFault.NO_NAME, RowFault.NO_PERSON}


def test_a_head_without_a_name_is_asked_for_one_as_on_the_arrival_form(cast, ana):
    rows = [HEADINGS, ["1", "", "0.5", "titular", "civil"]]
    assert faults(checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)) == [RowFault.NO_NAME]


@pytest.mark.parametrize("typed", ["10 días", "10 d", "2 semanas", "recién nacida"])
def test_the_arrival_form_takes_the_age_of_a_baby_as_a_sheet_does(typed):
    birth = BirthField(on=datetime.date(2026, 11, 27)).clean(typed)
    assert birth.born_on == datetime.date(2026, 11, 1)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Contreras Leal Sofía", ("Sofía", "Contreras Leal")),
        ("Zerpa Luisa", ("Luisa", "Zerpa")),
        ("José Luis", ("José Luis", "")),
    ],
)
def test_an_answer_about_a_name_is_accepted(cast, ana, name, parts):
    rows = [HEADINGS, ["1", name, "36", "titular", "GNB"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    words = press(ana, f"/imports/{batch.pk}/columns/")["Location"]
    form = ana.get(words).context["form"]
    answers = {f"word-{place}": word.guess or "" for place, word in enumerate(form.words)}
    [asked] = [place for place, word in enumerate(form.words) if word.kind == WordKind.NAME]
    is_family = form.words[asked].word == "Leal"
    ana.post(words, answers | {f"word-{asked}": "family" if is_family else "given"})
    batch.refresh_from_db()
    assert faults(batch) == []
    put_on_file(ana, batch)
    person = Individual.objects.get()
    assert (person.given_names, person.family_names) == parts


def test_what_nobody_has_answered_stands_first_and_is_never_folded(cast, ana):
    rows = [
        HEADINGS,
        ["1", "Yorman Rojas", "41", "titular", ""],
        ["2", "Eva Lugo", "40", "titular", "GNB"],
        ["3", "Ana Lugo", "40", "titular", "Marina"],
    ]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    words = press(ana, f"/imports/{batch.pk}/columns/")["Location"]
    form = ana.get(words).context["form"]
    assert form.open_words[0][0].kind == WordKind.CATEGORY
    assert all(row[0].guess for row in form.plain_words)
