"""Every list that has filters keeps them as tabs with counts, and the tabs cost one question."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django import forms
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import urlencode

from accounts.actions.saved_views import MOST_VIEWS, save_view
from accounts.models import SavedView
from tests.build import an_arrival
from tests.cast import Cast, log_in
from tests.test_url_permissions import addresses, permission_of
from tests.world import build_worlds

# Lists that have filters; each has to be found below, and any further one is tried as well.
LISTS = {
    "agreement-list", "application-list", "case-list", "commitment-list", "detention-list",
    "distribution-list", "document-list", "duplicate-list", "exit-list", "family-without-bed-list",
    "import-list", "individual-list", "need-list", "organisation-list", "permit-list",
    "placement-list", "pledge-list", "referral-list", "renunciation-list", "report-list",
    "request-list", "site-list", "task-list", "tension-list", "user-list",
}  # fmt: skip


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


def lists_of(cast: Cast, browsers: dict[str, Client]) -> Iterator[tuple[str, str, Any]]:
    """Each list with filters: its name, who opens it, and the filters."""
    for route, pattern in addresses():
        permission = permission_of(pattern)
        if not permission or "<" in route or "(?P" in route or route.startswith("api/"):
            continue
        holder = next((name for name, user in cast.users.items() if user.holds(permission)), "")
        answer = browsers[holder].get(reverse(pattern.name)) if holder else None
        filtered = answer.context and answer.context.get("filter") if answer else None
        # What the audit log counts grows with each look at it.
        if filtered is not None and filtered.filters and "audit" not in pattern.name:
            yield pattern.name, holder, filtered.form


def tabs_of(browser: Client, address: str) -> dict[str, int]:
    tabs = browser.get(address).context["view_tabs"]
    return {tab["url"].partition("?")[2]: tab["count"] for tab in tabs[1:]}


def test_every_list_counts_each_of_its_filters_as_the_list_itself_does(cast):
    build_worlds(cast)
    browsers = {name: log_in(user) for name, user in cast.users.items()}
    tried, counted = set(), []
    for name, holder, form in lists_of(cast, browsers):
        tried.add(name)
        browser, address = browsers[holder], reverse(name)
        offered = queries_for(form)
        while queries := list(islice(offered, MOST_VIEWS)):
            SavedView.objects.of(cast.users[holder], name).delete()
            for query in queries:
                save_view(page=name, query=query, name=query, by=cast.users[holder])
            totals = {each: browser.get(f"{address}?{each}").context["total"] for each in queries}
            assert tabs_of(browser, address) == totals, name
            counted += totals.values()
    assert tried >= LISTS
    assert sum(count > 0 for count in counted) > 20


@pytest.mark.parametrize(
    ("page", "query"),
    [("individual-list", "sex=m"), ("case-list", "status=open"), ("task-list", "whose=mine")],
)
def test_with_a_view_a_list_costs_the_same_for_one_row_and_for_thirty(cast, page, query):
    save_view(page=page, query=query, name="Mía", by=cast.ana)
    browser, costs = log_in(cast.ana), []
    for rows in (1, 29):
        for _ in range(rows):
            an_arrival(cast)
        browser.get(reverse(page))
        with CaptureQueriesContext(connection) as queries:
            browser.get(reverse(page))
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_list_about_one_record_keeps_no_views(cast):
    case = an_arrival(cast)
    answer = log_in(cast.ana).get(reverse("note-list", args=[case.number]) + "?kind=call")
    assert "view_page" not in answer.context
