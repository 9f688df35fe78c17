"""Who a sheet says is a woman, and who served: where it leaves that open, somebody is asked and nobody guesses."""

from itertools import cycle

import pytest
from django.test import Client

from casework.register.choices import Category, Sex
from casework.register.models.individual import Individual
from casework.service.models import ServiceRecord
from imports.choices import ImportStatus, WordKind
from imports.models import ImportBatch, WordMemory
from imports.rules.sexes import sexes_in_doubt
from tests.imports.sheets import as_xlsx, batch_of, checked, press, put_on_file, upload
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")


def with_sexes(*letters: str, heading: str = "Sexo") -> bytes:
    names = ["Ana Rojas", "Berta Lugo", "Carlos Mora", "Dora Peña"]
    return as_xlsx(
        [
            ["Nombre", heading, "Fuerza"],
            *([name, letter, "civil"] for name, letter in zip(names, letters, strict=False)),
        ]
    )


def mapped(client: Client, content: bytes, cast) -> ImportBatch:
    batch = batch_of(upload(client, content, "a.xlsx", cast.norte))
    press(client, f"/imports/{batch.pk}/columns/")
    batch.refresh_from_db()
    return batch


def asked(client: Client, batch: ImportBatch, kind: str) -> dict[str, str | None]:
    form = client.get(f"/imports/{batch.pk}/words/").context["form"]
    return {word.word: word.guess for word in form.words if word.kind == kind}


def people() -> dict[str, Individual]:
    return {person.given_names: person for person in Individual.objects.order_by("number")}


@pytest.mark.parametrize(
    ("words", "in_doubt"),
    [
        ("h m", {"h": Sex.MALE, "m": Sex.FEMALE}),
        ("v m", {"v": Sex.MALE, "m": Sex.FEMALE}),
        ("v h", {"v": Sex.MALE, "h": Sex.FEMALE}),
        ("hombre m", {"m": Sex.FEMALE}),
        ("varon mujer m", {"m": Sex.FEMALE}),
        ("h m f", {"h": Sex.MALE, "m": Sex.MALE}),
        ("m f", {}),
        ("m", {}),
        ("h f", {}),
        ("h mujer", {}),
        ("m masc masculino hombre f femenino", {}),
        ("hombre mujer", {}),
    ],
)
def test_a_letter_is_in_doubt_by_what_else_stands_in_its_column(words, in_doubt):
    assert sexes_in_doubt(words.split()) == in_doubt


def test_a_heading_tells_what_its_letters_are_too():
    assert sexes_in_doubt(["m"], "Sexo (H/M)") == {"m": Sex.FEMALE}
    assert sexes_in_doubt(["m"], "Sexo (M/F)") == {}


@pytest.mark.parametrize(
    ("letters", "question"),
    [
        ("HMMH", {"H": Sex.MALE, "M": Sex.FEMALE}),
        ("VMMV", {"V": Sex.MALE, "M": Sex.FEMALE}),
    ],
)
def test_men_and_women_by_letters_are_asked_about_and_become_what_was_said(
    cast, ana, letters, question
):
    batch = mapped(ana, with_sexes(*letters), cast)
    assert asked(ana, batch, WordKind.SEX) == question
    press(ana, f"/imports/{batch.pk}/words/")
    page = ana.get(f"/imports/{batch.pk}/").content.decode()
    assert (page.count("Femenino"), page.count("Masculino")) == (2, 2)
    batch.refresh_from_db()
    put_on_file(ana, batch)
    assert [person.sex for person in people().values()] == [
        Sex.MALE,
        Sex.FEMALE,
        Sex.FEMALE,
        Sex.MALE,
    ]


def test_masculine_and_feminine_are_known_without_a_question(cast, ana):
    batch = mapped(ana, with_sexes(*"MFFM"), cast)
    assert asked(ana, batch, WordKind.SEX) == {}
    put_on_file(ana, checked(ana, with_sexes(*"MFFM"), "b.xlsx", cast.norte))
    assert [person.sex for person in people().values()] == [
        Sex.MALE,
        Sex.FEMALE,
        Sex.FEMALE,
        Sex.MALE,
    ]


