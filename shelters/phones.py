"""Phone numbers of residents, for those who run their site, while they sleep there."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.contact.models import Phone
from pages.questions import ANY_KEY, kept_rows
from shelters.models import Placement


def phones_of(stays: Iterable[Placement], user: User) -> QuerySet[Phone]:
    """Current numbers of the people in these stays, if the stays are tonight's and `user` may read their phones.

    People who left, or are yet to come, are not residents.
    """
    return _in_use_by(user, [stay.pk for stay in stays])


def _in_use_by(user: User, stays: list[Any]) -> QuerySet[Phone]:
    here = Placement.objects.visible_to(user, Permission.RESIDENT_PHONE_READ)
    tonight = here.sleeping_on(user.today()).filter(pk__in=stays)
    return Phone.objects.in_use(user.today()).filter(individual__in=tonight.values("individual"))


def _phones(user: User) -> QuerySet[Phone]:
    return _in_use_by(user, [ANY_KEY])


def put_phones(stays: Iterable[Placement], user: User) -> None:
    """Sets `phones_to_show` of each stay from `phones_of`, in one query."""
    if not user.holds(Permission.RESIDENT_PHONE_READ):
        return
    # A person has one stay a night; their future stays get nothing.
    begun = [stay for stay in stays if stay.starts_on <= user.today()]
    by_person = {stay.individual_id: stay for stay in begun}
    keys = [stay.pk for stay in by_person.values()]
    for phone in kept_rows(_phones, user, values={ANY_KEY: keys}):
        stay = by_person[phone.individual_id]
        stay.phones_to_show = (*stay.phones_to_show, phone)
