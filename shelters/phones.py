"""Phones of residents, for those who run their site, as long as they sleep there."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.contact.models import Phone
from pages.questions import ANY_KEY, kept_rows
from shelters.models import Placement


def phones_of(stays: Iterable[Placement], user: User) -> QuerySet[Phone]:
    """Numbers in use of the people of these stays, where they are stays of tonight whose phones `user` may read.

    Who left, or has yet to come, is no resident.
    """
    return _in_use_by(user, [stay.pk for stay in stays])


def _in_use_by(user: User, stays: list[Any]) -> QuerySet[Phone]:
    here = Placement.objects.visible_to(user, Permission.RESIDENT_PHONE_READ)
    tonight = here.sleeping_on(user.today()).filter(pk__in=stays)
    return Phone.objects.in_use(user.today()).filter(individual__in=tonight.values("individual"))


def _phones(user: User) -> QuerySet[Phone]:
    return _in_use_by(user, [ANY_KEY])


def put_phones(stays: Iterable[Placement], user: User) -> None:
    """Fills `phones_to_show` of each stay with what `phones_of` gives for it, all in one query."""
    if not user.holds(Permission.RESIDENT_PHONE_READ):
        return
    # Somebody has one stay a night; another that is still to come gets nothing.
    begun = [stay for stay in stays if stay.starts_on <= user.today()]
    by_person = {stay.individual_id: stay for stay in begun}
    keys = [stay.pk for stay in by_person.values()]
    for phone in kept_rows(_phones, user, values={ANY_KEY: keys}):
        stay = by_person[phone.individual_id]
        stay.phones_to_show = (*stay.phones_to_show, phone)