def test_what_a_letter_stands_for_is_asked_for_each_sheet_and_can_be_said_anew(cast, ana):
    batch = checked(ana, with_sexes(*"HM"), "a.xlsx", cast.norte)
    assert not WordMemory.objects.filter(kind=WordKind.SEX).exists()
    assert asked(ana, batch, WordKind.SEX) == {"H": Sex.MALE, "M": Sex.FEMALE}
    again = mapped(ana, with_sexes(*"HM"), cast)
    assert again.status == ImportStatus.WORDS
    plain = checked(ana, with_sexes(*"MF"), "c.xlsx", cast.norte)
    put_on_file(ana, plain)
    assert [person.sex for person in people().values()] == [Sex.MALE, Sex.FEMALE]


def test_a_letter_that_comes_into_doubt_by_mending_is_a_fault_until_somebody_says(cast, ana):
    batch = checked(ana, with_sexes(*"MM"), "a.xlsx", cast.norte)
    assert batch.rows_good == 2
    ana.post(
        f"/imports/{batch.pk}/rows/2/", {"cell-0": "Ana Rojas", "cell-1": "H", "cell-2": "civil"}
    )
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_wrong) == (0, 2)
    press(ana, f"/imports/{batch.pk}/words/")
    batch.refresh_from_db()
    assert (batch.rows_good, batch.rows_wrong) == (2, 0)


def alone(*rows: list[str]) -> bytes:
    return as_xlsx([["Nombre", "Sexo", "Edad"], *rows])


def test_nobody_becomes_a_former_member_by_standing_alone_in_a_sheet(cast, ana):
    content = alone(["Ana Rojas", "F", "30"], ["Luis Mora", "M", "15"])
    put_on_file(ana, checked(ana, content, "a.xlsx", cast.norte))
    assert [person.category for person in people().values()] == [Category.RELATIVE] * 2
    assert ServiceRecord.objects.count() == 0


def test_what_silent_heads_are_is_asked_and_never_true_of_children(cast, ana):
    content = alone(["Ana Rojas", "F", "30"], ["Luis Mora", "M", "17"], ["Eva Lugo", "F", ""])
    batch = mapped(ana, content, cast)
    assert asked(ana, batch, WordKind.CATEGORY) == {"": None}
    refused = ana.post(f"/imports/{batch.pk}/words/", {"word-0": ""})
    assert refused.status_code == 200
    ana.post(f"/imports/{batch.pk}/words/", {"word-0": Category.FORMER_MEMBER})
    batch.refresh_from_db()
    page = ana.get(f"/imports/{batch.pk}/").content.decode()
    assert page.count("Exintegrante de la fuerza") == 2
    put_on_file(ana, batch)
    assert {name: person.category for name, person in people().items()} == {
        "Ana": Category.FORMER_MEMBER,
        "Luis": Category.RELATIVE,
        "Eva": Category.FORMER_MEMBER,
    }
    again = mapped(ana, content, cast)
    # What an earlier sheet was told says nothing about the people of this one.
    assert asked(ana, again, WordKind.CATEGORY) == {"": None}


