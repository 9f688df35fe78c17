"""Interviews that people gave to outsiders, on the page of papers, in the timeline and in extracts."""

from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.consents.choices import Purpose
from casework.consents.models import Consent
from casework.interviews.models import InterviewedPerson, OutsideInterview
from casework.register.models.case import Case
from casework.register.models.individual import Individual, records_of
from casework.register.querysets.case import is_emptied, people_today
from casework.slots.extract import WHY_NO_MISTAKES, ExtractPart
from casework.slots.holdings import cached_rows_on_file
from casework.slots.obstacles import FollowUp
from casework.slots.timeline import Event, EventSource, TimelineSource, rows_of_members
from pages.dates import short_date
from pages.questions import PLACEHOLDER


def _interviews_of(individual: Individual) -> Any:
    parts = InterviewedPerson.objects.standing().filter(individual__in=records_of(individual))
    return OutsideInterview.objects.filter(pk__in=parts.values("interview"))


outside_interview_extract = ExtractPart(
    OutsideInterview,
    _("Interviews with others"),
    ["purpose"],
    {
        "visitor_name": _("Names of visitors: who they came for stands instead."),
        "is_mistake": WHY_NO_MISTAKES,
    },
    first=["on"],
    rows=_interviews_of,
)

interviewed_person_extract = ExtractPart(
    InterviewedPerson, _("Contact given to a visitor"), left_out={"is_mistake": WHY_NO_MISTAKES}
)


class InterviewsPanel:
    slug, title = "interviews", gettext_lazy("Interviews with outsiders")
    permission = Permission.CONSENT_READ
    page = "papers"
    template = "casework/interviews/interviews_panel.html"
    folded_without = ("parts",)

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        return {
            "parts": cached_rows_on_file(case, people, InterviewedPerson, _parts_taken),
            "may_change": not is_emptied(case, user)
            and can(user, Permission.CONSENT_CHANGE, about=case),
        }


def _parts_taken() -> Any:
    parts = InterviewedPerson.objects.filter(individual__in=[PLACEHOLDER])
    rows = parts.select_related("interview", "individual")
    return rows.order_by("-interview__on", "individual__number")


interviews_panel = InterviewsPanel()


def shared_contacts(consent: Consent, user: User) -> list[FollowUp]:
    """Returns visitors who got the person's contact, even if the interview was recorded by mistake."""
    if consent.purpose != Purpose.INTERVIEWS:
        return []
    parts = InterviewedPerson.objects.visible_to(user).filter(individual=consent.individual)
    return [
        FollowUp(
            gettext("Contact given to %(visitor)s on %(day)s")
            % {
                "visitor": part.interview.visitor_name,
                "day": short_date(part.contact_shared_on),
            },
            reverse("interview-detail", args=[part.interview_id]),
        )
        for part in parts.exclude(contact_shared_on=None).select_related("interview")
        if part.contact_shared_on
    ]


def _interview_event(part: InterviewedPerson) -> Event:
    return Event(
        part.interview.on,
        gettext("Spoke with somebody from outside"),
        new=part.interview.get_visitor_display(),
        sentence=gettext("%(whom)s spoke with somebody from outside: %(new)s"),
        many=gettext("%(whom)s spoke together with somebody from outside: %(new)s"),
    )


def _shared_contact_event(part: InterviewedPerson) -> Event:
    return Event(
        part.contact_shared_on or part.interview.on,
        gettext("Contact given to a visitor"),
        sentence=gettext("%(who)s gave the contact of %(whom)s to a visitor"),
        many=gettext("%(who)s gave the contact of %(whom)s to a visitor"),
    )


def _parts(case: Case, user: User) -> Any:
    return rows_of_members(InterviewedPerson, Permission.CONSENT_READ, "interview")(
        case, user
    ).standing()


interviews_timeline = TimelineSource(
    "interviews",
    gettext_lazy("Interviews with outsiders"),
    Permission.CONSENT_READ,
    (
        EventSource(
            _parts,
            "interview__on",
            _interview_event,
            by="interview__logged_by",
            person="individual",
            written="interview__logged_at",
            fields=("interview__visitor",),
        ),
        EventSource(
            _parts,
            "contact_shared_on",
            _shared_contact_event,
            by="contact_shared_by",
            person="individual",
            fields=(),
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "contact.shared": _("shared a contact with an outsider"),
    "interview.corrected": _("corrected an interview with outsiders"),
    "interview.logged": _("logged an interview with outsiders"),
    "interview.read": _("opened an interview with outsiders"),
}
