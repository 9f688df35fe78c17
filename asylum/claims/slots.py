"""Applications in extracts and the search, and in the checks before a case closes, a person leaves or is erased."""

import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from asylum.checklists.slots import checklist_mark_extract
from asylum.claims.references import REFERENCE
from asylum.interviews.slots import claim_interview_extract, interpreter_extract
from asylum.letters.slots import by_letter
from asylum.papers.models.renunciation import Renunciation
from asylum.pathways.choices import ApplicationStatus
from asylum.people.search import tokens_of
from asylum.permits.slots import by_permit
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.slots import legal_deadline_extract, term_extension_extract, term_move_extract
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.slots.extract import WHY_NO_SEARCH_HASHES, ExtractPart, rows_about
from casework.slots.obstacles import FollowUp, Obstacle, obstacle_in_panel

application_extract = ExtractPart(
    AsylumApplication,
    gettext_lazy("Asylum applications"),
    ["reference"],
    {
        "reference_token": WHY_NO_SEARCH_HASHES,
        "depends_on": gettext_lazy("On whose claim it depends: that is a third person."),
    },
    permission=Permission.APPLICATION_READ,
    author="",
)

application_texts_extract = ExtractPart(
    AsylumApplication,
    gettext_lazy("What applications say"),
    only=["statement", "late_reason", "refusal_ground"],
    permission=Permission.APPLICATION_CHANGE,
    author="",
)

application_status_change_extract = ExtractPart(
    ApplicationStatusChange,
    gettext_lazy("How applications went on"),
    ["remark", "earlier_ground"],
    first=["on"],
    rows=rows_about(ApplicationStatusChange, "application__individual"),
    permission=Permission.APPLICATION_CHANGE,
    author="by",
)


# Everything that belongs to a claim, in reading order.
claims_held = (
    application_extract,
    application_texts_extract,
    application_status_change_extract,
    checklist_mark_extract,
    claim_interview_extract,
    interpreter_extract,
    legal_deadline_extract,
    term_extension_extract,
    term_move_extract,
)


def open_proceedings(individual: Individual, today: datetime.date) -> list[str]:
    """Returns sentences about an open application or a running term, and about a renunciation that waits for verification."""
    applications = AsylumApplication.objects.filter(individual=individual)
    terms = LegalDeadline.objects.running().filter(application__in=applications, due_on__gte=today)
    papers = Renunciation.objects.filter(individual=individual).awaiting_verification()
    sentences = []
    if applications.open().exists():
        sentences.append(_("An asylum application is open: its papers must be kept."))
    elif terms.exists():
        sentences.append(_("A legal term still runs: the papers must be kept until it ends."))
    if papers.exists():
        sentences.append(_("A renunciation waits for verification."))
    return sentences


def open_applications(case: Case) -> list[Obstacle]:
    """Returns a sentence if applications of the family are open."""
    count = AsylumApplication.objects.followed_in(case, case.office.today()).open().count()
    if not count:
        return []
    sentence = ngettext(
        "%(count)d asylum application is still open.",
        "%(count)d asylum applications are still open.",
        count,
    )
    return obstacle_in_panel(case, "law", "applications", sentence % {"count": count})


def claims_to_settle(individual: Individual, user: User) -> list[FollowUp]:
    """Returns a line for each open claim of the person: claims of the family may depend on it."""
    applications = AsylumApplication.objects.visible_to(user).open().filter(individual=individual)
    return [
        FollowUp(
            _("The asylum claim is open: say what becomes of it, and of who is in it."),
            application.get_absolute_url(),
        )
        for application in applications
    ]


def by_claim(typed: str, user: User) -> Any:
    """Returns a queryset of keys of people with a claim of exactly this reference; None if the text is no number."""
    if not (tokens := tokens_of(typed, REFERENCE)) or not user.holds(Permission.APPLICATION_READ):
        return None
    claims = AsylumApplication.objects.visible_to(user).filter(reference_token__in=tokens)
    return claims.exclude(status=ApplicationStatus.MISTAKEN).values("individual")


finders = (by_permit, by_claim, by_letter)


VERBS: dict[str, str | Promise] = {
    "application.listed": gettext_lazy("looked at the list of applications"),
    "application.corrected": gettext_lazy("corrected an application"),
    "application.lodged": gettext_lazy("lodged an application"),
    "application.moved": gettext_lazy("recorded a step of an application"),
    "application.prepared": gettext_lazy("began an application"),
    "application.read": gettext_lazy("opened an application"),
    "application.step_corrected": gettext_lazy("corrected the day of a step of an application"),
}
