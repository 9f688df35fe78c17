"""Every list that has filters keeps them as tabs, with the counts that the list itself gives."""

from collections.abc import Iterator
from itertools import islice

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode

from accounts.actions.saved_views import MOST_VIEWS, save_view
from accounts.models import SavedView, User
from tests.cast import Cast, log_in
from tests.filtered_lists import EMPTY, FILLED
from tests.test_url_permissions import addresses, permission_of
from tests.world import Stage

pytestmark = pytest.mark.django_db


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
