"""Phone numbers of residents, for users who run the site where they sleep."""

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from accounts.permissions import Permission
from casework.contact.models import Phone
from pages.questions import PLACEHOLDER, cached_rows
from shelters.models import Placement


def phones_of(stays: Iterable[Placement], user: User) -> QuerySet[Phone]:
    """Current numbers of the people who sleep in these stays tonight, if `user` may read them.

    Left out are people who have left or are still expected.
    """
    return _in_use_by(user, [stay.pk for stay in stays])


def _in_use_by(user: User, stays: list[Any]) -> QuerySet[Phone]:
    visible = Placement.objects.visible_to(user, Permission.RESIDENT_PHONE_READ)
    tonight = visible.sleeping_on(user.today()).filter(pk__in=stays)
    return Phone.objects.in_use(user.today()).filter(individual__in=tonight.values("individual"))


def _phones(user: User) -> QuerySet[Phone]:
    return _in_use_by(user, [PLACEHOLDER])


def set_phones(stays: Iterable[Placement], user: User) -> None:
    """Sets `phones_to_show` of each stay from `phones_of`, in one query."""
    if not user.holds(Permission.RESIDENT_PHONE_READ):
        return
    # A person has at most one current stay. Future stays get no numbers.
    begun = [stay for stay in stays if stay.starts_on <= user.today()]
    by_person = {stay.individual_id: stay for stay in begun}
    keys = [stay.pk for stay in by_person.values()]
    for phone in cached_rows(_phones, user, values={PLACEHOLDER: keys}):
        stay = by_person[phone.individual_id]
        stay.phones_to_show = (*stay.phones_to_show, phone)
