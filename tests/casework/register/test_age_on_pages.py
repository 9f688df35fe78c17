"""A baby has months wherever an age is read, and no page says that somebody is of no years."""

import pytest
from django.urls import reverse

from casework.register.choices import BirthPrecision, Relation, Sex
from casework.register.rules import Birth, birth_as_text, parse_birth
from tests.build import a_row, an_arrival
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_site

pytestmark = pytest.mark.django_db


@pytest.fixture
def family(cast: Cast):
    """A man, a baby whose age was said in months, one of whom nobody said but the year, a newborn."""
    today = cast.ana.today()
    a_site(cast.cucuta, run_by=cast.carla)
    return an_arrival(
        cast,
        people=[
            a_row(sex=Sex.MALE, born=1991),
            a_row(
                "Isabella",
                sex=Sex.FEMALE,
                relation=Relation.DAUGHTER,
                birth=parse_birth("8 m", on=today),
            ),
            a_row(
                "Santiago",
                sex=Sex.MALE,
                relation=Relation.SON,
                birth=Birth(BirthPrecision.AGE, None, today.year),
            ),
            a_row(
                "Nazareth",
                sex=Sex.FEMALE,
                relation=Relation.DAUGHTER,
                birth=Birth(BirthPrecision.DAY, today, today.year),
            ),
        ],
        on=today,
    )


SAID = {"Isabella": "≈ 8 meses", "Santiago": "menos de 1 año", "Nazareth": "menos de 1 mes"}


def pages_with_ages(family, cast: Cast):
    number = family.number
    yield as_(cast.ana), reverse("case-detail", args=[number])
    yield as_(cast.ana), reverse("family-ask", args=[number])
    yield as_(cast.ana), as_(cast.ana).post(reverse("search"), {"q": "Rodríguez"})["Location"]
    yield as_(cast.ana), reverse("individual-list")
    yield as_(cast.carla), reverse("family-without-bed-list")
    yield as_(cast.carla), reverse("placement-place", args=[family.pk])


def test_every_page_says_the_months_of_a_baby(family, cast):
    for client, address in pages_with_ages(family, cast):
        said = page_of(client.get(address)).text
        for words in SAID.values():
            assert words in said, (address, words)
        assert "≈ 0" not in said, address
        assert "0 años" not in said, address
        assert "(0)" not in said, address


def test_who_is_picked_and_who_was_found_is_as_old_as_everywhere(family, cast):
    answer = as_(cast.ana).post(
        reverse("family-builder", args=[an_arrival(cast).number]), {"q": "Rodríguez", "look": "1"}
    )
    picked = page_of(answer)
    assert picked.says(*SAID.values(), f"≈ {cast.ana.today().year - 1991} años")
    assert not picked.holds("0 años")


def test_what_was_said_in_months_is_kept_and_shown_again_as_it_means(family, cast):
    baby = family.members.get(individual__number__endswith="-02").individual
    assert baby.birth.precision == BirthPrecision.MONTH
    shown = birth_as_text(baby.birth)
    assert parse_birth(shown, on=cast.ana.today()) == baby.birth
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[baby.number]))).text
    assert "Mes, quizá aproximado" in page


@pytest.mark.parametrize(
    ("typed", "shown"), [("08/1990", "Mes, quizá aproximado"), ("1990?", "Año aproximado")]
)
def test_no_page_names_a_source_of_a_birth_that_nobody_gave(cast, typed, shown):
    told = parse_birth(typed, on=cast.ana.today())
    number = an_arrival(cast, people=[a_row(sex=Sex.MALE, birth=told)]).number
    page = page_of(as_(cast.ana).get(reverse("individual-detail", args=[f"{number}-01"]))).text
    assert f"1990 ({shown})" in page
    assert "edad en meses" not in page
    assert "edad declarada" not in page


def test_the_api_stays_a_number(family, cast):
    rows = as_(cast.ana).get("/api/v1/individuals/").json()["results"]
    assert {row["age"] for row in rows} >= {0, cast.ana.today().year - 1991}
    assert {row["birth_precision"] for row in rows} == {"year", "month", "age", "day"}
