"""Which outings a user sees, and which of them the coordinators of a site are told about."""

import datetime
from typing import Any, Self

from django.db.models import BooleanField, ExpressionWrapper, F, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from shelters.door.querysets import OfStayQuerySet
from shelters.querysets.moment import ThisMoment


def _is_out(day: datetime.date) -> Q:
    """Condition on outings: the person is not back, and the stay has not ended by that day."""
    stays = Q(placement__ends_on=None) | Q(placement__ends_on__gt=day)
    return stays & Q(back_at=None, is_mistake=False, placement__cancelled_at=None)


def _is_late(day: datetime.date) -> Q:
    """Condition on outings: back after the agreed time, or still out although it has passed."""
    late_back = Q(back_at__gt=F("due_back_at"), is_mistake=False)
    return late_back | (_is_out(day) & Q(due_back_at__lt=ThisMoment()))


class OutingQuerySet(OfStayQuerySet):
    """Outings are read by users who place people: nobody else learns when somebody goes out."""

    read_with = Permission.PLACEMENT_CHANGE

    def standing(self) -> Self:
        return self.filter(is_mistake=False)

    def out(self, day: datetime.date) -> Self:
        """Outings of people who are not back, and whose stay has not ended by that day."""
        return self.filter(_is_out(day))

    def late_for(self, user: User) -> Self:
        """Outings of people who are still out and late, at the sites to which the user is posted."""
        today = user.today()
        return self.out(today).filter(_is_late(today) & self._is_told(user))

    def flagged_for(self, user: User) -> Any:
        """Adds `is_late`: true only at sites to which the user is posted."""
        late = _is_late(user.today()) & self._is_told(user)
        return self.annotate(is_late=ExpressionWrapper(late, output_field=BooleanField()))

    def _is_told(self, user: User) -> Q:
        """Condition on outings: the user coordinates the site. Nobody else is told who is late."""
        posts = related_manager(self, "placement__site__postings").in_force(user.today())
        return Q(placement__site__in=posts.filter(user=user).values("site"))
