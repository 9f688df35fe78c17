"""What asylum adds to the case page."""

import datetime
from typing import Any

from django.db.models import Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from asylum.due import first_applications, to_lodge, to_lodge_for_children
from asylum.models import (
    AsylumApplication,
    FlightAccount,
    LegalDeadline,
    Permit,
    Renunciation,
    RenunciationDemand,
    TermMove,
)
from asylum.rules.renunciations import may_be_asked
from asylum.work_right import rights_to_work
from casework.children.querysets import surely_adult
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.slots.panels import Glance, late_and_next
from casework.work.rules import too_young_to_work
from pages.dates import distance, short_date
from pages.tags import Tag
from reference.models import DeadlineRule


def _people(case: Case, user: User) -> list[Individual]:
    members = FamilyMember.objects.filter(case=case).on(user.today()).select_related("individual")
    return [member.individual for member in members]


def _by_person(rows: Any) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for row in rows:
        found.setdefault(row.individual_id, []).append(row)
    return found


class ApplicationsPanel:
    """Who asked for protection, and how far it is. Statements are not shown here to anybody."""

    slug, title = "applications", gettext_lazy("Asylum applications")
    permission = P.APPLICATION_READ
    template = "asylum/panels/applications.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = _by_person(
            AsylumApplication.objects.of_case(case, user.today()).prefetch_related("deadlines")
        )
        return {
            "lines": [
                {
                    "person": person,
                    "applications": rows.get(person.pk, []),
                    "has_open": any(row.is_open for row in rows.get(person.pk, [])),
                }
                for person in _people(case, user)
            ],
            "may_change": can(user, P.APPLICATION_CHANGE, about=case),
        }


