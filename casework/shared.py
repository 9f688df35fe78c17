"""What has left the house already under a consent: withdrawing it calls nothing back."""

from django.conf import settings
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts.models import User
from casework.choices.consents import Purpose
from casework.leaving import FollowUp
from casework.models import Consent, InterviewedPerson, Referral
from pages.dates import short_date


def already_shared(consent: Consent, user: User) -> list[FollowUp]:
    """Everything that settings.SHARED_UNDER_CONSENT names and the user may see."""
    return [
        each
        for path in settings.SHARED_UNDER_CONSENT
        for each in import_string(path)(consent, user)
    ]


def referrals(consent: Consent, user: User) -> list[FollowUp]:
    """Those that were sent and need this consent, whatever became of them."""
    sent = Referral.objects.visible_to(user).filter(individual=consent.individual)
    return [
        FollowUp(
            _("Referral to %(organisation)s, sent on %(day)s: %(state)s")
            % {
                "organisation": referral.organisation.name,
                "day": short_date(referral.sent_on),
                "state": referral.get_status_display(),
            },
            referral.get_absolute_url(),
        )
        for referral in sent.exclude(sent_on=None).select_related("organisation")
        if referral.sent_on and referral.purpose == consent.purpose
    ]


def contacts(consent: Consent, user: User) -> list[FollowUp]:
    """Visitors who got a way to reach the person."""
    if consent.purpose != Purpose.INTERVIEWS:
        return []
    parts = InterviewedPerson.objects.visible_to(user).filter(individual=consent.individual)
    return [
        FollowUp(
            _("Contact given to %(visitor)s on %(day)s")
            % {
                "visitor": part.interview.visitor_name,
                "day": short_date(part.contact_shared_on),
            },
            reverse("interview-detail", args=[part.interview_id]),
        )
        for part in parts.exclude(contact_shared_on=None).select_related("interview")
        if part.contact_shared_on
    ]
