"""Relatives and incidents at home on the file, in the timeline, extracts and the API; detentions to ask about again."""

import datetime
from typing import Any

from django.db.models import F
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import due
from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.home.choices import DetentionEnd, IncidentSource, RelativeEnd
from casework.home.models import Detention, HomeIncident, RelativeAbroad
from casework.home.querysets import with_incidents
from casework.register.models.case import Case, FamilyMember
from casework.register.querysets.case import is_emptied, people_today
from casework.slots.api import OF_CASE, PERSON_FIELDS, Resource
from casework.slots.extract import WHY_NO_THIRD_PERSONS, ExtractPart, rows_about
from casework.slots.log_fields import author_in_log, with_log
from casework.slots.panels import Fact, Harm
from casework.slots.timeline import Event, EventSource, TimelineSource, rows_of_members
from pages.questions import PLACEHOLDER, QueryByKeys
from pages.together import Rows

relatives_resource = Resource(
    "relatives",
    RelativeAbroad,
    P.HOME_READ,
    "home",
    (
        *PERSON_FIELDS,
        "relation",
        "country",
        "state",
        "risk",
        "is_dependant",
        "ended_on",
        "ended_as",
    ),
    ("relation", "country", "risk"),
    "recorded_at",
)

incidents_resource = Resource(
    "incidents",
    HomeIncident,
    P.HOME_READ,
    "home",
    (
        *OF_CASE,
        "type",
        "is_own",
        "is_here",
        "actor",
        "state",
        "happened_on",
        "certainty",
        "source",
        "is_mistake",
    ),
    ("type", "actor", "state", "certainty", "is_mistake"),
    "happened_on__first",
    case="case",
)

detentions_resource = Resource(
    "detentions",
    Detention,
    P.HOME_READ,
    "home",
    ("relative", "authority", "state", "since", "review_on", "ended_on"),
    ("authority", "state"),
    "since__first",
    person="relative__individual",
)


def _to_ask_about(today: datetime.date) -> Any:
    """Returns open detentions with a day on which to ask again how the relative is."""
    rows: Any = Detention.objects.open().filter(review_on__isnull=False)
    return rows.with_case(today).exclude(of_case=None)


detention_reviews = due.Source(
    kind="detention_review",
    title=gettext_lazy("Ask about a detained relative"),
    permission=P.HOME_READ,
    about=Detention,
    date="review_on",
    case="of_case",
    office="relative__individual__office_id",
    related=("relative__individual",),
    rows_on=_to_ask_about,
    say=lambda detention: (
        _("A relative of %(number)s is detained: ask how they are")
        % {"number": detention.relative.individual.number}
    ),
    person="relative__individual_id",
    actions=(due.DueAction(gettext_lazy("Ask how they are"), "detention-review", P.HOME_CHANGE),),
    shown_in_panel="dates",
)

relative_abroad_extract = ExtractPart(
    RelativeAbroad,
    gettext_lazy("Relatives at home"),
    ["note"],
    {"name": WHY_NO_THIRD_PERSONS},
    permission=P.HOME_READ,
)

home_incident_extract = ExtractPart(
    HomeIncident, gettext_lazy("Incidents"), ["account"], first=["type"], permission=P.HOME_READ
)

detention_extract = ExtractPart(
    Detention,
    gettext_lazy("Detained relatives"),
    ["note"],
    rows=rows_about(Detention, "relative__individual"),
    permission=P.HOME_READ,
)
extracts = (relative_abroad_extract, home_incident_extract, detention_extract)


def _detained_now() -> Any:
    detained = Detention.objects.open().order_by()
    return detained.filter(relative__individual__in=[PLACEHOLDER]).values("pk")


def _with_detentions(
    relative: Any, detentions: list[Detention]
) -> tuple[Any, Detention | None, Any]:
    """Returns the relative, the open detention or None, and all other detentions."""
    open_detention = next((each for each in detentions if each.is_open), None)
    return relative, open_detention, [each for each in detentions if not each.is_open]


