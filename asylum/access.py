"""Which cases legal officers reach: those referred to legal at their office, until the referral ends."""

import datetime

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.models.case import LegalReferral


class ReferredToLegal:
    """`permissions` are the most that a referral can give a legal officer on a case."""

    permissions = frozenset(
        {
            P.CASE_READ,
            P.CASE_CARD,
            P.INDIVIDUAL_READ,
            P.SERVICE_READ,
            P.NOTE_READ,
            P.NOTE_WRITE,
            P.NEED_READ,
            P.NEED_FLAGS,
            P.COMPARTMENT_WRITE,
            P.APPLICATION_READ,
            P.APPLICATION_CHANGE,
            P.PERMIT_READ,
            P.PERMIT_CHANGE,
            P.RENUNCIATION_READ,
            P.RENUNCIATION_CHANGE,
            P.RENUNCIATION_VERIFY,
            P.LETTER_READ,
            P.LETTER_ISSUE,
            P.EVIDENCE_READ,
            P.EVIDENCE_CHANGE,
            P.TASK_READ,
            P.HOME_READ,
            P.DOCUMENT_READ,
            P.CONSENT_READ,
            P.REFERRAL_READ,
            P.PLAN_READ,
            P.WELLBEING_READ,
            P.WORK_READ,
            P.TASK_CHANGE,
            P.FLIGHT_READ,
            P.FLIGHT_CHANGE,
            P.EXTRACT_MAKE,
        }
    )

    def reached_by(self, user: User) -> Exists:
        """Cases with a current referral to an office where `user` does legal work."""
        return Exists(
            LegalReferral.objects.filter(
                case=OuterRef("pk"),
                ended_on=None,
                office__in=user.office_ids(P.APPLICATION_CHANGE),
            )
        )

    def keys_reached_by(self, user: User, kept_night: datetime.date | None) -> None:
        """None, so that `reached_by` is used: nearly every case of an office is referred, and looking up each row is
        faster than computing all keys."""


referred_to_legal = ReferredToLegal()
