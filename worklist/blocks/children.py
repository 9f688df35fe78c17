"""The block about children without an adult of their family."""

from typing import Any

from django.utils.translation import gettext_lazy

from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.children.models import AuthorityTold
from casework.children.querysets import children_alone
from casework.register.models.case import Case
from pages.context import address
from worklist.blocks.base import TodayBlock

LINES = 12


class ChildrenAlone(TodayBlock):
    """Each child of a case in sight, by name, until an adult of the family is there; nobody else's."""

    slug = "children-alone"
    title = gettext_lazy("Children without an adult of the family")
    permission = Permission.CASE_READ
    template = "worklist/blocks/children.html"

    def context(self, user: User) -> dict[str, Any] | None:
        seen = keys_seen(Case.objects, user, Permission.CASE_READ)
        alone = children_alone(user.today()).filter(case__in=seen)
        total = alone.count()
        if not total:
            return None
        record_read("child.listed", by=user, details={"block": self.slug})
        shown = list(alone.select_related("individual", "case").order_by("-joined_on")[:LINES])
        told = set(
            AuthorityTold.objects.standing()
            .filter(individual__in=[member.individual_id for member in shown])
            .values_list("individual", flat=True)
        )
        return {
            "members": [(member, member.individual_id in told) for member in shown],
            "more": total if total > len(shown) else 0,
            "all_url": address("individual-list?lacks=adult"),
        }


children_alone_block = ChildrenAlone()