class RelativesPanel:
    slug, title = "relatives", gettext_lazy("Relatives at home")
    permission = P.HOME_READ
    page = "home"
    template = "casework/home/relatives_panel.html"
    glances_at = Detention

    def context(self, case: Case, user: User) -> dict[str, Any]:
        everybody = RelativeAbroad.objects.filter(individual__in=people_today(case, user))
        rows = list(with_incidents(everybody).select_related("individual", "state"))
        detentions: dict[Any, list[Detention]] = {relative.pk: [] for relative in rows}
        for each in Detention.objects.filter(relative__in=rows):
            detentions[each.relative_id].append(each)
        at_home = [relative for relative in rows if relative.ended_on is None]
        return {
            "lines": [_with_detentions(each, detentions[each.pk]) for each in at_home],
            "past": [_with_detentions(each, detentions[each.pk]) for each in rows if each.ended_on],
            "dependants": sum(relative.is_dependant for relative in at_home),
            "ailing": sum(relative.is_dependant and relative.is_ailing for relative in at_home),
            "may_change": can(user, P.HOME_CHANGE, about=case),
            "may_add": case.is_open
            and not is_emptied(case, user)
            and can(user, P.HOME_CHANGE, about=case),
        }

    def rows_for_glance(self, case: Case, user: User) -> Any:
        return QueryByKeys([each.pk for each in people_today(case, user)], _detained_now)

    def glance(self, case: Case, user: User, detained: Rows) -> list[Fact]:
        """Returns how many relatives are detained, if any."""
        count = len(detained)
        words = ngettext("%(count)s relative detained", "%(count)s relatives detained", count)
        return [Fact(words % {"count": count}, Harm.DETAINED, "trouble")] if count else []


class IncidentsPanel:
    slug, title = "incidents", gettext_lazy("Incidents")
    permission = P.HOME_READ
    page = "home"
    template = "casework/home/incidents_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        rows = HomeIncident.objects.filter(individual__in=people_today(case, user)).select_related(
            "relative", "individual", "state"
        )
        return {
            "incidents": list(rows),
            "may_change": can(user, P.HOME_CHANGE, about=case),
            "may_add": case.is_open
            and not is_emptied(case, user)
            and can(user, P.HOME_CHANGE, about=case),
        }


relatives_panel = RelativesPanel()

incidents_panel = IncidentsPanel()


def _every_incident(case: Case, user: User) -> Any:
    members = FamilyMember.objects.filter(case=case).on(user.today())
    return HomeIncident.objects.filter(individual__in=members.values("individual"))


def _incidents(case: Case, user: User) -> Any:
    return _every_incident(case, user).filter(is_mistake=False)


def _mistaken_incidents(case: Case, user: User) -> Any:
    return with_log(_every_incident(case, user).filter(is_mistake=True), "incident.corrected")


# The sentence by source, which names a source only if the person is on file.
SENTENCE_BY_SOURCE = {
    IncidentSource.CLIENT: gettext_lazy("%(whom)s told of an incident: %(new)s"),
    IncidentSource.RELATIVE: gettext_lazy(
        "A relative told of an incident that concerns %(whom)s: %(new)s"
    ),
    IncidentSource.PRESS: gettext_lazy("According to the press, about %(whom)s: %(new)s"),
    IncidentSource.PARTNER: gettext_lazy(
        "A partner organisation told of an incident that concerns %(whom)s: %(new)s"
    ),
}


def _incident_event(incident: HomeIncident) -> Event:
    to_whom = (
        _("%(what)s (to the person themself)") if incident.is_own else _("%(what)s (to a relative)")
    )
    what = to_whom % {"what": incident.get_type_display()}
    return Event(
        incident.recorded_at,
        _("Incident"),
        new=f"{what}, {incident.when}" if incident.happened_on else what,
        sentence=str(SENTENCE_BY_SOURCE[IncidentSource(incident.source)]),
    )


def _mistaken_incident_event(incident: Any) -> Event:
    by = author_in_log(incident)
    return Event(
        incident.logged_at or incident.recorded_at,
        _("Incident recorded by mistake"),
        by=by,
        new=incident.get_type_display(),
        sentence=_("%(who)s said that an incident about %(whom)s was recorded by mistake: %(new)s")
        if by
        else _("An incident about %(whom)s was recorded by mistake: %(new)s"),
    )


