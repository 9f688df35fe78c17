"""Why a case may not close yet: somebody of it still has a place."""

from django.utils.translation import ngettext

from casework.register.models.case import Case
from casework.slots.obstacles import Obstacle, open_part
from shelters.models import Placement


def open_placements(case: Case) -> list[Obstacle]:
    """One sentence while stays run or are still to come."""
    open_stays = Placement.objects.filter(case=case).open_on(case.office.today()).count()
    if not open_stays:
        return []
    sentence = ngettext(
        "%(count)s person still has a place. Check them out or cancel the stay first.",
        "%(count)s people still have a place. Check them out or cancel the stays first.",
        open_stays,
    )
    return open_part(case, "aid", "stay", sentence % {"count": open_stays})
