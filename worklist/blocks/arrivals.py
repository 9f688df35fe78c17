"""Arrivals: those since yesterday, what they lack, and what was not saved yet."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy, ngettext, npgettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.arrivals.models import ArrivalDraft
from casework.needs.filters import WITHOUT_SEX_OR_AGE
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.context import address
from pages.questions import ANY_MOMENT, kept_count, kept_rows
from worklist.blocks.base import Count, TodayBlock
from worklist.desk import Desk

MOST_DRAFTS = 3


def counts(desk: Desk) -> Iterator[Count]:
    """The reader's own cases; who arrived since yesterday, and what is missing of them."""
    if not desk.user.holds(Permission.CASE_LOG):
        return
    yield from _own_cases(desk)
    yield from _since_yesterday(desk)
    number = desk.new_incomplete[0].number_of_all if desk.new_incomplete else 0
    words = ngettext("new arrival to complete", "new arrivals to complete", number)
    yield Count("incomplete", number, words, address("individual-list?lacks=new"))


def _own_cases(desk: Desk) -> Iterator[Count]:
    number = kept_count(_own_open_cases, desk.user)
    words = ngettext("case of mine", "cases of mine", number)
    url = address(f"case-list?status=open&caseworker={desk.user.pk}")
    yield Count("my-cases", number, words, url, is_rare=True)


def _since_yesterday(desk: Desk) -> Iterator[Count]:
    yesterday = desk.yesterday
    families = kept_count(_recent_cases, desk.user, yesterday)
    people = families and kept_count(_arrived, desk.user, yesterday, False)
    incomplete = people and kept_count(_arrived, desk.user, yesterday, True)
    lacking_words = ngettext("person without sex or age", "people without sex or age", incomplete)
    cases_url = address(f"case-list?status=open&opened_from={yesterday.isoformat()}")
    people_url = address(f"individual-list?case_opened_from={yesterday.isoformat()}")
    family_words = npgettext(
        "a count", "family since yesterday", "families since yesterday", families
    )
    people_words = npgettext("a count", "person since yesterday", "people since yesterday", people)
    lacks_url = f"{people_url}&lacks=sex_or_age"
    yield Count("arrivals", families, family_words, cases_url, is_rare=True)
    yield Count("arrivals", people, people_words, people_url, is_rare=True)
    yield Count("arrivals", incomplete, lacking_words, lacks_url, is_rare=True)


def _own_open_cases(user: User) -> Any:
    own = CaseAssignment.objects.on(user.today()).filter(caseworker=user)
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    return Case.objects.open().filter(pk__in=seen).filter(pk__in=own.values("case"))


def _recent_cases(user: User, since: datetime.date) -> Any:
    seen = keys_seen(Case.objects, user, Permission.CASE_READ)
    return Case.objects.open().filter(opened_on__gte=since, pk__in=seen)


def _arrived(user: User, since: datetime.date, lacks: bool) -> Any:
    """Who belongs today to those cases; or of them those without sex or age."""
    members = FamilyMember.objects.on(user.today()).filter(case__in=_recent_cases(user, since))
    arrived = Individual.objects.filter(pk__in=members.values("individual"))
    return arrived.filter(WITHOUT_SEX_OR_AGE) if lacks else arrived


def _drafts(user: User) -> Any:
    since = ANY_MOMENT + ArrivalDraft.LIFETIME
    return ArrivalDraft.objects.of(user, since).defer("typed")[:MOST_DRAFTS]


class MyDrafts(TodayBlock):
    """Arrivals that the reader began to type and did not save; nobody else sees them. Left out where there is none."""

    slug = "drafts"
    title = gettext_lazy("My drafts")
    permission = Permission.CASE_LOG
    template = "worklist/blocks/drafts.html"

    def context(self, desk: Desk) -> dict[str, Any] | None:
        since = timezone.now() - ArrivalDraft.LIFETIME
        drafts = kept_rows(_drafts, desk.user, values={ANY_MOMENT: since})
        found = [(draft, address("draft-continue", draft.pk)) for draft in drafts]
        return {"drafts": found} if found else None


my_drafts = MyDrafts()
