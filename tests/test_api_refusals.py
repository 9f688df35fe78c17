"""The API says no in numbers: the same at every address, as docs/api.md and the schema have it."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.api import ERROR_DESCRIPTIONS
from config.api import router
from tests.cast import Cast, log_in

LISTS = pytest.mark.parametrize(
    ("viewset", "basename"),
    [(viewset, basename) for _prefix, viewset, basename in router.registry],
    ids=[prefix for prefix, _viewset, _basename in router.registry],
)


@LISTS
def test_a_filter_that_does_not_exist_is_refused_by_name(
    cast: Cast, viewset: type, basename: str
) -> None:
    """With everything that there is for an answer, a misspelt filter would not be noticed."""
    holder = next(user for user in cast.users.values() if user.holds(viewset.permission))
    browser, address = log_in(holder), reverse(f"{basename}-list")
    answer = browser.get(address, {"statsu": "open"})
    assert (answer.status_code, list(answer.json())) == (400, ["statsu"])
    assert browser.get(address, {"page": "1", "format": "json"}).status_code == 200
    for name in viewset().filter_names():
        answer = browser.get(address, {name: ""})
        assert (answer.status_code, list(answer.json()) != [name]) == (200, True)


@LISTS
def test_a_stranger_is_told_401(cast: Cast, viewset: type, basename: str) -> None:
    wrong = {"Authorization": "Token " + "0" * 64}
    assert Client().get(reverse(f"{basename}-list")).status_code == 401
    assert Client(headers=wrong).get(reverse(f"{basename}-list")).status_code == 401


def test_the_schema_says_how_each_address_refuses_and_what_may_be_null(cast: Cast) -> None:
    schema = log_in(cast.ana).get("/api/v1/schema/?format=json").json()
    asked = [way["get"]["responses"] for way in schema["paths"].values()]
    assert len(asked) > 50
    assert all(set(ERROR_DESCRIPTIONS) < set(responses) for responses in asked)
    rows = schema["components"]["schemas"]
    assert rows["CaseDocument"]["properties"]["individual"]["nullable"]
