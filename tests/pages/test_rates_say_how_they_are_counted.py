"""Wherever a page shows a rate, how it is counted stands on it."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from casework.referrals.actions import send_referral, write_referral
from casework.referrals.choices import HowReferralsCounted, OutsideService
from casework.register.choices import Category
from partners.loading import load_reported_figures
from reporting.choices import Definition
from shelters.choices import HowNightsCounted
from tests.aid.build import a_payer
from tests.build import a_row, an_arrival
from tests.build import people_of as people_of_case
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

TEMPLATES = Path(settings.BASE_DIR) / "templates"
DEFINITION = "pages/_definition.html"
# A percentage: by the filter, by a number that is one, or in letters. Or a rate by its name.
RATE = re.compile(
    r"\|percent\b|\.percent\b|\}\} ?%(?!\})|\bmean_size \}\}|_per_(?!display\b)\w+ \}\}|area_per_person \}\}"
    r"|\{% how_full\b"
)
INCLUDED = re.compile(r'\{% include "([^"]+)"')
# The one that shows what a block of a funder's table says of itself.
SAYS_IT_ITSELF = {"reporting/_table.html"}


def texts() -> dict[str, str]:
    return {
        path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8")
        for path in TEMPLATES.rglob("*.html")
    }


def without_definition(pages: dict[str, str]) -> set[str]:
    """Templates with a rate whose definition stands neither in them nor in all that include them."""
    includes = {name: set(INCLUDED.findall(text)) for name, text in pages.items()}

    def is_said(name: str) -> bool:
        if DEFINITION in includes[name]:
            return True
        outer = [each for each, inner in includes.items() if name in inner]
        return bool(outer) and all(is_said(each) for each in outer)

    rates = {name for name, text in pages.items() if RATE.search(text)}
    return {name for name in rates - SAYS_IT_ITSELF if not is_said(name)}


def test_no_template_shows_a_rate_without_its_definition():
    pages = texts()
    shown = {name for name, text in pages.items() if RATE.search(text)}
    assert {
        "shelters/site_list.html",
        "shelters/site_detail.html",
        "worklist/blocks/tonight.html",
        "casework/referrals/referral_list.html",
        "reporting/households.html",
        "reporting/figures_reported.html",
    } <= shown
    assert without_definition(pages) == set()


@pytest.mark.parametrize(
    "rate",
    [
        "{{ part|percent:whole }}",
        "{{ occupancy.percent }} %",
        "{{ share }} %",
        "{{ figures.mean_size }}",
        "{{ area_per_person }} m²",
        "{% how_full occupancy %}",
    ],
)
def test_a_rate_that_somebody_adds_without_one_is_found(rate):
    """The control: in a page of its own, and in a part that one of two pages explains."""
    assert without_definition({"new.html": rate}) == {"new.html"}
    said = '{% include "pages/_definition.html" %}'
    part = {"_part.html": rate, "one.html": f'{{% include "_part.html" %}}{said}'}
    assert without_definition(part) == set()
    part["other.html"] = '{% include "_part.html" %}'
    assert without_definition(part) == {"_part.html"}


@pytest.fixture
def house(cast):
    site = a_site(cast.cucuta, run_by=cast.carla, usable_area_m2=30)
    a_stay(people_of(a_family(cast.norte))[0], site, beds_of(site)[0], by=cast.carla)
    return site


def says(user, address: str, *definitions) -> bool:
    page = page_of(as_(user).get(address))
    return page.says(*(str(each.label) for each in definitions))


def test_occupancy_and_area_are_defined_where_they_are_shown(cast, house):
    """On the list, on the page of a site, on its night, on Today."""
    for name, args in (("site-list", []), ("site-night", [house.pk]), ("today", [])):
        assert says(cast.carla, reverse(name, args=args), HowNightsCounted.OCCUPANCY), name
    detail = reverse("site-detail", args=[house.pk])
    assert says(cast.carla, detail, HowNightsCounted.OCCUPANCY, HowNightsCounted.AREA)
    assert Definition.OCCUPANCY.label == HowNightsCounted.OCCUPANCY.label


def test_figures_about_families_reports_and_referrals_are_defined_where_they_are_shown(cast):
    case = an_arrival(cast, people=[a_row(category=Category.FORMER_MEMBER), a_row("Marleny")])
    load_reported_figures()
    two = (Definition.HOUSEHOLD_SIZE, Definition.RELATIVES_EACH)
    assert says(cast.sonia, reverse("household-figures"), *two)
    assert says(cast.sonia, reverse("figures-reported"), Definition.SHARE_OF_REPORTED)
    clinic = a_payer("Clínica de prueba")
    told = {"organisation": clinic, "service": OutsideService.CASH, "reason": "Arriendo"}
    [referral] = write_referral(case, people=people_of_case(case)[:1], by=cast.ana, **told)
    send_referral(referral, on=cast.cucuta.today(), override_reason="Urge.", by=cast.ana)
    assert says(cast.sonia, reverse("referral-list"), HowReferralsCounted.IN_TIME)


def test_the_heading_of_the_right_to_work_names_what_is_counted(cast):
    page = page_of(as_(cast.sonia).get(reverse("figures-rights")))
    assert page.says("Personas adultas con derecho a trabajar", str(Definition.WORK.label))
    assert "papel que menciona el derecho a trabajar" in str(Definition.WORK.label)
