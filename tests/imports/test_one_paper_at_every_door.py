"""Whether two papers are one is told alike at every door: by number, issuing country and kind, however they are written."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from casework.duplicates.choices import ONE_NUMBER, Reason
from casework.duplicates.models import DuplicatePair
from casework.duplicates.side_by_side import COMPATIBLE, SAME, side_by_side
from casework.identity.actions.identity_documents import add_identity_document
from casework.merges.doubles import doubles_of
from casework.papers.rules.papers import Paper
from casework.register.models.identity_document import IdentityDocument
from casework.search.querysets import search_people
from imports.choices import RowDoubt, RowState
from imports.rows import rows_in
from pages.refusals import ActionRefused
from tests.build import an_individual
from tests.cast import log_in
from tests.imports.sheets import as_xlsx, checked, put_on_file
from worklist.scheduler.tick import tick

pytestmark = pytest.mark.usefixtures("house")

ONE, DOUBT, TWO = "one paper", "one number, perhaps of two papers", "two papers"

PAIRS = [
    ("V-19.887.210", "V19887210", ONE),
    ("V-19.887.210", "v 19 887 210", ONE),
    ("C.I. V-19887210", "V-19.887.210", ONE),
    ("19.887.210", "19887210", ONE),
    ("C.C. 13.456.789", "CC 13456789", ONE),
    ("TI 1092345678", "T.I. 1.092.345.678", ONE),
    ("Partida 4471", "Registro civil Nº 4471", ONE),
    ("V-19887210", "19.887.210", DOUBT),
    ("CC 13456789", "13456789", DOUBT),
    ("V-13456789", "CC 13456789", TWO),
    ("E-81234567", "C.C. 81.234.567", TWO),
]


def argenis(cast, number):
    return an_individual(cast, given_names="Argenis", family_names="Guerrero", document=number)


def zulay(cast, number):
    facts = {"given_names": "Zulay", "family_names": "Peña", "sex": "f", "born": 1999}
    return an_individual(cast, document=number, **facts)


def by_reasons(reasons) -> str:
    numbers = ONE_NUMBER & set(reasons)
    return {Reason.SAME_DOCUMENT: ONE, Reason.SAME_NUMBER: DOUBT, None: TWO}[
        next(iter(numbers), None)
    ]


def while_it_is_typed(cast, ana, one, other) -> str:
    argenis(cast, one)
    row = {"row-given_names": "Zulay", "row-family_names": "Peña", "row-document": other}
    page = log_in(cast.ana).post(reverse("arrival-duplicates"), row).content.decode()
    if "mismo documento" in page:
        return ONE
    return DOUBT if "mismo número, tal vez de otro documento" in page else TWO


def in_the_sweep(cast, ana, one, other) -> str:
    argenis(cast, one), zulay(cast, other)
    tick()
    return by_reasons(pair.reasons[-1] for pair in DuplicatePair.objects.all())


def within_a_sheet(cast, ana, one, other) -> str:
    rows = [["Nombres", "Apellidos", "Cédula"], ["Argenis", "Rojas", one], ["Zulay", "Peña", other]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    doubts = [doubt for row in rows_in(batch, [RowState.DOUBTFUL]) for doubt, _row in row["doubts"]]
    told = {
        (RowDoubt.SAME_DOCUMENT_IN_SHEET,): ONE,
        (RowDoubt.SAME_NUMBER_IN_SHEET,): DOUBT,
        (): TWO,
    }
    return told[tuple(doubts)]


def of_a_sheet_and_the_file(cast, ana, one, other) -> str:
    known = argenis(cast, one)
    rows = [["Nombres", "Apellidos", "Cédula"], ["Zulay", "Peña", other]]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    [row] = rows_in(batch, [RowState.DOUBTFUL, RowState.GOOD])
    return by_reasons(row["why"].get(known.number, ()))


def side_by_side_before_a_merge(cast, ana, one, other) -> str:
    first, *_others = side_by_side(argenis(cast, one), zulay(cast, other), cast.ana)
    return {SAME: ONE, COMPATIBLE: DOUBT}.get(first.result, TWO)


DOORS: list[Callable[..., str]] = [
    while_it_is_typed,
    in_the_sweep,
    within_a_sheet,
    of_a_sheet_and_the_file,
    side_by_side_before_a_merge,
]


@pytest.mark.parametrize(("one", "other", "verdict"), PAIRS)
@pytest.mark.parametrize("door", DOORS)
def test_two_papers_are_told_alike(cast, ana, door, one, other, verdict):
    assert door(cast, ana, one, other) == verdict


@pytest.mark.parametrize(("one", "other", "verdict"), PAIRS)
def test_what_may_be_one_paper_is_found_folded_and_not_taken_in_twice(cast, one, other, verdict):
    """Of a search: whether the number leads there for certain."""
    person, again = argenis(cast, one), zulay(cast, other)
    exact = {hit.individual for hit in search_people(other, cast.ana) if hit.is_exact}
    assert (person in exact, again in exact) == (verdict != TWO, True)
    folded = [
        each for each in doubles_of(person, again) if isinstance(each.fuller, IdentityDocument)
    ]
    assert len(folded) == (verdict != TWO)
    is_refused = False
    try:
        read = again.identity_documents.get()
        facts = {"type": read.type, "country": read.country}
        add_identity_document(person, number=other, by=cast.ana, **facts)
    except ActionRefused:
        is_refused = True
    assert is_refused is (verdict != TWO)


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        (("5512345", "national_id", "VE"), ("5512345", "stay_paper", ""), TWO),
        (("13456789", "national_id", "VE"), ("13456789", "national_id", "CO"), TWO),
        (("13456789", "national_id", "VE"), ("V-13.456.789", "national_id", ""), ONE),
        (("013456789", "passport", "VE"), ("V-13.456.789", "national_id", ""), DOUBT),
        (("123456789", "passport", "VE"), ("123456789", "other", ""), DOUBT),
        (("AB-99", "other", ""), ("ab 99", "", ""), ONE),
    ],
)
def test_kind_and_country_count_however_they_are_known(one, other, verdict):
    left, right = (Paper.of(number, type=kind, country=of) for number, kind, of in (one, other))
    is_one = left == right
    assert (is_one, left.may_be(right), right.may_be(left)) == {
        ONE: (True, True, True),
        DOUBT: (False, True, True),
        TWO: (False, False, False),
    }[verdict]


def test_the_same_digits_of_two_countries_are_two_people_with_their_papers(cast, ana):
    rows = [
        ["Nombres", "Apellidos", "Tipo de documento", "Cédula"],
        ["Nicanor", "Ochoa", "Cédula de identidad", "V-13456789"],
        ["Onofre", "Lizarazo", "Cédula de ciudadanía", "13456789"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    assert (batch.rows_good, batch.rows_doubtful) == (2, 0)
    put_on_file(ana, batch)
    papers = IdentityDocument.objects.order_by("country").values_list("country", "type")
    assert list(papers) == [("CO", "national_id"), ("VE", "national_id")]


def test_the_card_of_a_minor_and_that_of_the_adult_of_the_same_number_may_be_of_one_person():
    assert Paper.of("TI 1092345678").may_be(Paper.of("CC 1092345678"))
    assert Paper.of("TI 1092345678") != Paper.of("CC 1092345678")


def test_a_number_says_by_its_word_what_paper_carries_it(cast, ana):
    rows = [
        ["Nombres", "Apellidos", "Cédula"],
        ["Nicanor", "Ochoa", "TI 1092345678"],
        ["Onofre", "Lizarazo", "Partida 4471"],
        ["Plutarco", "Montiel", "Registro civil Nº 5582"],
        ["Querubín", "Navas", "RC 6693"],
        ["Rigoberto", "Ojeda", "CE 512345"],
        ["Sofanor", "Pinto", "PPT 5123456"],
        ["Tarcisio", "Quero", "PEP 912345678901"],
        ["Ubaldo", "Rondón", "C.C. 88.123.456"],
        ["Vidal", "Sojo", "NUIP 1092345679"],
    ]
    batch = checked(ana, as_xlsx(rows), "a.xlsx", cast.norte)
    put_on_file(ana, batch)
    assert {(row.number, row.country, row.type) for row in IdentityDocument.objects.all()} == {
        ("1092345678", "CO", "minors_id"),
        ("512345", "CO", "stay_paper"),
        ("5123456", "", "stay_paper"),
        ("912345678901", "", "stay_paper"),
        ("88.123.456", "CO", "national_id"),
        ("1092345679", "", "other"),
        ("4471", "", "birth_certificate"),
        ("5582", "", "birth_certificate"),
        ("6693", "", "birth_certificate"),
    }
