"""Querysets of stays."""

import datetime
from typing import Any, Self

from django.db.models import (
    BooleanField,
    DateField,
    Exists,
    ExpressionWrapper,
    F,
    Func,
    OuterRef,
    Q,
    Subquery,
)

from accounts.models import Office, User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from casework.register.models.case import Case
from casework.register.models.exit import Exit, how_they_left
from shelters.querysets.moment import ThisMoment
from shelters.querysets.natural import counted
from shelters.querysets.sight import office_ids
from vault.querysets import SealedQuerySet


def _is_over(first: datetime.date, *, is_last_day_over: bool = False) -> Q:
    """Whether somebody else may have the bed from that night on: `shelters.rules.stays.held_until`, in SQL.

    With `is_last_day_over`, a person due to leave today has left: `counted_until`.
    """
    # Evaluated only for stays past their planned end; a join would look it up for all.
    today = Subquery(
        Office.objects.filter(sites=OuterRef("site"))
        .order_by()
        .values(
            today=Func(
                ThisMoment(),
                F("time_zone"),
                template="(%(expressions)s)::date",
                arg_joiner=" AT TIME ZONE ",
                output_field=DateField(),
            )
        )
    )
    is_planned = Q(ends_on=None, planned_end_on__lte=first)
    later = Q(planned_end_on__gte=today) if is_last_day_over else Q(planned_end_on__gt=today)
    is_kept = Q(checked_in_at=None) | later
    return Q(ends_on__lte=first) | (is_planned & is_kept)


def _sleeps_on(night: datetime.date) -> Q:
    return ~_is_over(night) & Q(starts_on__lte=night)


def _leaves_on(day: datetime.date) -> Q:
    return Q(ends_on=day) | Q(ends_on=None, planned_end_on=day)


def _is_gone(day: datetime.date) -> Exists:
    """Condition on stays: an exit says that the person is away on that day."""
    return Exists(Exit.objects.away_on(day).filter(individual=OuterRef("individual")))


def states(day: datetime.date, *, of_few: bool = False) -> dict[str, Q]:
    """For stays open on that day: conditions by the word for what is to do."""
    here = Q(checked_in_at__isnull=False)
    # Looked up once: otherwise the database would check for an exit for each of 22,000 stays.
    gone = Q(individual__in=Exit.objects.away_on(day).order_by().values("individual"))
    return {
        "arriving": Q(starts_on=day, checked_in_at=None),
        "not_arrived": Q(starts_on__lt=day, checked_in_at=None),
        "leaving": Q(ends_on=None, planned_end_on=day, checked_out_at=None) & here,
        "overdue": Q(ends_on=None, planned_end_on__lt=day) & here,
        "left_open": (_is_gone(day) if of_few else gone) & Q(ends_on=None),
    }


