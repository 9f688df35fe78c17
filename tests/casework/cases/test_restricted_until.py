"""Who is named in a restricted case until a day sees it through the day before, and no longer."""

import datetime

import pytest
import time_machine

from accounts.models import User
from casework.cases.actions import restrict_case
from casework.register.models.case import Case
from tests.build import an_arrival
from tests.cast import Cast

DAY = datetime.timedelta(days=1)


@pytest.mark.django_db
def test_the_day_until_which_somebody_is_named_is_the_first_without_the_case(cast: Cast) -> None:
    until = cast.ana.today() + 3 * DAY
    restrict_case(an_arrival(cast), people=[cast.ana], until=until, by=cast.sonia)
    seen = {}
    for day in (until - DAY, until):
        # 17:00 UTC is noon in Colombia.
        noon = datetime.datetime.combine(day, datetime.time(17), datetime.UTC)
        with time_machine.travel(noon, tick=False):
            staff = User.objects.filter(pk__in=[cast.ana.pk, cast.sonia.pk, cast.lucia.pk])
            seen[day] = {user.full_name for user in staff if Case.objects.visible_to(user).exists()}
    assert seen == {until - DAY: {"Ana", "Sonia"}, until: {"Sonia"}}
