"""Which outings a user sees, and which of them the coordinators of a site are told about."""

import datetime
from typing import Any, Self

from django.db.models import BooleanField, ExpressionWrapper, F, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import other_end
from shelters.door.querysets import OfStayQuerySet
from shelters.querysets.moment import ThisMoment


def _is_late() -> Q:
    """Condition on outings: back after the agreed time, or not back although it has passed."""
    return Q(due_back_at__isnull=False) & (
        Q(back_at__gt=F("due_back_at")) | Q(back_at=None, due_back_at__lt=ThisMoment())
    )


class OutingQuerySet(OfStayQuerySet):
    """Outings are read by users who place people: nobody else learns when somebody goes out."""

    read_with = Permission.PLACEMENT_CHANGE

    def standing(self) -> Self:
        return self.filter(is_mistake=False)

    def out(self, day: datetime.date) -> Self:
        """Outings of people who are not back, and who still had a place there on that day."""
        stays = other_end(self, "placement").open_on(day)
        return self.standing().filter(back_at=None, placement__in=stays.values("pk"))

    def late_for(self, user: User, *, today: datetime.date) -> Self:
        """Outings of people who are not back in time, at the sites to which the user is posted."""
        return self.out(today).filter(_is_late() & self._is_told(user))

    def flagged_for(self, user: User) -> Any:
        """Adds `is_late`: true only at sites to which the user is posted."""
        late = _is_late() & self._is_told(user) & Q(is_mistake=False)
        return self.annotate(is_late=ExpressionWrapper(late, output_field=BooleanField()))

    def _is_told(self, user: User) -> Q:
        """Condition on outings: the user coordinates the site. Nobody else is told who is late."""
        posts = other_end(self, "placement__site__postings").in_force(user.today())
        return Q(placement__site__in=posts.filter(user=user).values("site"))
