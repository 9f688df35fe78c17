"""A filter of an address that is wrong is said, by field and value, and shows nothing as if it had been asked."""

import datetime
import uuid
from typing import Any

import pytest
from django import forms
from django.urls import reverse
from django_filters.fields import RangeField

from pages.filters import say_unknown
from tests.aid.build import a_commitment
from tests.asylum.build import a_referred_family
from tests.build import people_of
from tests.cast import Cast, as_
from tests.page import Page, page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of

DAY = datetime.timedelta(days=1)
# Who looks, at which page, and what a filter of it is not.
WRONG = [
    ("sonia", "case-list", "status", "nonsense"),
    ("sonia", "due-list", "kind", "nonsense"),
    ("sonia", "due-list", "when", "nonsense"),
    ("sonia", "due-list", "whose", "nonsense"),
    ("sonia", "forecast", "show", "nonsense"),
    ("sonia", "forecast", "days", "13"),
    ("sonia", "forecast", "ends_on", "31-31-2026"),
    ("sonia", "forecast", "closes_on", "31-31-2026"),
    ("sonia", "forecast", "lost_on", "31-31-2026"),
    ("sonia", "forecast", "kind", "nonsense"),
    ("sonia", "forecast", "cut", "nonsense"),
    ("sonia", "forecast", "since", "31-31-2026"),
    ("sonia", "forecast", "commitment", "nonsense"),
    ("sonia", "fall-list", "days", "13"),
    ("adela", "forecast-counts", "days", "13"),
    ("carla", "site-night", "on", "31-31-2026"),
    ("sonia", "case-timeline", "until", "31-31-2026"),
    ("sonia", "case-timeline", "kind", "nonsense"),
    ("sonia", "case-timeline-print", "until", "31-31-2026"),
    ("sonia", "figures", "until", "31-31-2026"),
    ("sonia", "figures-asylum", "until", "31-31-2026"),
    ("sonia", "figures-rights", "on", "31-31-2026"),
    ("sonia", "household-figures", "on", "31-31-2026"),
]


@pytest.fixture(scope="module")
def keys(cast_of_the_file: Cast) -> dict[str, list[Any]]:
    """A family with a bed and aid that ends soon, and what the addresses of the pages about them need."""
    cast = cast_of_the_file.anew()
    today = cast.ana.today()
    case, house = a_family(cast.norte), a_site(cast.cucuta, beds=[4], run_by=cast.carla)
    a_commitment(case, by=cast.ana, until=today + 3 * DAY)
    a_stay(people_of(case)[0], house, beds_of(house)[0], by=cast.carla)
    of_case = [case.number]
    return {
        "case-timeline": of_case,
        "case-timeline-print": of_case,
        "site-night": [house.pk],
    }


def shown(page: Page) -> list[str]:
    """What a page shows of what is on file: its tables, facts, events and rows."""
    main = next(page.root.all("main"))
    return [each.tag for each in main.all("table", "dl", "ol")] + [
        rows.tag for rows in main.where("class", "rows")
    ]


def by_page(questions: list[tuple[str, str, Any, str]]) -> list[Any]:
    """For each page who looks at it, and all that is asked of it there: the right page is opened once."""
    of_pages: dict[tuple[str, str], list[tuple[Any, str]]] = {}
    for name, page, asked, said in questions:
        of_pages.setdefault((name, page), []).append((asked, said))
    return [pytest.param(*at, asked, id=at[1]) for at, asked in of_pages.items()]


@pytest.mark.parametrize(("name", "page", "values"), by_page(WRONG))
def test_a_wrong_filter_is_said_and_shows_nothing(cast, keys, name, page, values):
    client, address = as_(cast.users[name]), reverse(page, args=keys.get(page))
    assert shown(page_of(client.get(address)))
    for field, value in values:
        is_said(page_of(client.get(address, {field: value})), value)


