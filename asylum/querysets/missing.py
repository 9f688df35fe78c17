"""Whom the authority asks to renounce and who has not signed (F28), and of whom its word is not on file."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.permissions import Permission
from asylum.models import Renunciation, RenunciationDemand
from casework.children.querysets import surely_adult
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY


def people_without_signed_paper(user: User) -> Any:
    """Whom the authority asks, in open cases that `user` sees, without a signed paper of permanent wording.

    Relatives, children and people whose age leaves a doubt never appear.
    """
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    return _adults_who_served(user).filter(~Exists(papers), is_asked=True)


def people_without_word(user: User) -> Any:
    """Adults who served, of whom nobody wrote down whether the authority asks for a renunciation."""
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    return _adults_who_served(user).filter(~Exists(papers), is_asked=None)


def _adults_who_served(user: User) -> Any:
    today = user.today()
    supported = FamilyMember.objects.on(today).filter(case__closed_on=None)
    people = (
        Individual.objects.visible_to(user, Permission.RENUNCIATION_READ)
        .former_members()
        .filter(pk__in=supported.values("individual"), birth_year__lte=today.year - AGE_OF_MAJORITY)
        .annotate(is_asked=RenunciationDemand.objects.newest_of("pk"))
    )
    return people.exclude(pk__in=_in_doubt(people, today))


def _in_doubt(people: Any, today: datetime.date) -> list[Any]:
    """Those who turn eighteen some day of this year. Birthdays are sealed, so the few born in that year are read."""
    on_the_edge = people.filter(birth_year=today.year - AGE_OF_MAJORITY)
    return [person.pk for person in on_the_edge if not surely_adult(person, today)]