def test_who_has_a_force_a_rank_a_unit_or_years_served_and_who_has_none_of_them_did_not(cast, ana):
    rows = [
        ["Nombre", "Fuerza", "Grado", "Unidad", "Años de servicio"],
        ["Ana Rojas", "GNB", "", "", ""],
        ["Berta Lugo", "", "S/2", "", ""],
        ["Carla Mora", "", "", "Batallón 41", ""],
        ["Dora Peña", "", "", "", "12"],
        ["Elsa Díaz", "civil", "", "", ""],
        ["Flor Gil", "", "", "ninguna", ""],
        ["Gabi Ríos", "civil", "", "", "3"],
    ]
    batch = mapped(ana, as_xlsx(rows), cast)
    assert asked(ana, batch, WordKind.CATEGORY) == {"": None}
    form = ana.get(f"/imports/{batch.pk}/words/").context["form"]
    assert [word.times for word in form.words if word.kind == WordKind.CATEGORY] == [1]
    press(ana, f"/imports/{batch.pk}/words/")
    batch.refresh_from_db()
    put_on_file(ana, batch)
    served = {"Ana", "Berta", "Carla", "Dora"}
    assert {
        name for name, person in people().items() if person.category == Category.FORMER_MEMBER
    } == served
    assert ServiceRecord.objects.count() == len(served)
    assert batch.families.get(first_row=7).services == 0


def test_a_sheet_in_which_every_head_has_a_force_asks_nothing_about_heads(cast, ana):
    rows = [["Nombre", "Fuerza"], ["Ana Rojas", "GNB"], ["Luis Mora", "civil"]]
    batch = mapped(ana, as_xlsx(rows), cast)
    assert asked(ana, batch, WordKind.CATEGORY) == {}


# What the earlier sheet said is asked for beside each heading in turn: neither answer depends on the other.
@pytest.mark.parametrize(
    ("heading", "earlier"),
    zip(
        ["Fuerza", "Grado", "Unidad", "Años de servicio", "Vereda"],
        cycle([Category.RELATIVE, Category.FORMER_MEMBER]),
        strict=False,
    ),
)
def test_no_default_and_no_earlier_sheet_says_what_a_silent_head_is(cast, ana, heading, earlier):
    batch = mapped(ana, as_xlsx([["Nombre", heading], ["Eva Lugo", ""]]), cast)
    ana.post(f"/imports/{batch.pk}/words/", {"word-0": earlier})
    batch.refresh_from_db()
    put_on_file(ana, batch)
    content = as_xlsx([["Nombre", heading], ["Ana Rojas", ""], ["Luis Mora", ""]])
    batch = mapped(ana, content, cast)
    page = ana.get(f"/imports/{batch.pk}/words/")
    assert [(word.times, word.guess) for word in page.context["form"].words] == [(2, None)]
    assert ana.post(f"/imports/{batch.pk}/words/", {"word-0": ""}).status_code == 200
    batch.refresh_from_db()
    assert batch.status == ImportStatus.WORDS
    assert {name: person.category for name, person in people().items()} == {"Eva": earlier}


def mended(ana: Client, batch: ImportBatch) -> None:
    ana.post(f"/imports/{batch.pk}/rows/2/", {"cell-0": "1", "cell-1": "Ana Rojas", "cell-2": ""})


def dropped(ana: Client, batch: ImportBatch) -> None:
    ana.post(f"/imports/{batch.pk}/rows/2/drop/")


@pytest.mark.parametrize(("change", "waiting"), [(mended, [2]), (dropped, [3])])
def test_a_head_of_whom_nobody_said_it_waits_and_the_page_says_which_row(
    cast, ana, change, waiting
):
    rows = [["Familia", "Nombre", "Fuerza"], ["1", "Ana Rojas", "civil"], ["1", "Luis Mora", ""]]
    batch = checked(ana, as_xlsx([*rows, ["2", "Eva Lugo", "GNB"]]), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_wrong) == (3, 0)
    change(ana, batch)
    batch.refresh_from_db()
    page = ana.get(f"/imports/{batch.pk}/?rows=wrong").context["page_obj"]
    sentence = "Nada dice si este titular sirvió. Elíjalo en «Palabras»."
    told = [row.number for row in page if sentence in [fault.sentence for fault in row.faults]]
    assert told == waiting
    put_on_file(ana, batch)
    assert set(people()) == {"Eva"}
    assert asked(ana, batch, WordKind.CATEGORY) == {"": None}
    press(ana, f"/imports/{batch.pk}/words/")
    batch.refresh_from_db()
    put_on_file(ana, batch)
    assert people()["Luis"].category == Category.RELATIVE


