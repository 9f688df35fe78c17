"""What happens to aid when people change cases, and when a day of arrival is corrected."""

import datetime
from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from aid.models import Commitment, ItemDistribution
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.followers import DayFollower


class CommitmentsStay:
    """Commitments to a person follow the person; those to a family stay with its case."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        today = leaving.office.today()
        number = Commitment.objects.not_ended_on(today).filter(case=leaving).count()
        if not number:
            return []
        sentence = ngettext(
            "%(number)d commitment of aid to the family as a whole stays with %(case)s: "
            "whoever leaves is not covered by it any more.",
            "%(number)d commitments of aid to the family as a whole stay with %(case)s: "
            "whoever leaves is not covered by them any more.",
            number,
        )
        return [sentence % {"number": number, "case": leaving.number}]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Writes nothing: a commitment to a person names the person."""


class NoThingsBeforeArrival(DayFollower):
    """A distribution before the new day of arrival contradicts it: nothing is handed out before people arrive."""

    def contradictions(
        self, people: Sequence[Individual], *, on: datetime.date, opened: Case | None
    ) -> list[str]:
        target = Q(individual__in=people) | (Q(case=opened) if opened else Q())
        distributions = ItemDistribution.objects.filter(target, on__lt=on, is_mistake=False)
        return [_("Something was handed out before this day.")] if distributions.exists() else []

    def follow(
        self, people: Sequence[Individual], *, was: datetime.date, on: datetime.date, by: User
    ) -> None:
        """Writes nothing: a distribution has its own day."""


commitments, things = CommitmentsStay(), NoThingsBeforeArrival()
