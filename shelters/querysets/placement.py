"""Which stays."""

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
    """That somebody else may have the bed from that night on: `shelters.rules.stays.held_until`, in SQL.

    With `is_last_day_over` who is to leave today has left: `counted_until`.
    """
    # Asked only of a stay whose planned end has come: a join would look it up for all.
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
    """Of a stay: an exit says that whoever it is of is away on that day."""
    return Exists(Exit.objects.away_on(day).filter(individual=OuterRef("individual")))


def states(day: datetime.date, *, of_few: bool = False) -> dict[str, Q]:
    """Of a stay that is open on that day: what it asks for, by the word for it."""
    here = Q(checked_in_at__isnull=False)
    # Looked up once: beside other conditions the database would ask for each of 22,000 stays whether there is an exit.
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
        """Stays of the cases that the user reaches by team or office, wherever they are; for those who run sites,
        the stays at these sites of families that they see."""
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
        """The same of one case that the user sees: all its stays where they reach it by team or office."""
        mine = self.filter(case=case)
        return mine if self.are_all_seen_in(case, user) else mine.visible_to(user)

    def are_all_seen_in(self, case: Case, user: User) -> bool:
        """Whether a reader who sees the case reaches it by team or office."""
        permission = Permission.PLACEMENT_READ
        offices = user.office_ids(permission, whole_office=True)
        return case.team_id in user.team_ids(permission) or case.office_id in offices

    def with_people(self) -> Self:
        """With what a page says of a stay: who, where, in which bed; the keys of all come in one query."""
        return self.with_day_gone().select_related("individual", "case", "site", "bed__room")

    def with_day_gone(self) -> Self:
        """Fills `leaving` and `gone_on`, the exit that says they are away and its day: who left may still hold a bed."""
        return self.annotate(left_us=how_they_left("individual"))

    def in_order(self) -> Self:
        """As one walks through the sites: room by room, bed by bed, and last who has none yet."""
        room = counted("bed__room__name")
        rows: Self = self.order_by(
            "site__name", "bed__room__floor", *room, "bed__position", "individual__number"
        )
        return rows

    def standing(self) -> Self:
        return self.filter(cancelled_at=None)

    def sleeping_on(self, night: datetime.date) -> Self:
        """Who has a place that night: until the planned end, or until checked out who is still here after it."""
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
        """The same as figures count it: without who had left by that day, as an exit says, or leaves on it by the plan.

        Their stay runs, and the bed is taken, until somebody checks them out; who should have left yesterday is here.
        """
        return self._here_on(night).filter(~_is_gone(night))

    def all_asleep_on(self, night: datetime.date) -> Self:
        """The same for a sum over everybody: who left by that day is looked up once, and not for each of 22,000 stays."""
        gone = Exit.objects.away_on(night).order_by().values("individual")
        return self._here_on(night).exclude(individual__in=gone)

    def _here_on(self, night: datetime.date) -> Self:
        is_over = _is_over(night, is_last_day_over=True)
        return self.standing().filter(~is_over, starts_on__lte=night)

    def and_counted_on(self, night: datetime.date) -> Any:
        """Adds `is_counted`, whether figures count them: `asleep_on` of those who have a place that night."""
        is_counted = ~(_is_over(night, is_last_day_over=True) | Q(_is_gone(night)))
        return self.annotate(is_counted=ExpressionWrapper(is_counted, BooleanField()))

    def keeping_on(self, night: datetime.date) -> Self:
        """Who has a place in service that night and is not counted asleep in it."""
        beds = other_end(self, "bed").in_service_on(night).filter(pk=OuterRef("bed"))
        is_away = _is_over(night, is_last_day_over=True) | Q(_is_gone(night))
        return self.sleeping_on(night).filter(Exists(beds), is_away)

    def overlapping(self, first: datetime.date, last: datetime.date | None) -> Self:
        """Stays on a night of [first, last); an end that nobody knows runs on."""
        rows = self.standing().filter(~_is_over(first)).exclude(ends_on=F("starts_on"))
        return rows if last is None else rows.filter(starts_on__lt=last)

    def open_on(self, day: datetime.date) -> Self:
        """Stays that still run or are still to come, as seen on that day."""
        return self.standing().filter(Q(ends_on=None) | Q(ends_on__gt=day))

    def in_state(self, state: str, day: datetime.date) -> Self:
        """Stays that ask for that on that day: the list that a count of Today leads to. Raises KeyError for another word."""
        return self.open_on(day).filter(states(day)[state])

    def asking(self, day: datetime.date) -> Self:
        """Stays in any of the states, each looked up alone: no index finds what is in one or another."""
        rows = self.model._default_manager.all()
        found = [rows.in_state(state, day).order_by().values("pk") for state in states(day)]
        return self.filter(pk__in=found[0].union(*found[1:], all=True))
