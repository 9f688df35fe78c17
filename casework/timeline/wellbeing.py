"""Activities, how people felt, and first looks at health."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from casework.models import Activity, HealthScreening, HealthVisit, WellbeingNote
from casework.timeline import Event, Happening, Source
from casework.timeline.members import of_members


def _took_part(activity: Activity) -> Event:
    return Event(
        activity.on,
        _("Took part in an activity"),
        new=activity.get_kind_display(),
        told=activity.remarks,
    )


def _felt(note: WellbeingNote) -> Event:
    return Event(
        note.on, _("Was asked how things are"), new=note.get_feeling_display(), told=note.text
    )


def _looked(screening: HealthScreening) -> Event:
    return Event(screening.on, _("Had a first look at health"), told=screening.findings)


def _visited(visit: HealthVisit) -> Event:
    return Event(
        visit.on,
        _("Was seen by a provider of care"),
        new=visit.get_kind_display(),
        told=str(visit.provider),
    )


wellbeing = Source(
    "wellbeing",
    gettext_lazy("Activity, wellbeing and health"),
    Permission.WELLBEING_READ,
    tuple(
        Happening(
            of_members(model, Permission.WELLBEING_READ, *related),
            "on",
            says,
            by="recorded_by",
            person="individual",
        )
        for model, says, *related in (
            (Activity, _took_part),
            (WellbeingNote, _felt),
            (HealthScreening, _looked),
            (HealthVisit, _visited, "provider"),
        )
    ),
    is_brief=False,
)