def with_service(*words: str) -> bytes:
    names = ["Ana Rojas", "Berta Lugo", "Carlos Mora", "Dora Peña"]
    return as_xlsx(
        [
            ["Nombre", "Edad", "¿Fue militar?"],
            *([name, "30", word] for name, word in zip(names, words, strict=False)),
        ]
    )


def say(client: Client, batch: ImportBatch, **meanings: str) -> None:
    """Chooses these meanings on the page of words, and the guesses for all others."""
    address = f"/imports/{batch.pk}/words/"
    form = client.get(address).context["form"]
    answers = {
        f"word-{place}": meanings.get(word.text or "silent", word.guess or "")
        for place, word in enumerate(form.words)
    }
    client.post(address, answers)
    batch.refresh_from_db()


def test_a_yes_under_a_question_about_service_is_a_former_member_of_a_force_nobody_named(cast, ana):
    batch = mapped(ana, with_service("SI", "NO", "EX PNB", "exmilitar"), cast)
    guessed = {"SI": "served", "NO": "none", "EX PNB": "pnb", "exmilitar": "served"}
    assert asked(ana, batch, WordKind.FORCE) == guessed
    assert (
        "Sirvió, no se sabe en qué fuerza"
        in ana.get(f"/imports/{batch.pk}/words/").content.decode()
    )
    press(ana, f"/imports/{batch.pk}/words/")
    put_on_file(ana, batch)
    served = {
        person.given_names
        for person in people().values()
        if person.category == Category.FORMER_MEMBER
    }
    assert served == {"Ana", "Carlos", "Dora"}
    forces = {row.individual.given_names: row.force for row in ServiceRecord.objects.all()}
    assert (forces["Ana"], forces["Dora"], forces["Carlos"].code) == (None, None, "pnb")


@pytest.mark.parametrize(("column", "word"), [("Fuerza", "de los buenos"), ("Grado", "zambo")])
def test_of_any_word_it_can_be_said_that_whoever_bears_it_served(cast, ana, column, word):
    content = as_xlsx([["Nombre", "Edad", column], ["Ana Rojas", "30", word]])
    batch = mapped(ana, content, cast)
    say(ana, batch, **{word: "served"})
    put_on_file(ana, batch)
    assert people()["Ana"].category == Category.FORMER_MEMBER
    assert ServiceRecord.objects.get().rank == ""


def test_of_silent_heads_it_can_be_said_that_nobody_has_asked_them_yet(cast, ana):
    batch = mapped(ana, with_service("GNB", ""), cast)
    say(ana, batch, gnb="gnb", silent="not_asked")
    page = page_of(ana.get(f"/imports/{batch.pk}/"))
    assert page.says("Nadie preguntó")
    assert not page.says("Se preguntó: no sirvió")
    put_on_file(ana, batch)
    told = {name: (who.category, who.is_service_asked) for name, who in people().items()}
    assert told == {"Ana": (Category.FORMER_MEMBER, True), "Berta": (Category.RELATIVE, False)}


def test_whoever_is_not_known_to_have_served_is_asked_about_apart_from_those_without_a_word(
    cast, ana
):
    batch = mapped(ana, with_service("quizás", ""), cast)
    say(ana, batch, **{"quizas": "unknown", "silent": Category.RELATIVE})
    assert (batch.rows_good, batch.rows_wrong) == (1, 1)
    assert asked(ana, batch, WordKind.CATEGORY) == {
        "": Category.RELATIVE,
        "No se sabe si sirvió": None,
    }
    say(ana, batch, unknown=Category.FORMER_MEMBER)
    put_on_file(ana, batch)
    told = {name: person.category for name, person in people().items()}
    assert told == {"Ana": Category.FORMER_MEMBER, "Berta": Category.RELATIVE}
