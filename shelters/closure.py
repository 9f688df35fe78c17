"""Says why a case cannot be closed yet, and who is on no waiting list for a bed once it is closed."""

from django.utils.translation import ngettext

from casework.register.models.case import Case
from casework.slots.obstacles import Obstacle, obstacle_in_panel
from shelters.models import Placement
from shelters.querysets.families import members_without_bed


def open_placements(case: Case) -> list[Obstacle]:
    """An obstacle if members have current or future stays; empty otherwise."""
    open_stays = Placement.objects.filter(case=case).open_on(case.office.today()).count()
    if not open_stays:
        return []
    sentence = ngettext(
        "%(count)s person still has a place. Check them out or cancel the stay first.",
        "%(count)s people still have a place. Check them out or cancel the stays first.",
        open_stays,
    )
    return obstacle_in_panel(case, "aid", "stay", sentence % {"count": open_stays})


def waits_for_beds(case: Case) -> list[str]:
    """A sentence if members have no bed: closing removes the family from the list of those that wait. Otherwise empty."""
    waiting = members_without_bed(case.office.today()).filter(case=case).count()
    if not waiting:
        return []
    sentence = ngettext(
        "%(count)s person has no bed at a site tonight. Once the case is closed, nobody looks for one.",
        "%(count)s people have no bed at a site tonight. Once the case is closed, nobody looks for one.",
        waiting,
    )
    return [sentence % {"count": waiting}]
