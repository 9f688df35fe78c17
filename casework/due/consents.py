"""Consents whose last day is near or over."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.choices.consents import ConsentStatus
from casework.due import columns, severity
from casework.models import Consent, FamilyMember


class ConsentsExpiring:
    """A given consent has a last day: it is asked again, or sharing ends."""

    kind = "consent_expires"
    title = gettext_lazy("Consent expires")
    permission = Permission.CONSENT_CHANGE

    def rows(self, today: datetime.date) -> Any:
        """Given consents with an end, of people who are in an open case today."""
        member = FamilyMember.objects.on(today).filter(
            individual=OuterRef("individual"), case__closed_on=None
        )
        rows = (
            Consent.objects.counting()
            .filter(status=ConsentStatus.GIVEN, expires_on__isnull=False)
            .annotate(
                of_case=Subquery(member.order_by().values("case")[:1]),
                of_office=F("individual__office_id"),
                how_bad=severity("expires_on", today),
            )
            .exclude(of_case=None)
        )
        return columns(self, rows, about="casework.consent", on="expires_on", case="of_case")

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose consent, by number; what for stays inside."""
        found = Consent.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            consent.pk: _("A consent of %(number)s expires") % {"number": consent.individual.number}
            for consent in found
        }


consents_expiring = ConsentsExpiring()
