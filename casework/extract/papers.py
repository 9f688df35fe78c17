"""Consents, referrals to others, what was handed over, and who is what to whom."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission as P
from casework.erasure import records_of
from casework.extract import Held, Part, of_person
from casework.models import Individual, Relationship

DOUBLES = _("Work on records that may be of one person: it compares with other people.")


def _bonds(individual: Individual) -> Iterable[Any]:
    return Relationship.objects.touching(records_of(individual))


papers = Part(
    _("Papers"),
    [
        Held(
            "casework.Consent",
            _("Consents"),
            of_person("casework.Consent"),
            ["purpose", "status", "status_on", "expires_on"],
            permission=P.CONSENT_READ,
        ),
        Held(
            "casework.ConsentStep",
            _("How consents went on"),
            of_person("casework.ConsentStep", "consent__individual"),
            ["on", "status", "basis", "language", "had_interpreter", "expires_on", "note"],
            {"explained_by": _("Who explained a consent: a third person or a colleague.")},
            permission=P.CONSENT_READ,
            author="by",
        ),
        Held(
            "casework.Referral",
            _("Referrals to other organisations"),
            of_person("casework.Referral"),
            [
                "service",
                "organisation",
                "urgency",
                "reason",
                "status",
                "status_on",
                "sent_on",
                "due_on",
                "is_consent_overridden",
                "override_reason",
            ],
            permission=P.REFERRAL_READ,
            author="written_by",
        ),
        Held(
            "casework.ReferralStep",
            _("How referrals went on"),
            of_person("casework.ReferralStep", "referral__individual"),
            ["on", "status", "remark"],
            permission=P.REFERRAL_READ,
            author="by",
        ),
        Held(
            "casework.Disarmament",
            _("What was handed over"),
            of_person("casework.Disarmament"),
            [
                "arms_carried",
                "arms_surrendered",
                "uniform_handed_over",
                "vehicle_surrendered",
                "received_by",
                "receipt_number",
                "on",
            ],
            permission=P.SERVICE_READ,
            author="recorded_by",
        ),
        Held(
            "casework.Relationship",
            _("Relations to other people on file"),
            _bonds,
            ["kind", "starts_on", "ends_on"],
            {"reason": _("Why people may not share a room: it tells of somebody else.")},
            author="recorded_by",
        ),
        Held(
            "casework.Exit",
            _("Leaving"),
            of_person("casework.Exit"),
            [
                "type",
                "on",
                "destination_country",
                "destination",
                "is_destination_known",
                "is_voluntary",
                "risk_note",
                "annulled_on",
                "annulment_reason",
            ],
            {"asked_by": _("Who asked the person before a return: a third person or a colleague.")},
            author="recorded_by",
        ),
        Held(
            "casework.Erasure",
            _("Erasure"),
            of_person("casework.Erasure"),
            ["on", "reason"],
            author="by",
        ),
        Held(
            "casework.OutsideInterview",
            _("Interviews with others"),
            of_person("casework.OutsideInterview", "people__individual"),
            ["on", "visitor", "purpose"],
            {"visitor_name": _("Names of visitors: who they came for stands instead.")},
        ),
        Held(
            "casework.InterviewedPerson",
            _("Contact given to a visitor"),
            of_person("casework.InterviewedPerson"),
            ["contact_shared_on"],
        ),
    ],
    {
        "casework.ArrivalSlip": _("The code of an arrival slip: it opens the slip."),
        "casework.DuplicatePair": DOUBLES,
        "casework.PairDecision": DOUBLES,
        "casework.Merge": DOUBLES,
    },
)