def is_said(wrong: Page, said: str) -> None:
    assert shown(wrong) == [], said
    [box] = wrong.root.where("role", "alert")
    assert box.text.startswith("Un filtro no está bien. No se buscó nada."), said
    # A word that is not offered is a code: it is not said back.
    assert said in box.text or "Esto no se ofrece aquí" in box.text


# Who looks, at which page, with which name or value that its filters do not know, and what is said of it.
UNKNOWN = [
    ("sonia", "case-list", {"until": ""}, "«until»"),
    ("sonia", "case-list", {"status": "open", "nonsense": "1"}, "«nonsense»"),
    ("sonia", "due-list", {"until": ""}, "«until»"),
    ("sonia", "working-calendar", {"until": "2026"}, "«until»"),
    ("sonia", "working-calendar", {"year": "nonsense"}, "Año"),
    ("sonia", "working-calendar", {"year": "0000"}, "Año"),
    ("sonia", "condition-list", {"until": ""}, "«until»"),
    ("sonia", "condition-list", {"agreement": "nonsense"}, "Convenio"),
    ("sonia", "condition-list", {"agreement": str(uuid.UUID(int=7))}, "Convenio"),
    ("sonia", "retention-list", {"team": "zzz"}, "Esto no se ofrece aquí"),
    ("sonia", "retention-list", {"until": ""}, "«until»"),
    ("sonia", "case-list", {"team": "zzz"}, "Esto no se ofrece aquí"),
    ("sonia", "case-list", {"is_restricted": "zz"}, "Esto no se ofrece aquí"),
    ("lucia", "renunciation-list", {"to_verify": "zz"}, "Esto no se ofrece aquí"),
    ("lucia", "renunciation-file", {"until": "1/2/2026"}, "«until»"),
    ("lucia", "renunciation-file", {"on": "31-31-2026"}, "31-31-2026"),
    ("sonia", "forecast", {"nonsense": "1"}, "«nonsense»"),
    ("adela", "forecast-counts", {"until": ""}, "«until»"),
    ("carla", "site-night", {"until": ""}, "«until»"),
    ("sonia", "case-timeline", {"nonsense": "1"}, "«nonsense»"),
    ("sonia", "case-timeline-print", {"nonsense": "1"}, "«nonsense»"),
    ("sonia", "figures", {"nonsense": "1"}, "«nonsense»"),
    ("sonia", "figures-asylum", {"nonsense": "1"}, "«nonsense»"),
    ("sonia", "figures-rights", {"nonsense": "1"}, "«nonsense»"),
    ("sonia", "household-figures", {"nonsense": "1"}, "«nonsense»"),
    ("aurelio", "audit", {"nonsense": "1"}, "«nonsense»"),
]


@pytest.mark.parametrize(("name", "page", "questions"), by_page(UNKNOWN))
def test_a_name_or_value_that_no_filter_knows_is_said_and_not_ignored(
    cast, keys, name, page, questions
):
    if page == "renunciation-file":
        keys = {page: [a_referred_family(cast)[0].pk]}
    client, address = as_(cast.users[name]), reverse(page, args=keys.get(page))
    assert not list(page_of(client.get(address)).root.where("role", "alert"))
    for asked, said in questions:
        is_said(page_of(client.get(address, asked)), said)


def test_what_narrows_nothing_is_no_filter_that_is_wrong(cast):
    a_family(cast.norte)
    client = as_(cast.sonia)
    for page in ("case-list", "due-list"):
        total = client.get(reverse(page)).context["total"]
        for asked in ({"page": "1"}, {"filters": "open"}, {"back": "/"}, {"next": "/"}):
            answer = client.get(reverse(page), asked)
            assert not list(page_of(answer).root.where("role", "alert")), asked
            assert answer.context["total"] == total, asked


def test_both_ends_of_a_range_are_names_of_its_filter():
    class Form(forms.Form):
        number = RangeField(required=False)

    form = Form({"number_min": "1", "number_max": "2", "number_most": "3"})
    say_unknown(form, form.data)
    assert [str(each) for each in form.non_field_errors()] == [
        "Aquí no hay un filtro «number_most»."
    ]
