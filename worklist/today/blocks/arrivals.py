"""Arrivals on Today: those since yesterday, their missing data, and the user's drafts."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext, npgettext

from accounts.permissions import Permission
from casework.arrivals.models import ArrivalDraft
from pages.context import address
from worklist.today.blocks.base import Count, TodayBlock
from worklist.today.facts import TodayFacts

MOST_DRAFTS = 3


def counts(facts: TodayFacts) -> Iterator[Count]:
    """The user's own cases, the arrivals since yesterday, and new arrivals with missing data."""
    if not facts.user.holds(Permission.CASE_LOG):
        return
    yield from _own_cases(facts)
    yield from _since_yesterday(facts)
    number = facts.new_incomplete[0].number_of_all if facts.new_incomplete else 0
    words = ngettext("new arrival to complete", "new arrivals to complete", number)
    yield Count("incomplete", number, words, address("individual-list?lacks=new"))


def _own_cases(facts: TodayFacts) -> Iterator[Count]:
    number = facts.counts["own_cases"]
    words = ngettext("case of mine", "cases of mine", number)
    url = address(f"case-list?status=open&caseworker={facts.user.pk}")
    yield Count("my-cases", number, words, url, is_rare=True)


def _since_yesterday(facts: TodayFacts) -> Iterator[Count]:
    yesterday = (facts.today - datetime.timedelta(days=1)).isoformat()
    families, people, lacking = (
        facts.counts[name] for name in ("families", "people", "without_sex_or_age")
    )
    lacking_words = ngettext("person without sex or age", "people without sex or age", lacking)
    cases_url = address(f"case-list?arrived_from={yesterday}")
    people_url = address(f"individual-list?arrived_from={yesterday}")
    family_words = npgettext(
        "a count", "family since yesterday", "families since yesterday", families
    )
    people_words = npgettext("a count", "person since yesterday", "people since yesterday", people)
    lacks_url = f"{people_url}&lacks=sex_or_age"
    yield Count("arrivals", families, family_words, cases_url, is_rare=True)
    yield Count("arrivals", people, people_words, people_url, is_rare=True)
    yield Count("arrivals", lacking, lacking_words, lacks_url, is_rare=True)


class MyDrafts(TodayBlock):
    """Arrivals that the user began to type and has not saved. Nobody else sees them."""

    slug = "drafts"
    title = gettext_lazy("My drafts")
    permission = Permission.CASE_LOG
    template = "worklist/blocks/drafts.html"

    def context(self, facts: TodayFacts) -> dict[str, Any] | None:
        if not facts.counts["drafts"]:
            return None
        drafts = ArrivalDraft.objects.of(facts.user, timezone.now()).defer("typed")[:MOST_DRAFTS]
        return {"drafts": [(draft, address("draft-continue", draft.pk)) for draft in drafts]}


my_drafts = MyDrafts()