class DeadlinesPanel:
    """Legal terms that run, with the source and the doubt; and until when who has no claim yet may apply."""

    slug, title = "deadlines", gettext_lazy("Legal terms")
    permission = P.APPLICATION_READ
    template = "asylum/panels/deadlines.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        applications = AsylumApplication.objects.of_case(case, user.today())
        terms = LegalDeadline.objects.running().filter(application__in=applications).with_reasons()
        to_lodge_here = _to_lodge(case, user)
        moves = TermMove.objects.with_cause().filter(
            deadline=None, individual__in=[member.individual_id for member in to_lodge_here]
        )
        for member in to_lodge_here:
            member.moves = [each for each in moves if each.individual_id == member.individual_id]
        return {
            "deadlines": list(terms),
            "to_lodge": to_lodge_here,
            "doubts_to_lodge": _doubts_to_lodge(to_lodge_here) if to_lodge_here else [],
            "may_change": can(user, P.APPLICATION_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[Glance]:
        """The term that was missed first, and the one that ends next; of a claim or for want of one."""
        today = user.today()
        terms = LegalDeadline.objects.running().filter(
            application__in=AsylumApplication.objects.of_case(case, today)
        )
        ends = [(term.due_on, str(term.get_kind_display())) for term in terms]
        ends += [
            (
                member.last_day,
                _("Application to lodge for a child")
                if member.is_child_alone
                else str(first_applications.title),
            )
            for member in _to_lodge(case, user)
        ]
        return late_and_next(ends, today, late=_term_missed, ahead=_term_ahead)


def _term_missed(what: str, day: datetime.date, today: datetime.date) -> str:
    ago = distance(day, today)
    return _("%(what)s: term missed %(ago)s") % {"what": what, "ago": ago}


def _term_ahead(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(what)s: %(day)s") % {"what": what, "day": short_date(day)}


def _to_lodge(case: Case, user: User) -> list[Any]:
    """Members of the case who may still apply and have not, the last day soonest first.

    Each carries `is_child_alone`: for a child somebody else applies.
    """
    today = user.today()
    waiting: list[Any] = []
    for members, is_child_alone in ((to_lodge, False), (to_lodge_for_children, True)):
        rows = members(today).filter(case=case).exclude(last_day=None).select_related("individual")
        waiting += rows.annotate(is_child_alone=Value(is_child_alone))
    return sorted(waiting, key=lambda member: member.last_day)


def _doubts_to_lodge(members: list[Any]) -> list[str]:
    """Why the last day to apply is not firmly known."""
    rules = DeadlineRule.objects.filter(pk__in={member.rule_id for member in members})
    return [doubt for rule in rules for doubt in rule.doubts]


class PermitsPanel:
    """The paper of each person, and until when it holds."""

    slug, title = "permits", gettext_lazy("Permits")
    permission = P.PERMIT_READ
    template = "asylum/panels/permits.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = _by_person(
            Permit.objects.of_case(case, user.today())
            .current()
            .select_related("individual__office", "renewed_by")
        )
        people = _people(case, user)
        answers = rights_to_work(people, case.office.country, user.today())
        return {
            "lines": [
                {
                    "person": person,
                    "permits": rows.get(person.pk, []),
                    "is_at_work_age": not too_young_to_work(person.age_on(user.today())),
                    "answer": answers.get(person.pk),
                }
                for person in people
            ],
            "may_change": can(user, P.PERMIT_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[Glance]:
        """The permit of the family that expired first, and the one that expires next."""
        today = user.today()
        permits = Permit.objects.of_case(case, today).current().dated()
        ends = [(permit.valid_until_on, str(permit.get_type_display())) for permit in permits]
        return late_and_next(ends, today, late=_permit_expired, ahead=_permit_ahead)


def _permit_expired(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(type)s expired on %(day)s") % {"type": what, "day": short_date(day)}


def _permit_ahead(what: str, day: datetime.date, today: datetime.date) -> str:
    return _("%(type)s until %(day)s") % {"type": what, "day": short_date(day)}


class RenunciationPanel:
    """State and date of the paper of each adult former member. Relatives and children never appear."""

    slug, title = "renunciation", gettext_lazy("Renunciation of military activity")
    permission = P.RENUNCIATION_READ
    template = "asylum/panels/renunciation.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        today = user.today()
        rows = _by_person(Renunciation.objects.of_case(case, today))
        words = _by_person(RenunciationDemand.objects.of_case(case, today))
        return {
            "lines": [
                {
                    "person": person,
                    "papers": rows.get(person.pk, []),
                    "word": next(iter(words.get(person.pk, [])), None),
                }
                for person in _people(case, user)
                if may_be_asked(person.category, is_adult=surely_adult(person, today))
            ],
            "may_change": can(user, P.RENUNCIATION_CHANGE, about=case),
        }

    def glance(self, case: Case, user: User) -> list[Glance]:
        """A paper that fell although a claim went on under it."""
        today = user.today()
        claims = AsylumApplication.objects.of_case(case, today).under_a_renunciation()
        fallen = Renunciation.objects.of_case(case, today).fallen()
        paper = fallen.filter(individual__in=claims.values("individual")).first()
        if paper is None:
            return []
        state = {"state": paper.get_status_display(), "day": short_date(paper.status_on)}
        return [Tag(_("Renunciation: %(state)s on %(day)s") % state, "trouble")]


class FlightPanel:
    """Which accounts of flight and events before there are. Their text stands on a page of its own."""

    slug, title = "flight", gettext_lazy("Flight and events before")
    permission = P.FLIGHT_READ
    template = "asylum/panels/flight.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = _by_person(
            FlightAccount.objects.of_case(case, user.today()).filter(corrected_by=None)
        )
        return {
            "lines": [
                {"person": person, "accounts": rows.get(person.pk, [])}
                for person in _people(case, user)
            ],
            "may_change": can(user, P.FLIGHT_CHANGE, about=case),
        }


applications = ApplicationsPanel()
deadlines = DeadlinesPanel()
flight = FlightPanel()
permits = PermitsPanel()
renunciation = RenunciationPanel()
