"""Consents: recording, renewing and withdrawing them, and every answer so far."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.slots import who_signs
from casework.consents import actions as consents
from casework.consents.choices import ConsentStatus
from casework.consents.forms import ConsentForm, NextAnswerForm, WithdrawConsentForm
from casework.consents.models import Consent
from casework.consents.slots import already_shared
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.register.views import act_page, part_of, person_reached


def _consent(request: StaffRequest, consent_id: uuid.UUID, permission: Permission) -> Consent:
    rows = Consent.objects.visible_to(request.user, permission).select_related("individual")
    consent: Consent = get_object_or_404(rows, pk=consent_id)
    case = case_of(consent.individual, request.user.today())
    record_read("consent.read", by=request.user, about=consent, case=case)
    return consent


def _frame_of_person(request: StaffRequest, person: Individual) -> dict[str, Any]:
    case = case_of(person, request.user.today())
    record_read("individual.read", by=request.user, about=person, case=case)
    return {
        "case": case,
        "back": part_of(case, "papers", "consents"),
        "sentences": [person.display_name, *who_signs(person, request.user.today())],
    }


# An answer of the person with this number, for any purpose.
consent_record = act_page(
    Permission.CONSENT_CHANGE,
    person_reached,
    ConsentForm,
    consents.record_consent,
    _frame_of_person,
    title=_("Record a consent"),
    done=_("The answer is on file."),
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


def _frame(request: StaffRequest, consent: Consent) -> dict[str, Any]:
    return {
        "case": case_of(consent.individual, request.user.today()),
        "back": consent.get_absolute_url(),
        "sentences": [consent.individual.display_name, consent.get_purpose_display()],
    }


# The next answer for the same purpose: given, refused, asked again, renewed.
consent_answer = act_page(
    Permission.CONSENT_CHANGE,
    _consent,
    NextAnswerForm,
    lambda row, **told: consents.record_consent(row.individual, purpose=row.purpose, **told),
    _frame,
    title=_("Record the next answer"),
    done=_("The answer is on file."),
)


def _frame_of_withdrawal(request: StaffRequest, consent: Consent) -> dict[str, Any]:
    """Says, too, what was shared already."""
    frame = _frame(request, consent)
    frame["sentences"].append(
        _("From this moment nothing is shared for this purpose, not even what is prepared.")
    )
    return {**frame, "shared": already_shared(consent, request.user)}


consent_withdraw = act_page(
    Permission.CONSENT_CHANGE,
    _consent,
    WithdrawConsentForm,
    consents.withdraw_consent,
    _frame_of_withdrawal,
    title=_("Withdraw the consent"),
    submit=_("Withdraw"),
    done=_("The consent is withdrawn. Nothing more is shared for this purpose."),
)
