"""Why a case may not close yet."""

from django.utils.translation import ngettext

from asylum.due import to_lodge
from asylum.models import AsylumApplication, LegalDeadline, Renunciation
from asylum.nationals import needless_terms
from casework.register.models.case import Case
from casework.slots.obstacles import Obstacle, obstacle_in_panel


def open_applications(case: Case) -> list[Obstacle]:
    """A sentence while applications of the family are open."""
    count = AsylumApplication.objects.followed_in(case, case.office.today()).open().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d asylum application is still open.",
        "%(count)d asylum applications are still open.",
        count,
    )
    return obstacle_in_panel(case, "law", "applications", sentence % {"count": count})


def waiting_to_apply(case: Case) -> list[str]:
    """A warning while a current or former member of the case has not applied and still may."""
    count = to_lodge(case.office.today(), [case.pk]).filter(case=case).count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d person has made no application: the last day to apply leaves what falls due.",
        "%(count)d people have made no application: the last day to apply leaves what falls due.",
        count,
    )
    return [sentence % {"count": count}]


def running_terms(case: Case) -> list[str]:
    """A warning while legal terms of decided claims run: the visa, the day to leave."""
    claims = AsylumApplication.objects.followed_in(case, case.office.today())
    terms = LegalDeadline.objects.running().exclude(needless_terms())
    count = terms.filter(application__in=claims).count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d legal term still runs: it stays among what falls due.",
        "%(count)d legal terms still run: they stay among what falls due.",
        count,
    )
    return [sentence % {"count": count}]


def pending_renunciations(case: Case) -> list[Obstacle]:
    """A sentence while renunciations of the family wait for verification."""
    papers = Renunciation.objects.followed_in(case, case.office.today())
    count = papers.awaiting_verification().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d renunciation waits for verification.",
        "%(count)d renunciations wait for verification.",
        count,
    )
    return obstacle_in_panel(case, "law", "renunciation", sentence % {"count": count})
