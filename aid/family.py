"""What becomes of aid when people move from one case to another."""

from collections.abc import Sequence

from django.utils.translation import ngettext

from accounts.models import User
from aid.models import Commitment
from casework.register.models.case import Case
from casework.register.models.individual import Individual


class CommitmentsStay:
    """What a person was promised follows the person; what a family was promised stays with its case."""

    def sentences(self, people: Sequence[Individual], *, leaving: Case) -> list[str]:
        today = leaving.office.today()
        number = Commitment.objects.not_ended_on(today).filter(case=leaving).count()
        if not number:
            return []
        words = ngettext(
            "%(number)d commitment of aid to the family as a whole stays with %(case)s: "
            "whoever leaves is not covered by it any more.",
            "%(number)d commitments of aid to the family as a whole stay with %(case)s: "
            "whoever leaves is not covered by them any more.",
            number,
        )
        return [words % {"number": number, "case": leaving.number}]

    def follow(self, people: Sequence[Individual], *, case: Case, by: User) -> None:
        """Nothing is written: a promise to a person names the person."""


commitments = CommitmentsStay()