def _relative_event(relative: RelativeAbroad) -> Event:
    # The event has neither name nor place, because relatives at home are in danger.
    return Event(
        relative.recorded_at,
        _("A relative at home"),
        sentence=_("%(who)s recorded a relative of %(whom)s at home"),
    )


def _detention_event(detention: Detention) -> Event:
    return Event(
        detention.recorded_at,
        _("A relative is detained"),
        sentence=_("%(who)s recorded that a relative of %(whom)s is detained"),
    )


def _release_event(detention: Any) -> Event:
    by = author_in_log(detention)
    return Event(
        detention.ended_on or detention.recorded_at,
        _("A relative's detention ended"),
        by=by,
        new=detention.get_ended_as_display(),
        sentence=_("%(who)s recorded that the detention of a relative of %(whom)s ended: %(new)s")
        if by
        else _("The detention of a relative of %(whom)s ended: %(new)s"),
    )


def _mistaken_detention_event(detention: Any) -> Event:
    by = author_in_log(detention)
    return Event(
        detention.ended_on,
        _("A detention was recorded by mistake"),
        by=by,
        sentence=_(
            "%(who)s said that the detention of a relative of %(whom)s was recorded by mistake"
        )
        if by
        else _("The detention of a relative of %(whom)s was recorded by mistake"),
    )


def _every_detention(case: Case, user: User) -> Any:
    return rows_of_members(Detention, P.HOME_READ, person="relative__individual")(case, user)


def _mistakes(case: Case, user: User) -> Any:
    rows = _every_detention(case, user).filter(ended_as=DetentionEnd.MISTAKE)
    return with_log(rows, "detention.ended")


def _detentions(case: Case, user: User) -> Any:
    return _every_detention(case, user).exclude(ended_as=DetentionEnd.MISTAKE)


home_timeline = TimelineSource(
    "home",
    gettext_lazy("At home"),
    P.HOME_READ,
    (
        EventSource(
            _incidents,
            "recorded_at",
            _incident_event,
            by="recorded_by",
            person="individual",
            fields=("type", "source", "is_own", "happened_on"),
        ),
        EventSource(
            _mistaken_incidents, "logged_at", _mistaken_incident_event, person="individual"
        ),
        EventSource(
            lambda case, user: rows_of_members(RelativeAbroad, P.HOME_READ)(case, user).exclude(
                ended_as=RelativeEnd.MISTAKE
            ),
            "recorded_at",
            _relative_event,
            by="recorded_by",
            person="individual",
            fields=(),
        ),
        EventSource(
            _detentions,
            "recorded_at",
            _detention_event,
            by="recorded_by",
            person="relative__individual",
            fields=(),
        ),
        EventSource(
            lambda case, user: with_log(_detentions(case, user), "detention.ended"),
            "ended_on__first",
            _release_event,
            person="relative__individual",
            written=F("logged_at"),
        ),
        EventSource(
            _mistakes,
            "ended_on__first",
            _mistaken_detention_event,
            person="relative__individual",
            written=F("logged_at"),
        ),
    ),
)

VERBS: dict[str, str | Promise] = {
    "detention.ended": gettext_lazy("recorded the end of a detention at home"),
    "detention.listed": gettext_lazy("looked at the list of detained relatives"),
    "detention.recorded": gettext_lazy("recorded that a relative is detained"),
    "detention.reviewed": gettext_lazy("wrote what is known of a detention at home"),
    "home.listed": gettext_lazy("looked at relatives and incidents at home"),
    "home.read": gettext_lazy("looked at relatives and incidents at home"),
    "incident.corrected": gettext_lazy("corrected an incident"),
    "incident.recorded": gettext_lazy("recorded an incident"),
    "relative.corrected": gettext_lazy("corrected what is on file of a relative at home"),
    "relative.recorded": gettext_lazy("recorded a relative at home"),
}
