"""Adult former members who have not signed (F28)."""

import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from asylum.models import Renunciation
from asylum.rules.renunciations import is_adult
from casework.register.choices import BirthPrecision
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY


def people_without_signed_paper(user: User) -> Any:
    """Former members in open cases whom `user` sees, adult as far as is known, without a signed paper of permanent wording.

    Relatives and children never appear.
    """
    today = user.today()
    papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
    supported = FamilyMember.objects.on(today).filter(case__closed_on=None)
    people = (
        Individual.objects.visible_to(user, Permission.RENUNCIATION_READ)
        .former_members()
        .filter(~Exists(papers), pk__in=supported.values("individual"))
    )
    return people.filter(
        Q(birth_year=None) | Q(birth_year__lte=today.year - AGE_OF_MAJORITY)
    ).exclude(pk__in=_under_age(people, today))


def _under_age(people: Any, today: datetime.date) -> list[Any]:
    """Those who turn eighteen later this year. Birthdays are sealed, so the few born in that year are read."""
    on_the_edge = people.filter(
        birth_year=today.year - AGE_OF_MAJORITY, birth_precision=BirthPrecision.DAY
    )
    return [person.pk for person in on_the_edge if not is_adult(person.age_on(today))]
