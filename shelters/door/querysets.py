"""Which answers of roll-calls a user sees, and for how many nights somebody was absent."""

import datetime
from typing import Any, Self

from django.db.models import (
    Count,
    DateField,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, Greatest

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager
from casework.register.querysets.individual import OfIndividualQuerySet
from shelters.door.choices import RollPresence
from shelters.querysets.site import OfSiteQuerySet
from shelters.rules.stays import ONE_NIGHT

BEFORE_ALL = datetime.date(1, 1, 1)


class OfStayQuerySet(OfIndividualQuerySet):
    """Rows with a foreign key `placement`, visible to users who see the stay."""

    read_with = Permission.PLACEMENT_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        stays = related_manager(self, "placement").visible_to(user, permission or self.read_with)
        return self.filter(placement__in=stays.values("pk"))


class RollAnswerQuerySet(OfStayQuerySet):
    def of_night(self, site: Any, night: datetime.date) -> Self:
        """The answers that count for a site and night: not replaced by a later one."""
        rows: Self = self.current().filter(placement__site=site, night=night)
        return rows


class DoorRuleQuerySet(OfSiteQuerySet):
    def in_force(self) -> Self:
        """The newest rule of each site."""
        newest = self.model._default_manager.filter(site=OuterRef("site")).order_by("-set_at")
        return self.filter(pk=Subquery(newest.values("pk")[:1]))


def with_nights_absent(stays: Any) -> Any:
    """Adds `nights_absent` and `absent_since` to stays: the nights since somebody last saw the person at this site.

    Only answers count. A night without a roll-call neither counts nor ends the absence; who left the site and came back
    later begins anew.
    """
    answers = _answers_about(stays)
    seen = answers.exclude(presence=RollPresence.ABSENT).order_by("-night").values("night")[:1]
    left = _stays_left_for_good(stays).order_by("-ends_on").values("ends_on")[:1]
    last_seen = Greatest(
        Coalesce(Subquery(seen), Value(BEFORE_ALL)),
        Coalesce(Subquery(left), Value(BEFORE_ALL + ONE_NIGHT)) - Value(ONE_NIGHT),
        output_field=DateField(),
    )
    stays = stays.annotate(last_seen_on=last_seen)
    missed = answers.filter(presence=RollPresence.ABSENT, night__gt=OuterRef("last_seen_on"))
    by_person = missed.order_by().values("individual").annotate(n=Count("night", distinct=True))
    return stays.annotate(
        nights_absent=Coalesce(
            Subquery(by_person.values("n")), Value(0), output_field=IntegerField()
        ),
        absent_since=Subquery(missed.order_by("night").values("night")[:1]),
    )


def absent_too_long(stays: Any) -> Any:
    """The stays of people absent for as many nights as the rule of their site asks an alert for."""
    rules = related_manager(stays, "site__door_rules").in_force().filter(site=OuterRef("site"))
    # Read once: few people have such an answer, and the counts below are made for each stay.
    absent = related_manager(stays, "roll_answers").current().filter(presence=RollPresence.ABSENT)
    stays = stays.filter(individual__in=absent.order_by().values("individual"))
    alerted = with_nights_absent(stays).annotate(
        alert_after=Subquery(rules.values("absence_nights")[:1])
    )
    return alerted.filter(nights_absent__gte=F("alert_after"))


def _answers_about(stays: Any) -> Any:
    rows = related_manager(stays, "roll_answers").current()
    return rows.filter(individual=OuterRef("individual"), placement__site=OuterRef("site"))


def _stays_left_for_good(stays: Any) -> Any:
    """Earlier stays of the person at this site from which no move leads to another stay."""
    every_stay = stays.model._default_manager.standing()
    moved_on = every_stay.filter(previous=OuterRef("pk"))
    return every_stay.filter(
        ~Exists(moved_on),
        individual=OuterRef("individual"),
        site=OuterRef("site"),
        ends_on__lte=OuterRef("starts_on"),
    )
