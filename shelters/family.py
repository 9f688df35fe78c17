"""Moves stays to the new case when people change cases."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from accounts.models import User
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from shelters.models import Placement
from shelters.querysets.placement import PlacementQuerySet


class StaysFollow:
    """The person keeps the place; the stay belongs to the new case from then on."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        stays = self._stays(people, leaving).count()
        if not stays:
            return []
        words = ngettext(
            "%(count)s stay goes along: the bed stays the same.",
            "%(count)s stays go along: the beds stay the same.",
            stays,
        )
        return [words % {"count": stays}]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        self._stays(people, case).update(case=case)

    @staticmethod
    def _stays(people: Sequence[Individual], case: Case) -> PlacementQuerySet:
        return Placement.objects.filter(individual__in=people).open_on(case.office.today())


stays = StaysFollow()
