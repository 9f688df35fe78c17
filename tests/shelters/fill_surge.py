"""A place on top of what the family's site was made for."""

import datetime

from accounts.models import User
from shelters.actions.beds import add_surge_places
from shelters.choices import SurgeReason
from tests.cast import Cast
from tests.world import Family


def fill(family: Family, cast: Cast, by: User) -> None:
    """One surge place at the site, to be reviewed in two days."""
    add_surge_places(
        family.site.rooms.first(),
        number=1,
        reason=SurgeReason.PEAK,
        review_on=by.today() + datetime.timedelta(days=2),
        approved_by=cast.sonia,
        by=cast.sonia,
    )
