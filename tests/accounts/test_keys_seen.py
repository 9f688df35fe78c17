"""Sight that is compiled once says the same as sight that is asked anew, whatever has changed since."""

import datetime
from typing import Any

import pytest
import time_machine

from accounts import sight
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import computing_all_visible_rows, visible_keys
from casework.cases.actions import restrict_case
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from shelters.models import Site
from tests.build import a_case
from tests.cast import Cast

pytestmark = pytest.mark.django_db
MODELS: list[Any] = [Case, Individual, Site]


def again(user: User) -> User:
    """The user as the next request meets them."""
    return User.objects.get(pk=user.pk)


def agree(user: User, model: Any, permission: Permission) -> bool:
    keys = visible_keys(model.objects, user, permission)
    with computing_all_visible_rows():
        of_all = visible_keys(model.objects, user, permission)
    seen = set(model.objects.visible_to(user, permission))
    return all(set(model.objects.filter(pk__in=each)) == seen for each in (keys, of_all))


def test_a_role_that_is_lost_or_a_day_that_passes_is_another_question(cast: Cast) -> None:
    case = a_case(cast)
    ana = again(cast.ana)
    assert case in Case.objects.filter(pk__in=visible_keys(Case.objects, ana, Permission.CASE_READ))
    cast.ana.grants.update(ends_on=cast.cucuta.today() + datetime.timedelta(days=1))
    assert agree(again(ana), Case, Permission.CASE_READ)
    with time_machine.travel(datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)):
        keys = visible_keys(Case.objects, again(ana), Permission.CASE_READ)
        assert not Case.objects.filter(pk__in=keys).exists()


def test_what_changes_in_the_rows_is_seen_at_once(cast: Cast) -> None:
    case = a_case(cast)
    ana = again(cast.ana)
    keys = visible_keys(Case.objects, ana, Permission.CASE_READ)
    restrict_case(case, people=[cast.luis], by=cast.sonia)
    assert case not in Case.objects.filter(pk__in=keys)
    assert case not in Case.objects.filter(
        pk__in=visible_keys(Case.objects, ana, Permission.CASE_READ)
    )


def test_whoever_may_do_something_to_a_row_is_asked_of_it_as_it_is_now(cast: Cast) -> None:
    case, other = a_case(cast), a_case(cast, by=cast.bruno)
    assert can(again(cast.ana), Permission.CASE_CHANGE, case)
    assert not can(again(cast.ana), Permission.CASE_CHANGE, other)
    restrict_case(case, people=[cast.luis], by=cast.sonia)
    assert not can(again(cast.ana), Permission.CASE_CHANGE, case)
    assert can(again(cast.bruno), Permission.CASE_CHANGE, other)
    cast.bruno.grants.update(ends_on=cast.cucuta.today())
    assert not can(again(cast.bruno), Permission.CASE_CHANGE, other)


def test_the_same_query_serves_the_next_request(cast: Cast) -> None:
    first = visible_keys(Case.objects, again(cast.ana), Permission.CASE_READ)
    assert visible_keys(Case.objects, again(cast.ana), Permission.CASE_READ) is first


def test_no_more_is_remembered_than_fits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sight._compiled.clear()
    monkeypatch.setattr(sight._compiled, "most", 2)
    for permission in (Permission.CASE_READ, Permission.CASE_CHANGE, Permission.CASE_CARD):
        visible_keys(Case.objects, cast.ana, permission)
    assert len(sight._compiled) <= 2
