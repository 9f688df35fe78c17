"""An obstacle to closing a case: aid that is still committed."""

from django.utils.translation import ngettext

from aid.models import Commitment
from casework.register.models.case import Case, FamilyMember
from casework.slots.obstacles import Obstacle, obstacle_in_panel


def open_commitments(case: Case) -> list[Obstacle]:
    """An obstacle if the family, or a member of it, has a commitment that has not ended; empty otherwise."""
    today = case.office.today()
    members = FamilyMember.objects.on(today).filter(case=case).values("individual")
    running = Commitment.objects.not_ended_on(today)
    number = running.filter(case=case).count() + running.filter(individual__in=members).count()
    if not number:
        return []
    sentence = ngettext(
        "%(number)d commitment of aid is still open. End it first.",
        "%(number)d commitments of aid are still open. End them first.",
        number,
    )
    return obstacle_in_panel(case, "aid", "aid", sentence % {"number": number})
