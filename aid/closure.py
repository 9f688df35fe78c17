"""Reasons in aid why a case cannot be closed yet."""

from django.utils.translation import ngettext

from aid.models import Commitment
from casework.register.models.case import Case, FamilyMember
from casework.slots.obstacles import Obstacle, open_part


def open_commitments(case: Case) -> list[Obstacle]:
    """One sentence while the family, or somebody in it, has a commitment of their own."""
    today = case.office.today()
    members = FamilyMember.objects.on(today).filter(case=case).values("individual")
    still = Commitment.objects.not_ended_on(today)
    number = still.filter(case=case).count() + still.filter(individual__in=members).count()
    if not number:
        return []
    sentence = ngettext(
        "%(number)d commitment of aid is still open. End it first.",
        "%(number)d commitments of aid are still open. End them first.",
        number,
    )
    return open_part(case, "aid", "aid", sentence % {"number": number})
