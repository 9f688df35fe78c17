"""A page that only reads asks once whether somebody sees a row."""

import pytest
from django.urls import reverse

from accounts.access import cached_permissions, can
from accounts.permissions import Permission
from tests.build import a_case
from tests.cast import log_in

pytestmark = pytest.mark.django_db


def test_all_permissions_are_asked_at_once_and_without_the_block_each_alone(
    cast, django_assert_num_queries
):
    case = a_case(cast)
    can(cast.ana, Permission.CASE_READ)
    with cached_permissions(), django_assert_num_queries(1):
        assert can(cast.ana, Permission.CASE_CHANGE, about=case)
        assert can(cast.ana, Permission.CASE_CHANGE, about=case)
        assert can(cast.ana, Permission.INDIVIDUAL_CHANGE, about=case)
        assert can(cast.ana, Permission.PLACEMENT_READ, about=case)
        assert not can(cast.ana, Permission.CASE_RESTRICT, about=case)
    with django_assert_num_queries(2):
        assert can(cast.ana, Permission.CASE_CHANGE, about=case)
        assert can(cast.ana, Permission.CASE_CHANGE, about=case)


def test_nobody_gets_anothers_answer(cast):
    case = a_case(cast)
    with cached_permissions():
        assert can(cast.ana, Permission.CASE_READ, about=case)
        assert not can(cast.bruno, Permission.CASE_READ, about=case)
        assert not can(cast.carla, Permission.CASE_READ, about=case)
        assert not can(cast.ana, Permission.CASE_RESTRICT, about=case)


def test_the_next_request_asks_anew(cast):
    case = a_case(cast)
    client = log_in(cast.ana)
    address = reverse("case-detail", args=[case.number])
    assert client.get(address).status_code == 200
    case.team = cast.sur
    case.save(update_fields=["team"])
    assert client.get(address).status_code == 404
