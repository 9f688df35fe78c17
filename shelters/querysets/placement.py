"""Querysets of stays."""

import datetime
from typing import Any, Self, cast

from django.db.models import (
    BooleanField,
    CharField,
    DateField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    Subquery,
    Value,
    When,
)
from django.db.models import Case as Choice
from django.db.models.functions import Coalesce
from django.db.models.lookups import LessThan, LessThanOrEqual

from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from casework.register.models.case import Case
from casework.register.models.exit import Exit, how_they_left
from shelters.choices import PLACE_OF_THEIR_OWN, StayNight
from shelters.querysets.moment import ThisMoment
from shelters.querysets.natural import natural_order
from shelters.querysets.sight import office_ids
from vault.querysets import SealedQuerySet

HAS_ARRIVED = Q(checked_in_at__isnull=False)
# Condition on standing stays: provisional, and nobody confirmed the place in time.
HAS_LAPSED = Q(provisional_until__lte=ThisMoment(), checked_in_at=None, ends_on=None)


def day_there(moment: Any, time_zone: str) -> Func:
    """The date of a moment by the clock of the office whose time zone is in that column."""
    return Func(
        moment,
        F(time_zone),
        template="(%(expressions)s)::date",
        arg_joiner=" AT TIME ZONE ",
        output_field=DateField(),
    )


def _today() -> Subquery:
    """The date now at the site of a stay.

    A subquery is evaluated only for stays past their planned end and for those that nobody checked in; a join would be
    evaluated for all.
    """
    return Subquery(
        Office.objects.filter(sites=OuterRef("site"))
        .order_by()
        .values(today=day_there(ThisMoment(), "time_zone"))
    )


def _is_over(first: datetime.date, *, is_last_day_over: bool = False) -> Q:
    """Condition on stays: somebody else may have the bed from that night on. The same as `held_until`, in SQL.

    With `is_last_day_over` it is the same as `counted_until`: a person due to leave today has left.
    """
    today = _today()
    is_planned = Q(ends_on=None, planned_end_on__lte=first)
    later = Q(planned_end_on__gte=today) if is_last_day_over else Q(planned_end_on__gt=today)
    is_kept = Q(checked_in_at=None) | later
    return Q(ends_on__lte=first) | (is_planned & is_kept)


def _is_due() -> Q:
    """Condition on stays that nobody checked in: their first night has not passed."""
    return Q(starts_on__gte=_today())


def _sleeps_on(night: datetime.date) -> Q:
    """A stay that nobody checked in holds its place tonight and later, and held it on no past night."""
    is_to_come = Q(LessThanOrEqual(_today(), _day(night)))
    return ~_is_over(night) & Q(starts_on__lte=night) & (HAS_ARRIVED | is_to_come)


def _counts_on(night: datetime.date) -> Q:
    """Condition on stays: figures count that night: nights slept until tonight, and planned ones after it."""
    is_after_tonight = Q(LessThan(_today(), _day(night)))
    is_over = _is_over(night, is_last_day_over=True)
    return Q(~is_over, starts_on__lte=night) & (HAS_ARRIVED | (is_after_tonight & _is_due()))


def _leaves_on(day: datetime.date) -> Q:
    leaves = Q(ends_on=day) | Q(Q(planned_end_on=day) | Q(allowed_until=day), ends_on=None)
    return leaves & (HAS_ARRIVED | _is_due())


def _day(day: datetime.date) -> Value:
    return Value(day, DateField())


def _is_gone(day: datetime.date) -> Exists:
    """Condition on stays: an exit says that the person is away on that day."""
    return Exists(Exit.objects.away_on(day).filter(individual=OuterRef("individual")))


def states(day: datetime.date, *, of_few: bool = False) -> dict[str, Q]:
    """Conditions by state, for stays that are open on that day. `of_few` looks up the exit of each stay separately."""
    # Read once: otherwise the database would look for an exit for each of 22,000 stays.
    gone = Q(individual__in=Exit.objects.away_on(day).order_by().values("individual"))
    return {
        "arriving": Q(starts_on=day, checked_in_at=None),
        "not_arrived": Q(starts_on__lt=day, checked_in_at=None),
        "leaving": Q(Q(planned_end_on=day) | Q(allowed_until=day), ends_on=None) & HAS_ARRIVED,
        "overdue": Q(
            Q(allowed_until=None) | Q(allowed_until__lt=day), ends_on=None, planned_end_on__lt=day
        )
        & HAS_ARRIVED,
        "left_open": (_is_gone(day) if of_few else gone) & Q(ends_on=None),
    }


class PlacementQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_READ) -> Self:
        """Stays at any site, of cases that the user reaches by team or office.

        Users who run sites also see stays at these sites, of families that they see.
        """
        offices = office_ids(user, permission, posted=True)
        postings = related_manager(self, "site__postings").in_force(user.today())
        posted = postings.filter(user=user, site__office__in=offices)
        return self.filter(
            Q(case__team__in=user.team_ids(permission))
            | Q(case__office__in=user.office_ids(permission, whole_office=True))
            | Q(site__in=posted.values("site")),
            case__in=visible_keys(Case.objects, user, permission),
        )

    def seen_in(self, case: Case, user: User) -> Self:
        """The stays of one case that the user sees: all of them if the user reaches the case by team or office."""
        stays = self.filter(case=case)
        return stays if self.are_all_seen_in(case, user) else stays.visible_to(user)

    def are_all_seen_in(self, case: Case, user: User) -> bool:
        """Whether a reader who sees the case reaches it by team or office."""
        permission = Permission.PLACEMENT_READ
        offices = user.office_ids(permission, whole_office=True)
        return case.team_id in user.team_ids(permission) or case.office_id in offices

    def with_people(self) -> Self:
        """Fetches person, case, site and bed with each stay, and decrypts with keys that are read in one query."""
        return self.with_day_gone().select_related("individual", "case", "site", "bed__room")

    def with_day_gone(self) -> Self:
        """Adds the person's exit as `leaving`, and its day as `gone_on`: a person who left may still hold a bed."""
        return self.annotate(left_us=how_they_left("individual"))

    def in_order(self) -> Self:
        """In walking order: site, room, bed; those without a bed last."""
        room = natural_order("bed__room__name")
        rows: Self = self.order_by(
            "site__name", "bed__room__floor", *room, "bed__position", "individual__number"
        )
        return rows

    def standing(self) -> Self:
        return self.filter(cancelled_at=None)

    def sleeping_on(self, night: datetime.date) -> Self:
        """Stays that hold a place that night: until the planned end, or until check-out if the person is still here then.

        Of people whom nobody checked in, they hold it tonight and later.
        """
        return self.standing().filter(_sleeps_on(night))

    def sheltering_on(self, night: datetime.date) -> Self:
        """Stays because of which nobody looks for a bed that night: of people who arrived, or whose first night has not
        passed. Somebody who did not come that night needs a bed from the next day on, although the first is still held."""
        return self.sleeping_on(night).filter(HAS_ARRIVED | _is_due())

    def into_their_own(self, on: datetime.date) -> Self:
        """The last stays of people who by that day had left a site for a place of their own, and got no place since."""
        since = self.model._default_manager.standing().filter(individual=OuterRef("individual"))
        later = since.filter(Q(starts_on__gte=OuterRef("ends_on"))).exclude(pk=OuterRef("pk"))
        rows = self.standing().filter(left_to__in=PLACE_OF_THEIR_OWN, ends_on__lte=on)
        return rows.filter(~Exists(later.filter(starts_on__lte=on)))

    def with_night_of(self, night: datetime.date) -> Any:
        """Adds `night_of`, a `StayNight`, or None before the first night. The same as `rules.stays.night_of`, in SQL."""
        is_until_tonight = Q(LessThanOrEqual(_day(night), _today()))
        kinds = (
            (Q(cancelled_at__isnull=False), StayNight.ANNULLED),
            (Q(starts_on__gt=night), None),
            (_is_over(night, is_last_day_over=True), StayNight.LEFT),
            (HAS_ARRIVED & is_until_tonight, StayNight.SLEPT),
            (HAS_ARRIVED | _is_due(), StayNight.PLANNED),
        )
        choices = [When(condition, then=Value(kind, CharField())) for condition, kind in kinds]
        return self.annotate(
            night_of=Choice(
                *choices, default=Value(StayNight.NOT_ARRIVED), output_field=CharField()
            )
        )

    def of_night(self, night: datetime.date, *, also: Q | None = None) -> Any:
        """Stays of that night and those that end on its day, with `sleeps_here` and `leaves_that_day`.

        `also` is a condition on further stays, which may be of other nights.
        """
        sleeps, leaves = _sleeps_on(night), _leaves_on(night)
        rows = self.standing().filter(sleeps | leaves | (also or Q()))
        return rows.annotate(
            sleeps_here=ExpressionWrapper(sleeps, BooleanField()),
            leaves_that_day=ExpressionWrapper(leaves, BooleanField()),
        )

    def asleep_on(self, night: datetime.date) -> Self:
        """Stays that figures count that night: slept until tonight, planned after it.

        Left out are people with an exit by that day, or a planned end on it: they hold the bed until somebody checks them
        out. People due to leave earlier count until then.
        """
        return self._here_on(night).filter(~_is_gone(night))

    def all_asleep_on(self, night: datetime.date) -> Self:
        """`asleep_on` for sums over everybody: exits are read once, and not looked up for each of 22,000 stays."""
        gone = Exit.objects.away_on(night).order_by().values("individual")
        return self._here_on(night).exclude(individual__in=gone)

    def _here_on(self, night: datetime.date) -> Self:
        return self.standing().filter(_counts_on(night))

    def and_counted_on(self, night: datetime.date) -> Any:
        """Adds `is_counted` and `is_expected` to stays that hold a place that night: whether `asleep_on` contains them, and
        whether they are of somebody who has not arrived and may still come."""
        is_gone = Q(_is_gone(night))
        return self.annotate(
            is_counted=ExpressionWrapper(_counts_on(night) & ~is_gone, BooleanField()),
            is_expected=ExpressionWrapper(Q(checked_in_at=None) & ~is_gone, BooleanField()),
        )

    def keeping_on(self, night: datetime.date, *, is_expected: bool) -> Self:
        """Stays that hold a bed in service that night, of people who are not counted asleep in it: those who are expected,
        or those who left and are not checked out."""
        beds = related_manager(self, "bed").in_service_on(night).filter(pk=OuterRef("bed"))
        rows = self.sleeping_on(night).and_counted_on(night)
        return cast(Self, rows.filter(Exists(beds), is_counted=False, is_expected=is_expected))

    def overlapping(self, first: datetime.date, last: datetime.date | None) -> Self:
        """Stays on a night of [first, last); an unknown end has no limit."""
        rows = self.standing().filter(~_is_over(first)).exclude(ends_on=F("starts_on"))
        return rows if last is None else rows.filter(starts_on__lt=last)

    def still_cleaned_on(self, night: datetime.date) -> Self:
        """Stays that end by that night, while the nights for cleaning that their sites ask for after them do not."""
        rows = self.standing().filter(HAS_ARRIVED | _is_due())
        rows = rows.alias(left=Coalesce("ends_on", "planned_end_on"))
        clean = ExpressionWrapper(F("left") + F("site__cleaning_nights"), DateField())
        left: Self = rows.filter(left__gt=F("starts_on"), left__lte=night)
        return left.alias(clean_on=clean).filter(clean_on__gt=night)

    def before_cleaned_after(self, day: datetime.date) -> Self:
        """Stays that begin on that day or later, before a bed that is left on that day is clean, as their sites ask."""
        nearest = ExpressionWrapper(F("starts_on") - F("site__cleaning_nights"), DateField())
        rows = self.standing().filter(HAS_ARRIVED | _is_due(), starts_on__gte=day)
        return rows.alias(nearest=nearest).filter(nearest__lt=day)

    def open_on(self, day: datetime.date) -> Self:
        """Current and future stays, as seen on that day."""
        return self.standing().filter(Q(ends_on=None) | Q(ends_on__gt=day))

    def in_state(self, state: str, day: datetime.date) -> Self:
        """Stays in that state on that day: one of the keys of `states`, `expected` later, `allowed` to stay past the plan, or
        `moving` to another place.

        Raises KeyError for any other."""
        rows = self.open_on(day)
        if state == "expected":
            return rows.filter(starts_on__gt=day, checked_in_at=None)
        if state == "allowed":
            return rows.filter(ends_on=None, planned_end_on__lt=day, allowed_until__gt=day)
        if state == "moving":
            nexts = self.model._default_manager.standing().filter(checked_in_at=None)
            return rows.filter(Exists(nexts.filter(previous=OuterRef("pk"))), ends_on=None)
        return rows.filter(states(day)[state])

    def asking(self, day: datetime.date) -> Self:
        """Stays in any of the states. Each state is looked up separately, because no index serves an OR of them."""
        rows = self.model._default_manager.all()
        by_state = [rows.in_state(state, day).order_by().values("pk") for state in states(day)]
        return self.filter(pk__in=by_state[0].union(*by_state[1:], all=True))
