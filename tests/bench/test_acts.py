"""What the benchmark sends is taken by the forms: a form that asks more would stop it in the middle."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.urls import reverse

from casework.register.models.case import Case
from partners.loading import load_reference
from tests.bench.bench_acts import FOUR, arrivals, went_well
from tests.cast import Cast, as_


@pytest.mark.django_db
def test_a_family_that_the_benchmark_sends_is_logged(cast: Cast) -> None:
    load_reference()
    world: Any = SimpleNamespace(office=cast.cucuta, puente=cast.norte)
    ana = as_(cast.ana)
    for each in arrivals(world, seed=0)[:3]:
        went_well(partial(ana.post, reverse("arrival-log"), each))
    assert [case.members.count() for case in Case.objects.all()] == 3 * [FOUR]


@pytest.mark.django_db
def test_a_form_that_comes_back_says_why(cast: Cast) -> None:
    with pytest.raises(RuntimeError, match="errorlist"):
        went_well(lambda: as_(cast.ana).post(reverse("arrival-log"), {"on": "never"}))
