"""Work and visits of care on the page of support, in the timeline, extracts and the API.

The timeline leaves out rows that must stay in the file, because timelines are printed.
"""

from typing import Any

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.case import family_today, people_today, with_people_of
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.holdings import holds, rows_on_file
from casework.slots.timeline import Event, TimelineSource, event_source_of_members
from casework.work.models import (
    HealthVisit,
    InformalWork,
    InformationGiven,
    JobApplication,
    WorkAuthorisation,
)
from casework.work.rules import too_young_to_work

health_visits_resource = Resource(
    "health-visits",
    HealthVisit,
    P.WELLBEING_READ,
    "wellbeing",
    (*PERSON_FIELDS, "on", "kind", "provider"),
    ("kind", "provider"),
    "on",
    condition=Q(is_mistake=False),
)

work_authorisation_extract = ExtractPart(
    WorkAuthorisation,
    _("Permission to work"),
    ["paper", "source"],
    rows=rows_about(WorkAuthorisation, is_mistake=False),
    permission=P.WORK_READ,
)

information_given_extract = ExtractPart(
    InformationGiven,
    _("What was told about rights"),
    ["remark"],
    first=["on"],
    rows=rows_about(InformationGiven, is_mistake=False),
    permission=P.WORK_READ,
    author="given_by",
)

job_application_extract = ExtractPart(
    JobApplication,
    _("Applications for work"),
    ["employer"],
    rows=rows_about(JobApplication, is_mistake=False),
    permission=P.WORK_READ,
)

informal_work_extract = ExtractPart(
    InformalWork,
    _("Work without papers"),
    first=["account", "noted_on", "ended_on"],
    rows=rows_about(InformalWork, is_mistake=False),
    permission=P.WORK_READ,
)

health_visit_extract = ExtractPart(
    HealthVisit,
    _("Visits to a doctor"),
    ["findings"],
    first=["on", "kind"],
    rows=rows_about(HealthVisit, is_mistake=False),
    permission=P.WELLBEING_READ,
)
extracts = (
    work_authorisation_extract,
    information_given_extract,
    job_application_extract,
    informal_work_extract,
    health_visit_extract,
)


def _rows_about(case: Case, people: list[Individual], kind: Any) -> list[Any]:
    """Returns rows of that kind about these people."""
    if not holds(case, kind):
        return []
    rows = with_is_corrected(kind.objects.filter(individual__in=people))
    return with_people_of(
        rows.select_related("given_by") if kind is InformationGiven else rows, people
    )


class WorkPanel:
    """The right to work, information given, applications, and work without papers."""

    slug, title = "work", gettext_lazy("Work")
    permission = P.WORK_READ
    page = "support"
    template = "casework/work/work_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        members, people = family_today(case, user), people_today(case, user)
        today = user.today()
        kinds = (WorkAuthorisation, InformationGiven, JobApplication, InformalWork)
        rights, information, applications, informal = (
            _rows_about(case, people, kind) for kind in kinds
        )
        return {
            "members": [
                member
                for member in members
                if not too_young_to_work(member.individual.age_on(today))
            ],
            "rights": [(right, right.holds_on(today)) for right in rights],
            "told": information,
            "applications": applications,
            "informal": informal,
            "corrections": corrections_of(*rights, *information, *applications, *informal),
            "may_change": case.is_open and can(user, P.WORK_CHANGE, about=case),
        }


class VisitsPanel:
    """Visits of care and their findings."""

    slug, title = "visits", gettext_lazy("Visits of care")
    permission = P.WELLBEING_READ
    page = "support"
    template = "casework/work/visits_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        members = family_today(case, user)
        rows = with_is_corrected(
            HealthVisit.objects.filter(individual__in=people_today(case, user))
        )
        visits = rows_on_file(case, rows.select_related("individual", "provider"))
        return {
            "members": members,
            "visits": visits,
            "corrections": corrections_of(*visits),
            "may_change": case.is_open and can(user, P.WELLBEING_CHANGE, about=case),
        }


work_panel = WorkPanel()

visits_panel = VisitsPanel()


def _authorisation_event(row: WorkAuthorisation) -> Event:
    return Event(
        row.starts_on,
        gettext("Right to work: %(rule)s") % {"rule": row.get_rule_display()},
        new=row.get_allows_display(),
        sentence=gettext("%(whom)s and the right to work, by %(rule)s: %(new)s"),
        words={"rule": row.get_rule_display()},
    )


def _information_event(row: InformationGiven) -> Event:
    return Event(
        row.on,
        gettext("Was told about rights"),
        new=row.get_topic_display(),
        sentence=gettext("%(who)s told %(whom)s about rights: %(new)s"),
        many=gettext("%(who)s told %(whom)s about rights: %(new)s"),
    )


def _application_event(row: JobApplication) -> Event:
    return Event(row.on, gettext("Applied for work"), sentence=gettext("%(whom)s applied for work"))


def _answer_event(row: JobApplication) -> Event:
    return Event(
        row.outcome_on or row.on,
        gettext("Answer to an application for work"),
        new=row.get_outcome_display(),
        sentence=gettext("%(whom)s got an answer to an application for work: %(new)s"),
    )


work_timeline = TimelineSource(
    "work",
    gettext_lazy("Work"),
    P.WORK_READ,
    (
        event_source_of_members(
            WorkAuthorisation,
            P.WORK_READ,
            "starts_on",
            _authorisation_event,
            fields=("rule", "allows"),
            is_mistake=False,
        ),
        event_source_of_members(
            InformationGiven,
            P.WORK_READ,
            "on",
            _information_event,
            by="given_by",
            fields=("topic",),
            is_mistake=False,
        ),
        event_source_of_members(
            JobApplication, P.WORK_READ, "on", _application_event, fields=(), is_mistake=False
        ),
        event_source_of_members(
            JobApplication,
            P.WORK_READ,
            "outcome_on",
            _answer_event,
            by="",
            fields=("outcome",),
            is_mistake=False,
        ),
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "information.corrected": _("corrected what was told about rights"),
    "information.given": _("recorded what was told about rights"),
    "job_application.corrected": _("corrected a job application"),
    "job_application.recorded": _("recorded a job application"),
    "job_application.settled": _("recorded how a job application ended"),
    "visit.corrected": _("corrected a visit of care"),
    "visit.recorded": _("recorded a visit of care"),
    "work_right.corrected": _("corrected what a paper says about work"),
    "work.noted": _("wrote something about work"),
    "work_right.recorded": _("recorded what a paper says about work"),
}
