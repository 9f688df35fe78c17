"""What is promised, an answer keeps: the schema of the API to two roles, and the tabs of each list what they count.

Requests go straight into the application, without a server between."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
import schemathesis
from django import forms
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from rest_framework.throttling import UserRateThrottle
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.actions.saved_views import MOST_VIEWS, save_view
from accounts.actions.tokens import create_token
from accounts.models import SavedView, User
from tests.cast import Cast, log_in
from tests.filtered_lists import EMPTY, FILLED
from tests.test_url_permissions import addresses, permission_of
from tests.world import Stage

pytestmark = pytest.mark.django_db
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# As a client over the network does: a number in small letters leads to the same in capitals.
AS_SENT = {"follow_redirects": True}
# At every run an address is asked a question or two and one row is looked at, in the long run as many as find something
# now and then.
A_FEW, MANY = 2, 6
ONE, SOME = 1, 3


@pytest.fixture
def promised(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """The worlds, before an application that counts no requests and, as for Django's own test client, lets the
    connection be on which the test has not committed."""
    monkeypatch.setattr(UserRateThrottle, "allow_request", lambda *_: True)
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield stage
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_an_answer_is_one_that_the_schema_promises(promised: Stage) -> None:
    every_answer_is_promised(promised, examples=A_FEW, rows_of_each=ONE)


@pytest.mark.long(of="sight")
def test_every_answer_is_one_that_the_schema_promises(promised: Stage) -> None:
    every_answer_is_promised(promised, examples=MANY, rows_of_each=SOME)


def every_answer_is_promised(stage: Stage, *, examples: int, rows_of_each: int) -> None:
    answered: set[str] = set()
    for user in (stage.cast.ana, stage.cast.lucia):
        # Whoever asks the application itself gets what it answers as it is: nothing here would unpack it.
        headers = {"Accept-Encoding": "identity"}
        headers |= {"Authorization": f"Token {create_token(user, by=user)}"}
        schema = schemathesis.openapi.from_wsgi(
            "/api/v1/schema/?format=json", get_wsgi_application(), headers=headers
        )
        operations = {each.ok().path: each.ok() for each in schema.get_all_operations()}
        assert len(operations) > 60
        rows, mine = 0, set()
        for path, operation in operations.items():
            detail = next((each for each in operations if each.startswith(f"{path}{{")), None)
            # The questions are the same for each role: where one got answers, the other has its rows looked at.
            if path not in answered and 200 in ask(operation, headers, examples):
                mine |= {path, detail}
            if detail:
                rows += look_at_each(operation, operations[detail], headers, rows_of_each)
        assert rows > 20, "single rows were looked at"
        answered |= mine
    assert len(answered) > 60


def ask(operation: Any, headers: dict[str, str], examples: int) -> set[int]:
    """Whatever the schema allows to ask at this address, and some of what it does not; how it was answered."""
    answers: set[int] = set()

    @hypothesis_settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def question(case: Any) -> None:
        answers.add(case.call_and_validate(headers=headers, checks=CHECKS, **AS_SENT).status_code)

    question()
    return answers


def look_at_each(several: Any, one: Any, headers: dict[str, str], most: int) -> int:
    """Opens the first rows of a list by the key that their addresses hold; how many there were."""
    answer = several.Case().call_and_validate(headers=headers, checks=CHECKS, **AS_SENT)
    found = answer.json()["results"][:most] if answer.status_code == 200 else []
    key = next(iter(one.path_parameters)).name
    for row in found:
        one.Case(path_parameters={key: row[key]}).call_and_validate(
            headers=headers, checks=CHECKS, **AS_SENT
        )
    return len(found)


@pytest.fixture
def filled(stage: Stage) -> Cast:
    """The cast with its worlds."""
    return stage.cast


def queries_for(form: forms.Form) -> Iterator[str]:
    """One query for each filter of a list, with a value that its field takes."""
    for name, field in form.fields.items():
        if isinstance(field, forms.ModelChoiceField):
            first = field.queryset.first()
            if first is not None:
                yield urlencode({name: first.pk})
        elif isinstance(field, forms.ChoiceField):
            yield urlencode({name: next(key for key, _label in field.choices if key)})
        elif isinstance(field, forms.NullBooleanField):
            yield urlencode({name: "true"})
        elif isinstance(field, forms.DateField):
            yield urlencode({name: "2019-01-01"})
        elif isinstance(field, forms.MultiValueField):
            yield urlencode({f"{name}_{field.widget.suffixes[0]}": "2019-01-01"})


def pages() -> Iterator[tuple[str, str]]:
    """Each page with an address of its own, and the permission that opens it."""
    for route, pattern in addresses():
        is_page = not route.startswith("api/") and "<" not in route and "(?P" not in route
        if is_page and (permission := permission_of(pattern)):
            yield pattern.name, permission


def whoever_opens(cast: Cast, permission: str) -> User | None:
    return next((user for user in cast.users.values() if user.holds(permission)), None)


def filters_on(browser: Client, name: str) -> forms.Form | None:
    """The form of the page's filters, where it is a list that has some."""
    found = (browser.get(reverse(name)).context or {}).get("filter")
    return found.form if found is not None and found.filters else None


def tabs_of(browser: Client, address: str) -> dict[str, int]:
    tabs = browser.get(address).context["view_tabs"]
    return {tab["url"].partition("?")[2]: tab["count"] for tab in tabs[1:]}


@pytest.mark.parametrize("name", sorted(FILLED | EMPTY))
def test_a_list_counts_each_of_its_filters_as_the_list_itself_does(filled: Cast, name: str) -> None:
    holder = whoever_opens(filled, dict(pages())[name])
    assert holder is not None
    browser, address, counted = log_in(holder), reverse(name), []
    form = filters_on(browser, name)
    assert form is not None
    offered = queries_for(form)
    while queries := list(islice(offered, MOST_VIEWS)):
        SavedView.objects.of(holder, name).delete()
        # Before there are tabs: each answer would count all of them again.
        totals = {each: browser.get(f"{address}?{each}").context["total"] for each in queries}
        for query in queries:
            save_view(page=name, query=query, name=query, by=holder)
        assert tabs_of(browser, address) == totals
        counted += totals.values()
    assert counted
    assert any(counted) or name in EMPTY
