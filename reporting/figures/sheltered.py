"""People who slept at the office's sites on a night."""

import datetime
import uuid

from casework.register.models.individual import Individual
from casework.register.querysets.individual import IndividualQuerySet
from shelters.models import Placement


def sheltered_on(office_ids: set[uuid.UUID], night: datetime.date) -> IndividualQuerySet:
    """Everybody asleep that night at a site of these offices (I03: stock on a night)."""
    stays = Placement.objects.all_asleep_on(night).filter(site__office__in=office_ids)
    return Individual.objects.filter(pk__in=stays.values("individual"))


def by_municipality(
    office_ids: set[uuid.UUID], night: datetime.date
) -> dict[str, IndividualQuerySet]:
    """The people of `sheltered_on` by DIVIPOLA code of the municipality in which they slept."""
    stays = Placement.objects.all_asleep_on(night).filter(site__office__in=office_ids)
    codes = stays.order_by().values_list("site__municipality", flat=True).distinct()
    return {
        code: Individual.objects.filter(
            pk__in=stays.filter(site__municipality=code).values("individual")
        )
        for code in sorted(codes)
    }
