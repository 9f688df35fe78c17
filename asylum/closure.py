"""Why a case may not close yet."""

from django.utils.translation import ngettext

from asylum.models import AsylumApplication, Renunciation
from casework.register.models.case import Case
from casework.slots.obstacles import Obstacle, open_part


def open_applications(case: Case) -> list[Obstacle]:
    """One sentence while applications of the family are open."""
    count = AsylumApplication.objects.of_case(case, case.office.today()).open().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d asylum application is still open.",
        "%(count)d asylum applications are still open.",
        count,
    )
    return open_part(case, "law", "applications", sentence % {"count": count})


def pending_renunciations(case: Case) -> list[Obstacle]:
    """One sentence while renunciations of the family wait for verification."""
    papers = Renunciation.objects.of_case(case, case.office.today())
    count = papers.awaiting_verification().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d renunciation waits for verification.",
        "%(count)d renunciations wait for verification.",
        count,
    )
    return open_part(case, "law", "renunciation", sentence % {"count": count})
