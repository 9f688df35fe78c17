"""Blocks about arrivals."""

import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext, npgettext

from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.models import ArrivalDraft
from casework.needs.filters import lacking
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock

MOST_DRAFTS = 10


class NewArrival(TodayBlock):
    """The button that logs an arrival."""

    slug = "new-arrival"
    title = gettext_lazy("New arrival")
    permission = Permission.CASE_LOG
    template = ""

    def context(self, user: User) -> dict[str, Any] | None:
        url = address("arrival-log")
        return {"action_url": url, "action_icon": "arrival"} if url else None


class RecentArrivals(TodayBlock):
    """Families that arrived since yesterday, and people among them of whom sex or birth year is missing."""

    slug = "arrivals"
    title = gettext_lazy("Arrivals since yesterday")
    permission = Permission.CASE_LOG

    def context(self, user: User) -> dict[str, Any]:
        yesterday = user.today() - datetime.timedelta(days=1)
        cases = Case.objects.visible_to(user, Permission.CASE_READ).open()
        recent = cases.filter(opened_on__gte=yesterday)
        members = FamilyMember.objects.on(user.today()).filter(case__in=recent)
        arrived = Individual.objects.filter(pk__in=members.values("individual"))
        families, people = recent.count(), arrived.count()
        incomplete = lacking(arrived, "sex_or_age", user.today()).count()
        lacking_words = ngettext(
            "person without sex or age", "people without sex or age", incomplete
        )
        cases_url = address(f"case-list?status=open&opened_from={yesterday.isoformat()}")
        people_url = address(f"individual-list?case_opened_from={yesterday.isoformat()}")
        return {
            "tiles": [
                Tile(families, npgettext("a count", "family", "families", families), cases_url),
                Tile(people, npgettext("a count", "person", "people", people), people_url),
                Tile(incomplete, lacking_words, f"{people_url}&lacks=sex_or_age"),
            ]
        }


class MyDrafts(TodayBlock):
    """Arrivals that the reader began to type and did not save; nobody else sees them."""

    slug = "drafts"
    title = gettext_lazy("My drafts")
    permission = Permission.CASE_LOG
    template = "worklist/blocks/drafts.html"

    def context(self, user: User) -> dict[str, Any]:
        drafts = ArrivalDraft.objects.of(user, timezone.now()).defer("typed")[:MOST_DRAFTS]
        return {"drafts": [(draft, address("draft-continue", draft.pk)) for draft in drafts]}


my_drafts = MyDrafts()
new_arrival = NewArrival()
recent_arrivals = RecentArrivals()
