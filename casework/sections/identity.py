"""Who somebody is: names, birth, papers."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.models import Individual


class Identity:
    slug, title = "identity", _("Identity")
    permission, change = Permission.INDIVIDUAL_READ, Permission.INDIVIDUAL_CHANGE
    template = "casework/sections/identity.html"
    is_aside = False

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        return {"age": individual.age_on(user.today())}


class Papers:
    slug, title = "papers", _("Identity documents")
    permission, change = Permission.INDIVIDUAL_READ, Permission.INDIVIDUAL_CHANGE
    template = "casework/sections/papers.html"
    is_aside = True

    def context(self, individual: Individual, user: User) -> dict[str, Any]:
        today = user.today()
        papers = list(individual.identity_documents.all())
        return {
            "papers": [
                (paper, paper.is_expired_on(today)) for paper in papers if not paper.ended_on
            ],
            "former": [paper for paper in papers if paper.ended_on],
        }
