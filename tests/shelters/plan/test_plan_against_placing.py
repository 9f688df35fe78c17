"""A plan is applied at the moment in which somebody places a family into one of its beds: one of the two wins, whole."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from accounts.models import User
from shelters.actions import placements
from shelters.models import MovePlan, Placement
from shelters.plan import actions
from shelters.plan.actions import PlanOutdated
from shelters.plan.choices import MovePlanState
from shelters.refusals import BedTaken
from tests.cast import build_cast
from tests.shelters.build import a_family, a_site, beds_of, people_of
from tests.shelters.plan.plan_builds import DAY, MAN, WOMAN, family_with, plan_of, sleeping_at
from tests.shelters.test_fifty_for_one_bed import nobody_writes_before_all_have_looked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def world():
    cast = build_cast()
    today = cast.carla.today()
    closing = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    other = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    couples = [family_with(cast.norte, WOMAN, MAN, day=today) for _each in range(2)]
    sleeping_at(closing, couples, by=cast.carla)
    plan = plan_of(closing, leaves_on=today, counts_until=today + DAY, by=cast.carla)
    return cast, plan, closing, other


def told(act):
    try:
        act()
    except (BedTaken, PlanOutdated) as refusal:
        return type(refusal).__name__
    except Exception as error:
        return repr(error)
    else:
        return "done"
    finally:
        connections.close_all()


def test_one_of_them_wins_and_nothing_is_half_applied(world):
    cast, plan, closing, other = world
    [quick] = people_of(a_family(cast.norte))
    bed = beds_of(other)[3]

    def applies():
        # Each thread has its own user, whose grants are read in its own connection.
        by = User.objects.get(pk=cast.carla.pk)
        actions.apply_plan(plan, reason="Cierra hoy.", by=by)

    def places():
        by = User.objects.get(pk=cast.carla.pk)
        placements.place(
            quick, site=other, bed=bed, starts_on=by.today(), reason="Llegó de noche.", by=by
        )

    with ThreadPoolExecutor(2) as pool:
        with nobody_writes_before_all_have_looked(2):
            answers = [pool.submit(told, act) for act in (applies, places)]
        applied, placed = (answer.result() for answer in answers)
    assert sorted([applied, placed]) in (["BedTaken", "done"], ["PlanOutdated", "done"])
    there = Placement.objects.standing().filter(ends_on=None)
    state = MovePlan.objects.get(pk=plan.pk).state
    if applied == "done":
        assert state == MovePlanState.APPLIED
        assert there.filter(site=other).count() == 4
        assert not there.filter(individual=quick).exists()
    else:
        assert state == MovePlanState.DRAFT
        assert there.filter(site=closing).count() == 4
        assert list(there.filter(site=other)) == [there.get(individual=quick)]
    assert (
        there.filter(site=other).values("bed").distinct().count()
        == there.filter(site=other).count()
    )
