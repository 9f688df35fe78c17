"""What the state of origin did, who may hear of somebody, and where they may go."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Individual
from casework.sections.service_record import is_former


class Sanctions:
    slug, title = "sanctions", _("Sanctions by the state of origin")
    permission, change = Permission.SERVICE_READ, Permission.SERVICE_CHANGE
    template = "casework/sections/sanctions.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        rows = individual.sanctions.select_related("instrument", "recorded_by", "replaced_by")
        told = list(rows)
        return {
            "sanctions": [row for row in told if not is_former(row)],
            "former": [row for row in told if is_former(row)],
        }


class Exposure:
    slug, title = "exposure", _("Anonymity and media")
    permission, change = Permission.INDIVIDUAL_READ, Permission.INDIVIDUAL_CHANGE
    template = "casework/sections/exposure.html"
    is_aside = True

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        return {
            "wish": individual.anonymity_wishes.filter(ended_on=None).first(),
            "media": list(individual.media_restrictions.in_use(today).select_related("authority")),
        }


class Onward:
    slug, title = "onward", _("Abroad and onward")
    permission, change = Permission.INDIVIDUAL_READ, Permission.INDIVIDUAL_CHANGE
    template = "casework/sections/onward.html"
    is_aside = True

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        return {
            "contacts": list(individual.contacts_abroad.in_use(user.today())),
            "plan": individual.onward_plans.current().first(),
        }
