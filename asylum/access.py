"""Opens cases to legal officers: cases that are referred to legal at their office, until the referral ends."""

import datetime

from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.permissions import Permission as P
from casework.register.models.case import LegalReferral


class ReferredToLegal:
    """Access by a referral to legal; `permissions` are the most that a referral can give on a case."""

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
        """Returns a condition for cases with a current referral to an office where `user` may change claims."""
        return Exists(
            LegalReferral.objects.filter(
                case=OuterRef("pk"),
                ended_on=None,
                office__in=user.office_ids(P.APPLICATION_CHANGE),
            )
        )

    def keys_reached_by(self, user: User, kept_night: datetime.date | None) -> None:
        """Returns None, so that callers use `reached_by`.

        Nearly every case of an office is referred, so looking up each row is faster than computing all keys.
        """


referred_to_legal = ReferredToLegal()
