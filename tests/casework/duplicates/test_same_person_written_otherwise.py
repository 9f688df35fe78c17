"""What the same person is called and written elsewhere, and whom a family is easily taken for."""

import datetime

import pytest

from casework.duplicates.choices import Reason
from casework.duplicates.rules.given_names import everyday_forms, goes_by, is_given_name
from casework.duplicates.rules.matching import Candidate, Likeness, likeness
from casework.duplicates.rules.weights import LIKELY, POSSIBLE
from casework.register.choices import BirthPrecision
from casework.register.rules import Birth
from vault.sounds import sounded_words


def year(value: int, precision: BirthPrecision = BirthPrecision.YEAR) -> Birth:
    return Birth(precision, None, value)


def day(text: str) -> Birth:
    born_on = datetime.date.fromisoformat(text)
    return Birth(BirthPrecision.DAY, born_on, born_on.year)


def woman(given: str, family: str, born: Birth | None = None, **facts) -> Candidate:
    return Candidate(given, family, "f", born, **facts)


def man(given: str, family: str, born: Birth | None = None, **facts) -> Candidate:
    return Candidate(given, family, "m", born, **facts)


def both_ways(one: Candidate, other: Candidate) -> Likeness:
    alike = likeness(one, other)
    assert alike == likeness(other, one)
    return alike


# What is never overlooked -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (man("José", "Jiménez García", year(1986)), man("Cheo", "Jiménez", year(1986))),
        (man("Argenis Jhonny", "Guerrero Velazco", year(1985)), man("Cheo", "Guerrero")),
        (woman("Rosa", "Mendoza", year(1980)), woman("Rosa", "de Moreno", year(1980))),
        (man("Wilmer", "Rojas", year(1960)), woman("Zulay", "Peña", year(1999))),
    ],
)
def test_one_document_puts_two_records_before_somebody_whatever_the_names(one, other):
    alike = both_ways(
        Candidate(**{**vars(one), "document": "V-21.967.260"}),
        Candidate(**{**vars(other), "document": "C.I. V 21967260"}),
    )
    assert alike.score >= POSSIBLE
    assert Reason.SAME_DOCUMENT in alike.for_it


def test_one_phone_and_one_birth_date_put_two_records_before_somebody():
    one = man("Argenis", "Guerrero", day("1985-04-12"), phone="3001112233")
    other = man("Cheo", "Velazco", day("1985-04-12"), phone="+57 300 111 2233")
    assert both_ways(one, other).is_possible
    assert not both_ways(one, man("Cheo", "Velazco", day("1985-04-13"))).is_possible


def test_the_same_name_and_year_stay_in_the_queue_with_another_document_against_it():
    one = man("Luis Alberto", "Rangel Mora", year(1988), document="V-18.222.333")
    other = man("Luis Alberto", "Rangel Mora", year(1988), document="V-25.999.111")
    alike = both_ways(one, other)
    assert POSSIBLE <= alike.score < LIKELY
    assert alike.against_it == [Reason.OTHER_DOCUMENT]
    other = man("Luis Alberto", "Rangel", year(1990), document="25999111")
    assert not both_ways(one, other).is_possible


def test_a_passport_beside_a_card_says_nothing_against():
    one = man("Luis Alberto", "Rangel Mora", year(1988), document="V-18.222.333")
    other = man("Luis Alberto", "Rangel Mora", year(1988), document="Pasaporte 145678901")
    assert both_ways(one, other).against_it == []
    assert both_ways(one, other).score >= LIKELY


# Names ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Jesús", "Chucho"), ("José", "Cheo"), ("José", "Pepe"), ("Fernando", "Nando"), ("Alberto", "Beto"),
        ("Roberto", "Beto"), ("Guadalupe", "Lupe"), ("Graciela", "Chela"), ("Ignacio", "Nacho"), ("Francisco", "Paco"),
        ("Antonio", "Toño"), ("Enrique", "Quique"), ("Enrique", "Kike"), ("Eulogio", "Yeyo"), ("Luis", "Luisito"),
        ("Carlos", "Carlitos"), ("Rosa", "Rosita"), ("Concepción", "Conchita"), ("Guillermo", "Memo"),
    ],
)  # fmt: skip
def test_who_goes_by_an_everyday_form_of_the_name_is_the_same(name, form):
    alike = both_ways(man(name, "Villasmil Ochoa", year(1985)), man(form, "Villasmil", year(1985)))
    assert alike.is_possible
    assert Reason.EVERYDAY_NAME in alike.for_it
    assert alike.against_it == []


