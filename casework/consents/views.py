"""Consents: recording, renewing and withdrawing them, and every answer so far."""

import uuid

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.consents import actions as consents
from casework.consents.choices import ConsentStatus
from casework.consents.forms import ConsentForm, WithdrawConsentForm
from casework.consents.models import Consent
from casework.consents.slots import already_shared
from casework.documents.views import papers_of
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import answer_in_case


def _consent(request: StaffRequest, consent_id: uuid.UUID, permission: Permission) -> Consent:
    rows = Consent.objects.visible_to(request.user, permission).select_related("individual")
    consent: Consent = get_object_or_404(rows, pk=consent_id)
    case = case_of(consent.individual, request.user.today())
    record_read("consent.read", by=request.user, about=consent, case=case)
    return consent


@needs(Permission.CONSENT_CHANGE)
def consent_record(request: StaffRequest, number: str) -> HttpResponse:
    """Records an answer of the person with this number, for any purpose."""
    people = Individual.objects.visible_to(request.user, Permission.CONSENT_CHANGE)
    person = get_object_or_404(people, number=number)
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return answer_in_case(
        request,
        ConsentForm(request.POST or None, user=request.user),
        consents.record_consent,
        person,
        case=case,
        title=_("Record a consent"),
        done=_("The answer is on file."),
        back=papers_of(case, "consents"),
        sentences=[person.display_name],
    )


@needs(Permission.CONSENT_READ)
def consent_detail(request: StaffRequest, consent_id: uuid.UUID) -> HttpResponse:
    """One purpose of one person, with every answer."""
    consent = _consent(request, consent_id, Permission.CONSENT_READ)
    counts = consent.yields_to_id is None
    return render(
        request,
        "casework/consents/consent_detail.html",
        {
            "consent": consent,
            "person": consent.individual,
            "case": case_of(consent.individual, request.user.today()),
            "tag_today": consent.tag_on(request.user.today()),
            "steps": list(consent.steps.select_related("by")),
            "yielding": list(consent.yielding.all()),
            "may_change": counts and bool(can(request.user, Permission.CONSENT_CHANGE, consent)),
            "shared": already_shared(consent, request.user),
            "may_withdraw": ConsentStatus.WITHDRAWN in consent.lawful_moves,
        },
    )


@needs(Permission.CONSENT_CHANGE)
def consent_answer(request: StaffRequest, consent_id: uuid.UUID) -> HttpResponse:
    """The next answer for the same purpose: given, refused, asked again, renewed."""
    consent = _consent(request, consent_id, Permission.CONSENT_CHANGE)
    form = ConsentForm(request.POST or None, user=request.user, consent=consent)
    return answer_in_case(
        request,
        form,
        lambda row, **told: consents.record_consent(row.individual, purpose=row.purpose, **told),
        consent,
        case=case_of(consent.individual, request.user.today()),
        title=_("Record the next answer"),
        done=_("The answer is on file."),
        back=consent.get_absolute_url(),
        sentences=[consent.individual.display_name, consent.get_purpose_display()],
    )


@needs(Permission.CONSENT_CHANGE)
def consent_withdraw(request: StaffRequest, consent_id: uuid.UUID) -> HttpResponse:
    consent = _consent(request, consent_id, Permission.CONSENT_CHANGE)
    form = WithdrawConsentForm(request.POST or None, initial={"on": request.user.today()})
    return answer_in_case(
        request,
        form,
        consents.withdraw_consent,
        consent,
        case=case_of(consent.individual, request.user.today()),
        shared=already_shared(consent, request.user),
        title=_("Withdraw the consent"),
        submit=_("Withdraw"),
        done=_("The consent is withdrawn. Nothing more is shared for this purpose."),
        back=consent.get_absolute_url(),
        sentences=[
            consent.individual.display_name,
            consent.get_purpose_display(),
            _("From this moment nothing is shared for this purpose, not even what is prepared."),
        ],
    )
