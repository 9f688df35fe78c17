"""A count of Today says one of one and many of many."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.due import due_sources
from casework.register.choices import Sex
from casework.tasks.actions import set_task
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_site, a_stay, beds_of
from worklist.today.dates import DAYS

DAY = datetime.timedelta(days=1)


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("es", "1 persona sin sexo o edad", "2 personas sin sexo o edad"),
        ("en", "1 person without sex or age", "2 people without sex or age"),
    ],
)
def test_a_count_says_its_noun_by_its_number(cast, language, one, two):
    cast.ana.language = language
    cast.ana.save()
    today = cast.ana.today()
    for words in (one, two):
        an_arrival(cast, people=[a_row(sex=Sex.UNKNOWN, born=1991)], on=today)
        with translation.override(language):
            part = page_of(as_(cast.ana).get(reverse("today"))).part("all-counts")
        assert words in part.text


def test_no_count_of_today_uses_the_plural_for_one(cast):
    """In a world with one of each, the words after a number are those of one."""
    today = cast.ana.today()
    house = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    case = an_arrival(cast, people=[a_row(sex=Sex.UNKNOWN)], on=today)
    set_task(case, title="Llamar", due_on=today - DAY, by=cast.ana)
    a_stay(people_of(case)[0], house, beds_of(house)[0], by=cast.carla, starts_on=today)
    many = ("1 familias", "1 personas", "1 camas", "1 tareas", "1 pares", "1 fechas", "1 llegan")
    for name in ("ana", "carla", "sonia"):
        text = page_of(as_(cast.users[name]).get(reverse("today"))).text
        assert not [words for words in many if words in text], name


def test_what_falls_due_by_law_says_within_how_many_days(cast):
    part = page_of(as_(cast.lucia).get(reverse("today"))).part("all-counts")
    for words in ("recursos", "plazos legales", "permisos que vencen", "entrevistas"):
        assert f"0 {words} en {DAYS.days} días" in part.text


def test_a_kind_whose_title_is_of_one_stands_before_its_number(cast):
    """Titles of kinds have one form; after a number they would say one of many."""
    case = an_arrival(cast)
    for _each in range(2):
        set_task(case, title="Llamar", due_on=cast.ana.today() - DAY, by=cast.ana)
    said = [*page_of(as_(cast.ana).get(reverse("today"))).part("all-counts").links.values()]
    assert "Tareas y citas: 2" in said
    titles = {str(source.title) for source in due_sources}
    assert not [each for each in said if re.sub(r"^\d+ ", "", each) in titles]
