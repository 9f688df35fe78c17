"""Service in a force, with what was on file before."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Individual, Rank


class Service:
    slug, title = "service", _("Service in a force")
    permission, change = Permission.SERVICE_READ, Permission.SERVICE_CHANGE
    template = "casework/sections/service.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        ranks = list(Rank.objects.all())
        records = list(
            individual.service_records.select_related("force", "recorded_by", "replaced_by")
        )
        told = [(record, record.rank_of(ranks)) for record in records]
        return {
            "services": [each for each in told if not is_former(each[0])],
            "former": [each for each in told if is_former(each[0])],
        }


def is_former(record: Any) -> bool:
    """Whether a newer record took this one's place, or it was a mistake."""
    return hasattr(record, "replaced_by") or bool(record.is_withdrawn)
