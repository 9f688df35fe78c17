"""Consents, referrals to others, documents, requests about the own data, visits of outsiders."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission as P
from casework.models import (
    Case,
    CaseDocument,
    ConsentStep,
    InterviewedPerson,
    ReferralStep,
    SubjectRequest,
)
from casework.timeline import Event, Happening, Source
from casework.timeline.members import of_members


def _answered(step: ConsentStep) -> Event:
    words = {"purpose": step.consent.get_purpose_display()}
    return Event(step.at, _("Consent: %(purpose)s") % words, new=step.get_status_display())


consents = Source(
    "consents",
    gettext_lazy("Consents"),
    P.CONSENT_READ,
    (
        Happening(
            of_members(ConsentStep, P.CONSENT_READ, "consent", person="consent__individual"),
            "at",
            _answered,
            by="by",
            person="consent__individual",
        ),
    ),
    is_brief=False,
)


def _steps(case: Case, user: User) -> Any:
    steps = ReferralStep.objects.visible_to(user).filter(referral__case=case)
    return steps.select_related("referral__organisation")


def _went_on(step: ReferralStep) -> Event:
    words = {"service": step.referral.get_service_display()}
    return Event(
        step.at,
        _("Referral: %(service)s") % words,
        new=step.get_status_display(),
        told=str(step.referral.organisation),
    )


referrals = Source(
    "referrals",
    gettext_lazy("Referrals"),
    P.REFERRAL_READ,
    (Happening(_steps, "at", _went_on, by="by", person="referral__individual"),),
    is_brief=False,
)


def _documents(case: Case, user: User) -> Any:
    return CaseDocument.objects.visible_to(user).filter(case=case)


def _filed(document: CaseDocument) -> Event:
    return Event(document.filed_at, _("Filed a document"), told=document.title)


def _withdrawn(document: CaseDocument) -> Event:
    return Event(
        document.withdrawn_on or document.filed_at, _("Withdrew a document"), told=document.title
    )


documents = Source(
    "documents",
    gettext_lazy("Documents"),
    P.DOCUMENT_READ,
    (
        Happening(_documents, "filed_at", _filed, by="filed_by", person="individual"),
        Happening(_documents, "withdrawn_on", _withdrawn, by="withdrawn_by", person="individual"),
    ),
    is_brief=False,
)


def _asked(request: SubjectRequest) -> Event:
    return Event(request.received_on, _("Asked about the own data"), new=request.get_kind_display())


def _settled(request: SubjectRequest) -> Event:
    return Event(
        request.answered_on or request.received_on,
        _("Answered about the own data"),
        new=request.get_result_display(),
    )


_requests = of_members(SubjectRequest, P.INDIVIDUAL_READ)
requests = Source(
    "data-requests",
    gettext_lazy("Requests about the own data"),
    P.INDIVIDUAL_READ,
    (
        Happening(_requests, "received_on", _asked, by="recorded_by", person="individual"),
        Happening(_requests, "answered_on", _settled, person="individual"),
    ),
    is_brief=False,
)


def _interviewed(part: InterviewedPerson) -> Event:
    return Event(
        part.interview.on,
        _("Spoke with somebody from outside"),
        new=part.interview.get_visitor_display(),
    )


def _shared(part: InterviewedPerson) -> Event:
    return Event(part.contact_shared_on or part.interview.on, _("Contact given to a visitor"))


_parts = of_members(InterviewedPerson, P.CONSENT_READ, "interview")
interviews = Source(
    "interviews",
    gettext_lazy("Interviews with outsiders"),
    P.CONSENT_READ,
    (
        Happening(
            _parts, "interview__on", _interviewed, by="interview__logged_by", person="individual"
        ),
        Happening(
            _parts, "contact_shared_on", _shared, by="contact_shared_by", person="individual"
        ),
    ),
    is_brief=False,
)
