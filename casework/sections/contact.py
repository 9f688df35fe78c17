"""How to reach somebody, by which names, in which language."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Individual


class Contact:
    slug, title = "contact", _("Contact")
    permission, change = Permission.INDIVIDUAL_READ, Permission.INDIVIDUAL_CHANGE
    template = "casework/sections/contact.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        return {
            "phones": list(individual.phones.in_use(today)),
            "aliases": list(individual.aliases.all()),
        }
