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


class Missing:
    """Adults who served, in open cases that `user` sees, and what is not on file of them. Ages are read once.

    Relatives, children and people whose age leaves a doubt never appear.
    """

    def __init__(self, user: User) -> None:
        today = user.today()
        # Who belongs to a case today is seen with it; only of others it is asked which case was their last.
        seen = FamilyMember.objects.visible_to(user, Permission.RENUNCIATION_READ)
        supported = seen.on(today).filter(case__closed_on=None)
        served = Individual.objects.former_members().filter(
            pk__in=supported.values("individual"),
            merged_into=None,
            birth_year__lte=today.year - AGE_OF_MAJORITY,
        )
        self._adults = served.exclude(pk__in=_in_doubt(served, today)).annotate(
            is_asked=RenunciationDemand.objects.newest_of("pk")
        )

    @property
    def papers(self) -> Any:
        """Whom the authority asks, without a signed paper of permanent wording."""
        # Few are asked beside all who served: the database begins with those.
        once_asked = RenunciationDemand.objects.filter(is_asked=True).values("individual")
        return self._without_paper().filter(pk__in=once_asked, is_asked=True)

    @property
    def words(self) -> Any:
        """Of whom nobody wrote down whether the authority asks for a renunciation."""
        return self._without_paper().filter(is_asked=None)

    def _without_paper(self) -> Any:
        papers = Renunciation.objects.signed().filter(individual=OuterRef("pk"))
        return self._adults.filter(~Exists(papers))


def _in_doubt(people: Any, today: datetime.date) -> list[Any]:
    """Those who turn eighteen some day of this year. Birthdays are sealed, so the few born in that year are read."""
    on_the_edge = people.filter(birth_year=today.year - AGE_OF_MAJORITY)
    return [person.pk for person in on_the_edge if not surely_adult(person, today)]
