"""Activity, wellbeing and health on the page of support, in the timeline, extracts and the API."""

from collections import defaultdict
from typing import Any

from django.db.models import Prefetch, Q
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission as P
from casework.corrections.slots import corrections_of, with_is_corrected
from casework.referrals.models import Referral
from casework.register.models.case import Case
from casework.register.querysets.case import people_today
from casework.slots.api import PERSON_FIELDS, Resource
from casework.slots.extract import ExtractPart, rows_about
from casework.slots.holdings import rows_on_file
from casework.slots.timeline import Event, TimelineSource, event_source_of_members
from casework.wellbeing.models import Activity, HealthScreening, WellbeingNote
from casework.wellbeing.rules import too_young_to_be_asked
from casework.work.models import HealthVisit

activities_resource = Resource(
    "activities",
    Activity,
    P.WELLBEING_READ,
    "wellbeing",
    (*PERSON_FIELDS, "kind", "on", "organisation"),
    ("kind", "organisation"),
    "on",
    condition=Q(is_mistake=False),
)

wellbeing_notes_resource = Resource(
    "wellbeing-notes",
    WellbeingNote,
    P.WELLBEING_READ,
    "wellbeing",
    (*PERSON_FIELDS, "on", "feeling", "support"),
    ("feeling", "support"),
    "on",
    condition=Q(is_mistake=False),
)

activity_extract = ExtractPart(
    Activity,
    _("Activities"),
    ["remarks"],
    rows=rows_about(Activity, is_mistake=False),
    permission=P.WELLBEING_READ,
)

wellbeing_note_extract = ExtractPart(
    WellbeingNote,
    _("Wellbeing"),
    ["text"],
    {"referral": _("The referral that followed stands among the referrals.")},
    rows=rows_about(WellbeingNote, is_mistake=False),
    permission=P.WELLBEING_READ,
)

health_screening_extract = ExtractPart(
    HealthScreening,
    _("First look at health"),
    ["findings"],
    rows=rows_about(HealthScreening, is_mistake=False),
    permission=P.WELLBEING_READ,
)

# The panel shows at most this number of rows of each kind and person, the latest ones.
MOST_SHOWN = 5


class WellbeingPanel:
    """For each person: activities, wellbeing, the health screening, and the need that it suggests."""

    slug, title = "wellbeing", gettext_lazy("Activity, wellbeing and health")
    permission = P.WELLBEING_READ
    page = "support"
    template = "casework/wellbeing/wellbeing_panel.html"

    def context(self, case: Case, user: User) -> dict[str, Any]:
        people = people_today(case, user)
        rows_by_kind = {
            "activities": _by_person(case, Activity, people, "organisation"),
            "notes": _by_person(
                case,
                WellbeingNote,
                people,
                followed_by=Prefetch("referral", Referral.objects.visible_to(user)),
            ),
            "screenings": _by_person(case, HealthScreening, people),
        }
        rows = [
            row for of_kind in rows_by_kind.values() for each in of_kind.values() for row in each
        ]
        return {
            "corrections": corrections_of(*rows),
            "lines": [
                {
                    "person": person,
                    "may_be_asked": not too_young_to_be_asked(person.age_on(user.today())),
                    **{name: rows[person.pk] for name, rows in rows_by_kind.items()},
                }
                for person in people
            ],
            "may_change": case.is_open and can(user, P.WELLBEING_CHANGE, about=case),
            "may_refer": case.is_open and can(user, P.REFERRAL_MAKE, about=case),
        }


def _by_person(
    case: Case, model: Any, people: list[Any], *related: str, followed_by: Any = None
) -> dict[Any, list[Any]]:
    """Returns the latest rows of each person. `followed_by` is a further prefetch."""
    latest: dict[Any, list[Any]] = defaultdict(list)
    of_people = with_is_corrected(model.objects.filter(individual__in=people))
    rows = of_people.select_related("recorded_by", *related)
    for row in rows_on_file(case, rows.prefetch_related(followed_by) if followed_by else rows):
        if len(latest[row.individual_id]) < MOST_SHOWN:
            latest[row.individual_id].append(row)
    return latest


wellbeing_panel = WellbeingPanel()


def _activity_event(activity: Activity) -> Event:
    return Event(
        activity.on,
        gettext("Took part in an activity"),
        new=activity.get_kind_display(),
        told=activity.remarks,
        sentence=gettext("%(whom)s took part in an activity: %(new)s"),
        many=gettext("%(whom)s took part together in an activity: %(new)s"),
    )


def _wellbeing_event(note: WellbeingNote) -> Event:
    return Event(
        note.on,
        gettext("Was asked how things are"),
        new=note.get_feeling_display(),
        told=note.text,
        sentence=gettext("%(who)s asked %(whom)s how things are: %(new)s"),
    )


def _screening_event(screening: HealthScreening) -> Event:
    return Event(
        screening.on,
        gettext("Had a first look at health"),
        told=screening.findings,
        sentence=gettext("A first look at the health of %(whom)s"),
    )


def _visit_event(visit: HealthVisit) -> Event:
    return Event(
        visit.on,
        gettext("Was seen by a provider of care"),
        new=visit.get_kind_display(),
        told=str(visit.provider),
        sentence=gettext("%(whom)s was seen by a provider of care: %(new)s"),
        many=gettext("%(whom)s were seen by a provider of care: %(new)s"),
    )


wellbeing_timeline = TimelineSource(
    "wellbeing",
    gettext_lazy("Activity, wellbeing and health"),
    P.WELLBEING_READ,
    tuple(
        event_source_of_members(
            model, P.WELLBEING_READ, "on", event, fields=names, is_mistake=False
        )
        for model, event, names in (
            (Activity, _activity_event, None),
            (WellbeingNote, _wellbeing_event, None),
            (HealthScreening, _screening_event, None),
            (HealthVisit, _visit_event, ("kind", "provider__name", "provider__short_name")),
        )
    ),
    is_on_summary=False,
)

VERBS: dict[str, str | Promise] = {
    "activity.corrected": _("corrected an activity"),
    "activity.listed": _("looked at who has had no activity"),
    "activity.recorded": _("recorded an activity"),
    "screening.corrected": _("corrected a first look at health"),
    "screening.recorded": _("recorded a first look at health"),
    "wellbeing.corrected": _("corrected a note on wellbeing"),
    "wellbeing.listed": _("looked at activity, wellbeing and health"),
    "wellbeing.read": _("opened a note on activity, wellbeing or health"),
    "wellbeing.referral_named": _("said which referral followed from an offer of support"),
    "wellbeing.written": _("wrote about somebody's wellbeing"),
}