def test_the_table_of_names_is_read_and_none_is_a_form_of_itself():
    forms = everyday_forms()
    assert len(forms) > 200
    assert all(name and name not in short for name, short in forms.items())
    assert list(forms) == sorted(set(forms), key=list(forms).index)
    assert goes_by(*sounded_words("Chucho Jesús"))
    assert not goes_by(*sounded_words("Chucho José"))
    assert is_given_name(*sounded_words("María"))
    assert not is_given_name(*sounded_words("Chucho"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (man("Luis Fernando", "Araque Soto"), man("Luisfernando", "Araque")),
        (woman("Ana María", "Araque Soto"), woman("Anamaria", "Araque Soto")),
        (man("Pedro", "De la Cruz Soto"), man("Pedro", "Delacruz Soto")),
        (man("Pedro", "Villa Lobos"), man("Pedro", "Villalobos")),
        (man("Pedro", "Monte Verde Díaz"), man("Pedro", "Monteverde")),
        (man("Pedro", "García-Pérez"), man("Pedro", "García Pérez")),
    ],
)
def test_names_written_in_one_and_apart_are_alike(one, other):
    born = {"birth": year(1990)}
    alike = both_ways(Candidate(**vars(one) | born), Candidate(**vars(other) | born))
    assert alike.is_possible
    assert alike.against_it == []


@pytest.mark.parametrize(
    ("family", "other"),
    [
        ("Mendoza de Moreno", "Mendoza Pérez"),
        ("Mendoza de Moreno", "Mendoza"),
        ("Mendoza Pérez de Moreno", "Mendoza Pérez"),
    ],
)
def test_a_husbands_name_is_no_name_of_her_own(family, other):
    alike = both_ways(woman("Rosa", family, year(1980)), woman("Rosa", other, year(1980)))
    assert alike.is_possible
    assert alike.against_it == []


def test_a_husbands_name_alone_says_little_and_speaks_against_nothing():
    alone = woman("Rosa", "de Moreno", year(1980))
    known = woman("Rosa", "Mendoza", year(1980))
    assert both_ways(alone, known).against_it == []
    assert both_ways(alone, known).score < both_ways(known, known).score
    assert both_ways(alone, woman("Rosa", "de Moreno", year(1980))).is_possible


def test_what_stands_after_de_is_a_mans_own_name():
    alike = both_ways(man("Luis", "de León", year(1980)), man("Luis", "Mendoza", year(1980)))
    assert Reason.OTHER_FAMILY_NAME in alike.against_it
    for name in ("de la Cruz Rojas", "del Valle Rojas", "de los Ríos"):
        assert both_ways(woman("Ana", name, year(1980)), woman("Ana", name, year(1980))).is_possible


# Whom a family is taken for ---------------------------------------------------------------------------------

TWIN = man("Luis Carlos", "Vivas Mora", day("1990-05-06"), document="V-20.111.222")


@pytest.mark.parametrize(
    "other",
    [
        man("Pedro Carlos", "Vivas Mora", day("1990-05-06"), document="V-20.111.223"),
        man("Pedro", "Vivas Mora", day("1990-05-06"), relatives=("Ana Mora", "Rosa Vivas")),
        woman("Luisa", "Vivas Mora", day("1990-05-06")),
        man("Pedro", "Vivas Mora", day("1990-05-06"), phone="3001112233", document="20111223"),
    ],
)
def test_twins_are_two_people(other):
    facts = {"relatives": ("Ana Mora", "Rosa Vivas"), "phone": "3001112233"}
    assert not both_ways(Candidate(**vars(TWIN) | facts), other).is_possible


@pytest.mark.parametrize("years", [16, 20, 30])
def test_a_father_and_a_son_of_one_name_are_two_people(years):
    son = man("Luis Carlos", "Vivas Mora", day("1990-05-06"), phone="3001112233")
    father = man("Luis Carlos", "Vivas", year(1990 - years), phone="3001112233")
    assert not both_ways(son, father).is_possible
    on_the_day = man("Luis Carlos", "Vivas", day(f"{1990 - years}-05-06"), phone="3001112233")
    assert not both_ways(son, on_the_day).is_possible


def test_a_slip_of_a_decade_is_a_slip_where_the_day_agrees():
    one = man("Luis Carlos", "Vivas Mora", day("1990-05-06"))
    assert Reason.DATE_SLIP in both_ways(one, man("Luis", "Vivas", day("1980-05-06"))).for_it
    assert Reason.DATE_SLIP in both_ways(one, man("Luis", "Vivas", day("1989-05-06"))).for_it


@pytest.mark.parametrize(
    ("one", "other"), [("María", "Mario"), ("José", "Josué"), ("Julia", "Julio"), ("Luis", "Luisa")]
)
def test_names_of_their_own_are_two_names_however_alike_they_sound(one, other):
    left = Candidate(one, "Vivas Mora", birth=year(1990))
    right = Candidate(other, "Vivas Mora", birth=year(1990))
    assert not both_ways(left, right).is_possible
    assert Reason.OTHER_GIVEN_NAME in both_ways(left, right).against_it
