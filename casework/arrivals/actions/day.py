"""Correcting the day of arrival, and what began on it."""

import datetime
import zoneinfo
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.exits import move_return, returns_with
from casework.register.actions import changed_by
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.slots.followers import contradictions, foretold_of_day, let_day_follow
from pages.refusals import ActionRefused


def move_day(
    arrival: Arrival, case: Case, *, on: datetime.date, by: User, is_sure: bool, reason: str
) -> None:
    """Moves membership, case and return that began on the day of arrival to `on`; the caller saves the arrival.

    Values that upper floors computed from the day follow. History rows keep the original day. Raises ActionRefused if the
    number, or something on file from before `on`, contradicts; and with the terms that would move, unless somebody
    `is_sure`.
    """
    was = arrival.on
    people = list(Individual.objects.filter(arrival=arrival).order_by("number"))
    joined = list(
        FamilyMember.objects.select_for_update(of=("self",))
        .filter(case=case, joined_on=was, individual__in=people)
        .not_undone()
        .select_related("individual")
    )
    earlier = case.arrivals.filter(logged_at__lt=arrival.logged_at)
    opened_with_it = case.opened_on == was and not earlier.exists()
    _refuse_day(arrival, case, on=on, opened_with_it=opened_with_it)
    if any(each.birth.earliest and each.birth.earliest > on for each in people):
        raise ActionRefused(_("Somebody was born after this day."), field="on")
    if on > was:
        _refuse_earlier_facts(case, people, joined, on=on, opened_with_it=opened_with_it)
    else:
        _refuse_elsewhere(joined, on=on)
    returns = returns_with(arrival, on=on, by=by)
    if not is_sure and (moves := foretold_of_day(people, was=was, on=on, by=by)):
        raise ActionRefused(*moves, field="is_sure")
    if opened_with_it:
        case.opened_on = on
        case.save(update_fields=["opened_on", *changed_by(case, by)])
    for member in joined:
        member.joined_on = max(on, case.opened_on)
        member.save(update_fields=["joined_on"])
    for leaving in returns:
        why = reason or gettext("The day of the arrival was put right.")
        move_return(leaving, on=on, reason=why, by=by)
    let_day_follow(people, was=was, on=on, by=by)


def _refuse_day(arrival: Arrival, case: Case, *, on: datetime.date, opened_with_it: bool) -> None:
    if opened_with_it and on.year != case.opened_on.year:
        raise ActionRefused(
            _("The number %(number)s is of the year %(year)s: the day stays within it.")
            % {"number": case.number, "year": case.opened_on.year},
            field="on",
        )
    zone = zoneinfo.ZoneInfo(case.office.time_zone)
    if on > arrival.logged_at.astimezone(zone).date():
        raise ActionRefused(_("The arrival was logged before this day."), field="on")


def _refuse_earlier_facts(
    case: Case,
    people: list[Individual],
    joined: list[FamilyMember],
    *,
    on: datetime.date,
    opened_with_it: bool,
) -> None:
    """Raises ActionRefused if something on file is older than the new day."""
    sentences: list[Any] = []
    if any(member.left_on and member.left_on <= on for member in joined):
        sentences.append(_("Somebody left the family before this day."))
    own = [member.pk for member in joined]
    if (
        case.members.not_undone()
        .filter(individual__in=people, joined_on__lt=on)
        .exclude(pk__in=own)
    ):
        sentences.append(_("Somebody joined the family before this day."))
    if Exit.objects.standing().filter(individual__in=people, on__lt=on).exists():
        sentences.append(_("Somebody left us before this day."))
    if opened_with_it:
        others = case.members.not_undone().exclude(pk__in=own).filter(joined_on__lt=on)
        if others.exists():
            sentences.append(_("The family changed before this day."))
        if case.closed_on and case.closed_on < on:
            sentences.append(_("The case was closed before this day."))
    sentences += contradictions(people, on=on, opened=case if opened_with_it else None)
    if sentences:
        raise ActionRefused(*dict.fromkeys(map(str, sentences)), field="on")


def _refuse_elsewhere(joined: list[FamilyMember], *, on: datetime.date) -> None:
    """Raises ActionRefused if one of them belonged to another case on an added day."""
    for member in joined:
        others = member.individual.memberships.lasting().exclude(pk=member.pk)
        before = others.filter(Q(left_on=None) | Q(left_on__gt=on), joined_on__lt=member.joined_on)
        if before.exists():
            raise ActionRefused(_("This person was in another case on that day."), field="on")
