"""Corrects the day of an arrival, and the facts that begin on that day."""

import datetime
import zoneinfo
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.corrections.exits import exits_ended_by_arrival, move_return
from casework.register.actions import changed_by
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.slots.followers import (
    changes_of_new_day,
    contradictions_of_new_day,
    run_arrival_followers,
)
from pages.refusals import ActionRefused


def move_day(
    arrival: Arrival, case: Case, *, on: datetime.date, by: User, is_sure: bool, reason: str
) -> None:
    """Moves the memberships, the case opening and the returns of the day of arrival to `on`; the caller saves the arrival.

    The `arrival_followers` then update rows of other packages that were computed from the day. History rows keep the
    original day. Raises ActionRefused if the case number or an earlier fact on file contradicts `on`. Without `is_sure`
    it also raises ActionRefused with the terms that would move.
    """
    old_day = arrival.on
    people = list(Individual.objects.filter(arrival=arrival).order_by("number"))
    memberships = list(
        FamilyMember.objects.select_for_update(of=("self",))
        .filter(case=case, joined_on=old_day, individual__in=people)
        .not_undone()
        .select_related("individual")
    )
    earlier_arrivals = case.arrivals.filter(logged_at__lt=arrival.logged_at)
    opens_case = case.opened_on == old_day and not earlier_arrivals.exists()
    _refuse_day(arrival, case, on=on, opens_case=opens_case)
    if any(each.birth.earliest and each.birth.earliest > on for each in people):
        raise ActionRefused(_("Somebody was born after this day."), field="on")
    if on > old_day:
        _refuse_earlier_facts(case, people, memberships, on=on, opens_case=opens_case)
    else:
        _refuse_membership_elsewhere(memberships, on=on)
    ended_exits = exits_ended_by_arrival(arrival, on=on, by=by)
    if not is_sure and (term_moves := changes_of_new_day(people, was=old_day, on=on, by=by)):
        raise ActionRefused(*term_moves, field="is_sure")
    if opens_case:
        case.opened_on = on
        case.save(update_fields=["opened_on", *changed_by(case, by)])
    for member in memberships:
        member.joined_on = max(on, case.opened_on)
        member.save(update_fields=["joined_on"])
    for person_exit in ended_exits:
        why = reason or gettext("The day of the arrival was put right.")
        move_return(person_exit, on=on, reason=why, by=by)
    run_arrival_followers(people, was=old_day, on=on, by=by)


def _refuse_day(arrival: Arrival, case: Case, *, on: datetime.date, opens_case: bool) -> None:
    if opens_case and on.year != case.opened_on.year:
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
    memberships: list[FamilyMember],
    *,
    on: datetime.date,
    opens_case: bool,
) -> None:
    """Raises ActionRefused if a fact on file is older than the new day."""
    sentences: list[Any] = []
    if any(member.left_on and member.left_on <= on for member in memberships):
        sentences.append(_("Somebody left the family before this day."))
    own_keys = [member.pk for member in memberships]
    if (
        case.members.not_undone()
        .filter(individual__in=people, joined_on__lt=on)
        .exclude(pk__in=own_keys)
    ):
        sentences.append(_("Somebody joined the family before this day."))
    if Exit.objects.standing().filter(individual__in=people, on__lt=on).exists():
        sentences.append(_("Somebody left us before this day."))
    if opens_case:
        other_members = case.members.not_undone().exclude(pk__in=own_keys).filter(joined_on__lt=on)
        if other_members.exists():
            sentences.append(_("The family changed before this day."))
        if case.closed_on and case.closed_on < on:
            sentences.append(_("The case was closed before this day."))
    sentences += contradictions_of_new_day(people, on=on, opened=case if opens_case else None)
    if sentences:
        raise ActionRefused(*dict.fromkeys(map(str, sentences)), field="on")


def _refuse_membership_elsewhere(memberships: list[FamilyMember], *, on: datetime.date) -> None:
    """Raises ActionRefused if one of these people belonged to another case on a day that is added to the membership."""
    for member in memberships:
        other_memberships = member.individual.memberships.non_empty().exclude(pk=member.pk)
        overlapping = other_memberships.filter(
            Q(left_on=None) | Q(left_on__gt=on), joined_on__lt=member.joined_on
        )
        if overlapping.exists():
            raise ActionRefused(_("This person was in another case on that day."), field="on")
