"""What each person of a file agreed to."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Case, Consent
from casework.querysets.case import members_today


class ConsentsPanel:
    slug, title = "consents", gettext_lazy("Consents")
    permission = Permission.CONSENT_READ
    page = "papers"
    template = "casework/panels/consents.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        people = [member.individual for member in members_today(case, today)]
        found: dict[Any, list[Any]] = {person.pk: [] for person in people}
        for consent in Consent.objects.counting().filter(individual__in=people):
            found[consent.individual_id].append((consent, consent.tag_on(today)))
        return {
            "lines": [(person, found[person.pk]) for person in people],
            "may_change": can(user, Permission.CONSENT_CHANGE, about=case),
        }


consents = ConsentsPanel()