class PlacementQuerySet(SealedQuerySet):
    def visible_to(self, user: User, permission: Permission = Permission.PLACEMENT_READ) -> Self:
        """Stays of cases that the user reaches by team or office, wherever they are.

        For those who run sites, stays at these sites of families in their sight.
        """
        offices = office_ids(user, permission, posted=True)
        postings = other_end(self, "site__postings").in_force(user.today())
        posted = postings.filter(user=user, site__office__in=offices)
        return self.filter(
            Q(case__team__in=user.team_ids(permission))
            | Q(case__office__in=user.office_ids(permission, whole_office=True))
            | Q(site__in=posted.values("site")),
            case__in=keys_seen(Case.objects, user, permission),
        )

    def seen_in(self, case: Case, user: User) -> Self:
        """The same for one case in the user's sight: all its stays if they reach it by team or office."""
        mine = self.filter(case=case)
        return mine if self.are_all_seen_in(case, user) else mine.visible_to(user)

    def are_all_seen_in(self, case: Case, user: User) -> bool:
        """Whether a reader who sees the case reaches it by team or office."""
        permission = Permission.PLACEMENT_READ
        offices = user.office_ids(permission, whole_office=True)
        return case.team_id in user.team_ids(permission) or case.office_id in offices

    def with_people(self) -> Self:
        """With everything that a page shows of a stay (person, site, bed); fetches the keys of all in one query."""
        return self.with_day_gone().select_related("individual", "case", "site", "bed__room")

    def with_day_gone(self) -> Self:
        """Adds `leaving` and `gone_on`, the person's exit and its day: a person who left may still hold a bed."""
        return self.annotate(left_us=how_they_left("individual"))

    def in_order(self) -> Self:
        """In walking order: site, room, bed; those without a bed last."""
        room = counted("bed__room__name")
        rows: Self = self.order_by(
            "site__name", "bed__room__floor", *room, "bed__position", "individual__number"
        )
        return rows

    def standing(self) -> Self:
        return self.filter(cancelled_at=None)

    def sleeping_on(self, night: datetime.date) -> Self:
        """People with a place that night: until the planned end, or if still here after it, until checked out."""
        return self.standing().filter(_sleeps_on(night))

    def of_night(self, night: datetime.date) -> Any:
        """Stays of that night and those that end on its day, with `sleeps_here` and `leaves_that_day`."""
        sleeps, leaves = _sleeps_on(night), _leaves_on(night)
        rows = self.standing().filter(sleeps | leaves)
        return rows.annotate(
            sleeps_here=ExpressionWrapper(sleeps, BooleanField()),
            leaves_that_day=ExpressionWrapper(leaves, BooleanField()),
        )

    def asleep_on(self, night: datetime.date) -> Self:
        """As figures count it: without people who left by that day by an exit, or leave on it by the plan.

        Their stay continues, and the bed is taken, until somebody checks them out; those due to leave yesterday still count.
        """
        return self._here_on(night).filter(~_is_gone(night))

    def all_asleep_on(self, night: datetime.date) -> Self:
        """The same for sums over everybody: exits are looked up once, and not for each of 22,000 stays."""
        gone = Exit.objects.away_on(night).order_by().values("individual")
        return self._here_on(night).exclude(individual__in=gone)

    def _here_on(self, night: datetime.date) -> Self:
        is_over = _is_over(night, is_last_day_over=True)
        return self.standing().filter(~is_over, starts_on__lte=night)

    def and_counted_on(self, night: datetime.date) -> Any:
        """Adds `is_counted` to those with a place that night: whether figures count them (`asleep_on`)."""
        is_counted = ~(_is_over(night, is_last_day_over=True) | Q(_is_gone(night)))
        return self.annotate(is_counted=ExpressionWrapper(is_counted, BooleanField()))

    def keeping_on(self, night: datetime.date) -> Self:
        """People who have a place that night and are not counted asleep in it."""
        beds = other_end(self, "bed").in_service_on(night).filter(pk=OuterRef("bed"))
        is_away = _is_over(night, is_last_day_over=True) | Q(_is_gone(night))
        return self.sleeping_on(night).filter(Exists(beds), is_away)

    def overlapping(self, first: datetime.date, last: datetime.date | None) -> Self:
        """Stays on a night of [first, last); an unknown end has no limit."""
        rows = self.standing().filter(~_is_over(first)).exclude(ends_on=F("starts_on"))
        return rows if last is None else rows.filter(starts_on__lt=last)

    def open_on(self, day: datetime.date) -> Self:
        """Current and future stays, as seen on that day."""
        return self.standing().filter(Q(ends_on=None) | Q(ends_on__gt=day))

    def in_state(self, state: str, day: datetime.date) -> Self:
        """Stays in that state on that day: the list behind a count of Today. Raises KeyError for another word."""
        return self.open_on(day).filter(states(day)[state])

    def asking(self, day: datetime.date) -> Self:
        """Stays in any of the states, each looked up alone: no index serves an OR of them."""
        rows = self.model._default_manager.all()
        found = [rows.in_state(state, day).order_by().values("pk") for state in states(day)]
        return self.filter(pk__in=found[0].union(*found[1:], all=True))
