"""What a case page shows, each part behind its own permission, and what casework itself adds."""

import datetime
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.choices import CaseStatus, EndReason, EntryMode, Service
from casework.models import Case, FamilyMember, Individual, Rank, ServiceRecord
from casework.querysets.case import members_today


class Panel(Protocol):
    """One section of the case page, named in settings.CASE_PANELS.

    May also have `is_on_card = True` (shown on the reduced card too, to who holds `permission` there)
    and `glance(case, user) -> list[str]`: short facts for the identity bar; and `page`, one of PAGES,
    to stand on a page of its own beside the summary.
    """

    slug: str
    title: str | Promise
    permission: Permission
    template: str

    def context(self, case: Case, user: User) -> dict[str, Any]: ...


# The pages of a case's file, in the order of their tabs; a panel without `page` is on the summary.
PAGES: dict[str, str | Promise] = {
    "": gettext_lazy("Summary"),
    "people": gettext_lazy("People and needs"),
    "home": gettext_lazy("At home"),
    "papers": gettext_lazy("Documents and consents"),
    "plan": gettext_lazy("Plan and tasks"),
    "support": gettext_lazy("Work, health, activity"),
}


def page_of(panel: Panel) -> str:
    """The page on which the panel stands."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """The panels that this user may see about this case, in the order of the settings."""
    panels = [import_string(path) for path in settings.CASE_PANELS]
    allowed = {
        permission: bool(can(user, permission, about=case))
        for permission in {panel.permission for panel in panels}
    }
    return [panel for panel in panels if allowed[panel.permission]]


class FamilyPanel:
    slug, title = "family", gettext_lazy("Family")
    permission = Permission.INDIVIDUAL_READ
    template = "casework/panels/family.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        present = members_today(case, today)
        past = case.members.lasting().filter(left_on__lte=today).select_related("individual")
        seen = set(
            Individual.objects.visible_to(user, self.permission)
            .filter(memberships__in=past)
            .values_list("pk", flat=True)
        )
        return {
            "lines": [member_line(member, today) for member in present],
            "past": [(member, member.individual_id in seen) for member in past],
            "may_change": case.is_open and can(user, Permission.CASE_CHANGE, about=case),
        }


def member_line(member: FamilyMember, day: datetime.date) -> dict[str, Any]:
    """What a table of people shows of one member."""
    individual = member.individual
    return {
        "member": member,
        "individual": individual,
        "age": individual.age_on(day),
        "population": individual.population_on(day).label,
    }


class ArrivalPanel:
    slug, title = "arrival", gettext_lazy("Arrival")
    permission = Permission.CASE_READ
    template = "casework/panels/arrival.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        arrivals = case.arrivals.select_related(
            "crossing", "directorate", "received_by", "first_contact_by", "logged_by"
        )
        return {
            "arrivals": list(arrivals),
            "may_change": can(user, Permission.CASE_CHANGE, about=case),
            "may_see_people": can(user, Permission.INDIVIDUAL_READ, about=case),
        }


class ServicePanel:
    slug, title = "service", gettext_lazy("Service in a force")
    permission = Permission.SERVICE_READ
    page = "people"
    template = "casework/panels/service.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = members_today(case, user.today()).values("individual")
        records = (
            ServiceRecord.objects.current()
            .filter(individual__in=people)
            .select_related("individual", "force")
        )
        ranks = list(Rank.objects.all())
        return {"services": [(service, service.rank_of(ranks)) for service in records]}


@dataclass(frozen=True)
class TimelineEvent:
    """One line of a timeline, in the past tense."""

    at: datetime.datetime | datetime.date
    by: User | None
    text: str
    old: str = ""
    new: str = ""

    @property
    def day(self) -> datetime.date:
        return self.at.date() if isinstance(self.at, datetime.datetime) else self.at


class TimelinePanel:
    slug, title = "timeline", gettext_lazy("Timeline")
    permission = Permission.CASE_READ
    template = "casework/panels/timeline.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        events = [*_moves(case), *_people(case), *_referrals(case), *_arrivals(case)]
        # Newest first: sorting keeps the order within a day, so that how it all began stands last.
        return {
            "events": sorted(events, key=lambda event: event.day, reverse=True),
            "may_read_history": can(user, Permission.CASE_HISTORY_READ, about=case),
        }


def _moves(case: Case) -> Iterator[TimelineEvent]:
    changes = list(case.status_changes.select_related("by"))
    for place, change in enumerate(changes):
        if place == len(changes) - 1:
            text = _("Case opened")
        elif change.status == CaseStatus.OPEN:
            text = _("Case reopened")
        else:
            text = _("Case closed: %(reason)s") % {"reason": EndReason(change.reason).label}
        yield TimelineEvent(change.on, change.by, text)
    teams = list(case.team_changes.select_related("by", "team"))
    for newer, older in itertools.pairwise(teams):
        yield TimelineEvent(
            newer.on, newer.by, _("Moved to another team"), older.team.name, newer.team.name
        )


def _people(case: Case) -> Iterator[TimelineEvent]:
    for member in case.members.lasting().select_related("individual"):
        name = {"number": member.individual.number}
        if member.joined_on > case.opened_on:
            yield TimelineEvent(member.joined_on, None, _("%(number)s joined the family") % name)
        if member.left_on:
            yield TimelineEvent(member.left_on, None, _("%(number)s left the family") % name)


def _referrals(case: Case) -> Iterator[TimelineEvent]:
    for referral in case.referrals.select_related("made_by"):
        service = {"service": Service(referral.service).label}
        yield TimelineEvent(
            referral.made_on, referral.made_by, _("Referred: %(service)s") % service
        )


def _arrivals(case: Case) -> Iterator[TimelineEvent]:
    """The first things that happened: the arrival and, before it, who met them first and when."""
    for arrival in case.arrivals.select_related("crossing", "first_contact_by"):
        text = str(EntryMode(arrival.entry_mode).label)
        if arrival.crossing:
            text = f"{text}, {arrival.crossing}"
        yield TimelineEvent(arrival.on, None, _("Arrived: %(how)s") % {"how": text})
        if arrival.first_contact_by or arrival.first_contact_at:
            met_at = arrival.first_contact_at and timezone.localtime(arrival.first_contact_at)
            who = str(arrival.first_contact_by or _("somebody who is not known"))
            at = time_format(met_at, "H:i") if met_at else ""
            yield TimelineEvent(
                met_at.date() if met_at else arrival.on,
                None,
                _("First contact: %(who)s") % {"who": ", ".join(filter(None, [who, at]))},
            )


family = FamilyPanel()
arrival = ArrivalPanel()
service = ServicePanel()
timeline = TimelinePanel()
